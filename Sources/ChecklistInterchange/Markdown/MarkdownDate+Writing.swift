import ChecklistCore

/// How dates of tasks are written.
extension MarkdownDate {
  /// Appends a date after the text of a task.
  ///
  /// A day has a mark, as Obsidian's Tasks has it, and a moment a name.
  ///
  /// - Returns: Whether it could be; years have four digits.
  static func append(due: DueDate, in zone: TimeZoneRules, to output: inout [UInt8]) -> Bool {
    switch due {
    case .day(let day): return append("📅", day.date, to: &output)
    case .moment(let moment):
      guard let text = ISO8601.localText(moment, in: zone) else { return false }
      output += " [due:: \(text)]".utf8
      return true
    }
  }

  /// Appends a mark and a day after the text of a task.
  ///
  /// - Returns: Whether it could be; years have four digits.
  static func append(
    _ mark: StaticString, _ day: CalendarDate, to output: inout [UInt8]
  ) -> Bool {
    guard (0...9999).contains(day.year) else { return false }
    output.append(UInt8(ascii: " "))
    mark.withUTF8Buffer { output += $0 }
    output.append(UInt8(ascii: " "))
    output += day.isoDay.utf8
    return true
  }
}
