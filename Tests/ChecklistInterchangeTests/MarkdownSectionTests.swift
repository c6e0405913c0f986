import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Sections of a list in an editor.
struct MarkdownSectionTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  private static func list(_ items: (text: String, section: String?)...) -> Checklist {
    var list = Checklist("List", id: 1)
    list.items = items.enumerated().map { index, entry in
      var item = ChecklistItem(entry.text, id: index + 1, now: now)
      item.section = entry.section
      return item
    }
    return list
  }

  private static let packing = list(
    ("Soap", "Wash"), ("Towel", "Wash"), ("Shirts", "Clothes"), ("Map", nil))

  private static func result(_ text: String, of list: Checklist) throws -> [String] {
    var document = ChecklistDocument()
    document.checklists = [list]
    let changes = try MarkdownTaskList.read(text, of: list).changes(in: document, now: now)
    for change in changes { try document.apply(change, at: now) }
    return document.checklists[0].items.map { "\($0.section ?? "-")/\($0.text)" }
  }

  @Test func `sections are headings, and one without a text ends the last`() {
    #expect(
      MarkdownTaskList.text(of: Self.packing) == """
        ## Wash

        1. [ ] Soap
        2. [ ] Towel

        ## Clothes

        3. [ ] Shirts

        ##

        4. [ ] Map

        """)
  }

  @Test func `the text of a list gives the list without a change`() throws {
    let names = [
      "# x", "1. [ ] y", "<!--", " spaces ", "two\nlines", "\u{202E}", "é", "a\\u{41}", "#", "a ##",
      "a\\#", "\\*",
    ]
    for name in names {
      let list = Self.list(("a", nil), ("b", name), ("c", "Wash"), ("d", name), ("e", nil))
      let text = MarkdownTaskList.text(of: list)
      #expect(
        try Self.result(text, of: list)
          == ["-/a", "\(name)/b", "Wash/c", "\(name)/d", "-/e"], "\(name)")
      let edited = try MarkdownTaskList.read(text, of: list)
      var document = ChecklistDocument()
      document.checklists = [list]
      let applied = try edited.changes(in: document, now: Self.now).flatMap {
        try document.apply($0, at: Self.now)
      }
      #expect(applied.allSatisfy { $0.kind == .unchanged }, "\(name)")
    }
  }

  @Test(arguments: [
    (
      "# Wash\n1. [ ] Soap\n###### Clothes\n2. [ ] Towel\n3. [ ] Shirts\n#\n4. [ ] Map",
      ["Wash/Soap", "Clothes/Towel", "Clothes/Shirts", "-/Map"]
    ),
    (
      "1. [ ] Soap\n2. [ ] Towel\n## Things\n3. [ ] Shirts\n4. [ ] Map\n- new",
      ["-/Soap", "-/Towel", "Things/Shirts", "Things/Map", "Things/new"]
    ),
    (
      "##\tWash  \n\n\n1. [ ] Soap\n## Empty\n## Wash\n2. [ ] Towel\n3. [ ] Shirts\n4. [ ] Map",
      ["Wash/Soap", "Wash/Towel", "Wash/Shirts", "Wash/Map"]
    ),
    (
      "#1 idea\n####### seven\n1. [ ] Soap\n   ## more\n2. [ ] Towel\n3. [ ] Shirts\n4. [ ] Map",
      ["-/#1 idea", "-/####### seven", "-/Soap\n## more", "-/Towel", "-/Shirts", "-/Map"]
    ),
  ])
  func `any heading begins a section`(text: String, expected: [String]) throws {
    #expect(try Self.result(text, of: Self.packing) == expected)
  }

  @Test func `a heading that no section may have says where it is`() {
    let error = #expect(throws: MarkdownError.self) {
      try MarkdownTaskList.read("1. [ ] Soap\n## a&#10;b\n2. [ ] Towel", of: Self.packing)
    }
    #expect(error?.line == 2)
    #expect(error?.message == "the name of a section is one line of at most 255 bytes")
  }

  @Test func `what others did to sections meanwhile stays, or is a conflict`() throws {
    var document = ChecklistDocument()
    document.checklists = [Self.packing]
    let text = MarkdownTaskList.text(of: Self.packing).replacing("[ ] Soap", with: "[ ] Soft soap")
    let edited = try MarkdownTaskList.read(text, of: Self.packing)
    try document.apply(
      .editItems([ItemReference(3)], list: 1, ItemEdit(section: .set("Wear"))), at: Self.now)
    for change in try edited.changes(in: document, now: Self.now) {
      try document.apply(change, at: Self.now)
    }
    #expect(document.checklists[0].items.map(\.section) == ["Wash", "Wash", "Wear", nil])
    #expect(document.checklists[0].items[0].text == "Soft soap")
    document.checklists = [Self.packing]
    try document.apply(
      .editItems([ItemReference(1)], list: 1, ItemEdit(section: .set("Wear"))), at: Self.now)
    #expect(throws: EditConflict(.changed, "Soap", item: 1)) {
      try edited.changes(in: document, now: Self.now)
    }
  }
}
