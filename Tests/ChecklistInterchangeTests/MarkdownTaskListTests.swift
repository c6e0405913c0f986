import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Lists as text for an editor, and back.
struct MarkdownTaskListTests {
  static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  /// A list of these texts; those that begin with "x " are checked.
  static func list(_ texts: String...) -> Checklist {
    var list = Checklist("List")
    list.items = texts.map { text in
      guard text.hasPrefix("x ") else { return ChecklistItem(text, now: now) }
      var item = ChecklistItem(String(text.dropFirst(2)), now: now)
      item.setChecked(true, now: now)
      return item
    }
    return list
  }

  /// The lines of a task list in short: the number or a dash, the box, and the text.
  static func lines(_ text: String, of base: Checklist) throws(MarkdownError) -> [String] {
    try MarkdownTaskList.read(text, of: base).lines.map { line in
      "\(line.position.map { "\($0 + 1)" } ?? "-")\(line.state == .done ? "x" : line.state == .open ? " " : "-")\(line.text)"
    }
  }

  @Test func `a list is an ordered task list`() {
    let list = Self.list(
      "Milk", "x Bread", "two\nlines", "", "Party:\n1. [ ] Cake\n- [v] Tea\n- Ice")
    #expect(
      MarkdownTaskList.text(of: list) == """
        1. [ ] Milk
        2. [x] Bread
        3. [ ] two
               lines
        4. [ ]
        5. [ ] Party:
               1\\. [ ] Cake
               \\- [v] Tea
               \\- Ice

        """)
    #expect(MarkdownTaskList.text(of: Checklist("Empty")) == "")
  }

  /// A text, and how it is read where the list is Milk, Bread (checked), Eggs.
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var lines: [String]
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ lines: String...) {
      (self.text, self.lines) = (text, lines)
    }
  }

  @Test(arguments: [
    Case("3. [ ] Eggs\n1. [x] Milk\n2. [X] Bread", "3 Eggs", "1xMilk", "2xBread"),
    Case("1. [ ] Oat milk\r\n2. [ ] Bread\r\n", "1 Oat milk", "2 Bread"),
    // New items, in every way to write them.
    Case("- [ ] Tea\n* [x] Tea\n+ [X] Tea", "- Tea", "-xTea", "-xTea"),
    Case("[ ] Tea\n[x] Tea\nTea\n- Tea", "- Tea", "-xTea", "- Tea", "- Tea"),
    Case(
      "Tea, green\n3.5 kg flour\n-5 °C\n1.Tea", "- Tea, green", "- 3.5 kg flour", "- -5 °C",
      "- 1.Tea"),
    Case("[site](url)\n[ ]x\n[abc] d\n#tag", "- [site](url)", "- [ ]x", "- [abc] d", "- #tag"),
    Case("- [ ] [v] Tea\n- [ ] 3. [ ] Tea", "- [v] Tea", "- 3. [ ] Tea"),
    // White space does not count.
    Case("1.   [ ]    Milk   \n\t2. [x]\tBread\t\n   - [ ] Tea", "1 Milk", "2xBread", "- Tea"),
    Case("\n\n1. [ ] Milk\n\n\n3. [ ] Eggs\n\n", "1 Milk", "3 Eggs"),
    // A text goes on in indented lines, over blank ones too.
    Case("1. [ ] a\n  b\n\tc\n- d\n e", "1 a\nb\nc", "- d\ne"),
    Case("1. [ ] a\n\n\n   b\n\n2. [ ] c", "1 a\n\n\nb", "2 c"),
    Case("1. [ ] a\n   3. b\n   - c\n   # d", "1 a\n3. b\n- c\n# d"),
    Case("1. [ ] a\n<!-- x -->\n   b", "1 a\nb"),
    // No line makes text of those below it.
    Case(
      "```\n2. [x] Bread\n~~~\n3. [ ] Eggs\n<div>\n1. [ ] Milk", "- ```", "2xBread", "- ~~~",
      "3 Eggs", "- <div>", "1 Milk"),
    Case("Tea\n---\nRye\n===\n2. [x] Bread", "- Tea", "- ---", "- Rye", "- ===", "2xBread"),
    Case("> Tea\n- - -\n    3. [ ] Eggs\n2. [x] Bread", "- > Tea", "- - - -", "3 Eggs", "2xBread"),
    Case("- <!-- x\n1. [ ] a\n   <!-- b\n   c", "- <!-- x", "1 a\n<!-- b\nc"),
    // Escapes.
    Case("1. [ ] &#32;a&#10;\n   b&#9;", "1  a\n\nb\t"),
    Case("001. [ ] Milk", "1 Milk"),
    Case(""), Case("\n \n"), Case("<!--\n1. [ ] Milk\n-->\n"),
  ])
  func `lines are items by their numbers, and new ones`(_ sample: Case) throws {
    let base = Self.list("Milk", "x Bread", "Eggs")
    #expect(try Self.lines(sample.text, of: base) == sample.lines)
  }

  @Test(arguments: [
    ("1. [ ] a\n4. [ ] b", 2, "there is no item 4; a new item has no number, as in '- [ ] Text'"),
    ("0. [ ] a", 1, "there is no item 0; a new item has no number, as in '- [ ] Text'"),
    (
      "99999999999999999999. [ ] a", 1,
      "there is no item 99999999999999999999; a new item has no number, as in '- [ ] Text'"
    ),
    ("2. [ ] a\n\n2. [ ] b", 3, "item 2 is already on line 1; a new item has no number"),
    (
      "1. Milk", 1,
      "the number of an item must be followed by a box, '[ ]', '[x]' or '[-]', and a space"
    ),
    (
      "2.", 1, "the number of an item must be followed by a box, '[ ]', '[x]' or '[-]', and a space"
    ),
    (
      "1. [ ]Milk", 1,
      "the number of an item must be followed by a box, '[ ]', '[x]' or '[-]', and a "
        + "space"
    ),
    (
      "1. [v] Milk", 1,
      "a box is '[ ]', '[x]' or '[-]'; put a box before a text that begins with other brackets"
    ),
    (
      "- [] Milk", 1,
      "a box is '[ ]', '[x]' or '[-]'; put a box before a text that begins with other brackets"
    ),
    (
      "a\n  [é] b", 2,
      "a box is '[ ]', '[x]' or '[-]'; put a box before a text that begins with other brackets"
    ),
    ("1. [ ]", 1, "an item requires a text; to delete an item, remove its line"),
    ("a\n- [x]", 2, "an item requires a text; to delete an item, remove its line"),
    ("1. [ ] &#32;", 1, "an item requires a text; to delete an item, remove its line"),
    ("-", 1, "an item requires a text; to delete an item, remove its line"),
    ("\n  Milk", 2, "an indented line continues an item, but there is no item above it"),
    ("1. [ ] a\n<!--\n2. [ ] b\n", 2, "the comment that begins here does not end"),
    (
      "<!-- first ask Ann\n1. [ ] a\n\n<!--\nhelp\n-->\n", 1,
      "the comment that begins here does not end before line 4"
    ),
    ("1. [ ] a\nhelp\n-->\n", 3, "'-->' ends a comment, and none has begun"),
  ])
  func `a line that cannot be understood is an error with its number`(
    _ text: String, _ line: Int, _ message: String
  ) {
    let base = Self.list("Milk", "x Bread", "Eggs")
    #expect(throws: MarkdownError(line: line, message)) {
      try MarkdownTaskList.read(text, of: base)
    }
  }

  @Test func `nested items are indented, and stay as deep as they are`() throws {
    var list = Self.list("Food", "Milk", "two\nlines", "Eggs", "Tools", "Saw")
    for (index, level) in [0, 1, 2, 1, 0, 1].enumerated() { list.items[index].level = level }
    list.items[5].section = "Shed"
    let text = MarkdownTaskList.text(of: list)
    #expect(
      text == """
        1. [ ] Food
           2. [ ] Milk
              3. [ ] two
                     lines
           4. [ ] Eggs
        5. [ ] Tools

        ## Shed

        6. [ ] Saw

        """)
    // Below the heading, the item cannot stand below one above it, but in the list it does.
    #expect(try MarkdownTaskList.read(text, of: list).lines.map(\.level) == [0, 1, 2, 1, 0, 1])
    let edited = """
      1. [ ] Food
        - [ ] beside
         more
         3. [ ] two
         lines
             - [ ] below
      4. [ ] Eggs
         [x] below too
         - text of it
            - [ ] below
      """
    #expect(
      try MarkdownTaskList.read(edited, of: list).lines.map(\.level) == [0, 0, 0, 1, 0, 1, 1])
  }

  @Test func `items that are nested too deep for a page keep their levels`() throws {
    var list = Checklist("List")
    list.items = (0..<40).map { index in
      var item = ChecklistItem("\(index)", now: Self.now)
      item.level = index
      return item
    }
    let text = MarkdownTaskList.text(of: list)
    let lines = try MarkdownTaskList.read(text, of: list).lines
    #expect(lines.map(\.level) == list.items.map(\.level))
    #expect(lines.map(\.position) == Array(list.items.indices))
    let deeper = text.split(separator: "\n").enumerated()
      .map { $0 == 32 ? "    \($1)" : "\($1)" }.joined(separator: "\n")
    #expect(throws: MarkdownError(line: 33, "items are nested at most 32 levels deep")) {
      try MarkdownTaskList.read(deeper, of: list)
    }
  }

  @Test func `a text that is blank may stay, and no other become so`() throws {
    let base = Self.list("", " ", "Milk")
    let text = MarkdownTaskList.text(of: base)
    #expect(text == "1. [ ]\n2. [ ] &#32;\n3. [ ] Milk\n")
    #expect(try Self.lines(text, of: base) == ["1 ", "2  ", "3 Milk"])
    #expect(throws: MarkdownError.self) { try MarkdownTaskList.read("3. [ ]", of: base) }
    #expect(throws: MarkdownError.self) {
      try MarkdownTaskList.read("1. [ ]  &#32;&#32;", of: base)
    }
  }

  @Test func `a list of any texts that nobody edited is read without a change`() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<300 {
      var list = Checklist("List")
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        var item = ChecklistItem(RandomText.make(using: &random), now: Self.now)
        switch Int.random(in: 0...2, using: &random) {
        case 0: item.setChecked(true, now: Self.now)
        case 1: item.skip("sour")
        default: break
        }
        if let above = list.items.last {
          item.level = Int.random(in: 0...above.level + 1, using: &random)
        }
        list.items.append(item)
      }
      let text =
        MarkdownTaskList.text(of: list) + "\n" + EditorComments.comment(["List", "of --> texts"])
      // As an editor may save it: without white space at the ends of lines, with others' line ends.
      let trimmed = text.savedByEditor(lineEnd: Bool.random(using: &random) ? "\n" : "\r\n")
      for variant in [text, trimmed, "<!-- reason -->\n" + text] {
        let read = try MarkdownTaskList.read(variant, of: list)
        #expect(read.lines.map(\.position) == Array(list.items.indices))
        #expect(read.lines.map { Array($0.text.utf8) } == list.items.map { Array($0.text.utf8) })
        #expect(read.lines.map(\.state) == list.items.map(\.state))
        #expect(read.lines.map(\.level) == list.items.map(\.level))
        var document = ChecklistDocument()
        document.checklists = [list]
        for change in try read.changes(in: document, now: Self.now) {
          #expect(try document.apply(change, at: Self.now).summary == nil)
        }
        #expect(document.checklists[0].items.map(\.id) == list.items.map(\.id))
      }
    }
  }

  @Test func `no text makes the reader fail otherwise than with an error`() {
    let base = Self.list("Milk", "x Bread", "Eggs")
    var random = SplitMix64(seed: 3)
    var understood = 0
    for _ in 0..<1_000 {
      let text = (0..<4).map { _ in RandomText.make(using: &random) }.joined(separator: "\n")
      do throws(MarkdownError) {
        let lines = try MarkdownTaskList.read(text, of: base).lines
        #expect(lines.allSatisfy { !ContentRules.isBlank($0.text) })
        understood += 1
      } catch {
        #expect((1...text.utf8.count { $0 == 10 } + 1).contains(error.line))
      }
    }
    #expect(understood > 100)
  }
}
