extension Repetition {
  /// Reads what people type to say how often something is due again, where the last day is any day
  /// that a ``DuePhrase`` can be: `1w until 20 dec`.
  ///
  /// - Throws: ``PhraseError`` when the text is no rule.
  package init(phrase text: String, now: Date, in zone: TimeZoneRules) throws(PhraseError) {
    try self.init(phrase: text) { text throws(PhraseError) in
      guard let day = try DuePhrase(text).dueDate(now: now, in: zone).day(in: zone) else {
        throw PhraseError("a day must follow 'until', not a time")
      }
      return day
    }
  }

  /// When something is due that repeats and has no due date: on the first day of the rule from
  /// today on.
  ///
  /// - Returns: The day; nil when the rule has ended.
  package func firstDue(now: Date, in zone: TimeZoneRules) -> DueDate? {
    firstDay(from: zone.clock(at: now).startOfDay).map { .day(DueDate.Day($0, in: zone)) }
  }
}
