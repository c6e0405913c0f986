extension Repetition {
  /// The words for each step, the form that is shown first.
  private static let units: [(words: [String], step: @Sendable (Int) -> Step)] = [
    (["d", "day", "days"], { .days($0) }), (["w", "week", "weeks"], { .weeks($0) }),
    (["month", "months"], { .months($0) }), (["y", "year", "years"], { .years($0) }),
  ]

  /// Steps as they are typed, with what they mean.
  package static let steps = [
    (word: "1d", meaning: "each day"), (word: "weekdays", meaning: "from Monday to Friday"),
    (word: "1w", meaning: "each week"), (word: "1month", meaning: "each month"),
    (word: "1y", meaning: "each year"),
  ]

  /// The steps that are words.
  package static let words = ["daily", "weekly", "monthly", "yearly", "weekdays"]

  /// Reads what people type to say how often something is due again: `1d`, `2w`, `1month`, `1y`,
  /// `weekdays`, or `daily`, `weekly`, `monthly`, `yearly`.
  ///
  /// - Parameter text: What was typed; case does not matter, and there may be a space before the
  ///   unit.
  /// - Throws: ``PhraseError`` when the text says no such thing.
  package init(phrase text: String) throws(PhraseError) {
    var text = text.lowercased()[...]
    // As it is shown.
    if text.hasPrefix("every ") { text = text.dropFirst(6) }
    switch text {
    case "daily": self.init(.days(1))
    case "weekly": self.init(.weeks(1))
    case "monthly": self.init(.months(1))
    case "yearly": self.init(.years(1))
    case "weekdays", "weekday": self.init(.weekdays)
    default:
      if let stored = Repetition(storedText: String(text)) {
        self = stored
        return
      }
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      let word = text.dropFirst(digits.count).drop(while: \.isWhitespace)
      let unit = Self.units.first { $0.words.contains(String(word)) }
      if digits.isEmpty {
        guard let unit else { throw PhraseError(unknownWord: String(text)) }
        self.init(unit.step(1))
        return
      }
      if word.hasPrefix("weekday") { throw PhraseError("weekdays has no number before it") }
      if ["m", "min", "minute", "minutes", "h", "hour", "hours"].contains(word) {
        throw PhraseError(
          word == "m"
            ? "\(digits)m can be read as months or as minutes: write \(digits)month; "
              + "items cannot repeat by the minute"
            : "items cannot repeat by the minute or the hour"
        )
      }
      guard let unit else {
        throw word.isEmpty
          ? PhraseError("d, w, month or y must follow the number")
          : PhraseError(unknownWord: String(word))
      }
      guard let count = Int(digits), (1...Self.mostSteps).contains(count) else {
        throw PhraseError("the number is from 1 to \(Self.mostSteps)")
      }
      self.init(unit.step(count))
    }
  }
}
