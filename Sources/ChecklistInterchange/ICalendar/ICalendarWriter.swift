import ChecklistCore

/// Writes calendars of tasks.
struct ICalendarWriter {
  /// The most bytes of a line, without its end (RFC 5545, section 3.1).
  private static let mostLineBytes = 75

  /// The file, and the values that could not be written.
  private(set) var file = ExportedFile()
  private let options: ExportOptions
  /// The time of the export.
  private let now: String
  /// The zones that are known.
  private var zones: CalendarZones
  /// The zones that the calendar at hand names.
  private var namedZones: [CalendarZones.Zone] = []
  /// The line at hand, before it is folded.
  private var line: [UInt8] = []

  /// Writes with some options.
  init(_ options: ExportOptions) {
    self.options = options
    zones = CalendarZones(directory: options.zoneDirectory)
    now = options.now.calendarText ?? "19700101T000000Z"
  }

  /// Writes a list as a calendar.
  mutating func write(_ list: ExportedList) {
    begin()
    if !ContentRules.isBlank(list.checklist.name) {
      writeText("NAME", list.checklist.name)
      writeText("X-WR-CALNAME", list.checklist.name)
    }
    let start = file.bytes.count
    for position in list.positions { write(list.checklist.items[position], at: position) }
    end(withZonesAt: start)
  }

  /// Writes a calendar of a single item, as directories have them.
  ///
  /// - Parameter position: Its place in its list, from 0.
  mutating func calendar(of item: ChecklistItem, at position: Int) -> [UInt8] {
    file.bytes.removeAll(keepingCapacity: true)
    begin()
    let start = file.bytes.count
    write(item, at: position)
    end(withZonesAt: start)
    return file.bytes
  }

  private mutating func begin() {
    write("BEGIN", "VCALENDAR")
    write("VERSION", "2.0")
    write("PRODID", "-//checklists//checklists//EN")
  }

  /// Ends a calendar, whose zones stand before its items.
  private mutating func end(withZonesAt start: Int) {
    let end = file.bytes.count
    for zone in namedZones {
      for property in zone.text.utf8.split(separator: UInt8(ascii: "\n")) {
        line += property
        endLine()
      }
    }
    namedZones = []
    let text = file.bytes[end...]
    file.bytes.removeSubrange(end...)
    file.bytes.insert(contentsOf: text, at: start)
    write("END", "VCALENDAR")
  }

  private mutating func write(_ item: ChecklistItem, at position: Int) {
    let origin = item.origin?[InterchangeFormat.icalendar.rawValue]
    let known = namedZones
    let kept = KeptProperties(origin?.fields ?? [], of: item, &zones, in: options.zone) { zone in
      // Calendars may describe zones of one name differently.
      known.allSatisfy { $0.name != zone.name || $0.text == zone.text || $0.isOfSystem }
    }
    write("BEGIN", "VTODO")
    write("UID", item.calendarID)
    write("DTSTAMP", now)
    if let created = item.created { write("CREATED", created) }
    write("LAST-MODIFIED", now)
    line.append("SUMMARY:")
    check(line.appendEscaped(item.text))
    endLine()
    if let note = item.note { writeText("DESCRIPTION", note) }
    switch item.state {
    case .open where kept.hasStatus: break
    case .open: write("STATUS", "NEEDS-ACTION")
    case .done:
      write("STATUS", "COMPLETED")
      if let completed = item.completed { write("COMPLETED", completed) }
      write("PERCENT-COMPLETE", "100")
    case .skipped:
      write("STATUS", "CANCELLED")
      if item.skipReason?.isEmpty == false {
        file.warnings.add("iCalendar", hasNo: "reasons of skips")
      }
    }
    let isRepeated = item.repetition != nil || kept.hasRule || item.unreadCalendarRule != nil
    let form = form(kept, isRepeated: isRepeated)
    if let due = item.due { write(due, repeatedBy: item.repetition, as: kept.due, form) }
    if let repetition = item.repetition, let due = item.due {
      if kept.hasRule {
        file.warnings.add(
          "repetition is not written, since the item has another rule from its calendar",
          "repetitions are not written, since the items have other rules from their calendars")
      } else {
        // The day by the clocks that the due date has in the calendar.
        writeRule(repetition, due, in: kept.zone?.rules ?? options.zone)
      }
    } else if !kept.hasRule, let rule = item.unreadCalendarRule {
      write("RRULE", rule)
    }
    if item.section != nil || !kept.categories.isEmpty {
      line.append("CATEGORIES:")
      check(line.appendEscaped(item.section ?? ""))
      // One line: todoman cannot read two.
      for category in kept.categories { line.append(",\(category)") }
      endLine()
    }
    write("X-APPLE-SORT-ORDER", String(position + 1))
    for property in kept.lines {
      line.append(start(property, form))
      endLine()
    }
    write("END", "VTODO")
  }

