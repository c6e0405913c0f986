import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Taskwarrior's JSON.
struct TaskwarriorFormatTests {
  static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  static let zone = TestZone.berlin.rules

  static func read(_ text: String) throws -> ImportedFile {
    try read(Array(text.utf8))
  }

  static func read(_ bytes: [UInt8]) throws -> ImportedFile {
    try TaskwarriorFormat.read(bytes, ImportOptions(now: now, zone: zone))
  }

  static func write(_ lists: [Checklist]) -> ExportedFile {
    TaskwarriorFormat.write([ExportedList](lists), ExportOptions(now: now, zone: zone))
  }

  static func text(_ items: [ChecklistItem], in name: String = "L") -> String {
    var list = Checklist(name)
    list.items = items
    return String(decoding: write([list]).bytes, as: UTF8.self)
  }

  @Test func `an item is a task`() throws {
    var item = ChecklistItem("a \"b\" \\ é😀\u{1}", id: 0x1234_5678_9ABC_DEF0, now: Self.now)
    item.note = "n"
    item.section = "S"
    item.due = .day(try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: Self.zone)))
    var done = ChecklistItem("b\nc", id: 1, now: Self.now)
    done.setChecked(true, now: Self.now + 60)
    done.due = .moment(try Date(utc: "2026-12-24T17:00:00Z"))
    #expect(
      Self.text([item, done], in: "My list") == """
        [
        {"uuid":"63686b6c-7374-8001-8234-56789abcdef0","description":"a \\"b\\" \\\\ é😀\\u0001",\
        "status":"pending","entry":"20260601T094640Z","due":"20261223T230000Z",\
        "annotations":[{"description":"n","entry":"20260601T094640Z"}],"project":"My list",\
        "checklistsorder":"1","checklistssection":"S"},
        {"uuid":"63686b6c-7374-8000-8000-000000000001","description":"b\\u000ac",\
        "status":"completed","entry":"20260601T094640Z","end":"20260601T094740Z",\
        "due":"20261224T170000Z","project":"My list","checklistsorder":"2"}
        ]

        """)
    #expect(Self.text([]) == "[\n]\n")
  }

  @Test(
    arguments: [
      ("daily", "1d"), ("day", "1d"), ("weekdays", "weekdays"), ("weekly", "1w"),
      ("sennight", "1w"),
      ("biweekly", "2w"), ("fortnight", "2w"), ("2 weeks", "2w"), ("10wks", "10w"),
      ("monthly", "1month"), ("3mo", "3month"), ("2 mths", "2month"), ("bimonthly", "2month"),
      ("quarterly", "3month"), ("2q", "6month"), ("3qtrs", "9month"), ("semiannual", "6month"),
      ("annual", "1y"), ("yearly", "1y"), ("4yrs", "4y"), ("biannual", "2y"), ("biyearly", "2y"),
      ("P10D", "10d"), ("P3W", "3w"), ("P1M", "1month"), ("p2y", "2y"), ("hourly", nil),
      ("PT1H", nil), ("0d", nil), ("3m", nil), ("P", nil), ("d d", nil), ("", nil),
    ] as [(String, String?)])
  func `its words for how often are repetitions`(word: String, stored: String?) {
    #expect(TaskwarriorRecurrence.repetition(word)?.storedText == stored)
  }

  @Test func `the last open task of one that recurs has the rule`() throws {
    func task(_ number: Int, _ status: String, _ day: String) -> String {
      """
      {"uuid":"\(number)","description":"\(number)","status":"\(status)","recur":"weekly",
      "parent":"p","due":"\(day)T000000Z"}
      """
    }
    let tasks = [
      task(1, "completed", "20261216"), task(2, "pending", "20261209"),
      task(3, "pending", "20261202"),
    ]
    let items = try Self.read("[\(tasks.joined(separator: ","))]").lists[0].items
    #expect(items.map(\.item.repetition) == [nil, .weeks(1), nil])
    var exported = items.map(\.item)
    #expect(Self.text(exported).components(separatedBy: "\"recur\":\"weekly\"").count == 4)
    exported[1].repetition = .days(1)
    var list = Checklist("L")
    list.items = exported
    let file = Self.write([list])
    #expect(file.warnings.texts == ["Taskwarrior has no repetitions (1 item)"])
    #expect(String(decoding: file.bytes, as: UTF8.self).components(separatedBy: "recur").count == 3)
  }

  @Test func `another rule is kept, of which is warned`() throws {
    let file = try Self.read(
      """
      [{"description":"a","status":"pending","recur":"hourly","due":"20261209T000000Z"}]
      """)
    #expect(
      file.warnings.texts == [
        "1 item repeats in a way that is not supported here; its rule is kept for Taskwarrior "
          + "(line 1)"
      ])
    let item = file.lists[0].items[0].item
    #expect(item.repetition == nil)
    #expect(item.origin?["taskwarrior"]?.fields == ["\"recur\":\"hourly\""])
  }

  @Test func `random items come back equal`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomItems(seed: seed, limits: .once, zone: Self.zone)
    for _ in 0..<40 {
      let lists = random.lists(3, items: 20)
      let exported = Self.write(lists)
      let file = try Self.read(exported.bytes)
      #expect(exported.warnings.texts == lists.exportWarnings(of: "Taskwarrior"))
      #expect(file.warnings.texts == [])
      let filled = lists.filter { !$0.items.isEmpty }.map(\.flat)
      #expect(file.lists.map(\.name) == filled.map(\.name))
      for (read, list) in zip(file.lists, filled) {
        // What a file does not name stays as it is.
        let items = zip(read.items, list.items).map { read, item in
          var read = read
          if !read.named[.created] { read.item.created = item.created }
          #expect(read.named[.section] == (item.section != nil))
          return read.item
        }
        #expect(items == list.items, "seed \(seed)")
        #expect(read.items.allSatisfy { $0.hasIdentity })
      }
    }
  }

  @Test func `what this program does not know is given back`() throws {
    let uuid = "a0f278d4-a62c-4621-a1f9-27e2fd5466b2"
    let task = """
      {"id":3,"uuid":"\(uuid)","description":"a","status":"waiting","entry":"20260601T094640Z",\
      "modified":"20260601T094640Z","urgency":2.5,"wait":"20270101T000000Z","tags":["x","y"],\
      "priority":"H","depends":["\(uuid)"],"est\\"imate":1.5,"nothing":null,\
      "annotations":[{"entry":"20260601T094641Z","description":"one"},\
      {"entry":"20260601T094642Z","description":"two"}]}
      """
    let item = try #require(try Self.read("[\n\(task)\n]\n").lists.first?.items.first?.item)
    #expect(item.note == "one\ntwo")
    #expect(item.isChecked == false)
    let entry = try #require(item.origin?["taskwarrior"])
    #expect(entry.id == uuid)
    #expect(
      entry.fields == [
        #""wait":"20270101T000000Z""#, #""tags":["x","y"]"#, #""priority":"H""#,
        #""depends":["\#(uuid)"]"#, #""est\"imate":1.5"#,
        #""annotations":[{"entry":"20260601T094641Z","description":"one"},"#
          + #"{"entry":"20260601T094642Z","description":"two"}]"#,
        #""status":"waiting""#,
      ])
    let again = Self.text([item])
    #expect(
      again == """
        [
        {"uuid":"\(uuid)","description":"a","status":"waiting","entry":"20260601T094640Z",\
        "annotations":[{"entry":"20260601T094641Z","description":"one"},\
        {"entry":"20260601T094642Z","description":"two"}],"project":"L","checklistsorder":"1",\
        "wait":"20270101T000000Z","tags":["x","y"],"priority":"H","depends":["\(uuid)"],\
        "est\\"imate":1.5}
        ]

        """)
    #expect(try Self.read(again).lists.first?.items.first?.item == item)
    var changed = item
    changed.note = "three"
    changed.setChecked(true, now: Self.now)
    #expect(
      Self.text([changed]).contains(
        #""status":"completed","entry":"20260601T094640Z","end":"20260601T094640Z","#
          + #""annotations":[{"description":"three","entry":"20260601T094640Z"}],"#))
  }

  @Test(arguments: [
    (#""Made""#, "Made", 0), (#"{"description":"one"}"#, "one", 0), (#"["a","b"]"#, "a\nb", 0),
    (#"[{"description":"a"},"b",7,{"entry":"x"},null]"#, "a\nb", 2), ("5", nil, 1),
    ("null", nil, 0), ("[]", nil, 0), (#"{"text":"a"}"#, nil, 1),
  ])
  func `annotations in another form are read, or warned of`(
    annotations: String, note: String?, lost: Int
  ) throws {
    let file = try Self.read(#"{"description":"a","annotations":\#(annotations)}"#)
    let item = file.lists[0].items[0].item
    #expect(item.note == note)
    let many = "annotations were left out, since they have no text (the first on line 1)"
    let one = "1 annotation was left out, since it has no text (line 1)"
    #expect(file.warnings.texts == (lost == 0 ? [] : lost == 1 ? [one] : ["\(lost) \(many)"]))
    // It is written as Taskwarrior reads it.
    #expect(try Self.read(Self.text([item])).lists[0].items[0].item.note == note)
  }

  @Test func `what a document keeps wrongly is not written`() {
    var item = ChecklistItem("a", id: 1, now: Self.now)
    item.origin = ItemOrigin(
      "taskwarrior",
      fields: [
        "\"a\":1,\"b\":2", "}", "", "\"a\":[", "\"uuid\":\"x\"", "\"annotations\":5", "\"ok\":{}",
        "\"b\":1}{", "\u{1}",
      ])
    #expect(
      Self.text([item], in: "") == """
        [
        {"uuid":"63686b6c-7374-8000-8000-000000000001","description":"a","status":"pending",\
        "entry":"20260601T094640Z","checklistsorder":"1","ok":{}}
        ]

        """)
  }

  @Test(arguments: [
    "{\"description\":\"a\"}", "[{\"description\":\"a\"}]", "\u{FEFF}\n{\"description\":\"a\"}\n\n",
    "{\"description\":\"a\"},\n",
  ])
  func `a file is an array, a task, or tasks in lines`(text: String) throws {
    #expect(try Self.read(text).lists.map { $0.items.map(\.item.text) } == [["a"]])
    let twice = "\(text)\n\(text.replacing("\u{FEFF}", with: ""))"
    #expect(try Self.read(twice).lists.map { $0.items.map(\.item.text) } == [["a", "a"]])
  }

  @Test func `dates are moments, and the ends of a day the day`() throws {
    func due(_ text: String) throws -> String? {
      try Self.read("{\"description\":\"a\",\"due\":\(text)}").lists[0].items[0].item.due?
        .description
    }
    #expect(try due("\"20261223T230000Z\"") == "2026-12-24")
    #expect(try due("\"20261224T225959Z\"") == "2026-12-24")
    #expect(try due("\"20261224T225958Z\"") == "2026-12-24T22:59:58Z")
    #expect(try due("\"20261224T180000\"") == "2026-12-24T17:00:00Z")
    #expect(try due("\"2026-12-24T18:00:00.5Z\"") == "2026-12-24T18:00:00Z")
    #expect(try due("\"2026-12-24\"") == "2026-12-24")
    #expect(try due("\"20261224\"") == "2026-12-24")
    #expect(try due("\"1798131600\"") == "2026-12-24T17:00:00Z")
    #expect(try due("1798131600") == "2026-12-24T17:00:00Z")
    #expect(try due("\"\"") == nil)
    let file = try Self.read("{\"description\":\"a\",\"due\":\"whenever\"}")
    #expect(file.lists[0].items[0].named[.due] == false)
    #expect(file.warnings.texts == ["1 date was left out, since it was not understood (line 1)"])
  }

  @Test func `tasks stand in the order of this program, new ones last`() throws {
    let file = try Self.read(
      """
      {"description":"c","project":"P","checklistsorder":"10.000000"}
      {"description":"new"  ,"project":"P"}
      {"description":"b","project":"P","checklistsorder":9}
      {"description":"other"}
      {"description":"odd","project":"P","checklistsorder":"nan"}
      """)
    #expect(file.lists.map(\.name) == ["P", nil])
    #expect(file.lists.map { $0.items.map(\.item.text) } == [["b", "c", "new", "odd"], ["other"]])
  }

  @Test func `of a task that comes twice the last one counts`() throws {
    let file = try Self.read(
      """
      {"description":"a","uuid":"1"}
      {"description":"b","uuid":"2"}
      {"description":"c","uuid":"1"}
      {"description":"b","uuid":"2","status":"deleted"}
      {"description":"r","status":"recurring"}
      {"description":"d","status":"odd"}
      {"description":""}
      {"description":" ","status":"pending"}
      {"uuid":"3"}
      5
      """.replacing("\n5", with: "\n[5]"))
    #expect(file.lists.map { $0.items.map(\.item.text) } == [["c", "d", "", " ", ""]])
    #expect(
      file.warnings.texts == [
        "2 items were left out, since they are repeated below (the first on line 1)",
        "1 deleted task was left out (line 4)", "1 recurring task was left out (line 5)",
        "1 item with an unknown status was imported as open (line 6)",
        "1 item was left out, since it is not an object (line 10)",
      ])
  }

  @Test func `halves of characters are put together`() throws {
    let bytes =
      Array("{\"description\":\"a".utf8) + [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]
      + Array("퟿b\",\"status\":\"pending\"}".utf8)
    #expect(try Self.read(bytes).lists[0].items[0].item.text == "a😀\u{D7FF}b")
    #expect(
      throws: InterchangeError(
        line: 1, "the file is not UTF-8 text",
        hint: "Convert it with: iconv -f ENCODING -t UTF-8 FILE")
    ) {
      try Self.read(Array("{\"description\":\"".utf8) + [0xED, 0xA0, 0xBD] + Array("abcd\"}".utf8))
    }
  }

  @Test func `a damaged file is refused with its line`() {
    for (text, message) in [
      ("", "the file is empty"),
      ("[{\"description\":\"a\"},\n{\"descr", "line 2: the file ends in a string (column 8)"),
      ("{\"description\":\"a\"}\nf92d", "line 2: expected a task, found 'f' (column 1)"),
      ("{} 5", "line 1: expected a task, found '5' (column 4)"),
    ] {
      #expect { try Self.read(text) } throws: { ($0 as? InterchangeError)?.description == message }
    }
  }

  @Test func `a file is known by its first members`() {
    #expect(
      TaskwarriorFormat.recognizes(Array("[\n{\"id\":1,\"description\":\"a\",\"entry\":".utf8)))
    #expect(TaskwarriorFormat.recognizes(Array("{\"description\":\"a\",\"uuid\":\"\"}".utf8)))
    #expect(!TaskwarriorFormat.recognizes(Array("{\"description\":\"a\"}".utf8)))
    #expect(!TaskwarriorFormat.recognizes(Array("[]".utf8)))
    #expect(!TaskwarriorFormat.recognizes(Array("a,b\n".utf8)))
  }
}
