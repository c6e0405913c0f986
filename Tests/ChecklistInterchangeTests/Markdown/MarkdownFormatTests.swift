import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Lists as Markdown, in and out.
struct MarkdownFormatTests {
  static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)
  static let zone = TestZone.berlin.rules
  static let importing = ImportOptions(now: now, zone: zone)
  static let exporting = ExportOptions(now: now, zone: zone)

  static func read(_ text: String) throws(InterchangeError) -> ImportedFile {
    try MarkdownFormat.read(Array(text.utf8), importing)
  }

  /// What a file says in short: the list, the section, the box, the text, the due date and the
  /// note.
  static func short(_ text: String) throws(InterchangeError) -> [String] {
    try read(text).lists.flatMap { list in
      list.items.map { imported in
        let item = imported.item
        var line =
          "\(list.name ?? "-")/\(item.section ?? "-"): \(item.isChecked ? "x " : "")\(item.text)"
        if let due = item.due { line += " @\(due)" }
        if let repetition = item.repetition { line += " /\(repetition.storedText)" }
        if let note = item.note { line += " {\(note)}" }
        return line
      }
    }
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) throws -> DueDate {
    .day(try #require(DueDate.Day(year: year, month: month, day: day, in: zone)))
  }

  private static func item(_ text: String, section: String? = nil, note: String? = nil)
    -> ChecklistItem
  {
    var item = ChecklistItem(text, note: note, now: now)
    item.section = section
    return item
  }

  @Test(arguments: ["\t", " \t "])
  func `any white space may follow a box`(space: String) throws {
    #expect(try Self.short("- [ ]\(space)a\n- [x]\(space)b\n") == ["-/-: a", "-/-: x b"])
    let edited = try MarkdownTaskList.read("1. [x]\(space)a\n- [ ]\(space)b\n", of: list("a"))
    #expect(edited.lines.map(\.text) == ["a", "b"])
    #expect(edited.lines.map(\.state) == [.done, .open])
  }

  private func list(_ text: String) -> Checklist {
    var list = Checklist("L")
    list.items = [Self.item(text)]
    return list
  }

  // MARK: Out

  @Test func `lists are headings, sections deeper ones, and items tasks`() throws {
    var packing = Checklist("Packing")
    packing.items = [
      Self.item("Map"), Self.item("Soap", section: "Wash", note: "the green one\n\nnot the blue"),
      Self.item("Two\nlines", section: "Wash"), Self.item("Shirts", section: "Clothes"),
      Self.item("Money"),
    ]
    packing.items[0].setChecked(true, now: Self.now)
    packing.items[3].due = try Self.day(2026, 12, 24)
    packing.items[3].repetition = try Repetition(phrase: "every week")
    packing.items[4].due = .moment(try Date(utc: "2026-12-24T17:00:00Z"))
    var other = Checklist("Other #")
    other.items = [Self.item("Milk")]
    var file = MarkdownFormat.write([ExportedList(packing), ExportedList(other)], Self.exporting)
    let page = """
      # Packing

      - [x] Map

      ## Wash

      - [ ] Soap

        the green one

        not the blue
      - [ ] Two
        lines

      ## Clothes

      - [ ] Shirts 📅 2026-12-24 🔁 every week

      ##

      - [ ] Money [due:: 2026-12-24T18:00]

      # Other \\#

      - [ ] Milk

      """
    #expect(String(decoding: file.bytes, as: UTF8.self) == page)
    #expect(file.warnings.texts == ["Markdown has no completion dates (1 item)"])
    var blank = Self.exporting
    blank.isBlank = true
    file = MarkdownFormat.write([ExportedList(packing, positions: [0, 3])], blank)
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == "# Packing\n\n- [ ] Map\n\n## Clothes\n\n- [ ] Shirts 📅 2026-12-24 🔁 every week\n")
    #expect(
      try Self.short(page) == [
        "Packing/-: x Map", "Packing/Wash: Soap {the green one\n\nnot the blue}",
        "Packing/Wash: Two\nlines", "Packing/Clothes: Shirts @2026-12-24 /1w",
        "Packing/-: Money @2026-12-24T17:00:00Z", "Other #/-: Milk",
      ])
  }

  @Test func `the fields of a text of several lines are on the first, which Obsidian reads`() throws
  {
    var list = Checklist("L")
    list.items = [Self.item("Two\nlines")]
    list.items[0].due = try Self.day(2026, 12, 24)
    list.items[0].skip("sour")
    let file = ObsidianFormat.write([ExportedList(list)], Self.exporting)
    let page = "# L\n\n- [-] Two ➕ 2026-06-01 📅 2026-12-24 [skipped:: sour]\n  lines\n"
    #expect(String(decoding: file.bytes, as: UTF8.self) == page)
    let read = try Self.read(page).lists[0].items[0].item
    #expect((read.text, read.due, read.skipReason) == ("Two\nlines", list.items[0].due, "sour"))
  }

  @Test func `Obsidian gets the days on which items were made and done`() throws {
    var list = Checklist("L")
    list.items = [Self.item("a"), Self.item("b")]
    list.items[0].due = try Self.day(2026, 12, 24)
    list.items[0].setChecked(true, now: Self.now + 86_400)
    let file = ObsidianFormat.write([ExportedList(list)], Self.exporting)
    let page = "# L\n\n- [x] a ➕ 2026-06-01 📅 2026-12-24 ✅ 2026-06-02\n- [ ] b ➕ 2026-06-01\n"
    #expect(String(decoding: file.bytes, as: UTF8.self) == page)
    #expect(file.warnings.texts == [])
    let items = try Self.read(page).lists[0].items
    #expect(items[0].item.completed == (try Date(utc: "2026-06-01T22:00:00Z")))
    #expect(items[0].item.created == (try Date(utc: "2026-05-31T22:00:00Z")))
    #expect(items[0].item.due == list.items[0].due)
    #expect(items[0].named == [.level, .checked, .skipReason, .due, .created])
    #expect(items[1].named == [.level, .checked, .skipReason, .created])
  }

  @Test(arguments: [
    ("First *a*.\n\n```sh\nls *\n```\nthen", "First *a*.\n\n  ```sh\n  ls *\n  ```\n  then"),
    ("~~~ sh\n  a\n\n``\n~~~", "~~~ sh\n    a\n\n  ``\n  ~~~"),
    ("````\n```\n````", "````\n  ```\n  ````"),
    ("```sh\nls *", "\\`\\`\\`sh\n  ls *"),
  ])
  func `fenced code in a note stays code`(note: String, source: String) throws {
    var list = Checklist("L")
    list.items = [Self.item("a", note: note)]
    let file = MarkdownFormat.write([ExportedList(list)], Self.exporting)
    let page = String(decoding: file.bytes, as: UTF8.self)
    #expect(page == "# L\n\n- [ ] a\n\n  \(source)\n")
    #expect(try Self.read(page).lists[0].items[0].item.note == note)
  }

  // MARK: In

  /// A text, and what it says in short.
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var items: [String]
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ items: String...) {
      (self.text, self.items) = (text, items)
    }
  }

  @Test(arguments: [
    Case(
      "* [ ] a\n+ [x] b\n- [X] c\n1. [ ] d\n2) [x] e", "-/-: a", "-/-: x b", "-/-: x c", "-/-: d",
      "-/-: x e"),
    Case("> - [ ] a\n> > 1. [x] b\n", "-/-: a", "-/-: x b"),
    // Names.
    Case(
      "- [ ] a\n# L\n- [ ] b\n## S\n- [ ] c\n### T\n- [ ] d\n##\n- [ ] e\n# M\n- [ ] f",
      "-/-: a", "L/-: b", "L/S: c", "L/T: d", "L/-: e", "M/-: f"),
    Case("### S\n- [ ] a\n## T ##\n- [ ] b\n> # Quoted\n\n- [ ] c", "-/S: a", "-/T: b", "-/T: c"),
    Case("Title\n===\n- [ ] a\n\nTwo\nlines\n---\n- [ ] b", "Title/-: a", "Title/Two lines: b"),
    Case("# Empty\n# L \\* &#65;\n- [ ] a", "L * A/-: a"),
    Case("---\ntitle: x\n---\n- [ ] a", "-/-: a"),
    Case("---\n- [ ] a", "-/-: a"),
    // Where no tasks are.
    Case(
      "- [ ] a\n```\n- [ ] b\n```\n~~~~\n- [ ] c\n~~~\n- [ ] d\n~~~~\n\n    - [ ] e\n<!--\n- [ ] f\n-->\n<div>\n- [ ] g\n\n- [ ] h",
      "-/-: a", "-/-: h"),
    Case("- [ ] a\n<!-- x -->\n- [ ] b", "-/-: a", "-/-: b"),
    Case("text\n- [ ] a\n\ntext\n2. [ ] b\n\n2. [ ] c", "-/-: a", "-/-: c"),
    Case("[ ] a\n- [ ]b\n- []\n- [x](y)\n- \\[ ] c\n- [ ] d", "-/-: d"),
    // Texts.
    Case(
      "- [ ] a\n  b  \n\tc\\\nd\n- [ ] **e** \\*f\\* &#65; &amp; `g`", "-/-: a\nb\nc\nd",
      "-/-: **e** *f* A &amp; `g`"),
    Case("-\n  [ ] a\n\n- [ ]\n  b\n-    [x] c", "-/-: a", "-/-: b", "-/-: x c"),
    Case("- [ ] a\r\n- [x] b\r- [ ] c", "-/-: a", "-/-: x b", "-/-: c"),
    Case("\u{FEFF}- [ ] a", "-/-: a"),
    // Notes.
    Case("- [ ] a\n\n  b\n  \\# c\n\n\n  d\n- [ ] e", "-/-: a {b\n\\# c\n\n\nd}", "-/-: e"),
    Case(
      "- [ ] a\n  ```\n  b\n    - [ ] c\n  ```\n\n      code\n\n  > q\n  r\n  > s\n\n  # H\n  <b>\n  x\n- [ ] z",
      "-/-: a {```\nb\n  - [ ] c\n```\n\n    code\n\n> q\nr\n> s\n\n# H\n<b>\nx}", "-/-: z"),
    Case("1. [ ] a\n\n   b\n2. [ ] c\n\n   - d\n\n   e", "-/-: a {b}", "-/-: c {- d\n\ne}"),
    // Dates.
    Case(
      "- [ ] a 📅 2026-12-24\n- [ ] b 📆2026-12-24 c\n- [ ] 🗓️ 2026-12-24 d\n- [ ] e (due:: 2026-12-24)\n- [ ] f [due::2026-12-24T18:00:05]",
      "-/-: a @2026-12-24", "-/-: b c @2026-12-24", "-/-: d @2026-12-24", "-/-: e @2026-12-24",
      "-/-: f @2026-12-24T17:00:05Z"),
    Case(
      "- [ ] a [due:: 2026-12-24T18:00Z]\n- [ ] b [due:: 2026-12-24T18:00+05:30]\n- [ ] c 📅 2026-02-30\n- [ ] d 📅 2026-12-245",
      "-/-: a @2026-12-24T18:00:00Z", "-/-: b @2026-12-24T12:30:00Z", "-/-: c 📅 2026-02-30",
      "-/-: d 📅 2026-12-245"),
    Case(
      "- [ ] a 🔁 every day ➕ 2026-01-01 ⏳ 2026-01-02 📅 2026-01-03",
      "-/-: a ⏳ 2026-01-02 @2026-01-03 /1d"),
  ])
  func `what was written is read as it is meant`(_ sample: Case) throws {
    #expect(try Self.short(sample.text) == sample.items)
  }

  @Test func `nested items stand after their parents, and one without a box names the section`()
    throws
  {
    let text = """
      # L
      ## S
      - [ ] a
        - [x] b
          - [ ] c
        - plain
      - Fruit \\*
        1. [ ] d
           - [ ] e
      - [ ] f
      """
    let file = try Self.read(text)
    #expect(
      try Self.short(text) == [
        "L/S: a", "L/S: x b", "L/S: c", "L/Fruit *: d", "L/Fruit *: e", "L/S: f",
      ])
    #expect(
      file.warnings.texts == ["1 text below a nested item was left out (line 6)"])
    #expect(file.lists[0].items.map(\.line) == [3, 4, 5, 8, 9, 10])
    #expect(file.lists[0].items.map(\.item.level) == [0, 1, 2, 0, 1, 0])
    #expect(
      file.lists[0].items.allSatisfy {
        $0.named == [.level, .checked, .skipReason, .section] && !$0.hasIdentity
      })
  }

  @Test func `what cannot be an item is left out with a warning`() throws {
    let long = String(repeating: "s", count: 300)
    let file = try Self.read(
      "- [ ]\n- [ ] &#32;\n- [-] a\n- [/] b\n- [é] c\n- [ ] d&#0;\n- [ ] e\n\n  &#0;\n- \(long)\n  - [ ] f"
    )
    #expect(file.lists[0].items.map(\.item.text) == [" ", "a", "b", "d\0", "e", "f"])
    #expect(file.lists[0].items[5].item.section == nil)
    #expect(
      file.warnings.texts == [
        "1 item without a text was left out (line 1)",
        "1 item with a box other than '[ ]', '[x]' or '[-]' was imported as open (line 4)",
        "1 entry with an unknown mark in its box was left out (line 5)",
      ])
    #expect(try Self.read("# L\n## \(long)\n- [ ] a").lists[0].items[0].hasCutSection)
  }

  @Test(arguments: ["", "# Text\n\n- a\n", "```\n- [ ] a\n```\n", "[ ] a"])
  func `a file without a task is refused`(_ text: String) {
    #expect(throws: InterchangeError("the file has no task such as '- [ ] Text'", kind: .empty)) {
      try Self.read(text)
    }
  }

  @Test func `a file that is no UTF-8 is refused with the line`() {
    let error = #expect(throws: InterchangeError.self) {
      try MarkdownFormat.read(Array("- [ ] a\n".utf8) + [0xFF], Self.importing)
    }
    #expect(error?.line == 2)
  }

  @Test func `the fields that are named are those that the file has`() throws {
    let items = try Self.read("# L\n- [ ] a\n## S\n- [ ] b 📅 2026-12-24\n\n  c\n# M\n- [ ] d").lists
      .flatMap(\.items)
    let box: ItemFields = [.level, .checked, .skipReason]
    #expect(items.map(\.named) == [box, box.union([.section, .due, .note]), box])
  }

  @Test(arguments: [
    ("- [x] Shirts", true), ("  > 1. [ ] a", true), ("* [X]\ta", true), ("2) [ ] a", true),
    ("- Shirts", false), ("[ ] a", false), ("- [ ]", false), ("- [-] a", true),
    ("- [x](y)", false), ("", false),
    ("-[ ] a", false), ("- [ ]a", false),
  ])
  func `a line is a task or not`(_ line: String, _ isTask: Bool) {
    let item = ChecklistItem(typed: line, due: nil, now: Date(timeIntervalSinceReferenceDate: 0))
    #expect((item.text != line) == isTask)
    #expect(MarkdownFormat.recognizes(Array("x\r\n\(line)\ny".utf8)) == isTask)
  }
}
