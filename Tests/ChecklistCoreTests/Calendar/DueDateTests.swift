import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// Days and moments at which something is due, wherever one is.
struct DueDateTests {
  private static let zones: [TestZone] = [.utc, .newYork, .tokyo, .kiritimati, .berlin, .nuuk]

  /// Both changes of the clock in Berlin, and a day of winter.
  private static let days = ["2026-03-29", "2026-10-25", "2026-12-24"]

  private static func day(_ text: String, in zone: TestZone) throws -> DueDate.Day {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return try #require(
      DueDate.Day(year: parts[0], month: parts[1], day: parts[2], in: zone.rules))
  }

  @Test(
    arguments: [
      ("2026-11-27", 1, "2026-11-28"), ("2026-03-28", 1, "2026-03-29"),
      ("2026-03-01", -1, "2026-02-28"), ("2026-12-31", 1, "2027-01-01"),
      // Where clocks go forward at 2:00, and where one is moved to an hour that they skip.
      ("2026-03-28 09:00", 1, "2026-03-29 09:00"), ("2026-03-28 02:30", 1, "2026-03-29 03:30"),
      ("2026-10-25 09:00", -1, "2026-10-24 09:00"),
    ])
  func `a date moves by days of the clocks`(from: String, days: Int, to: String) throws {
    let dates = DateWords.noon
    let due = try dates.dueDate(from)
    #expect(dates.absoluteDay(due.moved(byDays: days, in: dates.zone)) == to)
  }

  @Test(arguments: zones, days)
  func `a day is that day everywhere, and a moment that moment`(
    setIn: TestZone, text: String
  ) throws {
    let day = try Self.day(text, in: setIn)
    let moment = DueDate.moment(day.end - 5.5 * 3600)
    for readIn in Self.zones {
      let calendar = try #require(readIn.calendar)
      let noon = try #require(
        calendar.date(
          from: DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)))
      let end = try #require(calendar.dateInterval(of: .day, for: noon)).end - 1
      let due = DueDate.day(day)
      #expect(due.end(in: readIn.rules) == end, "\(readIn)")
      #expect(due.day(in: readIn.rules)?.isoDay == text)
      let dates = DateWords(now: noon, zone: readIn.rules)
      #expect(dates.due(due).text == "today")
      #expect(dates.absoluteDay(due) == text)
      #expect(DateWords(now: end + 1, zone: readIn.rules).due(due).text == "overdue 1d")

      #expect(moment.end(in: readIn.rules) == day.end - 5.5 * 3600)
      let parts = calendar.dateComponents([.hour, .minute], from: day.end - 5.5 * 3600)
      let time = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
      #expect(dates.due(moment).text.contains("overdue") || dates.due(moment).text.hasSuffix(time))
    }
  }

  @Test(arguments: zones, days)
  func `what is stored of a day is the day and the moment`(zone: TestZone, text: String) throws {
    let day = try Self.day(text, in: zone)
    #expect(day.storedText.hasPrefix("\(text)T23:59:59"))
    #expect(DueDate.Day(storedText: day.storedText) == day)
    #expect(day.description == text)
  }

  @Test func `what is stored has the distance from UTC of where it was set`() throws {
    let day = try Self.day("2026-12-24", in: .kiritimati)
    #expect(day.storedText == "2026-12-24T23:59:59+14:00")
    #expect(try Self.day("2026-12-24", in: .newYork).storedText == "2026-12-24T23:59:59-05:00")
    #expect(try Self.day("2026-07-01", in: .berlin).storedText == "2026-07-01T23:59:59+02:00")
  }

  @Test(arguments: [
    (3723, 2026, "2026-12-24T23:59:59+01:02:03"), (-3723, 800, "0800-12-24T23:59:59-01:02:03"),
    (0, 0, "0000-12-24T23:59:59+00:00"),
  ])
  func `what is stored has the seconds of the distance, and four digits for the year`(
    ahead: Int, year: Int, text: String
  ) throws {
    let day = try #require(DueDate.Day(year: year, month: 12, day: 24, in: .init { _ in ahead }))
    #expect(day.storedText == text)
    #expect(DueDate.Day(storedText: text) == day)
  }

  @Test(arguments: [
    "", "2026-12-24", "2026-12-24T", "2026-12-24T23:59:59", "2026-12-24T23:59:59Z",
    "2026-02-30T23:59:59+00:00", "2026-13-01T23:59:59+00:00", "2026-12-24T23:59:59+1",
    "2026-12-24 23:59:59+01:00", "x2026-12-24T23:59:59+01:00", "2026-12-24T23:59:59+01:00x",
    "2026-12-24T23:59:59+01:00:00:00", "999999-12-24T23:59:59+01:00",
    "2026-12-24T99999999999999999999:59:59+01:00", "2026-12-24T24:59:59+01:00",
    "-026-12-24T23:59:59+01:00", "26-12-24T23:59:59+01:00", "2026-12-24T23:59:59+99:00",
    "٢٠٢٦-12-24T23:59:59+01:00",
  ])
  func `any other text is no day`(text: String) {
    #expect(DueDate.Day(storedText: text) == nil)
  }

  @Test func `no calendar has these days`() {
    for year in [-1, 10_000] {
      #expect(DueDate.Day(year: year, month: 1, day: 1, in: .utc) == nil)
    }
    for (month, day) in [(2, 29), (0, 1), (13, 1), (4, 31), (1, 0), (1, 32)] {
      #expect(DueDate.Day(year: 2026, month: month, day: day, in: .utc) == nil)
    }
    #expect(DueDate.Day(year: .max, month: 1, day: 1, in: .utc) == nil)
  }

  @Test func `the last second of a day means the day where one is`() throws {
    let moment = DueDate.moment(try Date(utc: "2026-12-24T22:59:59Z"))
    #expect(moment.day(in: TestZone.berlin.rules)?.isoDay == "2026-12-24")
    #expect(moment.day(in: .utc) == nil)
  }

  @Test(arguments: [
    ("2026-12-24", "day"), ("today", "day"), ("+3d", "day"), ("fri", "day"),
    ("today 23:59:59", "day"), ("23:59:59", "day"), ("today 23:59", "moment"),
    ("18:00", "moment"), ("+2h", "moment"), ("fri midnight", "moment"),
    ("2026-12-24T22:59:59Z", "moment"),
  ])
  func `a phrase means a day or a moment`(phrase: String, kind: String) throws {
    switch try DateWords.noon.dueDate(phrase) {
    case .day: #expect(kind == "day")
    case .moment: #expect(kind == "moment")
    }
  }
}
