import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Tasks of calendars, property by property.
struct ICalendarReadingTests {
  @Test(arguments: [
    (#"a\\b\;c\,d\ne\Nf"#, "a\\b;c,d\ne\nf"), (#"C:\path\"#, #"C:\path\"#), (#"a\\n"#, #"a\n"#),
    ("  a ", "  a "), ("a;b,c:d\"e\"", "a;b,c:d\"e\""),
  ])
  func `a text has its escapes undone`(value: String, text: String) throws {
    let file = try CalendarText.read(
      CalendarText.calendar(CalendarText.task("SUMMARY:\(value)", "DESCRIPTION:\(value)")))
    let item = try #require(file.lists.first?.items.first)
    #expect(item.item.text.hasSameCodeUnits(as: text))
    #expect(item.item.note.hasSameCodeUnits(as: text))
    #expect(item.named == [.note, .origin])
    #expect(item.line == 3)
  }

  @Test(arguments: ["\r\n", "\n"])
  func `lines may end with CR and LF or LF alone, and have folds`(end: String) throws {
    let text = [
      "BEGIN:VCALENDAR", "BEGIN:VTODO", "SUMM", " ARY:Milk", "\t and", "  bread",
      "END:VTODO", "END:VCALENDAR",
    ].joined(separator: end)
    let file = try CalendarText.read(Array(text.utf8))
    #expect(file.lists.map { $0.items.map(\.item.text) } == [["Milk and bread"]])
  }

  @Test func `a fold may be inside of a character`() throws {
    let bytes = CalendarText.calendar(CalendarText.task("SUMMARY:caf\u{E9}\u{1F95B}!"))
    for end in [[13, 10, 32], [10, 9]] as [[UInt8]] {
      var folded: [UInt8] = []
      for byte in bytes {
        if byte & 0xC0 == 0x80 { folded += end }
        folded.append(byte)
      }
      let file = try CalendarText.read(folded)
      #expect(file.lists.map { $0.items.map(\.item.text) } == [["caf\u{E9}\u{1F95B}!"]])
    }
  }

  @Test(
    arguments: [
      ([], nil), (["STATUS:NEEDS-ACTION"], false), (["STATUS:IN-PROCESS"], false),
      (["STATUS:COMPLETED"], true), (["STATUS:completed"], true), (["PERCENT-COMPLETE:100"], true),
      (["PERCENT-COMPLETE:50"], false), (["COMPLETED:20261121T090000Z"], true),
      (["STATUS:NEEDS-ACTION", "COMPLETED:20261121T090000Z"], false),
      (["STATUS:COMPLETED", "PERCENT-COMPLETE:50"], true),
    ] as [([String], Bool?)])
  func `a task is done, open or skipped`(lines: [String], isChecked: Bool?) throws {
    let item = try CalendarText.item(lines.joined(separator: "\r\n"))
    #expect(item.item.isChecked == isChecked ?? false)
    #expect(item.named[.checked] == (isChecked != nil))
    let isTimed = item.item.isChecked && lines.last?.hasPrefix("COMPLETED") == true
    #expect(item.item.completed == (isTimed ? try Date(utc: "2026-11-21T09:00:00Z") : nil))
  }

  @Test func `a cancelled task is skipped, and a changed occurrence is left out`() throws {
    let file = try CalendarText.read(
      CalendarText.calendar(
        CalendarText.task("SUMMARY:a", "STATUS:CANCELLED"), CalendarText.task("SUMMARY:b"),
        CalendarText.task("SUMMARY:c", "STATUS:Cancelled"),
        CalendarText.task("SUMMARY:d", "RECURRENCE-ID:20261121T090000Z")))
    #expect(file.lists.map { $0.items.map(\.item.text) } == [["a", "b", "c"]])
    #expect(file.lists[0].items.map(\.item.state) == [.skipped, .open, .skipped])
    #expect(file.warnings.skippedItems == 1)
    #expect(
      file.warnings.texts == ["1 changed occurrence of a repeated item was left out (line 14)"])
  }

