import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// When what repeats is due next.
struct RepetitionTests {
  /// What is due, how often, when it is now, and the next time with what is stored then.
  struct Case: CustomTestStringConvertible, Sendable {
    var due: String
    var phrase: String
    var now: String
    var next: String
    var stored: String
    var zone = TestZone.berlin
    var testDescription: String { "\(due) every \(phrase) at \(now)" }
  }

  @Test(arguments: [
    Case(
      due: "2026-11-20", phrase: "1d", now: "2026-11-21 05:00", next: "2026-11-21", stored: "1d"),
    Case(
      due: "2026-11-01", phrase: "1d", now: "2026-11-21 05:00", next: "2026-11-21", stored: "1d"),
    Case(
      due: "2026-11-21", phrase: "1d", now: "2026-11-21 05:00", next: "2026-11-22", stored: "1d"),
    Case(
      due: "2026-11-20", phrase: "3d", now: "2026-11-21 05:00", next: "2026-11-23", stored: "3d"),
    Case(
      due: "2026-11-02", phrase: "2w", now: "2026-11-21 05:00", next: "2026-11-30", stored: "2w"),
    Case(
      due: "2026-11-20", phrase: "weekdays", now: "2026-11-21 05:00", next: "2026-11-23",
      stored: "weekdays"),
    Case(
      due: "2026-11-21", phrase: "weekdays", now: "2026-11-21 05:00", next: "2026-11-23",
      stored: "weekdays"),
    Case(
      due: "2026-11-22", phrase: "weekdays", now: "2026-11-21 05:00", next: "2026-11-23",
      stored: "weekdays"),
    Case(
      due: "2026-11-04", phrase: "weekdays", now: "2026-11-19 05:00", next: "2026-11-19",
      stored: "weekdays"),
    Case(
      due: "2026-01-31", phrase: "1month", now: "2026-02-05 05:00", next: "2026-02-28",
      stored: "1month@31"),
    Case(
      due: "2026-01-31", phrase: "1month", now: "2026-03-05 05:00", next: "2026-03-31",
      stored: "1month"),
    Case(
      due: "2026-01-30", phrase: "2month", now: "2026-02-05 05:00", next: "2026-03-30",
      stored: "2month"),
    Case(
      due: "2024-02-29", phrase: "1y", now: "2024-03-01 05:00", next: "2025-02-28",
      stored: "1y@02-29"),
    Case(
      due: "2024-02-29", phrase: "1y", now: "2028-01-01 05:00", next: "2028-02-29", stored: "1y"),
    Case(
      due: "0001-01-01", phrase: "1month", now: "2026-02-05 05:00", next: "2026-03-01",
      stored: "1month"),
    Case(
      due: "2026-03-28 02:30", phrase: "1d", now: "2026-03-28 12:00", next: "2026-03-29 03:30",
      stored: "1d@02:30"),
    Case(
      due: "2026-03-28 02:30", phrase: "1d", now: "2026-03-29 12:00", next: "2026-03-30 02:30",
      stored: "1d"),
    Case(
      due: "2026-03-29 03:30", phrase: "1d@02:30", now: "2026-03-29 12:00",
      next: "2026-03-30 02:30", stored: "1d"),
    // It was edited since then.
    Case(
      due: "2026-03-29 03:45", phrase: "1d@02:30", now: "2026-03-29 12:00",
      next: "2026-03-30 03:45", stored: "1d"),
    Case(
      due: "2026-03-29 03:30", phrase: "1d", now: "2026-03-29 12:00", next: "2026-03-30 03:30",
      stored: "1d"),
    Case(
      due: "2026-01-29 02:30", phrase: "1month", now: "2026-02-28 12:00",
      next: "2026-03-29 03:30", stored: "1month@02:30"),
    Case(
      due: "2026-03-27 02:30:15", phrase: "weekdays", now: "2026-03-27 12:00",
      next: "2026-03-30 02:30", stored: "weekdays"),
    Case(
      due: "2026-10-24 02:30", phrase: "1d", now: "2026-10-24 12:00", next: "2026-10-25 02:30",
      stored: "1d"),
    Case(
      due: "2026-10-24 09:00", phrase: "1d", now: "2026-10-25 08:59", next: "2026-10-25 09:00",
      stored: "1d"),
  ])
  func `it is due next after now, and after it was due`(this: Case) throws {
    let now = try #require(Self.moment(this.now, in: this.zone))
    let due = try DuePhrase(this.due).dueDate(now: now, in: this.zone.rules)
    let next = try #require(
      Repetition(phrase: this.phrase).next(after: due, now: now, in: this.zone.rules))
    #expect(DateWords(now: now, zone: this.zone.rules).absoluteDay(next.due) == this.next)
    #expect(next.repetition.storedText == this.stored)
    #expect(Repetition(storedText: this.stored) == next.repetition)
  }

  @Test func `a date beyond the year 9999 is none`() throws {
    let now = try #require(Self.moment("2026-11-28 12:00", in: .utc))
    let due = try DuePhrase("2026-11-27").dueDate(now: now, in: .utc)
    #expect(try Repetition(phrase: "9999y").next(after: due, now: now, in: .utc) == nil)
    let last = try #require(try Repetition(phrase: "7973y").next(after: due, now: now, in: .utc))
    #expect(last.due.description == "9999-11-27")
    let stored = try #require(last.due.day?.storedText)
    #expect(DueDate.Day(storedText: stored) == last.due.day)
  }

  @Test(arguments: [
    "1d@24:00", "1d@2:30", "1d@02:60", "1d@02:30:60", "1d@02:30@31", "1d@02:30x", "1d@",
    "weekdays@31", "weekdays02:30", "1month@31@", "1y@02-29@2",
  ])
  func `a time to come back to is one of a clock, at the end`(text: String) {
    #expect(Repetition(storedText: text) == nil)
  }

  @Test(arguments: ["1month@31@02:30", "1y@02-29@02:30:15", "2w@00:00", "weekdays@23:59"])
  func `a day and a time to come back to are stored`(text: String) {
    #expect(Repetition(storedText: text)?.storedText == text)
  }

  private static func moment(_ text: String, in zone: TestZone) -> Date? {
    try? DuePhrase(text).moment(now: .distantPast, in: zone.rules)
  }

  @Test func `months keep their day for ten years, as Foundation's calendar does`() throws {
    let zone = TestZone.berlin
    let calendar = try #require(zone.calendar)
    for start in ["2026-01-28", "2026-01-29", "2026-01-30", "2026-01-31", "2027-08-31"] {
      for (phrase, unit) in [
        ("1month", Calendar.Component.month), ("3month", .month), ("1y", .year),
      ] {
        let first = try #require(Self.moment("\(start) 09:00", in: zone))
        var (due, repetition) = (DueDate.moment(first), try Repetition(phrase: phrase))
        let step = phrase.hasPrefix("3") ? 3 : 1
        for count in 1...120 {
          let next = try #require(
            repetition.next(after: due, now: due.end(in: zone.rules), in: zone.rules))
          let expected = calendar.date(byAdding: unit, value: count * step, to: first)
          #expect(next.due == expected.map { .moment($0) }, "\(start) \(phrase) \(count)")
          // As a document brings it back.
          due = next.due
          repetition = try #require(Repetition(storedText: next.repetition.storedText))
        }
      }
    }
  }

  @Test(arguments: [1 as UInt64, .random(in: 0...(.max))])
  func `the next time is the first one after now, whatever the dates`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<LongTests.count(short: 25, long: 100) {
      let zone = [TestZone.utc, .berlin, .newYork, .nuuk, .beirut].randomElement(using: &random)
      let rules = try #require(zone).rules
      let phrase = ["1d", "5d", "2w", "weekdays", "1month", "7month", "1y"].randomElement(
        using: &random)
      let repetition = try Repetition(phrase: try #require(phrase))
      let now = Date(timeIntervalSince1970: .random(in: 1.7e9...1.9e9, using: &random).rounded())
      // Not in the hours that clocks skip: a time that was skipped once is not known any more.
      let day = rules.clock(at: now + .random(in: -4e8...1e7, using: &random))
      let then = rules.moments(
        of: CalendarDate(
          year: day.year, month: day.month, day: day.day, hour: .random(in: 4...21, using: &random))
      )[0]
      let due: DueDate =
        Bool.random(using: &random)
        ? .moment(then) : .day(DueDate.Day(rules.clock(at: then), in: rules))
      let next = try #require(repetition.next(after: due, now: now, in: rules))
      #expect(next.due.end(in: rules) > now, "seed \(seed)")
      #expect(next.due.end(in: rules) > due.end(in: rules), "seed \(seed)")
      // Step by step it comes to the same.
      var slow = (due: due, repetition: repetition)
      repeat {
        slow = try #require(slow.repetition.next(after: slow.due, now: .distantPast, in: rules))
      } while slow.due.end(in: rules) <= now
      #expect(slow.due == next.due && slow.repetition == next.repetition, "seed \(seed) \(due)")
    }
  }

  @Test(arguments: [-1e300, 1e300, -1e15, 1e15, -1e12, 1e12])
  func `dates far away come to an end, or have no next one`(seconds: Double) throws {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    for phrase in ["1d", "9999w", "weekdays", "1month", "9999month", "1y", "7000y"] {
      let due = DueDate.moment(Date(timeIntervalSinceReferenceDate: seconds))
      let next = try Repetition(phrase: phrase).next(after: due, now: now, in: .utc)
      #expect((next == nil) == (seconds > 0))
      #expect(next.map { $0.due.end(in: .utc) > now } != false)
    }
  }

  @Test func `any number makes a repetition that comes to an end and is read again`() {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    for count in [Int.min, 0, 1, 9999, 20_000, .max] {
      for repetition in [Repetition.days(count), .weeks(count), .months(count), .years(count)] {
        let next = repetition.next(after: .moment(now), now: now, in: .utc)
        #expect((next == nil) == (repetition == .years(9999)))
        #expect(next.map { $0.due.end(in: .utc) > now } != false)
        #expect(Repetition(storedText: repetition.storedText) == repetition)
      }
    }
  }

  @Test(arguments: [
    ("1d", "1d", "every day"), ("2 Weeks", "2w", "every 2 weeks"),
    ("1month", "1month", "every month"),
    ("3 years", "3y", "every 3 years"), ("WEEKDAYS", "weekdays", "every weekday"),
    ("daily", "1d", "every day"), ("weekly", "1w", "every week"),
    ("monthly", "1month", "every month"),
    ("yearly", "1y", "every year"), ("every 2 weeks", "2w", "every 2 weeks"),
    ("every day", "1d", "every day"), ("every weekday", "weekdays", "every weekday"),
    ("9999d", "9999d", "every 9999 days"),
  ])
  func `it is typed in these words`(phrase: String, text: String, words: String) throws {
    let repetition = try Repetition(phrase: phrase)
    #expect((repetition.storedText, repetition.words) == (text, words))
  }

  @Test(arguments: [
    (
      "1m",
      "1m can be read as months or as minutes: write 1month; items cannot repeat by the minute"
    ),
    ("2h", "items cannot repeat by the minute or the hour"), ("0d", "the number is from 1 to 9999"),
    ("2weekdays", "weekdays has no number before it"),
    ("10000d", "the number is from 1 to 9999"), ("5", "d, w, month or y must follow the number"),
    ("99999999999999999999d", "the number is from 1 to 9999"),
  ])
  func `anything else says what is wrong`(phrase: String, reason: String) {
    #expect(throws: PhraseError(reason)) { try Repetition(phrase: phrase) }
  }

  @Test(arguments: [
    "", "d", "1", "0d", "1m", "1month@", "1month@0", "1month@32", "1month@1-2", "1y@31", "1y@13-01",
    "01month@031", "1month@+5", "1d@3", "weekdays@3", "1y@02-29-1", "10000d", "-1d", "1month@031",
    "١d",
  ])
  func `a text that means nothing is no repetition`(text: String) {
    #expect(Repetition(storedText: text) == nil)
  }
}
