import ChecklistCore

/// The properties of a task that were kept when it was read, as far as they can be given back.
struct KeptProperties {
  /// The lines without their folds.
  private(set) var lines: [String] = []
  /// Whether they say whether the task is done.
  private(set) var hasStatus = false
  /// Whether they say how often it comes again.
  private(set) var hasRule = false
  /// The categories after the first one, as they are written.
  private(set) var categories: [String] = []

  /// The zone in which calendars have its dates; nil for none.
  private(set) var zone: CalendarZones.Zone?
  /// When it is due, as a calendar has said it; nil when that has changed.
  private(set) var due: String?
  /// Whether the due date is the one that a calendar has said, which may be before the start.
  private var isDueAsRead = false
  /// How many days what repeats has moved since it was read; its other dates move with it.
  private var shift = 0

  /// Chooses those that can be given back.
  ///
  /// - Parameters:
  ///   - item: The item, which may have changed since then.
  ///   - local: The time zone in which one is.
  init(
    _ fields: [String], of item: ChecklistItem, _ zones: inout CalendarZones,
    in local: TimeZoneRules, isUsable: (CalendarZones.Zone) -> Bool
  ) {
    // A document may hold anything, also what would end the task.
    let zoneTexts = fields.filter(\.utf8.beginsZone)
    let fields = fields.filter { !$0.utf8.beginsZone }.map { field in
      field.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        ContentLine(number: 0, bytes: Array($0)[...])
      }
    }.filter { $0.isProperty || $0.isComponent }.map { $0.compactMap(\.self) }
    zones.begin(describedBy: zoneTexts)
    findZone(fields, of: item, &zones, isUsable)
    findShift(fields, of: item, in: local)
    for field in fields {
      let moved = field.map { $0.isOwnDate ? $0.moved(by: shift) : $0 }
      guard field.count > 1 || canGiveBack(moved[0], item) else { continue }
      lines += moved.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
  }

  /// Finds how far the due date of what repeats is from the one that a calendar has said.
  private mutating func findShift(
    _ fields: [[ContentLine]], of item: ChecklistItem, in local: TimeZoneRules
  ) {
    guard item.repetition != nil, let due = item.due,
      let line = fields.first(where: { $0.count == 1 && $0[0].name.isSame(as: "DUE") })?[0],
      let time = CalendarTime(line)
    else { return }
    let clocks: TimeZoneRules =
      switch time.zone {
      case .utc: .utc
      case .day, .named: zone?.rules ?? local
      }
    let day = due.day?.date ?? clocks.clock(at: due.storedMoment)
    shift = day.daysSince2001 - time.date.daysSince2001
  }

  /// Finds the zone of its due date, or else of its start.
  private mutating func findZone(
    _ fields: [[ContentLine]], of item: ChecklistItem, _ zones: inout CalendarZones,
    _ isUsable: (CalendarZones.Zone) -> Bool
  ) {
    let properties = fields.filter { $0.count == 1 }.map { $0[0] }
    if let line = properties.first(where: { $0.name.isSame(as: "DUE") }) {
      isDueAsRead = CalendarTime(line).map { item.due?.isSame(as: $0) == true } ?? false
    }
    guard
      let line = properties.first(where: { $0.name.isSame(as: "DUE") })
        ?? properties.first(where: { $0.name.isSame(as: "DTSTART") }),
      let time = CalendarTime(line), case .named(let name?) = time.zone
    else { return }
    guard let zone = zones.zone(name), isUsable(zone) else { return }
    self.zone = zone
    if line.name.isSame(as: "DUE"), case .moment(let moment) = item.due,
      zone.rules.moments(of: time.date)[0] == moment
    {
      due = String(decoding: line.bytes, as: UTF8.self)
      isDueAsRead = true
    }
  }

