import ChecklistCore
import ChecklistInterchange
import TestSupport
import Testing

/// Identities that an edit gives to the lines of items.
struct GivenIdentityTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 817_214_400)
  private static let identity = "k3x9ab"

  /// A file, the position of the item that gets the identity, and the file after that.
  struct Example: CustomTestStringConvertible, Sendable {
    let before: String
    var position = 0
    var edit = ItemEdit()
    let after: String

    var testDescription: String { before }
  }

  static let markdown = [
    Example(before: "- [ ] a\n- [ ] b\n", after: "- [ ] a ^k3x9ab\n- [ ] b\n"),
    Example(before: "- [ ] a", after: "- [ ] a ^k3x9ab"),
    Example(before: "- [ ] a\r\n- [ ] b\r\n", after: "- [ ] a ^k3x9ab\r\n- [ ] b\r\n"),
    Example(before: "- [ ] a  \nb\n", after: "- [ ] a  \nb ^k3x9ab\n"),
    Example(before: "- [ ] a\n  b \n\n  note\n", after: "- [ ] a\n  b ^k3x9ab\n\n  note\n"),
    Example(before: "- [ ] a  \n", after: "- [ ] a  ^k3x9ab\n"),
    Example(before: "-\t[x]\ta\t\n", after: "-\t[x]\ta\t ^k3x9ab\n"),
    Example(before: "- [ ]\n  a\n", after: "- [ ]\n  a ^k3x9ab\n"),
    Example(before: "> - [ ] a\n> more\n", after: "> - [ ] a\n> more ^k3x9ab\n"),
    Example(
      before: "- [ ] a 📅 2026-12-24 <!-- c -->\n",
      after: "- [ ] a 📅 2026-12-24 <!-- c --> ^k3x9ab\n"),
    Example(
      before: "- [ ] a <!-- [due:: 2026-12-24] -->\n",
      after: "- [ ] a <!-- [due:: 2026-12-24] --> ^k3x9ab\n"),
    Example(before: "- [ ] [a](b)\n", after: "- [ ] [a](b) ^k3x9ab\n"),
    Example(before: "- [ ] <http://a.b>\n", after: "- [ ] <http://a.b> ^k3x9ab\n"),
    Example(before: "- [ ] a ^\n", after: "- [ ] a ^ ^k3x9ab\n"),
    Example(before: "- [ ] a \\^b\n", after: "- [ ] a \\^b ^k3x9ab\n"),
    Example(before: "- [ ] a^2\n", after: "- [ ] a^2 ^k3x9ab\n"),
    Example(before: "- [ ] a\\\n", after: "- [ ] a\\ ^k3x9ab\n"),
    Example(before: "- [ ] `a ^b`\n", after: "- [ ] `a ^b` ^k3x9ab\n"),
    Example(
      before: "- [ ] a\n  - [ ] b\n    - [ ] c\n- [ ] d\n", position: 1,
      after: "- [ ] a\n  - [ ] b ^k3x9ab\n    - [ ] c\n- [ ] d\n"),
    Example(
      before: "- [ ] a\n", edit: ItemEdit(text: "b\nc"), after: "- [ ] b\n  c ^k3x9ab\n"),
    Example(
      before: "- [ ] a\n",
      edit: ItemEdit(
        due: .set(.day(DueDate.Day(CalendarDate(year: 2026, month: 12, day: 24), in: .utc)))),
      after: "- [ ] a 📅 2026-12-24 ^k3x9ab\n"),
    Example(
      before: "- [ ] a\n  📅 2026-12-24\n", edit: ItemEdit(due: .remove),
      after: "- [ ] a ^k3x9ab\n"),
    Example(
      before: "- [ ] a [due:: 2026-12-24]\n", edit: ItemEdit(text: "b", note: .set("n")),
      after: "- [ ] b [due:: 2026-12-24] ^k3x9ab\n\n  n\n"),
  ]

  static let todoTxt = [
    Example(before: "a\nb\n", after: "a id:k3x9ab\nb\n"),
    Example(before: "a", after: "a id:k3x9ab"),
    Example(before: "(A) 2026-11-01 a \r\n", after: "(A) 2026-11-01 a id:k3x9ab\r\n"),
    Example(
      before: "x 2026-11-02 2026-11-01 a\n", after: "x 2026-11-02 2026-11-01 a id:k3x9ab\n"),
    Example(
      before: "a due:2026-12-24 rec:1w\n", after: "a id:k3x9ab due:2026-12-24 rec:1w\n"),
    Example(before: "x a skipped:no\n", after: "x a id:k3x9ab skipped:no\n"),
    Example(before: "x\n", after: "2026-11-24 x id:k3x9ab\n"),
    Example(before: "a\u{10}note\n", after: "a id:k3x9ab\u{10}note\n"),
    Example(before: "a\nb\n", position: 1, edit: ItemEdit(text: "c"), after: "a\nc id:k3x9ab\n"),
  ]

  @Test(arguments: markdown)
  func `a Markdown file gets a block id at the end of the item`(_ example: Example) throws {
    try check(
      example, in: MarkdownDocument(in: .utc, now: Date(timeIntervalSinceReferenceDate: 0)), .block)
  }

  @Test(arguments: todoTxt)
  func `a todo.txt gets a word`(_ example: Example) throws {
    try check(example, in: TodoTxtDocument(in: .utc, now: Self.now), .id)
  }

  private func check(
    _ example: Example, in format: some DocumentFormat, _ way: DerivedIdentity.Own
  ) throws {
    let (document, anchors) = try format.decode(Array(example.before.utf8), name: "list")
    var changed = document
    let list = document.checklists[0]
    let item = list.items[example.position]
    let giving = format.edit(
      giving: Self.identity, toItemWithText: example.edit.text ?? item.text)
    for edit in [example.edit, giving] {
      try changed.apply(.editItems([item.reference], list: list.id, edit), at: Self.now)
    }
    let bytes = try format.encode(changed, anchors, moved: []).bytes
    #expect(String(decoding: bytes, as: UTF8.self) == example.after)
    let read = try format.decode(bytes, name: "list").document.checklists[0]
    #expect(read.items[example.position].ownIdentity == OwnIdentity(way, Self.identity))
    let found = try ItemResolver.noon.positions(of: ["id:\(Self.identity)"], in: read)
    #expect(found == [example.position])
  }

  @Test func `a text at the end of which a block id would begin a list is refused`() throws {
    let format = MarkdownDocument(in: .utc, now: Date(timeIntervalSinceReferenceDate: 0))
    var (document, anchors) = try format.decode(Array("- [ ] a\n  1.\n".utf8), name: "list")
    document.checklists[0].items[0] = format.edit(giving: Self.identity, toItemWithText: "")
      .applied(to: document.checklists[0].items[0])
    #expect(
      throws: DocumentFormatError(
        .difference("the identity of item 1 of 'list' would be another"))
    ) {
      try format.encode(document, anchors, moved: [])
    }
  }

  @Test(arguments: 0..<500)
  func `in a random Markdown file nothing else changes`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var text = ""
    for _ in 0..<Int.random(in: 1...25, using: &random) {
      text += RandomChange.markdown.randomElement(using: &random) ?? ""
    }
    try check(
      text, in: MarkdownDocument(in: .utc, now: Date(timeIntervalSinceReferenceDate: 0)), &random,
      [" ^k3x9ab", "^k3x9ab"])
  }

  @Test(arguments: 0..<200)
  func `in a random todo.txt file nothing else changes`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var text = ""
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      text += RandomChange.todoTxt.randomElement(using: &random) ?? ""
    }
    let format = TodoTxtDocument(in: .utc, now: Self.now)
    try check(text, in: format, &random, [" id:k3x9ab", "id:k3x9ab"])
  }

  private func check(
    _ text: String, in format: some DocumentFormat, _ random: inout SplitMix64, _ marks: [String]
  ) throws {
    let (document, anchors) = try format.decode(Array(text.utf8), name: "list")
    guard let list = document.checklists.indices.randomElement(using: &random),
      let position = document.checklists[list].items.indices.randomElement(using: &random)
    else { return }
    let item = document.checklists[list].items[position]
    // A text `x` gets a day before it, or the line would be done.
    if item.ownIdentity != nil || item.text == "x" { return }
    var changed = document
    changed.checklists[list].items[position] = format.edit(
      giving: Self.identity, toItemWithText: item.text
    ).applied(to: item)
    guard let bytes = try? format.encode(changed, anchors, moved: []).bytes else { return }
    // The file before, with the mark put in at one place.
    let (before, after) = (Array(text.utf8), bytes)
    let start = zip(before, after).prefix { $0 == $1 }.count
    #expect(
      marks.contains { mark in
        (0...min(start, mark.utf8.count)).contains { back in
          before[..<(start - back)] + mark.utf8 + before[(start - back)...] == after[...]
        }
      }, "\(text)--\n\(String(decoding: after, as: UTF8.self))")
    let read = try format.decode(bytes, name: "list").document
    #expect(
      read.checklists.map { $0.items.map { $0.ownIdentity?.text == Self.identity } }
        == document.checklists.indices.map { other in
          document.checklists[other].items.indices.map { other == list && $0 == position }
        }, "\(text)")
  }
}
