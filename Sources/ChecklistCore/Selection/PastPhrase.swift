/// The phrases that say when something was: `yesterday`, `2h ago`, `fri 9:00`, `2026-11-20`.
///
/// It is what ``DuePhrase`` reads, and means the last such time. A day without a time means its
/// end, so today means what was at the end of yesterday.
package struct PastPhrase: Sendable {
  private enum Meaning {
    case ago(TimeSpan)
    case phrase(DuePhrase)
  }

  private let meaning: Meaning

  /// Reads a phrase.
  ///
  /// - Parameter text: What was typed; case does not matter.
  /// - Throws: ``PhraseError`` when the text is no phrase.
  package init(_ text: String) throws(PhraseError) {
    let words = text.lowercased()
    meaning =
      words.hasSuffix(" ago")
      ? .ago(try TimeSpan(String(words.dropLast(4)))) : .phrase(try DuePhrase(text).asPast)
  }

  /// The moment that is meant.
  ///
  /// - Returns: The moment; nil for one that is still to come.
  package func moment(now: Date, in zone: TimeZoneRules) -> Date? {
    switch meaning {
    case .ago(let span): return span.start(before: now, in: zone)
    case .phrase(let phrase):
      for days in [0] + phrase.meaning.daysBefore {
        let past = now - Double(days * CalendarDate.secondsInDay)
        let moment = phrase.moment(now: past, in: zone)
        if moment <= now { return moment }
      }
      return nil
    }
  }
}

extension PastPhrase {
  /// The moment since which something is meant: of a day its start.
  ///
  /// - Returns: The moment; nil for one that is still to come.
  package func start(now: Date, in zone: TimeZoneRules) -> Date? {
    guard case .phrase(let phrase) = meaning, case .day(_, time: nil) = phrase.meaning else {
      return moment(now: now, in: zone)
    }
    for days in [0] + phrase.meaning.daysBefore {
      let end = phrase.moment(now: now - Double(days * CalendarDate.secondsInDay), in: zone)
      let start = zone.start(of: zone.clock(at: end - 1))
      if start <= now { return start }
    }
    return nil
  }
}

extension DuePhrase.Meaning {
  /// How many days before today the next such time is the last one now.
  fileprivate var daysBefore: [Int] {
    switch self {
    case .time, .day(.ahead(0), _): [1]
    case .day(.weekday, _): [7, 8]
    // 29 February may have been eight years ago.
    case .day(.dayOfYear, _): (1...9).map { $0 * 366 }
    case .ahead, .day, .tonight, .moment: []
    }
  }
}