  private mutating func canGiveBack(_ property: ContentLine, _ item: ChecklistItem) -> Bool {
    switch property.name {
    case "BEGIN", "END", "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SUMMARY", "DESCRIPTION",
      "COMPLETED", "DUE", "DURATION", "X-APPLE-SORT-ORDER":
      return false
    case "STATUS":
      guard item.state == .open else { return false }
      hasStatus = true
    case "PERCENT-COMPLETE": return !item.isChecked
    case "RRULE": hasRule = true
    case "CATEGORIES":
      // They stand on one line with the section, which is the first.
      let value = property.bytes.dropFirst("CATEGORIES:".utf8.count)
      guard property.bytes.starts(with: "CATEGORIES:".utf8), !value.isEmpty else { return false }
      categories.append(String(decoding: value, as: UTF8.self))
      return false
    case "DTSTART":
      guard let start = CalendarTime(property) else { return false }
      if isDueAsRead, start.isComplete(in: zone) { return true }
      switch start.zone {
      case .day: return DueDate.day(DueDate.Day(start.date, in: .utc)).canBegin(item.due)
      case .utc:
        return DueDate.moment(TimeZoneRules.utc.moments(of: start.date)[0]).canBegin(item.due)
      case .named(let name):
        guard let zone, zone.name == name else { return false }
        return DueDate.moment(zone.rules.moments(of: start.date)[0]).canBegin(item.due)
      }
    default: break
    }
    return true
  }
}

extension DueDate {
  /// Whether it is what a calendar says of a day, or a moment in UTC.
  fileprivate func isSame(as time: CalendarTime) -> Bool {
    switch (self, time.zone) {
    case (.day(let day), .day): day.daysSince2001 == time.date.daysSince2001
    case (.moment(let moment), .utc): TimeZoneRules.utc.moments(of: time.date) == [moment]
    default: false
    }
  }
}

extension CalendarTime {
  /// Whether it names no zone but the one that the calendar describes.
  fileprivate func isComplete(in zone: CalendarZones.Zone?) -> Bool {
    if case .named(let name) = self.zone { name != nil && name == zone?.name } else { true }
  }
}

extension ContentLine {
  /// Whether it is a start, or the moment of an alarm, which is no distance from another date.
  fileprivate var isOwnDate: Bool { name.isSame(as: "DTSTART") || name.isSame(as: "TRIGGER") }

  /// The property with its date some days later; the same where it has none.
  fileprivate func moved(by days: Int) -> ContentLine {
    guard days != 0, let time = CalendarTime(self) else { return self }
    let date = CalendarDate(
      secondsSince2001: time.date.secondsSince2001 + days * 86_400)
    guard date.hasCalendarYear else { return self }
    // The day has eight digits.
    let start = valueName.bytes.startIndex
    let moved = bytes[..<start] + Array(date.calendarDay.utf8) + bytes[(start + 8)...]
    return ContentLine(number: number, bytes: moved) ?? self
  }
}

extension [ContentLine?] {
  /// Whether it is one property.
  fileprivate var isProperty: Bool { count == 1 && self[0]?.hasControlCharacters == false }

  /// Whether lines are a component, with its end only at their end.
  fileprivate var isComponent: Bool {
    var depth = 0
    for (index, line) in enumerated() {
      guard let line, !line.hasControlCharacters else { return false }
      if line.name.isSame(as: "BEGIN") { depth += 1 }
      if line.name.isSame(as: "END") { depth -= 1 }
      if depth == 0 { return index == count - 1 && count > 1 }
    }
    return false
  }
}

extension Collection<UInt8> {
  /// Whether it is the first line of a time zone, or begins with it.
  fileprivate var beginsZone: Bool {
    ContentLine.Name(Array(prefix(15))[...]).isSame(as: "BEGIN:VTIMEZONE")
  }
}

extension [ContentLine] {
  /// The most bytes of a zone that is kept; of many items, each has it.
  private static var mostZoneBytes: Int { 16 << 10 }

  /// The lines as they are kept, if they are the component of a time zone.
  var zoneText: String? {
    guard reduce(0, { $0 + $1.bytes.count }) <= Self.mostZoneBytes, first?.bytes.beginsZone == true,
      map(Optional.some).isComponent
    else { return nil }
    return map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
  }
}
