import ChecklistCore

extension Command {
  static let delete = Command(
    syntax: CommandSyntax(
      name: "delete", aliases: ["rm", "remove"], relatedWords: ["del", "drop", "clear"],
      summary: "Delete items", positionals: [.selectors],
      examples: [
        .init("checklists delete 3", "the third item"),
        .init("checklists delete done", "every checked item"),
      ]),
    answer: .changedItems
  ) { command, context in
    let (lists, items) = (context.lists, context.items)
    try context.change { document in
      let list = try lists.list(in: document)
      return [
        .deleteItems(try items.references(to: command.arguments, in: list), list: list.id)
      ]
    }
  }
}
