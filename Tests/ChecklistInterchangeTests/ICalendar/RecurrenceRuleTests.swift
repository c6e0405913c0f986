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
    ("3month@31", "2026-12-31", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
    ("1month@30", "2027-02-28", "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
    ("1y", "2026-12-31", "FREQ=YEARLY"),
    ("1y@02-29", "2028-02-29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
    ("4y@02-29", "2027-02-28", "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
    ("every week on Tuesday, Friday", "2026-12-04", "FREQ=WEEKLY;BYDAY=TU,FR"),
    ("every 2 weeks on Monday", "2026-12-04", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
    ("every month on the 1st and last", "2026-12-04", "FREQ=MONTHLY;BYMONTHDAY=1,-1"),
    ("every month on the 31st", "2026-12-31", "FREQ=MONTHLY;BYMONTHDAY=31"),
    ("every 6 months on the 2nd Tuesday", "2026-12-08", "FREQ=MONTHLY;INTERVAL=6;BYDAY=2TU"),
    (
      "every month on the 1st Monday and 2nd last Friday", "2026-12-04",
      "FREQ=MONTHLY;BYDAY=1MO,-2FR"
    ),
    (
      "every month on the last weekday", "2026-12-04",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"
    ),
    (
      "every April and December on the 1st and 24th", "2026-12-04",
      "FREQ=YEARLY;BYMONTH=4,12;BYMONTHDAY=1,24"
    ),
    ("every November on the 4th Thursday", "2026-12-04", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"),
    (
      "every March and June on the last weekday", "2026-12-04",
      "FREQ=MONTHLY;BYMONTH=3,6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"
    ),
    (
      "every January and February@31", "2027-02-28",
      "FREQ=MONTHLY;BYMONTH=1,2;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"
    ),
    ("every February on the 29th", "2028-02-29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"),
    ("1w until 2026-12-31", "2026-12-24", "FREQ=WEEKLY;UNTIL=20261231"),
  ])
  func `a repetition is a rule, and the rule is that repetition`(
    text: String, day: String, rule: String
  ) throws {
    let repetition = try #require(Repetition(storedText: text))
    let date = try #require(ISO8601.day(day))
    #expect(RecurrenceRule.text(of: repetition, due: date) == rule)
    #expect(RecurrenceRule(rule)?.repetition(due: date) == repetition)
    #expect(RecurrenceRule(rule.lowercased())?.repetition(due: date) == repetition)
  }

  @Test(arguments: [
    ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "1d"), ("FREQ=WEEKLY;BYDAY=TH;WKST=SU", "1w"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=MO", "every 2 weeks on Monday, Thursday"),
    ("FREQ=DAILY;BYDAY=TH", "1w"), ("FREQ=MONTHLY;BYMONTHDAY=24", "1month"),
    ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"),
    ("FREQ=MONTHLY;BYDAY=TH;BYSETPOS=4", "every month on the 4th Thursday"),
    ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1,3", "every month on the 1st Monday and 3rd Monday"),
    ("FREQ=YEARLY;INTERVAL=2;BYMONTH=12;BYMONTHDAY=24", "2y"),
    ("FREQ=YEARLY;BYMONTHDAY=15", "every month on the 15th"),
    ("FREQ=YEARLY;BYMONTH=3", "every March on the 24th"),
    ("FREQ=MONTHLY;BYMONTH=3,6;BYMONTHDAY=1", "every March and June on the 1st"),
    ("FREQ=YEARLY;BYMONTH=3;BYDAY=MO;BYSETPOS=1", "every March on the 1st Monday"),
    ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "every month on the last"),
    ("FREQ=DAILY;COUNT=3", "1d until 2026-12-26"),
    ("FREQ=DAILY;UNTIL=20270101", "1d until 2027-01-01"),
    ("FREQ=DAILY;UNTIL=20270101T120000Z", "1d until 2027-01-01"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2", "every month on the last until 2026-12-31"),
  ])
  func `a rule is understood in other words`(rule: String, stored: String) throws {
    let due = CalendarDate(year: 2026, month: 12, day: 24)
    #expect(RecurrenceRule(rule)?.repetition(due: due)?.storedText == stored)
  }

  @Test func `the last day of a rule with a time is one on which that time is not over`() throws {
    let due = CalendarDate(year: 2026, month: 12, day: 24, hour: 18)
    for (until, day) in [
      ("20270101T170000Z", "2027-01-01"), ("20270101T165959Z", "2026-12-31"),
      ("20270101", "2027-01-01"),
    ] {
      let rule = RecurrenceRule("FREQ=DAILY;UNTIL=\(until)")?
        .repetition(due: due, in: CalendarText.zone)
      #expect(rule?.storedText == "1d until \(day)")
    }
    let item = try CalendarText.item("DUE:20261224T170000Z", "RRULE:FREQ=DAILY;UNTIL=20270101")
    var list = Checklist("L")
    list.items = [item.item]
    let written = ICalendarFormat.write(
      [ExportedList(list)], CalendarText.exporting)
    let text = String(decoding: written.bytes, as: UTF8.self)
    #expect(text.contains("RRULE:FREQ=DAILY;UNTIL=20270101T225959Z\r\n"))
  }

  @Test func `a number of dates is counted from the start if that is on the rule`() throws {
    let day = { CalendarDate(year: 2026, month: 12, day: $0) }
    let weekly = try #require(RecurrenceRule("FREQ=WEEKLY;BYDAY=TU,FR;COUNT=4"))
    #expect(weekly.repetition(due: day(8), start: day(4))?.lastDay?.isoDay == "2026-12-15")
    #expect(weekly.repetition(due: day(8), start: day(3))?.lastDay?.isoDay == "2026-12-18")
    #expect(weekly.repetition(due: day(8))?.lastDay?.isoDay == "2026-12-18")
  }

  @Test(
    arguments: [
      // The week of Sunday 6 December begins on that day: the next Wednesday is the 9th.
      ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=WE", 6, nil),
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=WE", 6, "2026-12-16"),
      ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=WE", 7, "2026-12-09"),
      ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU", 6, "2026-12-20"),
      ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU", 8, nil),
      ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH", 8, "2026-12-10"),
      ("FREQ=WEEKLY;INTERVAL=2;WKST=WE;BYDAY=TU,TH", 8, nil),
      ("FREQ=WEEKLY;WKST=SU;BYDAY=WE", 6, "2026-12-09"),
      ("FREQ=WEEKLY;INTERVAL=2;WKST=XX", 8, nil),
    ] as [(String, Int, String?)])
  func `weeks that begin on another day are understood where that means nothing`(
    rule: String, day: Int, next: String?
  ) throws {
    let due = CalendarDate(year: 2026, month: 12, day: day)
    let repetition = RecurrenceRule(rule)?.repetition(due: due)
    let following = repetition?.next(after: .day(DueDate.Day(due, in: .utc)), in: .utc)
    #expect(following?.due.day(in: .utc)?.isoDay == next)
  }

  @Test(
    arguments: [
      // The due date is not on the rule: it is always as long after the start.
      ("FREQ=WEEKLY;BYDAY=FR", 4, 7, "1w"),
      ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;WKST=SU", 4, 13, "2w"),
      ("FREQ=MONTHLY;BYMONTHDAY=1", 1, 4, "1month"),
      ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1", 1, 4, "1y"),
      ("FREQ=WEEKLY;BYDAY=MO,FR", 4, 8, nil), ("FREQ=MONTHLY;BYMONTHDAY=1", 1, 29, nil),
      ("FREQ=MONTHLY;BYMONTHDAY=1", 1, 34, nil), ("FREQ=MONTHLY;BYDAY=1FR", 4, 7, nil),
      ("FREQ=WEEKLY;BYDAY=FR;COUNT=3", 4, 7, nil),
      ("FREQ=WEEKLY;BYDAY=FR;UNTIL=20261225", 4, 7, nil),
      // It is on the rule, or the start is not: the rule is that of the due dates.
      ("FREQ=WEEKLY;BYDAY=MO", 4, 7, "1w"), ("FREQ=DAILY;COUNT=5", 4, 7, "1d until 2026-12-08"),
      ("FREQ=WEEKLY;BYDAY=FR", 3, 7, "every week on Friday"),
    ] as [(String, Int, Int, String?)])
  func `a rule that has the start and not the due date is that of the starts`(
    rule: String, start: Int, due: Int, stored: String?
  ) throws {
    func day(_ day: Int) -> CalendarDate {
      CalendarDate(year: 2026, month: 12, day: 1).adding(days: day - 1)
    }
    let repetition = RecurrenceRule(rule)?.repetition(due: day(due), start: day(start))
    #expect(repetition?.storedText == stored)
  }

  @Test(arguments: [
    "FREQ=HOURLY", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=3;UNTIL=20270101",
    "FREQ=DAILY;UNTIL=soon", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=10000",
    "FREQ=DAILY;INTERVAL=x", "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=MONTHLY;BYDAY=MO",
    "FREQ=WEEKLY;BYDAY=MO,XX", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=MONTHLY;BYDAY=MO,WE;BYSETPOS=2",
    "FREQ=YEARLY;BYDAY=20MO", "FREQ=YEARLY;BYWEEKNO=20", "FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU",
    "FREQ=YEARLY;BYMONTH=4,12;BYDAY=MO;BYSETPOS=1", "FREQ=YEARLY;INTERVAL=2;BYMONTH=3",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTHDAY=32",
    "FREQ=MONTHLY;BYDAY=6MO", "FREQ=WEEKLY;BYHOUR=3", "INTERVAL=2", "FREQ",
    "FREQ=DAILY;FREQ=DAILY",
  ])
  func `another rule is kept as it is`(rule: String) throws {
    let item = try CalendarText.item("DUE;VALUE=DATE:20261224", "RRULE:\(rule)")
    #expect(item.item.repetition == nil && !item.named[.repetition])
    #expect(item.item.origin?["icalendar"]?.fields == ["RRULE:\(rule)"])
  }

  @Test func `a rule needs a due date, no later exceptions, and to be the only one`() throws {
    let daily = "RRULE:FREQ=DAILY;INTERVAL=1"
    #expect(try CalendarText.item(daily).item.origin?["icalendar"]?.fields == [daily])
    let due = "DUE:20261224T170000Z"
    #expect(try CalendarText.item(due, daily).item.repetition == .days(1))
    #expect(try CalendarText.item(due, daily).item.origin == nil)
    for other in ["EXDATE:20261225T170000Z", "RDATE:20261225T170000Z", "RRULE:FREQ=WEEKLY"] {
      let item = try CalendarText.item(due, daily, other).item
      #expect(item.repetition == nil)
      #expect(Set(item.origin?["icalendar"]?.fields ?? []) == [daily, other])
    }
    let over = "EXDATE:20261222T170000Z,20261223T170000Z"
    let item = try CalendarText.item(due, daily, over).item
    #expect(item.repetition == .days(1))
    #expect(item.origin?["icalendar"]?.fields == [over])
    let mixed = "EXDATE;VALUE=DATE:20261223,20261224"
    #expect(try CalendarText.item(due, daily, mixed).item.repetition == nil)
  }

  @Test func `on the 31st, a rule for each month leaves out those that have none`() throws {
    let item = try CalendarText.item("DUE;VALUE=DATE:20261231", "RRULE:FREQ=MONTHLY").item
    #expect(item.repetition?.storedText == "every month on the 31st")
  }

  @Test(arguments: ["1w when done", "every month on the 1st and last Friday"])
  func `a rule that iCalendar does not have is left out, of which is warned`(text: String) throws {
    var item = ChecklistItem("a", now: CalendarText.now)
    item.due = try DuePhrase("2026-12-24").dueDate(now: CalendarText.now, in: CalendarText.zone)
    item.repetition = Repetition(storedText: text)
    #expect(item.repetition != nil)
    var list = Checklist("L")
    list.items = [item]
    let file = ICalendarFormat.write([ExportedList(list)], CalendarText.exporting)
    #expect(!String(decoding: file.bytes, as: UTF8.self).contains("RRULE"))
    #expect(file.warnings.texts == ["iCalendar has no repetitions of that kind (1 item)"])
  }

  @Test(arguments: [7 as UInt64, .random(in: 0...(.max))])
  func `all repetitions on all days come back`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let date = CalendarDate(
        secondsSince2001: Int.random(in: 0..<20_000, using: &random) * 86_400)
      let day = Int.random(in: 29...31, using: &random)
      let count = Int.random(in: 1...Repetition.mostSteps, using: &random)
      let choices: [Repetition] = [
        .days(count), .weeks(count), .weekdays, .months(count), .years(count),
        // As they are after the day has fallen short.
        date.day == date.daysInMonth && day > date.day
          ? .months(count).with(anchor: .init(day: day)) : .days(1),
        date.month == 2 && date.day == 28 && date.daysInMonth == 28
          ? .years(count).with(anchor: .init(month: 2, day: 29)) : .days(1),
        .random(using: &random), .random(using: &random), .random(using: &random),
      ]
      var repetition = choices.randomElement(using: &random) ?? .weekdays
      repetition.isWhenDone = false
      guard let rule = RecurrenceRule.text(of: repetition, due: date) else {
        #expect(Set(repetition.places.map(\.kind)).count > 1)
        continue
      }
      let read = RecurrenceRule(rule)?.repetition(due: date)
      #expect(
        read?.isSame(as: repetition, due: date) == true,
        "\(rule) \(date) \(repetition.storedText) \(read?.storedText ?? "-") seed \(seed)")
    }
  }
}

extension Repetition.Place {
  /// The kind of days that are counted.
  fileprivate var kind: Int {
    switch counted {
    case .days: 0
    case .weekday: 1
    case .workdays: 2
    }
  }
}
