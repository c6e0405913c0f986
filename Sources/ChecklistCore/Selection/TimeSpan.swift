/// A length of time as people type it: `90min`, `2h`, `3d`, `1w`, `1month`, `1y`.
package enum TimeSpan: Equatable, Sendable {
  /// Seconds; minutes and hours become seconds.
  case seconds(Int)
  /// Days of the calendar, however many hours they have; weeks become days.
  case days(Int)
  /// Months of the calendar, however many days they have; years become months.
  case months(Int)

  /// The units: the words for each, and the length of one.
  private static let units: [(words: [String], one: TimeSpan)] = [
    (["min", "mins", "minute", "minutes"], .seconds(60)),
    (["h", "hour", "hours"], .seconds(3600)),
    (["d", "day", "days"], .days(1)),
    (["w", "week", "weeks"], .days(7)),
    (["month", "months"], .months(1)),
    (["y", "year", "years"], .months(12)),
  ]

  /// Whether a number with this word is a span, or could be one: `m` has two meanings.
  static func isUnit(_ word: String) -> Bool {
    word == "m" || units.contains { $0.words.contains(word) }
  }

  /// The days in a thousand years, the longest span.
  private static let mostDays = 365_242
  private static let mostMonths = 12_000

  /// Reads a number and a unit.
  ///
  /// - Parameters:
  ///   - text: What was typed; case does not matter, and there may be a space before the unit.
  ///   - start: What was typed before it, for an error that says what to type instead.
  /// - Throws: ``PhraseError`` when the text is no time span, or one of more than a thousand years.
  package init(_ text: String, after start: String = "") throws(PhraseError) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let word = text.dropFirst(digits.count).drop(while: \.isWhitespace).lowercased()
    guard !digits.isEmpty else { throw PhraseError() }
    guard !word.isEmpty else {
      throw PhraseError("min, h, d, w, month or y must follow the number")
    }
    guard word != "m" else {
      let (short, long) = ("\(start)\(digits)", Int(digits) == 1 ? "month" : "months")
      throw PhraseError(
        "\(short)m can be read as minutes or as months: write \(short)min or \(short)\(long)")
    }
    guard let unit = Self.units.first(where: { $0.words.contains(word) }) else {
      throw PhraseError(unknownWord: word)
    }
    guard let count = Int(digits), let span = unit.one.times(count) else {
      throw PhraseError("that is more than a thousand years")
    }
    self = span
  }

  /// This span `count` times; nil for more than a thousand years.
  private func times(_ count: Int) -> TimeSpan? {
    func product(_ one: Int, atMost limit: Int) -> Int? {
      let (product, overflow) = one.multipliedReportingOverflow(by: count)
      return overflow || product > limit ? nil : product
    }
    switch self {
    case .seconds(let one):
      return product(one, atMost: Self.mostDays * 86_400).map(TimeSpan.seconds)
    case .days(let one): return product(one, atMost: Self.mostDays).map(TimeSpan.days)
    case .months(let one): return product(one, atMost: Self.mostMonths).map(TimeSpan.months)
    }
  }

  /// When it is over.
  ///
  /// - Returns: The moment so many seconds from now, or the end of the day so many days or months
  ///   from today.
  package func end(from now: Date, in zone: TimeZoneRules) -> Date {
    switch self {
    case .seconds(let count):
      return Date(timeIntervalSinceReferenceDate: Double(now.wholeSeconds + count))
    case .days(let count):
      var day = zone.clock(at: now)
      day.day += count
      return zone.end(of: day)
    case .months(let count): return zone.end(of: zone.clock(at: now).adding(months: count))
    }
  }

  /// When it began that is over now.
  ///
  /// - Returns: The moment so many seconds before now, or the end of the day so many days or months
  ///   before today.
  func start(before now: Date, in zone: TimeZoneRules) -> Date {
    switch self {
    case .seconds(let count): TimeSpan.seconds(-count).end(from: now, in: zone)
    case .days(let count): TimeSpan.days(-count).end(from: now, in: zone)
    case .months(let count): TimeSpan.months(-count).end(from: now, in: zone)
    }
  }
}
