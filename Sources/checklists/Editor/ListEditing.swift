import ChecklistCore
import ChecklistInterchange

extension Context {
  /// Has a person edit the whole list as a task list, and makes it so.
  mutating func editList() throws {
    let list = try lists.list(in: document())
    var size = AnswerSize()
    try size.add(Array(list.items.indices), of: list, withNotes: false)
    let editing = Editing(
      fileName: "checklist.md", text: MarkdownTaskList.text(of: list),
      comment: [
        "The items of \(list.displayName), which become what you make of these lines:",
        "change a text or a box, move a line, remove a line to delete its item.",
        "The number says which item a line is, wherever it stands. A new item is '- [ ] Text'.",
        "Indented lines continue a text. Due dates and notes stay with their items.",
        "An empty file changes nothing, and 'checklists undo' takes everything back.",
      ]
    ) { text throws(MarkdownError) in try MarkdownTaskList.read(text, of: list) }
    let now = now
    try edit(editing) { edited, context in
      try context.change { document in try edited.changes(in: document, now: now) }
    }
  }
}
