import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

struct TimeZoneRulesTests {
  /// Zones with the days around which their clocks are set.
  static let changes: [(zone: TestZone, days: [String])] = [
    (.utc, ["2026-12-31"]), (.kathmandu, ["2024-02-29"]),
    (.berlin, ["2026-03-29", "2026-10-25", "2027-03-28"]),
    (.newYork, ["2026-03-08", "2026-11-01"]), (.nuuk, ["2026-03-29", "2026-10-25"]),
    (.beirut, ["2026-03-29", "2026-10-25"]), (.saoPaulo, ["2018-02-18", "2018-11-04"]),
  ]

  @Test(arguments: changes.flatMap { change in change.days.map { (change.zone, $0) } })
  func `the clock, the day and its end are Foundation's`(zone: TestZone, day: String) throws {
    let calendar = try #require(zone.calendar)
    let middle = try Date(utc: "\(day)T12:00:00Z")
    for minutes in stride(from: -4 * 1440, through: 4 * 1440, by: 10) {
      let moment = middle + Double(minutes * 60)
      let clock = zone.rules.clock(at: moment)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second, .weekday], from: moment)
      #expect(
        [clock.year, clock.month, clock.day, clock.hour, clock.minute, clock.second]
          == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second])
      #expect((clock.weekday + 1) % 7 + 1 == parts.weekday)

      let next = try #require(calendar.dateInterval(of: .day, for: moment)).end
      let end = zone.rules.end(of: clock)
      #expect(end == next - 1, "\(moment.utc)")
      #expect(zone.rules.isEndOfDay(end))
      #expect(!zone.rules.isEndOfDay(end - 1))
      #expect(!zone.rules.isEndOfDay(next))
    }
  }

  @Test(arguments: changes.flatMap { change in change.days.map { (change.zone, $0) } })
  func `a time that a clock shows is shown at those moments only`(
    zone: TestZone, day: String
  ) throws {
    let middle = try Date(utc: "\(day)T12:00:00Z")
    let moments = stride(from: -4 * 1440, through: 4 * 1440, by: 10).map {
      middle + Double($0 * 60)
    }
    let byTime = Dictionary(grouping: moments) { zone.rules.clock(at: $0).description }
    // Those at the ends may be shown again outside.
    for moment in moments.dropFirst(144).dropLast(144) {
      let time = zone.rules.clock(at: moment)
      #expect(zone.rules.moments(of: time) == byTime[time.description])
    }
  }

  /// A time of a clock, and when it is shown.
  struct Reading: CustomTestStringConvertible, Sendable {
    var zone: TestZone
    var time: String
    var moments: [String]
    var testDescription: String { "\(zone.name) \(time)" }

    init(_ zone: TestZone, _ time: String, _ moments: String...) {
      self.zone = zone
      self.time = time
      self.moments = moments
    }
  }

  @Test(arguments: [
    Reading(.berlin, "2026-03-29T01:59:59Z", "2026-03-29T00:59:59Z"),
    Reading(.berlin, "2026-03-29T02:00:00Z", "2026-03-29T01:00:00Z"),
    Reading(.berlin, "2026-03-29T02:30:00Z", "2026-03-29T01:30:00Z"),
    Reading(.berlin, "2026-03-29T03:00:00Z", "2026-03-29T01:00:00Z"),
    Reading(.berlin, "2026-10-25T02:00:00Z", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"),
    Reading(.berlin, "2026-10-25T02:59:59Z", "2026-10-25T00:59:59Z", "2026-10-25T01:59:59Z"),
    Reading(.berlin, "2026-10-25T03:00:00Z", "2026-10-25T02:00:00Z"),
    Reading(.nuuk, "2026-03-28T23:59:59Z", "2026-03-29T01:59:59Z"),
    Reading(.nuuk, "2026-10-24T23:59:59Z", "2026-10-25T00:59:59Z", "2026-10-25T01:59:59Z"),
    Reading(.saoPaulo, "2018-11-04T00:00:00Z", "2018-11-04T03:00:00Z"),
    Reading(.saoPaulo, "2018-02-17T23:30:00Z", "2018-02-18T01:30:00Z", "2018-02-18T02:30:00Z"),
    Reading(.apia, "2011-12-30T12:00:00Z", "2011-12-30T22:00:00Z"),
    Reading(.apia, "2011-12-31T00:00:00Z", "2011-12-30T10:00:00Z"),
    Reading(.kathmandu, "2024-02-29T05:45:00Z", "2024-02-29T00:00:00Z"),
  ])
  func `a time that is skipped is as much later, and one shown twice is two moments`(
    reading: Reading
  ) throws {
    let time = TimeZoneRules.utc.clock(at: try Date(utc: reading.time))
    #expect(reading.zone.rules.moments(of: time).map(\.utc) == reading.moments)
  }

  @Test func `a day that did not take place ends with the one before`() {
    let end = TestZone.apia.rules.end(of: CalendarDate(year: 2011, month: 12, day: 30))
    #expect(end.utc == "2011-12-30T09:59:59Z")
  }

  @Test(arguments: [1e300, -1e300, .infinity, -.infinity, .nan, 9e18, -9e18] as [Double])
  func `a moment that no calendar reaches does no harm`(seconds: Double) {
    let moment = Date(timeIntervalSinceReferenceDate: seconds)
    let year = TestZone.berlin.rules.clock(at: moment).year
    #expect(year == (seconds < 0 ? -31_686_738 : 31_690_739))
    #expect(!TestZone.berlin.rules.isEndOfDay(moment))
  }

  @Test(arguments: [Int.min, -86_400, 86_400, Int.max])
  func `a zone that is a day from UTC or more is less`(offset: Int) {
    let rules = TimeZoneRules { _ in offset }
    let clock = rules.clock(at: Date(timeIntervalSinceReferenceDate: 0))
    #expect(clock.description == (offset < 0 ? "2000-12-31T00:00:01Z" : "2001-01-01T23:59:59Z"))
    #expect(rules.moments(of: clock) == [Date(timeIntervalSinceReferenceDate: 0)])
  }
}
