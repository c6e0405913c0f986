import ChecklistCore

extension Context {
  /// Has a person edit the whole list as a task list, and makes it so.
  mutating func editList() throws {
    let document = try self.document()
    let list = document.checklists[try requiredListPosition(in: document)]
    let editing = Editing(
      fileName: "checklist.md", text: TaskList.text(of: list),
      comment: [
        "The items of \(list.displayName), which become what you make of these lines:",
        "change a text or a box, move a line, remove a line to delete its item.",
        "The number says which item a line is, wherever it stands. A new item is '- [ ] Text'.",
        "A text goes on in indented lines. Due dates and notes stay with their items.",
        "An empty file changes nothing, and 'checklists undo' takes everything back.",
      ]
    ) { text throws(EditableTextError) in try TaskList(text, of: list) }
    let now = now
    try edit(editing) { taskList, context in
      try context.changeDocument { document, _ in
        guard let position = document.checklists.firstIndex(where: { $0.id == list.id }) else {
          throw Failure(.temporary, "\(list.displayName) is gone in the meantime")
        }
        let changes = try taskList.apply(to: &document.checklists[position], now: now)
        return (position, changes.map(ItemChange.init))
      }
    }
  }
}

extension ItemChange {
  /// What an edited task list did to an item.
  fileprivate init(_ change: TaskList.Change) {
    let isGone = change.kind == .deleted
    self.init(
      verb: change.kind.verb, number: isGone ? nil : change.position + 1,
      formerNumber: isGone ? change.position + 1 : nil, item: change.item)
  }
}

extension TaskList.Change.Kind {
  fileprivate var verb: String {
    switch self {
    case .added: "Added"
    case .edited: "Edited"
    case .checked: "Checked"
    case .unchecked: "Unchecked"
    case .moved: "Moved"
    case .deleted: "Deleted"
    }
  }
}
