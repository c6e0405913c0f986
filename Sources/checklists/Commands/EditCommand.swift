import ChecklistCore

extension Command {
  static let edit = Command(
    syntax: CommandSyntax(
      name: "edit", relatedWords: ["rename", "change", "modify"],
      summary: "Change an item, or the whole list in the editor",
      discussion: [
        "Without a change, the item is opened in the editor: its text, a blank line, its note. Without "
          + "a selector it is the whole list, as a Markdown task list; there lines may be changed, "
          + "added, removed, moved and checked, and all of that is one change.",
        "The editor is $VISUAL, else $EDITOR, else vi. One that has windows of its own must wait, as "
          + "'code --wait' does. What others change meanwhile stays, and what you wrote is never lost: "
          + "where it cannot be saved, the error names the file that has it.",
      ],
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .optional, "the item"),
        PositionalSyntax("TEXT", .text, .optional, "its new text"),
      ],
      examples: [
        .init("checklists edit 1 \"Oat milk\"", "another text for the first item"),
        .init("checklists edit 1", "its text and its note in the editor"),
        .init("checklists edit", "the whole list in the editor"),
      ])
  ) { command, context in
    guard let selector = command.arguments.first else { return try context.editList() }
    guard command.arguments.count > 1 else { return try context.editItem(selector) }
    let text = try ItemText.validated(command.arguments[1])
    try context.changeItems { list in
      let positions = try ItemSelector.positions(of: [selector], in: list)
      guard positions.count == 1 else {
        throw Failure(
          positions.isEmpty ? .noMatch : .ambiguous,
          "one item can get the text, '\(selector)' is \(positions.count) items")
      }
      let position = positions[0]
      let isChanged = !list.items[position].text.utf8.elementsEqual(text.utf8)
      list.items[position].text = text
      return [
        ItemChange(
          verb: isChanged ? "Edited" : nil, number: position + 1, item: list.items[position])
      ]
    }
  }
}
