import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Lines of todo.txt.
struct TodoTxtFormatTests {
  static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  static let zone = TestZone.berlin.rules

  static func read(_ text: String, listsByProject: Bool = false) throws -> ImportedFile {
    try TodoTxtFormat.read(
      Array(text.utf8),
      ImportOptions(now: now, zone: zone, listsByProject: listsByProject))
  }

  static func write(_ lists: [Checklist], isAll: Bool = false) -> ExportedFile {
    TodoTxtFormat.write(
      [ExportedList](lists), ExportOptions(now: now, zone: zone, isAll: isAll))
  }

  static func write(_ items: ChecklistItem...) -> ExportedFile {
    var list = Checklist("L")
    list.items = items
    return write([list])
  }

  static func line(_ item: ChecklistItem) -> String {
    String(decoding: write(item).bytes.dropLast(), as: UTF8.self)
  }

  /// An item that was made on 2026-06-01.
  static func item(_ text: String, created: Bool = true) -> ChecklistItem {
    var item = ChecklistItem(text, now: now)
    if !created { item.created = nil }
    return item
  }

  @Test func `an item is a line`() throws {
    #expect(Self.line(Self.item("a")) == "2026-06-01 a")
    #expect(Self.line(Self.item("(A) a +p @c k:v")) == "(A) 2026-06-01 a +p @c k:v")
    #expect(Self.line(Self.item("a", created: false)) == "a")
    var done = Self.item("(A) a")
    done.setChecked(true, now: Self.now + 86_400)
    #expect(Self.line(done) == "x 2026-06-02 2026-06-01 (A) a")
    done.created = nil
    #expect(Self.line(done) == "x 2026-06-02 (A) a")
    done.isChecked = false
    done.isChecked = true
    #expect(Self.line(done) == "x (A) a")
    // A date after the mark would be when it was done.
    done.created = Self.now
    #expect(Self.line(done) == "x (A) a")
    var due = Self.item("a")
    due.due = .day(try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: Self.zone)))
    #expect(Self.line(due) == "2026-06-01 a due:2026-12-24")
    due.due = .moment(try Date(utc: "2026-12-24T17:00:00Z"))
    #expect(Self.line(due) == "2026-06-01 a due:2026-12-24T18:00")
    due.due = .moment(try Date(utc: "2026-12-24T17:00:05Z"))
    #expect(Self.line(due) == "2026-06-01 a due:2026-12-24T18:00:05")
    due.due = .moment(try Date(utc: "2026-10-25T00:30:00Z"))
    #expect(Self.line(due) == "2026-06-01 a due:2026-10-25T02:30")
    due.due = .moment(try Date(utc: "2026-10-25T01:30:00Z"))
    #expect(Self.line(due) == "2026-06-01 a due:2026-10-25T01:30Z")
  }

  @Test(arguments: [
    ("x a", "2026-06-01 x a"), ("2026-01-02 a", "2026-06-01 2026-01-02 a"),
    ("(A) 2026-01-02 a", "(A) 2026-06-01 2026-01-02 a"), ("(A) a", "(A) a"), ("x", "x"),
    ("2026-01-02", "2026-01-02"), ("2026-02-30 a", "2026-02-30 a"), ("X a", "X a"),
    ("\u{FEFF}a", "2026-06-01 \u{FEFF}a"),
  ])
  func `a text that begins like a mark is guarded by a date`(text: String, line: String) throws {
    #expect(Self.line(Self.item(text, created: false)) == line)
    #expect(try Self.read(line).lists[0].items[0].item.text.utf8.elementsEqual(text.utf8))
  }

  @Test func `a text that is a priority stays one before the words for its fields`() throws {
    var item = Self.item("(A)")
    item.due = .day(try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: Self.zone)))
    #expect(Self.line(item) == "2026-06-01 (A) due:2026-12-24")
    let read = try Self.read(Self.line(item)).lists[0].items[0].item
    #expect((read.text, read.due) == ("(A)", item.due))
  }

  @Test func `a checked text that begins like a date is guarded by two`() {
    var item = Self.item("2026-01-02 a", created: false)
    item.isChecked = true
    #expect(Self.line(item) == "x 2026-06-01 2026-06-01 2026-01-02 a")
    item.text = "  2026-01-02 a"
    #expect(Self.line(item) == "x 2026-06-01 2026-06-01   2026-01-02 a")
    item.text = "2026-01-02 a"
    item.setChecked(false, now: Self.now)
    item.setChecked(true, now: Self.now + 86_400)
    #expect(Self.line(item) == "x 2026-06-02 2026-06-01 2026-01-02 a")
  }

  @Test func `random items come back equal`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomItems(
      seed: seed, limits: [.oneLine, .days, .textOnly, .once], zone: Self.zone)
    for _ in 0..<200 {
      var lists = random.lists(1, items: 20)
      // A text that says when it is due is read as such.
      lists[0].items.removeAll { Self.hasField($0) }
      let exported = Self.write(lists)
      let file = try TodoTxtFormat.read(
        exported.bytes, ImportOptions(now: Self.now, zone: Self.zone))
      #expect(exported.warnings.texts == lists.exportWarnings(of: "todo.txt"))
      let items = file.lists.first?.items ?? []
      #expect(items.count == lists[0].items.count)
      for (read, item) in zip(items, lists[0].items) {
        #expect(read.item.text.utf8.elementsEqual(item.text.utf8), "seed \(seed)")
        #expect(
          read.item.isChecked == item.isChecked, "\(Self.line(item).debugDescription)")
        #expect(read.item.due == item.due)
        if let completed = item.completed { #expect(read.item.completed == completed) }
        if let created = item.created, read.named[.created] {
          #expect(read.item.created == created, "seed \(seed), \(Self.line(item).debugDescription)")
        }
      }
    }
  }

  /// A line, and the item that it is.
  struct Case: CustomTestStringConvertible, Sendable {
    var line: String
    var text: String
    var marks: String
    var testDescription: String { line.debugDescription }

    init(_ line: String, _ text: String, _ marks: String = "") {
      (self.line, self.text, self.marks) = (line, text, marks)
    }
  }

  @Test(arguments: [
    Case("a", "a"),
    Case("(A) 2026-01-02 a @c", "(A) a @c", "created 2026-01-02"),
    Case("2026-01-02 (A) a", "(A) a", "created 2026-01-02"),
    Case("x a", "a", "checked"),
    Case("X a", "X a"),
    Case("xa", "xa"),
    Case("x 2026-01-03 a", "a", "checked 2026-01-03"),
    Case("x 2026-01-03 2026-01-02 a", "a", "checked 2026-01-03 created 2026-01-02"),
    Case("x 2026-01-03 (B) 2026-01-02 a", "(B) a", "checked 2026-01-03 created 2026-01-02"),
    Case("x (B) 2026-01-03 2026-01-02 a", "(B) a", "checked 2026-01-03 created 2026-01-02"),
    Case("x 2026-01-03 2026-01-02 (B) a", "(B) a", "checked 2026-01-03 created 2026-01-02"),
    Case("x     2026-01-03 2026-01-02 a", "a", "checked 2026-01-03 created 2026-01-02"),
    Case("x   (B) 2026-01-03 a", "(B) a", "checked 2026-01-03"),
    Case("x   a", "  a", "checked"),
    Case("x 2026-01-03   2026-01-02 a", "  2026-01-02 a", "checked 2026-01-03"),
    Case("x 2026-01-03 a pri:A", "a pri:A", "checked 2026-01-03"),
    Case("2026-13-45 a", "2026-13-45 a"),
    Case("x 2026-02-30 a", "2026-02-30 a", "checked"),
    Case("a due:2026-12-24 b", "a b", "due 2026-12-24"),
    Case("due:2026-12-24 b", "b", "due 2026-12-24"),
    Case("due:2026-12-24", "due:2026-12-24"),
    Case("a due:2026-12-24 due:2026-12-25", "a", "due 2026-12-25"),
    Case("a due:2026-12-24 due:soon", "a due:soon", "due 2026-12-24"),
    Case("a due:2026-12-24T18:00", "a", "due 2026-12-24T17:00:00Z"),
    Case("a due:2026-12-24T18:00:09", "a", "due 2026-12-24T17:00:09Z"),
    Case("a due:2026-12-24T18:00Z", "a", "due 2026-12-24T18:00:00Z"),
    Case("a due:2026-12-24T18:00:00.5+02:00", "a", "due 2026-12-24T16:00:00Z"),
    Case("a due:2026-12-24T24:00", "a due:2026-12-24T24:00"),
    Case("a due:2026-12-24T", "a due:2026-12-24T"),
    Case("a xdue:2026-12-24", "a xdue:2026-12-24"),
    Case("a (due:2026-12-24)", "a (due:2026-12-24)"),
    Case("a\u{10}b\u{10}c due:2026-12-24", "a", "due 2026-12-24 note b|c"),
    Case("  a ", "  a "),
    Case("x ", "x "),
    Case("(C) ", "(C) "),
    Case("a\r", "a"),
  ])
  func `a line is read`(test: Case) throws {
    let file = try Self.read("\(test.line)\n")
    let item = try #require(file.lists.first?.items.first?.item)
    #expect(item.text == test.text)
    let marks = [
      item.isChecked ? "checked" : nil, item.completed.map { Self.zone.clock(at: $0).isoDay },
      file.lists[0].items[0].named[.created]
        ? item.created.map { "created \(Self.zone.clock(at: $0).isoDay)" } : nil,
      item.due.map { "due \($0)" },
      item.note.map { "note \($0.replacing("\n", with: "|"))" },
    ]
    #expect(marks.compactMap(\.self).joined(separator: " ") == test.marks)
  }

  /// Whether a file cannot have the text of an item: it has words for dates, or is a priority.
  private static func hasField(_ item: ChecklistItem) -> Bool {
    let text = Array(item.text.utf8)
    let words = text.split(whereSeparator: TodoTxtLine.isSeparator)
    let line = Array(text[...].droppingLastSpaces()) + Array(" x".utf8)
    return TodoTxtMarks(line[...]).rest.elementsEqual("x".utf8)
      || words.contains { word in
        TodoTxtDue.read(word) != nil || item.due != nil && TodoTxtRepetition.read(word) != nil
      }
  }

  @Test(arguments: [
    ("a due:2026-12-24 due:2026-12-25", "a"), ("due:2026-12-24 a due:soon b", "a due:soon b"),
    ("a  b", "a  b"), ("due:2026-12-24 due:2026-12-25", "due:2026-12-24 due:2026-12-25"),
    ("a:b", "a:b"),
  ])
  func `a text is known without the words that are due dates`(text: String, rest: String) {
    #expect(TodoTxtDue.removed(from: text) == rest)
  }

  @Test func `projects are lists when that is asked for`() throws {
    let text = """
      a +Home due:2026-12-24
      b +Family +My_list @c
      x 2026-01-03 +Home
      c
      d + +_ e +Home

      """
    #expect(try Self.read(text).lists.map(\.name) == [nil])
    let lists = try Self.read(text, listsByProject: true).lists
    #expect(lists.map(\.name) == ["Home", "My list", nil])
    #expect(
      lists.map { $0.items.map(\.item.text) }
        == [["a", "+Home", "d + +_ e"], ["b +Family +My_list @c"], ["c"]])
    #expect(lists[0].items.map(\.line) == [1, 3, 5])
  }

  @Test func `all lists come back by their projects`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomItems(
      seed: seed, limits: [.oneLine, .days, .textOnly, .once], zone: Self.zone)
    var lists = random.lists(5, items: 30)
    for index in lists.indices {
      lists[index].items.removeAll { Self.hasField($0) }
    }
    lists.removeAll { $0.items.isEmpty }
    let exported = Self.write(lists, isAll: true)
    let file = try Self.read(
      String(decoding: exported.bytes, as: UTF8.self), listsByProject: true)
    #expect(file.lists.map(\.name) == lists.map(\.name))
    for (read, list) in zip(file.lists, lists) {
      #expect(
        read.items.map { Array($0.item.text.utf8) } == list.items.map { Array($0.text.utf8) },
        "seed \(seed)")
    }
  }

  @Test func `what todo.txt cannot say is counted`() throws {
    var item = Self.item("a\nb\r\nc\u{10}d")
    item.note = "n"
    item.section = "S"
    item.due = .day(try #require(DueDate.Day(year: 2026, month: 12, day: 24, in: Self.zone)))
    item.repetition = .days(1)
    let exported = Self.write(item, Self.item("b due:2026-12-24"), Self.item(" "))
    #expect(
      String(decoding: exported.bytes, as: UTF8.self) == """
        2026-06-01 a b  c d rec:+1d due:2026-12-24
        2026-06-01 b due:2026-12-24

        """)
    #expect(
      exported.warnings.texts == [
        "1 text of several lines is one line in todo.txt",
        "1 text contains a due date, which todo.txt does not read as text",
        "todo.txt has no items without a text (1 item)", "todo.txt has no sections (1 item)",
        "todo.txt has no notes (1 item)",
      ])
    #expect(
      Self.write([Checklist("a_b"), Checklist("a\tb"), Checklist("a b")], isAll: true).warnings
        .texts == [
          "2 lists have other names when they are read from todo.txt",
          "todo.txt has no empty lists (3 lists)",
        ])
    #expect(
      try Self.read("a due:soon\n\nb due:2026-02-30 due:1").warnings.texts == [
        "2 due dates stay in the texts, since they are not dates (the first on line 1)"
      ])
  }

  @Test func `a file is known by its marks`() {
    for text in [
      "a\n(A) b", "2026-01-02 a", "x 2026-01-02 a", "a due:2026-12-24", "a +Home", "a +家",
      "x a", "2026-01-02 a\n2026-01-02 b",
    ] {
      #expect(TodoTxtFormat.recognizes(Array(text.utf8)))
    }
    for text in [
      "", "a\nb", "2026-01-02 a\nb", "(a) b", "2 + 2", "+1 a", "due:soon", "a due:2026-02-30",
    ] {
      #expect(!TodoTxtFormat.recognizes(Array(text.utf8)))
    }
  }
}
