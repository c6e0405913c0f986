#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A length of time as people type it: `90m`, `2h`, `3d`, `1w`.
package enum TimeSpan: Equatable, Sendable {
  /// Seconds; minutes and hours become seconds.
  case seconds(Int)
  /// Days of the calendar, however many hours they have; weeks become days.
  case days(Int)

  /// The units: the words for each, and the length of one.
  private static let units: [(words: [String], one: TimeSpan)] = [
    (["m", "min", "mins", "minute", "minutes"], .seconds(60)),
    (["h", "hour", "hours"], .seconds(3600)),
    (["d", "day", "days"], .days(1)),
    (["w", "week", "weeks"], .days(7)),
  ]

  /// The days in a thousand years, the longest span.
  private static let mostDays = 365_242

  /// Reads a number and a unit.
  ///
  /// - Parameter text: What was typed; case does not matter, and there may be a space before the
  ///   unit.
  /// - Throws: ``PhraseError`` when the text is no time span, or one of more than a thousand years.
  package init(_ text: String) throws(PhraseError) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let word = text.dropFirst(digits.count).drop(while: \.isWhitespace).lowercased()
    guard !digits.isEmpty else { throw PhraseError() }
    guard !word.isEmpty else { throw PhraseError("m, h, d or w must follow the number") }
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
    }
  }

  /// When it is over.
  ///
  /// - Parameters:
  ///   - now: The moment at which it begins.
  ///   - zone: The local time zone.
  /// - Returns: The moment so many seconds from now, or the end of the day so many days from today.
  package func end(from now: Date, in zone: TimeZoneRules) -> Date {
    switch self {
    case .seconds(let count):
      return Date(timeIntervalSinceReferenceDate: Double(now.wholeSeconds + count))
    case .days(let count):
      var day = zone.clock(at: now)
      day.day += count
      return zone.end(of: day)
    }
  }

  /// When it began that is over now.
  ///
  /// - Parameters:
  ///   - now: The present.
  ///   - zone: The local time zone.
  /// - Returns: The moment so many seconds before now, or the end of the day so many days before
  ///   today.
  func start(before now: Date, in zone: TimeZoneRules) -> Date {
    switch self {
    case .seconds(let count): TimeSpan.seconds(-count).end(from: now, in: zone)
    case .days(let count): TimeSpan.days(-count).end(from: now, in: zone)
    }
  }
}
