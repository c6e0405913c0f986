package import ChecklistCore
import Foundation

/// A zone whose rules are written down here, so that tests need no time-zone files; Foundation,
/// which has its own, is the judge of them.
package struct TestZone: CustomStringConvertible, Sendable {
  /// The name by which Foundation knows it.
  package let name: String
  package let rules: TimeZoneRules

  package var description: String { name }

  package static let utc = TestZone(name: "UTC", rules: .utc)
  package static let kathmandu = TestZone(
    name: "Asia/Kathmandu", rules: TimeZoneRules { _ in 20_700 })

  package static let tokyo = TestZone(
    name: "Asia/Tokyo", rules: TimeZoneRules { _ in 9 * 3600 })
  /// The first to see a day.
  package static let kiritimati = TestZone(
    name: "Pacific/Kiritimati", rules: TimeZoneRules { _ in 14 * 3600 })

  /// The European Union's: from the last Sunday of March to that of October, both at 1:00 UTC.
  package static let berlin = TestZone(name: "Europe/Berlin", hours: 1) { year in
    (lastSunday(of: 3, year) + 3600, lastSunday(of: 10, year) + 3600)
  }

  /// The same moments, where they are 23:00 and midnight: a Saturday ends at 23:00.
  package static let nuuk = TestZone(name: "America/Nuuk", hours: -2) { year in
    (lastSunday(of: 3, year) + 3600, lastSunday(of: 10, year) + 3600)
  }

  /// From the second Sunday of March to the first of November, at 2:00 by the clock.
  package static let newYork = TestZone(name: "America/New_York", hours: -5) { year in
    (sunday(from: 8, of: 3, year) + 7 * 3600, sunday(from: 1, of: 11, year) + 6 * 3600)
  }

  /// From the last Sunday of March at 0:00, a time that there is not then, to that of October at
  /// 0:00, of the day that has not begun then.
  package static let beirut = TestZone(name: "Asia/Beirut", hours: 2) { year in
    (lastSunday(of: 3, year) - 2 * 3600, lastSunday(of: 10, year) - 3 * 3600)
  }

  /// In 2018: to 4 November at 0:00, a time that there was not then, from 18 February at 0:00.
  package static let saoPaulo = TestZone(
    name: "America/Sao_Paulo",
    rules: TimeZoneRules { second in
      let (end, begin) = (utc(2018, 2, 18) + 2 * 3600, utc(2018, 11, 4) + 3 * 3600)
      return second < end || second >= begin ? -2 * 3600 : -3 * 3600
    })

  /// In 2011, when it went to the other side of the date line: 30 December did not take place.
  package static let apia = TestZone(
    name: "Pacific/Apia",
    rules: TimeZoneRules { $0 < utc(2011, 12, 30) + 10 * 3600 ? -10 * 3600 : 14 * 3600 })

  /// A zone with summer time.
  ///
  /// - Parameters:
  ///   - name: Foundation's name for it.
  ///   - hours: The hours ahead of UTC in winter.
  ///   - summer: When summer time begins and ends in a year.
  private init(name: String, hours: Int, summer: @escaping @Sendable (Int) -> (Int, Int)) {
    self.init(
      name: name,
      rules: TimeZoneRules { second in
        let (begin, end) = summer(CalendarDate(secondsSince2001: second).year)
        return (hours + (second >= begin && second < end ? 1 : 0)) * 3600
      })
  }

  private init(name: String, rules: TimeZoneRules) {
    self.name = name
    self.rules = rules
  }

  private static func utc(_ year: Int, _ month: Int, _ day: Int) -> Int {
    CalendarDate(year: year, month: month, day: day).secondsSince2001
  }

  /// The first Sunday from a day of a month on.
  private static func sunday(from day: Int, of month: Int, _ year: Int) -> Int {
    let first = utc(year, month, day)
    return first + (6 - CalendarDate(secondsSince2001: first).weekday) * 86_400
  }

  private static func lastSunday(of month: Int, _ year: Int) -> Int {
    sunday(from: 25, of: month, year)
  }
}

extension TestZone {
  /// What Foundation knows of the zone.
  package var calendar: Calendar? {
    guard let zone = TimeZone(identifier: name) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }
}

extension Date {
  /// The moment that Foundation reads from a text like `2026-03-29T01:00:00Z`.
  package init(utc text: String) throws {
    self = try Date(text, strategy: .iso8601)
  }

  /// The text by Foundation.
  package var utc: String { formatted(.iso8601) }
}
