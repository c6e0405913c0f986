import Foundation
import TestSupport
import Testing

@testable import ChecklistCore

/// The dates of rules.
struct RepetitionDatesTests {
  /// A rule, a date that was due and when it was done, and the three dates that follow, each done
  /// on its day.
  struct Case: CustomTestStringConvertible, Sendable {
    var rule: String
    var due = "2026-12-04"
    var done = "2026-12-04"
    var next: String
    var zone = TestZone.utc
    var testDescription: String { "\(rule), due \(due), done \(done)" }
  }

  @Test(arguments: [
    Case(rule: "every other day", done: "2026-12-17", next: "2026-12-18 2026-12-20 2026-12-22"),
    Case(rule: "1w", done: "2026-12-01", next: "2026-12-11 2026-12-18 2026-12-25"),
    Case(
      rule: "2w", due: "2026-11-02", done: "2026-12-02", next: "2026-12-14 2026-12-28 2027-01-11"),
    Case(
      rule: "weekdays", due: "2026-11-27", done: "2026-11-28",
      next: "2026-11-30 2026-12-01 2026-12-02"),
    Case(rule: "tue,fri", next: "2026-12-08 2026-12-11 2026-12-15"),
    Case(rule: "tue,fri", done: "2026-12-17", next: "2026-12-18 2026-12-22 2026-12-25"),
    Case(
      rule: "every 2 weeks on mon, thu", done: "2026-12-17",
      next: "2026-12-28 2026-12-31 2027-01-11"),
    Case(rule: "1st and 15th", next: "2026-12-15 2027-01-01 2027-01-15"),
    Case(rule: "eom", next: "2026-12-31 2027-01-31 2027-02-28"),
    Case(rule: "2nd last", next: "2026-12-30 2027-01-30 2027-02-27"),
    Case(
      rule: "every month on the 31st", due: "2026-10-31", done: "2026-10-31",
      next: "2026-12-31 2027-01-31 2027-03-31"),
    Case(rule: "2nd tue", done: "2026-12-17", next: "2027-01-12 2027-02-09 2027-03-09"),
    Case(rule: "2nd last fri", next: "2026-12-18 2027-01-22 2027-02-19"),
    Case(rule: "last weekday", next: "2026-12-31 2027-01-29 2027-02-26"),
    Case(rule: "every 6 months on the 2nd wed", next: "2026-12-09 2027-06-09 2027-12-08"),
    Case(rule: "january", next: "2027-01-04 2028-01-04 2029-01-04"),
    Case(
      rule: "january and february", due: "2027-01-31", done: "2027-01-31",
      next: "2027-02-28 2028-01-31 2028-02-29"),
    Case(rule: "february on the last", next: "2027-02-28 2028-02-29 2029-02-28"),
    Case(
      rule: "february on the 29th", due: "2028-02-29", done: "2028-02-29",
      next: "2032-02-29 2036-02-29 2040-02-29"),
    Case(rule: "november on the 4th thu", next: "2027-11-25 2028-11-23 2029-11-22"),
    Case(
      rule: "1month", due: "2026-10-31", done: "2026-10-31",
      next: "2026-11-30 2026-12-31 2027-01-31"),
    Case(
      rule: "1month", due: "2026-06-30", done: "2026-12-01",
      next: "2026-12-30 2027-01-30 2027-02-28"),
    Case(
      rule: "1y", due: "2028-02-29", done: "2028-02-29",
      next: "2029-02-28 2030-02-28 2031-02-28"),
    Case(rule: "4d when done", done: "2026-12-01", next: "2026-12-05 2026-12-09 2026-12-13"),
    Case(rule: "4d when done", done: "2026-12-17", next: "2026-12-21 2026-12-25 2026-12-29"),
    Case(
      rule: "1month when done", due: "2027-01-31", done: "2027-01-31",
      next: "2027-02-28 2027-03-28 2027-04-28"),
    Case(
      rule: "mon when done", due: "2026-12-07", done: "2026-12-10",
      next: "2026-12-14 2026-12-21 2026-12-28"),
    Case(rule: "1w until 2026-12-20", next: "2026-12-11 2026-12-18 ended"),
    Case(rule: "1d until 2026-12-04", next: "ended"),
    Case(
      rule: "1w when done until 2026-12-20", done: "2026-12-06",
      next: "2026-12-13 2026-12-20 ended"),
    // Today's time is still to come; the time of last evening is done after midnight.
    Case(
      rule: "1d", due: "2026-11-27 20:00", done: "2026-11-28 07:00",
      next: "2026-11-28T20:00:00Z 2026-11-29T20:00:00Z 2026-11-30T20:00:00Z"),
    Case(
      rule: "1d", due: "2026-11-27 22:00", done: "2026-11-28 00:30",
      next: "2026-11-28T22:00:00Z 2026-11-29T22:00:00Z 2026-11-30T22:00:00Z"),
    Case(
      rule: "1w", due: "2027-03-26 18:00", done: "2027-03-26 20:00",
      next: "2027-04-02T16:00:00Z 2027-04-09T16:00:00Z 2027-04-16T16:00:00Z", zone: .berlin),
    Case(
      rule: "1d", due: "2027-03-27 02:30", done: "2027-03-27 02:30",
      next: "2027-03-28T01:30:00Z 2027-03-29T00:30:00Z 2027-03-30T00:30:00Z", zone: .berlin),
    Case(
      rule: "1d", due: "2027-03-12 23:30", done: "2027-03-13 00:00",
      next: "2027-03-14T04:30:00Z 2027-03-15T03:30:00Z 2027-03-16T03:30:00Z", zone: .newYork),
  ])
  func `the next dates follow what was done`(this: Case) throws {
    let zone = this.zone.rules
    let due = try DuePhrase(this.due).dueDate(now: .distantPast, in: zone)
    var item: Repetition.Occurrence = (due, try Repetition(phrase: this.rule))
    var done = try DuePhrase(this.done).moment(now: .distantPast, in: zone)
    var dates: [String] = []
    while dates.count < 3, dates.last != "ended" {
      let covered = item.repetition.covered(item.due, at: done, in: zone)
      let next = covered.repetition.next(after: covered.due, done: done, in: zone)
      dates.append(next?.due.description ?? "ended")
      guard let next else { break }
      // As a document brings it back.
      let stored = try #require(Repetition(storedText: next.repetition.storedText))
      (item, done) = ((next.due, stored), next.due.end(in: zone))
    }
    #expect(dates.joined(separator: " ") == this.next)
  }

