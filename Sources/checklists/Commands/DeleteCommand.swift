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
      return zip(positions, list.removeItems(at: positions)).map {
        ItemChange(verb: "Deleted", formerNumber: $0 + 1, item: $1)
      }
    }
  }
}