  @Test func `an identity is this program's, or a hash that is always the same`() throws {
    let own = try CalendarText.item("UID:63686B6C-7374-8001-8234-56789abcdef0")
    #expect(own.item.id == 0x1234_5678_9ABC_DEF0)
    #expect(own.hasIdentity && own.item.origin == nil)
    let other = try CalendarText.item(#"UID:a\,b@c"#)
    #expect(other.item.id == ItemIdentity.identity(.icalendar, #"a\,b@c"#))
    #expect(other.hasIdentity && other.item.origin?["icalendar"]?.id == #"a\,b@c"#)
    for lines in ["", "UID:"] { #expect(try !CalendarText.item(lines).hasIdentity) }
  }

  @Test(
    arguments: [
      (["NAME:One", "X-WR-CALNAME:Two"], "One"), (["X-WR-CALNAME:Tw\\,o"], "Tw,o"),
      (["NAME: ", "X-WR-CALNAME:Two"], "Two"), (["NAME:"], nil), ([], nil),
      // An export leaves them out, and the next import must know the list.
      (["NAME:O\u{1}n\u{7F}e"], "One"), (["X-WR-CALNAME:Two\u{8}\t\\n2"], "Two\t\n2"),
      (["NAME:\u{1}"], nil),
    ] as [([String], String?)])
  func `a calendar has a name`(lines: [String], name: String?) throws {
    let file = try CalendarText.read(
      CalendarText.calendar(
        CalendarText.task("SUMMARY:a"), lines.joined(separator: "\r\n")))
    #expect(file.lists.map(\.name) == [name])
    #expect(file.warnings.texts == [])
  }

  @Test func `calendars of one name are one list, and those without tasks are none`() throws {
    let bytes = ["x", "y", "x"].flatMap {
      CalendarText.calendar("NAME:\($0)", CalendarText.task("SUMMARY:in \($0)"))
    }
    let file = try CalendarText.read(bytes + CalendarText.calendar("NAME:z"))
    #expect(file.lists.map(\.name) == ["x", "y"])
    #expect(file.lists.map { $0.items.count } == [2, 1])
  }

  @Test(
    arguments: [
      ("A,B,C\\,D", "A", "CATEGORIES:B,C\\,D"), ("A", "A", nil), (" ,B", "B", nil), ("", nil, nil),
      (#"A\,B"#, "A,B", nil), (",,", nil, nil),
    ] as [(String, String?, String?)])
  func `the first category is the section`(value: String, name: String?, kept: String?) throws {
    let item = try CalendarText.item("CATEGORIES:\(value)")
    #expect(item.item.section == name)
    #expect(item.named[.section])
    #expect(item.item.origin?["icalendar"]?.fields == kept.map { [$0] })
  }

  @Test func `a long category is shortened`() throws {
    let item = try CalendarText.item("CATEGORIES:\(String(repeating: "a", count: 256))")
    #expect(item.item.section == String(repeating: "a", count: 255))
    #expect(item.hasCutSection)
  }

  @Test func `the order is the file's, or the one that all have`() throws {
    let ordered = CalendarText.calendar(
      CalendarText.task("SUMMARY:a", "X-APPLE-SORT-ORDER:3"),
      CalendarText.task("SUMMARY:b", "X-APPLE-SORT-ORDER:-1"),
      CalendarText.task("SUMMARY:c", "X-APPLE-SORT-ORDER:3"))
    #expect(try CalendarText.read(ordered).lists[0].items.map(\.item.text) == ["b", "a", "c"])
    let partly = CalendarText.calendar(
      CalendarText.task("SUMMARY:a", "X-APPLE-SORT-ORDER:3"), CalendarText.task("SUMMARY:b"),
      CalendarText.task("SUMMARY:c", "X-APPLE-SORT-ORDER:1"))
    #expect(try CalendarText.read(partly).lists[0].items.map(\.item.text) == ["a", "b", "c"])
  }

  @Test func `a part of a task stands after it`() throws {
    func task(_ id: String, _ parent: String?, type: String = "") -> String {
      CalendarText.task(
        "UID:\(id)", "SUMMARY:\(id)", parent.map { "RELATED-TO\(type):\($0)" } ?? "X-A:1")
    }
    let file = try CalendarText.read(
      CalendarText.calendar(
        task("c", "b"), task("a", nil), task("e", "missing"), task("b", "a"), task("d", "a"),
        task("f", "a", type: ";RELTYPE=SIBLING"), task("g", "h"), task("h", "g"), task("i", "i")))
    #expect(file.lists[0].items.map(\.item.text) == ["a", "b", "c", "d", "e", "f", "i", "g", "h"])
    #expect(file.warnings.texts == ["5 items that are part of others are below them"])
    #expect(file.lists[0].items[1].item.origin?["icalendar"]?.fields == ["RELATED-TO:a"])
  }

  @Test func `a bad property among good ones is ignored`() throws {
    let file = try CalendarText.read(
      CalendarText.calendar(
        CalendarText.task(
          "SUMMARY:a", "DUE:tomorrow", "STATUS:DONE", "PERCENT-COMPLETE:101", "no property",
          "CREATED:20261332T000000Z", "DTSTART:2026", "DURATION:4D", "COMPLETED:", "UID:\u{1}",
          "X-APPLE-SORT-ORDER:first", "X-A:\u{1}", "DESCRIPTION:b")))
    #expect(file.lists[0].items.map(\.item.text) == ["a"])
    #expect(file.lists[0].items.map(\.item.note) == ["b"])
    #expect(file.lists[0].items[0].named == [.note, .origin])
    #expect(
      file.warnings.texts == [
        "8 properties that are not understood were left out (the first on line 5)",
        "1 property with control characters was left out (line 3)",
        "1 line that is not understood was left out (line 8)",
      ])
  }

  @Test func `properties without a value say nothing`() throws {
    let item = try CalendarText.item(
      "DTSTART:", "STATUS:", "COMPLETED:", "DUE:", "RRULE:", "PRIORITY:", "DURATION:",
      "PERCENT-COMPLETE:", "CREATED:", "X-APPLE-SORT-ORDER:", "EXDATE:")
    #expect(item.named == [.origin])
    #expect(item.item.origin == nil)
  }

  @Test(arguments: [
    ["DTSTART;VALUE=DATE:20261217", "DUE:20261218T100000Z"],
    ["DTSTART:20261219T100000Z", "DUE:20261218T100000Z"],
    ["DTSTART;VALUE=DATE:20261219", "DUE;VALUE=DATE:20261218"],
    ["DTSTART;TZID=Europe/Berlin:20261219T100000", "DUE;TZID=Europe/Berlin:20261218T100000"],
  ])
  func `a start that cannot begin the task is given back while it is due as it was`(
    lines: [String]
  ) throws {
    var item = try CalendarText.item(lines.joined(separator: "\r\n")).item
    let written = CalendarText.written([item])
    #expect(lines.filter(written.contains) == lines)
    item.due = .moment(try Date(utc: "2026-12-17T10:00:00Z"))
    #expect(!CalendarText.written([item]).contains(lines[0]))
  }

  @Test func `the same UID twice and a task without a SUMMARY are for the plan of the import`()
    throws
  {
    let file = try CalendarText.read(
      CalendarText.calendar(
        CalendarText.task("UID:1", "SUMMARY:a"), CalendarText.task("UID:1", "SUMMARY:b"),
        CalendarText.task("UID:2")))
    let document = ChecklistDocument()
    let plan = try ImportPlan(
      [file], into: document,
      ImportTarget(unnamed: ListResolver(named: nil) { nil }, name: "L"), at: Date(),
      in: CalendarText.zone)
    #expect(plan.count.added == 1)
    #expect(plan.skipped == 2)
    #expect(
      plan.warnings.texts == [
        "1 item was left out, since it is repeated below (line 7)",
        "1 item without a text was left out (line 11)",
      ])
  }

  @Test(arguments: ["VERSION:1.0", "version: 1.0 ", "VERSION;X=1:1.0"])
  func `vCalendar is refused with its name and the way out`(version: String) {
    let text = "BEGIN:VCALENDAR\n\(version)\nBEGIN:VTODO\nSUMMARY:a\nEND:VTODO\nEND:VCALENDAR\n"
    #expect(
      throws: InterchangeError(
        line: 2, "the file is a vCalendar 1.0, a format from before 1998 that is not supported",
        hint: "Export iCalendar (VERSION:2.0) from the program that wrote the file.")
    ) { try CalendarText.read(Array(text.utf8)) }
  }