  private mutating func writeRule(
    _ repetition: Repetition, _ due: DueDate, in zone: TimeZoneRules
  ) {
    let rule = RecurrenceRule.text(of: repetition, due: repetition.clock(of: due, in: zone)) {
      day in
      if case .day = due { return day.hasCalendarYear ? day.calendarDay : nil }
      // A last moment is in UTC.
      return zone.end(of: day).calendarText
    }
    if let rule {
      write("RRULE", rule)
    } else {
      file.warnings.add("iCalendar", hasNo: "repetitions of that kind")
    }
  }

  /// How moments are written.
  private enum MomentForm {
    case utc
    /// As the clocks show it where one is.
    case floating
    case zone(CalendarZones.Zone)
  }

  /// How the moments of an item are written: in the zone that a calendar gave it, else in UTC.
  ///
  /// A repeated task comes again at the same time by the clocks, also when they are set meanwhile.
  /// So it has the zone in which one is.
  private mutating func form(_ kept: KeptProperties, isRepeated: Bool) -> MomentForm {
    if let zone = kept.zone { return .zone(zone) }
    guard isRepeated else { return .utc }
    guard let zone = options.systemZone else { return .floating }
    return zone.isUTC ? .utc : .zone(zones.zone(zone))
  }

  private mutating func write(
    _ due: DueDate, repeatedBy repetition: Repetition?, as kept: String?, _ form: MomentForm
  ) {
    guard let value = value(due, form, repeatedBy: repetition) else { return warnOfYear() }
    if case (.floating, .moment) = (form, due) {
      file.warnings.add(
        "repeated due date has no time zone, since the name of its zone is unknown",
        "repeated due dates have no time zone, since the names of their zones are unknown")
    }
    if let kept {
      line.append(kept)
    } else {
      line.append("DUE")
      line.append(value)
    }
    endLine()
  }

  /// The text after the name of a property; nil beyond the years of a calendar.
  private mutating func value(
    _ date: DueDate, _ form: MomentForm, repeatedBy repetition: Repetition? = nil
  ) -> String? {
    guard case .moment(let moment) = date else { return date.calendarValue }
    switch form {
    case .utc: return date.calendarValue
    case .floating: return options.zone.clock(at: moment).calendarText.map { ":\($0)" }
    case .zone(let zone):
      if !namedZones.contains(where: { $0.name == zone.name }) { namedZones.append(zone) }
      // Other programs come back to the time that is written, too.
      return zone.value(
        repetition?.clock(of: date, in: zone.rules) ?? zone.rules.clock(at: moment))
    }
  }

  /// A start in the form that the due date has; any other property as it is.
  private mutating func start(_ property: String, _ form: MomentForm) -> String {
    guard property.utf8.first.map({ $0 | 0x20 }) == UInt8(ascii: "d"),
      let line = ContentLine(number: 0, bytes: Array(property.utf8)[...]),
      line.name.isSame(as: "DTSTART"), let start = CalendarTime(line)
    else { return property }
    switch start.zone {
    case .day: return property
    case .named:
      // The zone of the item.
      if case .zone(let zone) = form, !namedZones.contains(where: { $0.name == zone.name }) {
        namedZones.append(zone)
      }
      return property
    case .utc:
      let moment = TimeZoneRules.utc.moments(of: start.date)[0]
      return value(.moment(moment), form).map { "DTSTART\($0)" } ?? property
    }
  }

  private mutating func write(_ name: String, _ date: Date) {
    guard let text = date.calendarText else { return warnOfYear() }
    write(name, text)
  }

  private mutating func warnOfYear() {
    file.warnings.add("iCalendar", hasNo: "dates beyond the year 9999")
  }

  private mutating func writeText(_ name: String, _ text: String) {
    line.append(name)
    line.append(UInt8(ascii: ":"))
    check(line.appendEscaped(text))
    endLine()
  }

  private mutating func check(_ isWhole: Bool) {
    if isWhole { return }
    file.warnings.add("iCalendar", hasNo: "control characters", of: "text")
  }

  private mutating func write(_ name: String, _ value: String) {
    line.append(name)
    line.append(UInt8(ascii: ":"))
    line.append(value)
    endLine()
  }

  /// Writes the line at hand, folded between characters.
  private mutating func endLine() {
    var start = 0
    var most = Self.mostLineBytes
    while line.count - start > most {
      var end = start + most
      while line[end] & 0xC0 == 0x80 { end -= 1 }
      file.bytes += line[start..<end]
      file.bytes += [0x0D, 0x0A, UInt8(ascii: " ")]
      // The blank counts too.
      (start, most) = (end, Self.mostLineBytes - 1)
    }
    file.bytes += line[start...]
    file.bytes += [0x0D, 0x0A]
    line.removeAll(keepingCapacity: true)
  }
}