  @Test(arguments: [
    ("1d", "2026-11-30", "2026-12-02", "2026-12-02"),
    ("1w", "2026-11-30", "2026-12-06", "2026-11-30"),
    ("1w", "2026-11-30", "2026-12-07", "2026-12-07"),
    ("1d", "2026-12-04", "2026-12-01", "2026-12-04"),
    ("2nd tue", "2026-09-08", "2026-12-04", "2026-11-10"),
    ("1d until 2026-12-01", "2026-11-28", "2026-12-04", "2026-12-01"),
    ("4d when done", "2026-11-30", "2026-12-02", "2026-12-02"),
    ("1d", "2026-11-30 20:00", "2026-12-02 07:00", "2026-12-01T20:00:00Z"),
    ("1d", "2020-01-01", "2026-12-02", "2026-12-02"),
    ("1y", "2020-02-29", "2026-12-02", "2026-02-28"),
  ])
  func `what is done late covers the last date that has come`(
    rule: String, due: String, done: String, covered: String
  ) throws {
    let due = try DuePhrase(due).dueDate(now: .distantPast, in: .utc)
    let found = try Repetition(phrase: rule).covered(
      due, at: try DuePhrase(done).moment(now: .distantPast, in: .utc), in: .utc)
    #expect(found.due.description == covered)
  }

  @Test(arguments: [
    ("1d", "2026-11-28"), ("2w", "2026-11-28"), ("weekdays", "2026-11-30"),
    ("sat", "2026-11-28"), ("every 2 weeks on mon", "2026-11-30"), ("eom", "2026-11-30"),
    ("28th", "2026-11-28"), ("1st", "2026-12-01"), ("every 3 months on the 1st", "2026-12-01"),
    ("2nd tue", "2026-12-08"), ("january on the 15th", "2027-01-15"), ("january", "2027-01-28"),
    ("4d when done", "2026-11-28"),
  ])
  func `without a due date it begins on its first day from today on`(
    rule: String, day: String
  ) throws {
    let today = CalendarDate(year: 2026, month: 11, day: 28)
    #expect(try Repetition(phrase: rule).firstDay(from: today)?.isoDay == day)
    #expect(try Repetition(phrase: "\(rule) until 2026-11-27").firstDay(from: today) == nil)
  }

