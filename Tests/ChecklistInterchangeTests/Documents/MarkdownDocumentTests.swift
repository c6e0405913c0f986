import ChecklistCore
import ChecklistInterchange
import Testing

/// Markdown files as documents: what is read, and what is written back.
struct MarkdownDocumentTests {
  private let format = MarkdownDocument(in: .utc, now: Date(timeIntervalSinceReferenceDate: 0))
  private static let now = Date(timeIntervalSinceReferenceDate: 817_214_400)

  private func read(_ text: String) throws -> ChecklistDocument {
    try format.decode(Array(text.utf8), name: "file").document
  }

  /// The file after a change of the document in it.
  private func written(
    _ text: String, moved: Set<Int> = [], _ change: (inout ChecklistDocument) throws -> Void
  ) throws -> String {
    var (document, anchors) = try format.decode(Array(text.utf8), name: "file")
    try change(&document)
    return String(
      decoding: try format.encode(document, anchors, moved: moved).bytes, as: UTF8.self)
  }

  @Test func `headings are lists and sections, and boxes are items`() throws {
    let document = try read(
      """
      Before.

      # Trip

      - [ ] Tickets
        - [x] Ask Ann
      ## Clothes
      > - [/] Socks
      - Shoes
        * [-] Boots

      # Empty
      ## Nothing
      """)
    #expect(document.checklists.map(\.name) == ["Trip", "Empty"])
    let items = document.checklists[0].items
    #expect(items.map(\.text) == ["Tickets", "Ask Ann", "Socks", "Boots"])
    #expect(items.map(\.state) == [.open, .done, .open, .skipped])
    #expect(items.map(\.level) == [0, 1, 0, 0])
    #expect(items.map(\.section) == [nil, nil, "Clothes", "Shoes"])
    let places = document.checklists[1].sectionPlaces ?? []
    #expect(places.map(\.name) == [nil, "Nothing"])
  }

  @Test(arguments: [
    ("## A\n\n- [ ] a\n\n## B\n\n- [ ] b\n", "## A\n\n## B\n\n- [ ] b\n\n## New\n\n- [ ] a\n"),
    ("## B\n\n- [ ] b\n\n## A\n\n- [ ] a\n", "## B\n\n- [ ] b\n\n## A\n\n## New\n\n- [ ] a\n"),
    (
      "## A\n\n- [ ] a\n  - [ ] c\n\n## B\n\n- [ ] b\n",
      "## A\n\n## B\n\n- [ ] b\n\n## New\n\n- [ ] a\n  - [ ] c\n"
    ),
  ])
  func `an item that moves to a new section leaves the heading of its own`(
    text: String, after: String
  ) throws {
    let list = try read(text).checklists[0]
    let item = try #require(list.items.first { $0.text == "a" })
    let change = DocumentChange.moveItems(
      [item.reference], list: list.id, to: list.id, at: .last, section: .set("New"))
    #expect(try written(text, moved: [item.id]) { try $0.apply(change, at: Self.now) } == after)
  }

  @Test func `an item with nested ones moves to a new section, and one alone gives it its heading`()
    throws
  {
    let edit = ItemEdit(section: .set("New"))
    for (text, after) in [
      (
        "## A\n\n- [ ] a\n  - [ ] c\n\n## B\n\n- [ ] b\n",
        "## A\n\n## B\n\n- [ ] b\n\n## New\n\n- [ ] a\n  - [ ] c\n"
      ),
      ("## A\n\n- [ ] a\n\n## B\n\n- [ ] b\n", "## New\n\n- [ ] a\n\n## B\n\n- [ ] b\n"),
    ] {
      let list = try read(text).checklists[0]
      let change = DocumentChange.editItems([list.reference(at: 0)], list: list.id, edit)
      #expect(try written(text) { try $0.apply(change, at: Self.now) } == after)
    }
  }

  /// Files in which a line break stands before or after a box, whose second item is "q".
  private static let brokenLines = [
    "- [x] p\n- [ ]\n  q\n- [ ] r\n", "- [x] p\n- [ ] \t\n  q\n- [ ] r\n",
    "- [x] p\n- [ ]\nq\n- [ ] r\n", "- [x] p\n-\n  [ ] q\n- [ ] r\n",
    "- [x] p\r\n- [ ]\r\n  q\r\n- [ ] r\r\n", "> - [x] p\n> - [ ]\n>   q\n> - [ ] r\n",
    "- [x] p\n-\n  [ ]\n  q\n- [ ] r\n",
  ]

