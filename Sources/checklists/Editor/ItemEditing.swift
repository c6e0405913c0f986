import ChecklistCore
import ChecklistInterchange

extension Context {
  /// Has a person edit the text and the note of an item.
  ///
  /// - Parameter selector: The item.
  /// - Throws: `Failure`, and what finding the item throws.
  mutating func editItem(_ selector: String) throws {
    let list = try lists.list(in: document())
    let item = list.items[try ItemSelector.position(of: selector, in: list)]
    let editing = Editing(
      fileName: "item.md", text: EditableItem.text(of: item),
      comment: [
        "The text of the item, then a blank line and its note.",
        "An empty file changes nothing.",
      ]
    ) { text throws(MarkdownError) in try EditableItem.read(text, of: item) }
    try edit(editing) { edited, context in
      try context.change { document in try edited.changes(in: document) }
    }
  }
}
