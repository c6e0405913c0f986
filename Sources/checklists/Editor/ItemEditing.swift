import ChecklistCore

extension Context {
  /// Has a person edit the text and the note of an item.
  ///
  /// - Parameter selector: The item.
  /// - Throws: `Failure`, and what finding the item throws.
  mutating func editItem(_ selector: String) throws {
    let document = try self.document()
    let list = document.checklists[try requiredListPosition(in: document)]
    let item = list.items[try ItemSelector.position(of: selector, in: list)]
    let editing = Editing(
      fileName: "item.md", text: ItemPage.text(of: item),
      comment: [
        "The text of the item, and behind a blank line its note.",
        "An empty file changes nothing.",
      ]
    ) { text throws(EditableTextError) in try ItemPage(text, of: item) }
    try edit(editing) { page, context in
      try context.changeDocument { document, _ in
        for list in document.checklists.indices {
          guard
            let position = document.checklists[list].items.firstIndex(where: { $0.id == item.id })
          else { continue }
          let isChanged = try page.apply(to: &document.checklists[list].items[position])
          let change = ItemChange(
            verb: isChanged ? "Edited" : nil, number: position + 1,
            item: document.checklists[list].items[position])
          return (list, [change])
        }
        throw EditConflict(.deleted, of: item)
      }
    }
  }
}