  @Test(arguments: brokenLines)
  func `a box stays an item when a line break stands beside it`(text: String) throws {
    let items = try read(text).checklists[0].items
    #expect(items.map(\.text) == ["p", "q", "r"])
    #expect(items.map(\.state) == [.done, .open, .open])
    let checked = try written(text) { $0.checklists[0].items[1].setChecked(true, now: Self.now) }
    #expect(checked == text.replacing("[ ]", with: "[x]", maxReplacements: 1))
    let unchecked = try written(checked) {
      $0.checklists[0].items[1].setChecked(false, now: Self.now)
    }
    #expect(unchecked == text)
    let edited = try written(text) { $0.checklists[0].items[1].text = "1. new" }
    #expect(edited == text.replacing("q", with: "1\\. new"))
    let due = DueDate.Day(CalendarDate(year: 2026, month: 12, day: 3), in: .utc)
    let dated = try written(text) { $0.checklists[0].items[1].due = .day(due) }
    #expect(dated == text.replacing("q", with: "q 📅 2026-12-03"))
  }

  @Test(arguments: ["- [ ]\n  q\n", "- [ ] \t\n  q\n", "-\n  [ ] q\n", "-\n  [ ]\n  q\n"])
  func `an item with a line break beside its box is deleted and moved whole`(
    item: String
  ) throws {
    let text = "- [x] p\n\(item)- [ ] r\n"
    let deleted = try written(text) { $0.checklists[0].items.remove(at: 1) }
    #expect(deleted == "- [x] p\n- [ ] r\n")
    let id = try read(text).checklists[0].items[1].id
    let moved = try written(text, moved: [id]) { $0.checklists[0].items.swapAt(0, 1) }
    #expect(moved == "\(item)- [x] p\n- [ ] r\n")
    let noted = try written(text) { $0.checklists[0].items[1].note = "n" }
    #expect(noted == "- [x] p\n\(item)\n  n\n- [ ] r\n")
  }

  /// Lines that nest one more than a number of items and quotes.
  private static func nested(_ count: Int) -> [(text: String, line: Int)] {
    [
      ((0...count).map { String(repeating: "  ", count: $0) + "- [ ] a\n" }.joined(), count + 1),
      ("- [x] p\n\n" + String(repeating: "> ", count: count) + "- [ ] a\n", 3),
      (String(repeating: "- ", count: count + 1) + "[ ] a\n", 1),
      (String(repeating: "> ", count: count + 1) + "a\n", 1),
      ("- [x] p\n\n" + String(repeating: "> ", count: count) + "1. [ ] a\n", 3),
    ]
  }

