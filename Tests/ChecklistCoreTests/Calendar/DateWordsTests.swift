import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

@Suite struct DateWordsTests {
  @Test(arguments: [
    ("today", "today"), ("18:00", "today 18:00"), ("today 13:00", "today 13:00"),
    ("today 23:59", "today 23:59"), ("tomorrow", "tomorrow"), ("9:00", "tomorrow 09:00"),
    ("mon", "Mon"), ("fri 9:00", "Fri 09:00"), ("+6d", "Fri"), ("+7d", "28 Nov"),
    ("sat 0:00", "28 Nov 00:00"), ("24 dec", "24 Dec"), ("31 dec 23:59", "31 Dec 23:59"),
    ("2027-01-01", "1 Jan 2027"), ("2027-12-24 18:00", "24 Dec 2027 18:00"),
    ("9999-12-31", "31 Dec 9999"),
  ])
  func `what is due is said as people say it`(phrase: String, expected: String) throws {
    #expect(DateWords.noon.due(try DateWords.noon.dueDate(phrase)).text == expected)
  }

  @Test func `a few days ahead is a weekday, also in another year`() throws {
    let eve = DateWords(now: try DateWords.noon.moment("31 dec 12:00"), zone: TestZone.berlin.rules)
    #expect(eve.due(try eve.dueDate("tomorrow")).text == "tomorrow")
    #expect(eve.due(try eve.dueDate("2027-01-05 9:00")).text == "Tue 09:00")
    #expect(eve.due(try eve.dueDate("2027-01-07")).text == "7 Jan 2027")
  }

  @Test(arguments: [
    ("today 12:59:59", "overdue 1m"), ("today 12:01", "overdue 59m"),
    ("today 12:00", "overdue 1h"), ("today 0:00", "overdue 13h"),
    ("2026-11-20 13:01", "overdue 23h"), ("2026-11-20 13:00", "overdue 1d"),
    ("2026-11-20", "overdue 1d"), ("2026-11-19", "overdue 2d"),
    ("2026-11-19 23:00", "overdue 2d"), ("2025-11-21", "overdue 365d"),
    ("0001-01-01", "overdue 739940d"),
  ])
  func `what is overdue is so by minutes, hours, or days of the calendar`(
    phrase: String, expected: String
  ) throws {
    let due = DateWords.noon.due(try DateWords.noon.dueDate(phrase))
    #expect(due.text == expected)
    #expect(due.urgency == .overdue)
  }

  @Test func `an hour is one also in the night in which clocks are set`() throws {
    // 2:30 was there twice; now it is the second one.
    let now = Date(timeIntervalSince1970: 1_792_891_800)
    let dates = DateWords(now: now, zone: TestZone.berlin.rules)
    #expect(dates.due(.moment(now)).text == "today 02:30")
    #expect(dates.due(.moment(now - 3600)).text == "overdue 1h")
    #expect(dates.due(.moment(now - 86_400)).text == "overdue 1d")
    #expect(dates.due(.moment(now - 86_399)).text == "overdue 23h")
    #expect(dates.due(try dates.dueDate("2026-10-24")).text == "overdue 1d")
  }

  @Test(arguments: [
    ("today", Urgency.soon), ("18:00", .soon), ("tomorrow 23:59", .soon), ("+2d 0:00", .later),
    ("fri", .later),
  ])
  func `what is due today or tomorrow stands out`(phrase: String, urgency: Urgency) throws {
    #expect(DateWords.noon.due(try DateWords.noon.dueDate(phrase)).urgency == urgency)
  }

  @Test(arguments: [
    ("2026-11-20", "yesterday"), ("2026-11-20 8:05", "yesterday 08:05"),
    ("2026-11-19", "19 Nov"), ("today 9:00", "today 09:00"), ("2025-12-24", "24 Dec 2025"),
  ])
  func `a day that is past has a name too`(phrase: String, expected: String) throws {
    #expect(DateWords.noon.day(try DateWords.noon.moment(phrase)) == expected)
  }

  @Test func `what is shown is understood, and means the same`() throws {
    let dates = DateWords.noon
    for day in 0..<800 {
      for time in ["", " 0:00", " 9:05", " 23:59"] {
        let moment = try dates.moment("+\(day)d\(time)")
        guard moment >= dates.now else { continue }
        #expect(try dates.moment(dates.due(.moment(moment)).text) == moment, "+\(day)d\(time)")
        #expect(try dates.moment(dates.absoluteDay(.moment(moment))) == moment, "+\(day)d\(time)")
      }
    }
  }

  @Test func `a date in full has a time, but not where the day is meant`() throws {
    let dates = DateWords.noon
    #expect(dates.absolute(try dates.moment("2026-12-24 8:05")) == "2026-12-24 08:05")
    #expect(dates.absolute(try dates.moment("2026-12-24")) == "2026-12-24 23:59")
    #expect(dates.absoluteDay(try dates.dueDate("2026-12-24 8:05")) == "2026-12-24 08:05")
    #expect(dates.absoluteDay(try dates.dueDate("2026-12-24")) == "2026-12-24")
  }

  @Test(arguments: [1e300, -1e300, 1e14, -1e14, 6e9, -6e10] as [Double])
  func `dates that nobody lives to see do no harm`(seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(DateWords.noon.due(.moment(date)).text.hasPrefix("overdue ") == (seconds < 0))
    #expect(!DateWords.noon.day(date).isEmpty)
    #expect(!DateWords.noon.absolute(date).isEmpty)
  }
}
