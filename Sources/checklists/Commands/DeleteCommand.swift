import ChecklistCore

extension Command {
  static let delete = Command(
    syntax: CommandSyntax(
      name: "delete", aliases: ["rm"], relatedWords: ["remove", "del", "drop", "clear"],
      summary: "Delete items", positionals: [.selectors],
      examples: [
        .init("checklists delete 3", "the third item"),
        .init("checklists rm done", "whatever is checked"),
      ])
  ) { command, context in
    try context.changeItems { list in
      let positions = try ItemSelector.positions(of: command.arguments, in: list)
      let changes = positions.map {
        ItemChange(verb: "Deleted", formerNumber: $0 + 1, item: list.items[$0])
      }
      let deleted = Set(positions)
      list.items = list.items.indices.filter { !deleted.contains($0) }.map { list.items[$0] }
      return changes
    }
  }
}
