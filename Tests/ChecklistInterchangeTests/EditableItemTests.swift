import ChecklistCore
import Foundation
import TestSupport
import Testing

@testable import ChecklistInterchange

/// Items as text for an editor, and back.
struct EditableItemTests {
  private let now = Date(timeIntervalSinceReferenceDate: 802_000_000)

  @Test(arguments: [
    ("Milk", nil, "Milk\n"), ("two\nlines", nil, "two\nlines\n"),
    ("Milk", "1 litre", "Milk\n\n1 litre\n"),
    ("Milk", "a\n\n  - b\n  - c\n\nd", "Milk\n\na\n\n  - b\n  - c\n\nd\n"),
    // A blank line in a text is no end of it.
    ("a\n\nb", "note", "a&#10;\nb\n\nnote\n"), ("", "note", "\n\nnote\n"),
    ("", nil, "\n"), ("Milk", "", "Milk\n"),
    ("Milk", "\n\nx\n", "Milk\n\n&#10;&#10;x&#10;\n"),
  ])
  func `an item is its text, a blank line and its note`(
    _ text: String, _ note: String?, _ page: String
  ) throws {
    let item = ChecklistItem(text, note: note, now: now)
    #expect(EditableItem.text(of: item) == page)
    let read = try EditableItem.read(page, of: item).item
    #expect((read.text, read.note) == (text, note))
  }

  @Test(arguments: [
    ("Oat milk\n", "Oat milk", nil), ("Oat milk", "Oat milk", nil),
    ("Milk\n\n\n\nnote  \n\n more\n\n", "Milk", "note\n\n more"),
    ("  a  \r\n\tb\r\n\r\nnote\r\n", "a\nb", "note"),
    ("<!-- reason -->\nMilk\n<!--\nhelp\n-->\n\nnote\n", "Milk", "note"),
    ("Milk\n \nnote\n\t\n<!-- x -->\n", "Milk", "note"),
  ])
  func `what was written is read as it is meant`(
    _ page: String, _ text: String, _ note: String?
  ) throws {
    let read = try EditableItem.read(page, of: ChecklistItem("Milk", note: "old", now: now)).item
    #expect((read.text, read.note) == (text, note))
  }

  @Test(arguments: [
    ("\nnote", 1, "the text of the item must be here, but it is blank"),
    ("<!-- x -->\n\nnote", 2, "the text of the item must be here, but it is blank"),
    ("&#32;\n", 1, "the text of the item must be here, but it is blank"),
    ("\u{3000}\n\nnote", 1, "the text of the item must be here, but it is blank"),
    ("Milk\n<!--\n", 2, "the comment that begins here does not end"),
  ])
  func `an item needs a text`(_ page: String, _ line: Int, _ message: String) {
    #expect(throws: MarkdownError(line: line, message)) {
      try EditableItem.read(page, of: ChecklistItem("Milk", now: now))
    }
  }

  @Test func `an item of any texts that nobody edited is read without a change`() throws {
    var random = SplitMix64(seed: 6)
    for _ in 0..<800 {
      let note = Bool.random(using: &random) ? RandomText.make(using: &random) : nil
      let item = ChecklistItem(RandomText.make(using: &random), note: note, now: now)
      let text = EditableItem.text(of: item) + "\n" + EditorComments.comment(["Help", "me"])
      let trimmed = text.savedByEditor(lineEnd: "\r\n")
      for variant in [text, trimmed, "<!-- reason -->\n" + text] {
        let page = try EditableItem.read(variant, of: item)
        #expect(Array(page.item.text.utf8) == Array(item.text.utf8))
        #expect(page.item.note.map { Array($0.utf8) } == item.note.map { Array($0.utf8) })
        var same = item
        #expect(try !page.apply(to: &same, now))
      }
    }
  }

  @Test func `an edit changes the text and the note, and nothing else`() throws {
    var item = ChecklistItem("Milk", due: .moment(now), note: "old", now: now)
    item.setChecked(true, now: now)
    let page = try EditableItem.read("Oat milk\n\nnew\n", of: item)
    let before = item
    #expect(try page.apply(to: &item, now))
    #expect((item.text, item.note) == ("Oat milk", "new"))
    #expect(
      (item.id, item.due, item.isChecked, item.completed) == (before.id, .moment(now), true, now))
    #expect(try EditableItem.read("Oat milk", of: item).apply(to: &item, now))
    #expect(item.note == nil)
  }

  @Test func `an item that others changed meanwhile is a conflict, unless they did the same`()
    throws
  {
    let base = ChecklistItem("Milk", now: now)
    let page = try EditableItem.read("Oat milk\n\nnote", of: base)
    var item = base
    item.setChecked(true, now: now)
    #expect(throws: EditConflict(.changed, "Milk", item: base.id)) {
      try page.apply(to: &item, now)
    }
    #expect(item.text == "Milk")
    // Who changed nothing has no conflict.
    #expect(try !EditableItem.read("Milk\n", of: base).apply(to: &item, now))
    item.text = "Oat milk"
    item.note = "note"
    #expect(try !page.apply(to: &item, now))
    #expect(item.isChecked)
  }
}

extension EditedItem {
  /// The item as it was written.
  fileprivate var item: ChecklistItem { edit.applied(to: base) }

  /// Applies the edit to a document that has only this item, and tells whether it changed.
  fileprivate func apply(to item: inout ChecklistItem, _ now: Date) throws -> Bool {
    var document = ChecklistDocument()
    document.checklists = [Checklist("List")]
    document.checklists[0].items = [item]
    let applied = try changes(in: document).map { try document.apply($0, at: now) }
    item = document.checklists[0].items[0]
    return applied.joined().contains { $0.kind != .unchanged }
  }
}