  @Test(arguments: [11 as UInt64, .random(in: 0...(.max))])
  func `a scan of all days finds the same dates`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<LongTests.count(short: 300, long: 20_000) {
      let rule = Repetition.random(using: &random)
      let due = Int.random(in: 9000..<10_400, using: &random)
      let done = due + Int.random(in: -20...200, using: &random)
      let scan = DayScan(rule, from: rule.isWhenDone ? done : due)
      let end = Scanned.moment(done)
      let covered = rule.covered(Scanned.due(due), at: end, in: .utc)
      if !rule.isWhenDone {
        let last = done > due ? ((due + 1)...done).last(where: scan.has) : nil
        #expect(covered.due == Scanned.due(last ?? due), "\(rule) \(due) \(done) seed \(seed)")
      }
      var expected = scan.first(after: max(due, done))
      var next = covered.repetition.next(after: covered.due, done: end, in: .utc)
      for _ in 0..<4 {
        #expect(
          next?.due == expected.map(Scanned.due), "\(rule) \(due) \(done) seed \(seed)")
        guard let day = expected, let item = next else { break }
        // A rule `when done` begins anew.
        let again = rule.isWhenDone ? DayScan(rule, from: day) : scan
        expected = again.first(after: day)
        let stored = try #require(Repetition(storedText: item.repetition.storedText))
        next = stored.next(after: item.due, done: Scanned.moment(day), in: .utc)
      }
    }
  }
}

/// Days as due dates.
private enum Scanned {
  static func due(_ day: Int) -> DueDate {
    .day(DueDate.Day(CalendarDate(secondsSince2001: day * 86_400), in: .utc))
  }

  /// Noon of a day.
  static func moment(_ day: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(day * 86_400 + 43_200))
  }
}

/// Finds the dates of a rule by asking of each day whether it is one.
private struct DayScan {
  let rule: Repetition
  let start: CalendarDate
  let begin: Int

  init(_ rule: Repetition, from begin: Int) {
    (self.rule, self.begin) = (rule, begin)
    start = CalendarDate(secondsSince2001: begin * 86_400)
  }

  /// The first date after a day; nil for none within some decades.
  func first(after day: Int) -> Int? {
    ((day + 1)...(day + 366 * 45)).first(where: has)
  }

  /// Whether a day is a date.
  func has(_ day: Int) -> Bool {
    if let until = rule.until, day > until { return false }
    let date = CalendarDate(secondsSince2001: day * 86_400)
    let months = (date.year - start.year) * 12 + date.month - start.month
    switch rule.unit {
    case .day: return (day - begin) % rule.count == 0
    case .week:
      if rule.weekdays.isEmpty { return (day - begin) % (7 * rule.count) == 0 }
      let weeks = (day - date.weekday - (begin - start.weekday)) / 7
      return weeks % rule.count == 0 && rule.weekdays.contains(date.weekday)
    case .month: return months % rule.count == 0 && isOnDay(date)
    case .year:
      let isMonth =
        rule.months.isEmpty
        ? months % (12 * rule.count) == 0 : rule.months.contains(date.month)
      return isMonth && isOnDay(date)
    }
  }

  private func isOnDay(_ date: CalendarDate) -> Bool {
    if rule.places.isEmpty { return date.day == min(start.day, date.daysInMonth) }
    return rule.places.contains { place in
      let like = (1...date.daysInMonth).filter { day in
        let weekday = CalendarDate(year: date.year, month: date.month, day: day).weekday
        switch place.counted {
        case .days: return true
        case .weekday(let wanted): return weekday == Int(wanted)
        case .workdays: return weekday < 5
        }
      }
      let index = Int(place.ordinal) > 0 ? Int(place.ordinal) - 1 : like.count + Int(place.ordinal)
      return like.indices.contains(index) && like[index] == date.day
    }
  }
}
