import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Rules by which tasks come again, and repetitions.
struct RecurrenceRuleTests {
  @Test(arguments: [
    ("1d", "2026-12-24", "FREQ=DAILY"), ("10d", "2026-12-24", "FREQ=DAILY;INTERVAL=10"),
    ("2w", "2026-12-24", "FREQ=WEEKLY;INTERVAL=2"),
    ("weekdays", "2026-12-24", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    ("1month", "2026-12-24", "FREQ=MONTHLY"),
    ("3month", "2026-12-31", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
    ("1month@30", "2027-02-28", "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
    ("1y", "2026-12-31", "FREQ=YEARLY"),
    ("1y", "2028-02-29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
    ("4y@02-29", "2027-02-28", "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
  ])
  func `a repetition is a rule, and the rule is that repetition`(
    text: String, day: String, rule: String
  ) throws {
    let repetition = try #require(Repetition(storedText: text))
    let parts = day.split(separator: "-").compactMap { Int($0) }
    let date = CalendarDate(year: parts[0], month: parts[1], day: parts[2])
    #expect(RecurrenceRule.text(of: repetition, due: date) == rule)
    #expect(RecurrenceRule(rule)?.repetition(due: date) == repetition)
    #expect(RecurrenceRule(rule.lowercased())?.repetition(due: date) == repetition)
  }

  @Test(arguments: [
    "FREQ=HOURLY", "FREQ=DAILY;COUNT=3", "FREQ=DAILY;UNTIL=20270101", "FREQ=WEEKLY;BYDAY=MO",
    "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=10000", "FREQ=DAILY;INTERVAL=x",
    "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=MONTHLY;BYDAY=1MO",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;INTERVAL=2", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,TH",
    "INTERVAL=2", "FREQ", "FREQ=DAILY;FREQ=DAILY", "FREQ=YEARLY;BYMONTH=3",
  ])
  func `another rule is kept as it is`(rule: String) throws {
    let item = try CalendarText.item("DUE;VALUE=DATE:20261224", "RRULE:\(rule)")
    #expect(item.item.repetition == nil && !item.named[.repetition])
    #expect(item.item.origin?["icalendar"]?.fields == ["RRULE:\(rule)"])
  }

  @Test func `a rule needs a due date, no exceptions, and to be the only one`() throws {
    let daily = "RRULE:FREQ=DAILY;INTERVAL=1"
    #expect(try CalendarText.item(daily).item.origin?["icalendar"]?.fields == [daily])
    let due = "DUE:20261224T170000Z"
    #expect(try CalendarText.item(due, daily).item.repetition == Repetition(.days(1)))
    #expect(try CalendarText.item(due, daily).item.origin == nil)
    for other in ["EXDATE:20261225T170000Z", "RDATE:20261225T170000Z", "RRULE:FREQ=WEEKLY"] {
      let item = try CalendarText.item(due, daily, other).item
      #expect(item.repetition == nil)
      #expect(Set(item.origin?["icalendar"]?.fields ?? []) == [daily, other])
    }
  }

  @Test func `on the 31st, a rule for each month that has one is another rule`() throws {
    let item = try CalendarText.item("DUE;VALUE=DATE:20261231", "RRULE:FREQ=MONTHLY").item
    #expect(item.repetition == nil)
  }

  @Test func `all repetitions on all days come back`() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<20_000 {
      let date = CalendarDate(
        secondsSince2001: Int.random(in: 0..<20_000, using: &random) * 86_400)
      let day = Int.random(in: 29...31, using: &random)
      let count = Int.random(in: 1...Repetition.mostSteps, using: &random)
      let repetition =
        [
          .days(count), .weeks(count), .weekdays, .months(count), .years(count),
          // As they are after the day has fallen short.
          date.day == date.daysInMonth && day > date.day
            ? Repetition(.months(count), day: day) : .days(1),
          date.month == 2 && date.day == 28 && date.daysInMonth == 28
            ? Repetition(.years(count), month: 2, day: 29) : .days(1),
        ].randomElement(using: &random) ?? .weekdays
      let rule = RecurrenceRule.text(of: repetition, due: date)
      #expect(RecurrenceRule(rule)?.repetition(due: date) == repetition, "\(rule) \(date)")
    }
  }
}
