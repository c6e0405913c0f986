import ChecklistCore

/// The word for when a task is due, as todo.txt has it: `due:2026-12-24`.
///
/// A time by the clocks where one is may follow, `due:2026-12-24T18:00`, also at a distance from
/// UTC.
enum TodoTxtDue {
  /// Reads a word; nil for any other, and for a day that no calendar has.
  static func read(_ word: ArraySlice<UInt8>) -> ISO8601.LocalTime? {
    guard word.starts(with: "due:".utf8) else { return nil }
    var scanner = FieldScanner(word.dropFirst(4))
    guard let time = ISO8601.LocalTime(&scanner), scanner.isAtEnd else { return nil }
    return time
  }

  /// The word for a date; nil for one that no calendar of four digits has.
  static func word(_ due: DueDate, in zone: TimeZoneRules) -> String? {
    switch due {
    case .day(let day):
      (0...9999).contains(day.date.year) ? "due:\(day.date.isoDay)" : nil
    case .moment(let moment): ISO8601.localText(moment, in: zone).map { "due:\($0)" }
    }
  }
}
