import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes calendars of tasks.
struct ICalendarWriter {
  /// The most bytes of a line, without its end (RFC 5545, section 3.1).
  private static let mostLineBytes = 75

  /// What was written, and what could not be.
  private(set) var file = ExportedFile()
  private let options: ExportOptions
  /// The time of the export.
  private let now: String
  /// The line at hand, before it is folded.
  private var line: [UInt8] = []

  /// Writes with some options.
  init(_ options: ExportOptions) {
    self.options = options
    now = options.now.calendarText ?? "19700101T000000Z"
  }

  /// Writes a list as a calendar.
  mutating func write(_ list: ExportedList) {
    begin()
    if !ContentRules.isBlank(list.checklist.name) {
      writeText("NAME", list.checklist.name)
      writeText("X-WR-CALNAME", list.checklist.name)
    }
    for position in list.positions { write(list.checklist.items[position], at: position) }
    write("END", "VCALENDAR")
  }

  /// Writes a calendar of a single item, as directories have them.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - position: Its place in its list, from 0.
  /// - Returns: The content of the file.
  mutating func calendar(of item: ChecklistItem, at position: Int) -> [UInt8] {
    file.bytes.removeAll(keepingCapacity: true)
    begin()
    write(item, at: position)
    write("END", "VCALENDAR")
    return file.bytes
  }

  private mutating func begin() {
    write("BEGIN", "VCALENDAR")
    write("VERSION", "2.0")
    write("PRODID", "-//checklists//checklists//EN")
  }

  private mutating func write(_ item: ChecklistItem, at position: Int) {
    let origin = item.origin?[InterchangeFormat.icalendar.rawValue]
    let kept = KeptProperties(origin?.fields ?? [], of: item)
    write("BEGIN", "VTODO")
    write("UID", item.calendarID)
    write("DTSTAMP", now)
    if let created = item.created { write("CREATED", created) }
    write("LAST-MODIFIED", now)
    line.append("SUMMARY:")
    check(line.appendEscaped(item.text))
    endLine()
    if let note = item.note { writeText("DESCRIPTION", note) }
    if item.isChecked {
      write("STATUS", "COMPLETED")
      if let completed = item.completed { write("COMPLETED", completed) }
      write("PERCENT-COMPLETE", "100")
    } else if !kept.hasStatus {
      write("STATUS", "NEEDS-ACTION")
    }
    let isRepeated = item.repetition != nil || kept.hasRule
    if let due = item.due { write(due, isFloating: isRepeated) }
    if let repetition = item.repetition, let due = item.due {
      if kept.hasRule {
        file.warnings.add(
          "repetition is not written, since the item has another rule from its calendar",
          "repetitions are not written, since the items have other rules from their calendars")
      } else {
        write("RRULE", RecurrenceRule.text(of: repetition, due: due.clock(in: options.zone)))
      }
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
      line.append(isRepeated ? floating(property) : property)
      endLine()
    }
    write("END", "VTODO")
  }

  private mutating func write(_ due: DueDate, isFloating: Bool) {
    let value = isFloating ? due.floatingCalendarValue(in: options.zone) : due.calendarValue
    guard let value else { return warnOfYear() }
    line.append("DUE")
    line.append(value)
    endLine()
  }

  /// A start in the form that the due date has.
  private func floating(_ property: String) -> String {
    guard property.utf8.starts(with: "DTSTART".utf8),
      let line = ContentLine(number: 0, bytes: Array(property.utf8)[...]),
      let start = CalendarTime(line), case .utc = start.zone,
      let moment = TimeZoneRules.utc.moments(of: start.date).first,
      let value = DueDate.moment(moment).floatingCalendarValue(in: options.zone)
    else { return property }
    return "DTSTART\(value)"
  }

  private mutating func write(_ name: String, _ date: Date) {
    guard let text = date.calendarText else { return warnOfYear() }
    write(name, text)
  }

  private mutating func warnOfYear() {
    file.warnings.add(
      "date beyond the year 9999 is not in iCalendar",
      "dates beyond the year 9999 are not in iCalendar")
  }

  private mutating func writeText(_ name: String, _ text: String) {
    line.append(name)
    line.append(UInt8(ascii: ":"))
    check(line.appendEscaped(text))
    endLine()
  }

  private mutating func check(_ isWhole: Bool) {
    if isWhole { return }
    file.warnings.add(
      "text has control characters, which are not in iCalendar",
      "texts have control characters, which are not in iCalendar")
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