  @Test func `a file that nests too deep is refused with the line`() throws {
    for (text, line) in Self.nested(32) {
      #expect(throws: DocumentFormatError(.tooDeep(line: line, most: 32)), "\(text)") {
        try read(text)
      }
    }
    #expect(
      DocumentFormatError(.tooDeep(line: 3, most: 32)).description
        == "line 3 nests items and quotes more than 32 deep; move it outward in an editor")
  }

  @Test func `a file that nests as deep as can be is read`() throws {
    let counts = try Self.nested(31).map { try read($0.text).checklists.flatMap(\.items).count }
    #expect(counts == [32, 2, 1, 0, 2])
  }

  @Test func `fields are read off a line, and not off code`() throws {
    let item = try read(
      "- [x] Water `📅 2026-01-01` 🔁 every 2 weeks 📅 2026-12-24 ✅ 2026-11-20 <!-- a --> ^id\n"
    )
    .checklists[0].items[0]
    #expect(item.text == "Water `📅 2026-01-01`")
    #expect(item.due?.day?.date.isoDay == "2026-12-24")
    #expect(item.repetition == .weeks(2))
    #expect(item.completed != nil)
    #expect(item.created == nil)
  }

  @Test func `a note is the source below the text, up to the first nested item`() throws {
    let items = try read("1. [ ] a\n\n   > b\n   - c\n\n       d\n   - [ ] e\n\n   f\n").checklists[
      0
    ]
    .items
    #expect(items[0].note == "> b\n- c\n\n    d")
    #expect(items[1].note == nil)
  }

  @Test func `a list without items and with text is hidden, and has no place for that`() throws {
    let text = "# A\n\n- [ ] a\n\n# B\n\nText.\n"
    #expect(try read(text).checklists.map(\.isHidden) == [false, true])
    #expect(throws: DocumentFormatError(.noPlace("whether a list is hidden", in: "Markdown file")))
    {
      try written(text) { $0.checklists[1].isHidden = false }
    }
  }

  @Test func `an identity is kept when anything but a text that stands alone is another`() throws {
    let before = try read("- [ ] a\n- [ ] b\n- [ ] a\n- [ ] c ^x\n").checklists[0].items.map(\.id)
    let after = try read(
      "## S\n\n- [x] b 📅 2026-12-24\n  - [ ] a\n\n    note\n\n* [-] a\n* [ ] another text ^x\n"
    ).checklists[0].items.map(\.id)
    #expect(Set(before).count == 4)
    #expect([after[0], after[3]] == [before[1], before[3]])
    // Both items "a" are in another section: their identities mean nothing any more.
    #expect(Set(after[1...2]).isDisjoint(with: before))
  }

  @Test(arguments: ["\u{FEFF}- [ ] a\r\n\r\n* [ ] b\r", "- [ ] a\n\n\n", "", "\n", "- [ ] a"])
  func `what is not changed is written as it was`(_ text: String) throws {
    #expect(try written(text) { _ in } == text)
  }

  @Test func `a check mark is one byte`() throws {
    let text = "- [X] a\n1) [ ] b  \n"
    #expect(
      try written(text) { $0.checklists[0].items[1].setChecked(true, now: Self.now) }
        == "- [X] a\n1) [X] b  \n")
  }

  @Test func `what would be read as another item is refused`() throws {
    #expect(throws: DocumentFormatError(.noteWithBox)) {
      try written("- [ ] a\n") { $0.checklists[0].items[0].note = "- [ ] b" }
    }
    #expect(throws: DocumentFormatError(.brokenLevels)) {
      try written("- [ ] a\n- [ ] b\n") { $0.checklists[0].items[1].level = 2 }
    }
    #expect(throws: DocumentFormatError(.sharedLine(1))) {
      try written("- - [ ] a\n  - [ ] b\n") { $0.checklists[0].items.remove(at: 0) }
    }
  }

  @Test func `a text is escaped so that it is read as it is`() throws {
    for text in [
      "a ^b", "a <!-- b -->", "🔁 every week", "[repeat:: 1w] x", "a\n\nb", "# a", "1. a",
    ] {
      let file = try written("- [ ] old 📅 2026-12-24 ^id\n") {
        $0.checklists[0].items[0].text = text
      }
      #expect(try read(file).checklists[0].items.map(\.text) == [text], "\(file)")
    }
  }

  @Test func `what is typed is read as in a file`() {
    let typed = format.read(typed: "Pay 📅 2026-12-24 the rent 🔁 every month")
    #expect(typed.text == "Pay the rent")
    #expect(typed.due?.day?.date.isoDay == "2026-12-24")
    #expect(typed.repetition == .months(1))
    #expect(format.read(typed: "Signed ✅ 2026-12-24").text == "Signed ✅ 2026-12-24")
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x2D, 0], DocumentFormatError(.utf16)),
      ([0x2D, 0, 0x2D], DocumentFormatError(.nul(offset: 1))),
    ] as [([UInt8], DocumentFormatError)])
  func `what is no text is refused`(_ bytes: [UInt8], _ error: DocumentFormatError) {
    #expect(throws: error) { try format.decode(bytes, name: "file") }
  }

  @Test(
    arguments: [
      // Only an empty line ends the HTML.
      ("<div>\n</div>\n\n- [ ] a\n## B\n", "<div>\n</div>\n\n## B\n"),
      ("Text\n\n- [ ] a\n\nB\n---\n", "Text\n\nB\n---\n"),
      ("- [x] b\n* [ ] a\n+ [ ] c\n", "- [x] b\n+ [ ] c\n"),
    ])
  func `an item goes without another block becoming other text`(
    _ text: String, _ expected: String
  ) throws {
    let file = try written(text) { document in
      document.checklists[0].items.removeAll { $0.text == "a" }
    }
    #expect(file == expected)
  }

  @Test func `a change that makes a heading other text is refused`() {
    #expect(throws: DocumentFormatError(.difference("a heading would be other text"))) {
      try written("* plain\n> - [ ] b\n  ## H\n\ntext\n") { $0.checklists[0].items = [] }
    }
  }

  @Test(
    arguments: [
      ("-\t[ ] a\n", "-\t[ ] a\n-\t[ ] b\n\n    n\n"),
      (">- [ ] a\n", ">- [ ] a\n>- [ ] b\n>\n>   n\n"),
      // An empty line would be one of the code.
      ("- [ ] a\n\n- [ ] c\n\n  ```\n  x\n", "- [ ] a\n\n- [ ] c\n\n  ```\n  x\n- [ ] b\n\n  n\n"),
    ])
  func `a new item has its note in the column of its neighbor's text`(
    _ text: String, _ expected: String
  ) throws {
    let file = try written(text) { document in
      document.checklists[0].items.append(ChecklistItem("b", note: "n", now: Self.now))
    }
    #expect(file == expected)
  }

  @Test func `items move with what is below them, in the style of their new place`() throws {
    let text = "* [ ] a\n  note\n  * [ ] b\n\n# L\n\n1. [ ] c\n2. [ ] d\n"
    let document = try read(text)
    let file = try written(text, moved: [document.checklists[0].items[0].id]) {
      $0.checklists[1].items.append(contentsOf: $0.checklists[0].items)
      $0.checklists[0].items = []
    }
    #expect(file == "# L\n\n1. [ ] c\n2. [ ] d\n3. [ ] a\n   note\n   * [ ] b\n")
  }
}
