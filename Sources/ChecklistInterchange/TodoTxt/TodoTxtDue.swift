import ChecklistCore

/// The word for when a task is due, as todo.txt has it: `due:2026-12-24`.
///
/// A time by the clocks where one is may follow, `due:2026-12-24T18:00`, also at a distance from
/// UTC.
enum TodoTxtDue {
  /// Reads a word; nil for any other, and for a day that no calendar has.
  static func read(_ word: ArraySlice<UInt8>) -> ISO8601.LocalTime? {
    guard word.starts(with: "due:" as StaticString) else { return nil }
    var scanner = FieldScanner(word.dropFirst(4))
    guard let time = ISO8601.LocalTime(&scanner), scanner.isAtEnd else { return nil }
    return time
  }

  /// A text without the words that are due dates, with single spaces between the others; a text
  /// that is nothing else stays as it is.
  static func removed(from text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
    let words = Array(text.utf8)
      .split(omittingEmptySubsequences: false, whereSeparator: TodoTxtLine.isSeparator)
    let kept = words.filter { read($0) == nil }
    if kept.count == words.count || kept.allSatisfy(\.isEmpty) { return text }
    return String(decoding: Array(kept.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
  }

  /// Whether a word that cannot be read names a due date all the same: `due:2026-1-5`.
  ///
  /// A word without a value is text, and so is a URL.
  static func isUnread(_ word: ArraySlice<UInt8>) -> Bool {
    let value = word.dropFirst(4)
    return !value.isEmpty && word.beginsDue && word[value.startIndex - 1] == UInt8(ascii: ":")
      && !value.starts(with: "//" as StaticString)
  }

  /// The place of a due date that a word has within it, `(due:2026-01-05)`, or that the next word
  /// has, `due: 2026-01-05`; nil without any.
  ///
  /// - Parameter word: The place of a word that is no field.
  static func unread(in line: ArraySlice<UInt8>, at word: Range<Int>) -> Range<Int>? {
    guard let colon = line[word].firstIndex(of: UInt8(ascii: ":")),
      let start = line[word].startOfDue(before: colon)
    else { return nil }
    var value = line[(colon + 1)..<word.upperBound]
    if value.isEmpty {
      value = line[word.upperBound...].drop(while: TodoTxtLine.isSeparator)
    }
    value = value.dateWord
    return value.isLikeDate ? start..<value.endIndex : nil
  }

  /// A repetition that comes back to the time of a word, where the clocks skip it.
  static func repetition(
    _ repetition: Repetition, of time: ISO8601.LocalTime?, in zone: TimeZoneRules
  ) -> Repetition {
    guard let time, time.hasTime, time.secondsAheadOfUTC == nil else { return repetition }
    return repetition.comingBack(
      to: time.date, from: .moment(time.moment(in: zone)), in: zone)
  }

  /// The word for a date; nil for one that no calendar of four digits has.
  ///
  /// - Parameter repetition: How often it is due again: a time to come back to is written.
  static func word(
    _ due: DueDate, repeatedBy repetition: Repetition?, in zone: TimeZoneRules
  ) -> String? {
    switch due {
    case .day(let day):
      return (0...9999).contains(day.date.year) ? "due:\(day.date.isoDay)" : nil
    case .moment(let moment):
      if let clock = repetition?.clock(of: due, in: zone), clock != zone.clock(at: moment) {
        let second = clock.second == 0 ? "" : ":\(String(clock.second, paddedTo: 2))"
        return "due:\(clock.isoDay)T\(clock.isoTime)\(second)"
      }
      return ISO8601.localText(moment, in: zone).map { "due:\($0)" }
    }
  }
}
