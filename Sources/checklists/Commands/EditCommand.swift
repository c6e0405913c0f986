import ChecklistCore

extension Command {
  static let edit = Command(
    syntax: CommandSyntax(
      name: "edit", relatedWords: ["rename", "change", "modify", "update"],
      summary: "Change the text of an item",
      positionals: [
        PositionalSyntax("SELECTOR", .selector, .one, "the item"),
        PositionalSyntax("TEXT", .text, .one, "its new text"),
      ],
      examples: [.init("checklists edit 1 \"Oat milk\"", "another text for the first item")])
  ) { command, context in
    let selector = command.arguments[0]
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
