/// An item that a person edited as a text.
package struct EditedItem: Sendable {
  /// The item that was edited, as it was then.
  package let base: ChecklistItem
  /// The changes of the person.
  package let edit: ItemEdit

  /// An edited item.
  ///
  /// - Parameter base: The item that was edited, as it was then.
  package init(base: ChecklistItem, edit: ItemEdit) {
    self.base = base
    self.edit = edit
  }

  /// The change that makes the item what the person made of it, in whichever list it is now.
  ///
  /// - Returns: The change; one that changes nothing if there is nothing to do.
  /// - Throws: ``EditConflict`` when others have changed or deleted the item since it was taken for
  ///   the edit.
  package func changes(in document: ChecklistDocument) throws(EditConflict) -> [DocumentChange] {
    for list in document.checklists {
      guard let position = list.items.firstIndex(where: { $0.id == base.id }) else { continue }
      let item = list.items[position]
      let isDone = describes(base) || describes(item)
      guard isDone || item.hasSameContent(as: base) else {
        throw EditConflict(.changed, base.text, item: base.id)
      }
      return [
        .editItems([list.reference(at: position)], list: list.id, isDone ? ItemEdit() : edit)
      ]
    }
    throw EditConflict(.deleted, base.text)
  }

  /// Whether an item is already what the person made of it.
  private func describes(_ item: ChecklistItem) -> Bool {
    edit.applied(to: item).hasSameContent(as: item)
  }
}
