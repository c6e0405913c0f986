extension Repetition {
  /// Rules as they are typed, with what they mean.
  package static let steps = [
    (word: "1d", meaning: "each day"), (word: "weekdays", meaning: "from Monday to Friday"),
    (word: "1w", meaning: "each week"), (word: "1month", meaning: "each month"),
    (word: "1y", meaning: "each year"), (word: "quarterly", meaning: "every 3 months"),
    (word: "tue,fri", meaning: "each Tuesday and Friday"),
    (word: "1st", meaning: "on the 1st of each month"),
    (word: "eom", meaning: "on the last day of each month"),
    (word: "2nd tue", meaning: "on the 2nd Tuesday of each month"),
    (word: "4d when done", meaning: "4 days after it was done"),
  ]

  /// The rules that are one word.
  package static let words = [
    "daily", "weekly", "monthly", "quarterly", "yearly", "weekdays", "eom",
  ]

  /// Reads what people type, and files have, to say how often something is due again.
  ///
  /// - Parameters:
  ///   - text: The rule: `1d`, `weekdays`, `tue,fri`, `2nd tue`, `every 2 weeks on Monday`, `4d
  ///     when done`, `1w until 2026-12-20`; case does not matter.
  ///   - day: Reads the day after `until`; as ISO 8601 has it where this is left out.
  /// - Throws: ``PhraseError`` when the text is no rule.
  package init(
    phrase text: String,
    day: @escaping (String) throws(PhraseError) -> CalendarDate = Self.isoDay
  ) throws(PhraseError) {
    var parser = RepetitionParser(text, day: day)
    self = try parser.read()
  }

  /// Reads the day after `until` as ISO 8601 has it.
  package static func isoDay(_ text: String) throws(PhraseError) -> CalendarDate {
    var scanner = FieldScanner(text)
    guard let day = ISO8601.day(&scanner), scanner.isAtEnd else {
      throw PhraseError("a day must follow 'until', as in 'until 2026-12-24'")
    }
    return day
  }

  /// Reads what ``storedText`` gives; nil for anything else that is not written in this way.
  package init?(storedText text: String) {
    // Other words could be something else of another program.
    let isOwn =
      text.utf8.first?.isDigit == true || text.hasPrefix("every ") || text.hasPrefix("weekdays")
    guard isOwn, let rule = try? Repetition(phrase: text) else { return nil }
    self = rule
  }
}