  @Test func `a property in quoted-printable is left out, since its text would be wrong`() throws {
    let file = try CalendarText.read(
      CalendarText.calendar(
        CalendarText.task(
          "SUMMARY:a", "DESCRIPTION;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9=", "and milk",
          "LOCATION;encoding=quoted-printable;CHARSET=UTF-8:=C3=A9", "X-A;ENCODING=BASE64:YQ==")))
    let item = try #require(file.lists.first?.items.first?.item)
    #expect(item.note == nil)
    #expect(item.origin?["icalendar"]?.fields == ["X-A;ENCODING=BASE64:YQ=="])
    #expect(
      file.warnings.texts == [
        "2 properties that are not understood were left out (the first on line 5)",
        "1 line that is not understood was left out (line 6)",
      ])
  }

  @Test(arguments: [
    ("", "the file is not a calendar: it has no BEGIN:VCALENDAR here"),
    (
      "BEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n",
      "line 1: the file is not a calendar: it has no BEGIN:VCALENDAR here"
    ),
    (
      "\nx\nBEGIN:VCALENDAR\nEND:VCALENDAR",
      "line 2: the file is not a calendar: it has no BEGIN:VCALENDAR here"
    ),
    (
      "BEGIN:VCALENDAR\nEND:VCALENDAR\nX:1",
      "line 3: the file is not a calendar: it has no BEGIN:VCALENDAR here"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR",
      "the calendar has no task (VTODO)"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\n",
      "line 2: the file ends before the END of VTODO, which begins here"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VTODO\n",
      "line 1: the file ends before the END of VCALENDAR, which begins here"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nBEGIN:VALARM\n",
      "line 3: the file ends before the END of VALARM, which begins here"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VCALENDAR\n",
      "line 3: END:VCALENDAR is inside of VTODO, which begins on line 2"
    ),
    (
      "BEGIN:VCALENDAR\nEND:VTODO\n",
      "line 2: END:VTODO is inside of VCALENDAR, which begins on line 1"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VALARM\n",
      "line 3: END:VALARM is inside of VEVENT, which begins on line 2"
    ),
  ])
  func `a damaged file is refused with its place`(text: String, message: String) {
    #expect {
      try CalendarText.read(Array(text.utf8))
    } throws: {
      ($0 as? InterchangeError)?.description == message
    }
  }

  @Test func `a calendar is known by its beginning`() {
    #expect(ICalendarFormat.recognizes(Array("\u{FEFF}\r\n begin:vcalendar\r\n".utf8)))
    #expect(!ICalendarFormat.recognizes(Array("BEGIN:VCARD".utf8)))
    #expect(!ICalendarFormat.recognizes([]))
  }
}
