import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Calendars that are written.
struct ICalendarWritingTests {
  private static let begin = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//checklists//checklists//EN", "NAME:L",
    "X-WR-CALNAME:L",
  ]

  @Test func `an item is a task`() throws {
    var item = ChecklistItem("a\\b;c,d\ne\u{9}f", id: 0x1234_5678_9ABC_DEF0, now: CalendarText.now)
    item.note = "n\r\nm"
    item.section = "S,T"
    item.due = .day(
      try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: CalendarText.zone)))
    item.repetition = .weeks(2)
    var done = ChecklistItem("b", id: 1, now: CalendarText.now)
    done.setChecked(true, now: CalendarText.now + 60)
    done.due = .moment(try Date(utc: "2026-12-24T17:00:00Z"))
    #expect(
      CalendarText.written([item, done]) == Self.begin + [
        "BEGIN:VTODO", "UID:63686b6c-7374-8001-8234-56789abcdef0", "DTSTAMP:20260601T094640Z",
        "CREATED:20260601T094640Z", "LAST-MODIFIED:20260601T094640Z",
        "SUMMARY:a\\\\b\\;c\\,d\\ne\tf", "DESCRIPTION:n\\nm", "STATUS:NEEDS-ACTION",
        "DUE;VALUE=DATE:20261224", "RRULE:FREQ=WEEKLY;INTERVAL=2", "CATEGORIES:S\\,T",
        "X-APPLE-SORT-ORDER:1", "END:VTODO", "BEGIN:VTODO",
        "UID:63686b6c-7374-8000-8000-000000000001", "DTSTAMP:20260601T094640Z",
        "CREATED:20260601T094640Z", "LAST-MODIFIED:20260601T094640Z", "SUMMARY:b",
        "STATUS:COMPLETED", "COMPLETED:20260601T094740Z", "PERCENT-COMPLETE:100",
        "DUE:20261224T170000Z", "X-APPLE-SORT-ORDER:2", "END:VTODO", "END:VCALENDAR", "",
      ])
  }

  @Test func `a line has at most 75 bytes, and is folded between characters`() throws {
    var list = Checklist("L", id: 1)
    list.items = ["a", "\u{E9}", "\u{1F95B}", "e\u{301}"].flatMap { unit in
      (1...160).map { ChecklistItem(String(repeating: unit, count: $0), now: CalendarText.now) }
    }
    let bytes = ICalendarFormat.write([ExportedList(list)], CalendarText.exporting).bytes
    let lines = bytes.split(separator: 10)
    #expect(lines.allSatisfy { $0.last == 13 && $0.count <= 76 })
    #expect(lines.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
    #expect(lines.contains { $0.count == 76 })
    let read = try CalendarText.read(bytes)
    #expect(read.lists.first?.items.map(\.item) == list.items)
  }

  @Test func `control characters are left out`() throws {
    var list = Checklist("L", id: 1)
    list.items = [ChecklistItem("a\u{1}b\rc\u{7F}\r\nd\u{85}e\u{2028}f", now: CalendarText.now)]
    let file = ICalendarFormat.write([ExportedList(list)], CalendarText.exporting)
    #expect(file.warnings.texts == ["iCalendar has no control characters (1 text)"])
    let read = try CalendarText.read(file.bytes).lists[0].items[0].item.text
    #expect(read.hasSameCodeUnits(as: "ab\nc\nd\u{85}e\u{2028}f"))
  }

  /// The lines of a task that was read and is written again, but for those that each has.
  private static func givenBack(
    _ lines: String..., change: (inout ChecklistItem) -> Void = { _ in }
  ) throws -> [String] {
    var item = try CalendarText.item(lines.joined(separator: "\r\n")).item
    change(&item)
    let common = [
      "BEGIN:VCALENDAR", "VERSION", "PRODID", "NAME", "X-WR-CALNAME", "DTSTAMP",
      "CREATED", "LAST-MODIFIED", "SUMMARY", "X-APPLE-SORT-ORDER", "BEGIN:VTODO", "END:VTODO",
      "END:VCALENDAR", "UID:63686b6c",
    ]
    return CalendarText.written([item]).filter { line in
      !line.isEmpty && !common.contains { line.hasPrefix($0) }
    }
  }

  @Test func `properties that are not supported here are given back`() throws {
    #expect(
      try Self.givenBack(
        "UID:a@b", "CLASS:PRIVATE", "PRIORITY;X=\"y:z\":1", "CATEGORIES:S,T\\,U",
        "RELATED-TO;RELTYPE=CHILD:c", "BEGIN:VALARM", "TRIGGER:-PT5M", "begin:x-a", "X-B:1",
        "end:x-a", "END:VALARM", "X-EMPTY:", "COMMENT:\(String(repeating: "long ", count: 40))",
        "DTSTART:20261220T100000", "DUE:20261224T100000Z")
        == [
          "UID:a@b", "STATUS:NEEDS-ACTION", "DUE:20261224T100000Z", "CATEGORIES:S,T\\,U",
          "CLASS:PRIVATE", "PRIORITY;X=\"y:z\":1",
          "RELATED-TO;RELTYPE=CHILD:c", "X-EMPTY:",
          "COMMENT:\(String(repeating: "long ", count: 40))", "DTSTART:20261220T090000Z",
          "BEGIN:VALARM", "TRIGGER:-PT5M", "begin:x-a", "X-B:1", "end:x-a", "END:VALARM",
        ])
  }

  @Test func `how far a task is counts while it is open`() throws {
    let lines = "STATUS:IN-PROCESS\r\nPERCENT-COMPLETE:40"
    #expect(try Self.givenBack(lines) == ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"])
    #expect(
      try Self.givenBack(lines) { $0.isChecked = true } == [
        "STATUS:COMPLETED", "PERCENT-COMPLETE:100",
      ])
  }

  @Test(arguments: [
    ["DUE;VALUE=DATE:20261224", "DTSTART:20261220T100000Z"],
    ["DUE:20261224T100000Z", "DTSTART:20261225T100000Z"],
  ])
  func `a start that does not fit the due date is kept with it`(lines: [String]) throws {
    let item = try CalendarText.item(lines.joined(separator: "\r\n")).item
    #expect(item.origin?["icalendar"]?.fields == lines)
  }

  @Test func `a start is given back where it fits the due date`() throws {
    let day = "DTSTART;VALUE=DATE:20261220"
    #expect(try Self.givenBack(day) == ["STATUS:NEEDS-ACTION", day])
    for (due, fits) in [
      ("2026-12-20", true), ("2026-12-19", false), ("2026-12-24T10:00:00Z", false),
    ] {
      let lines = try Self.givenBack(day) { item in
        let parts = due.prefix(10).split(separator: "-").compactMap { Int($0) }
        item.due =
          (try? Date(utc: due)).map { .moment($0) }
          ?? DueDate.Day(year: parts[0], month: parts[1], day: parts[2], in: CalendarText.zone)
          .map { .day($0) }
      }
      #expect(lines.contains(day) == fits)
    }
  }

  @Test func `a rule from a calendar counts before a repetition, of which is warned`() throws {
    let read = try CalendarText.read(
      CalendarText.calendar(
        CalendarText.task("SUMMARY:a", "DUE;VALUE=DATE:20261224", "RRULE:FREQ=YEARLY;BYWEEKNO=20")))
    #expect(
      read.warnings.texts == [
        "1 item repeats in a way that is not supported here; its rule is kept for calendars "
          + "(line 3)"
      ])
    var item = try #require(read.lists.first?.items.first).item
    item.repetition = .days(1)
    var list = Checklist("", id: 1)
    list.items = [item]
    let file = ICalendarFormat.write([ExportedList(list)], CalendarText.exporting)
    #expect(
      file.warnings.texts == [
        "1 repetition is not written, since the item has another rule from its calendar"
      ])
  }

  @Test(arguments: [
    "END:VTODO", "X:1\nEND:VTODO\nEND:VCALENDAR", "BEGIN:VALARM", "BEGIN:A\nEND:A\nEND:VTODO",
    "BEGIN:A\nX:1", "no property", "", "SUMMARY:other", "X:a\rb", "X:\u{0}", "UID:2",
    "BEGIN:A\n\nEND:A",
  ])
  func `a document cannot have lines that damage the calendar`(field: String) throws {
    var item = ChecklistItem("a", id: 1, now: CalendarText.now)
    item.origin = ItemOrigin("icalendar", id: "1\r\nEND:VTODO", fields: [field, "X-A:1"])
    #expect(
      CalendarText.written([item]).suffix(4) == [
        "X-A:1", "END:VTODO", "END:VCALENDAR", "",
      ])
    let read = try CalendarText.read(
      Array(CalendarText.written([item]).joined(separator: "\r\n").utf8))
    #expect(read.lists.first?.items.first?.item.id == 1)
    #expect(read.lists.first?.items.first?.item.origin?["icalendar"]?.fields == ["X-A:1"])
  }

  @Test func `a date beyond the year 9999 is not written`() throws {
    var list = Checklist("L", id: 1)
    var item = ChecklistItem("a", now: CalendarText.now)
    item.due = .moment(Date(timeIntervalSinceReferenceDate: 1e15))
    list.items = [item]
    let file = ICalendarFormat.write([ExportedList(list)], CalendarText.exporting)
    #expect(file.warnings.texts == ["iCalendar has no dates beyond the year 9999 (1 item)"])
    #expect(try CalendarText.read(file.bytes).lists[0].items[0].item.due == nil)
  }
}
