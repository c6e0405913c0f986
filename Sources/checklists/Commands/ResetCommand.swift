import ChecklistCore

extension Command {
  static let reset = Command(
    syntax: CommandSyntax(
      name: "reset", relatedWords: ["restart", "again", "clear"],
      summary: "Uncheck every item, to use the list again",
      examples: [
        .init("checklists reset", "everything is open again"),
        .init("checklists reset --list \"Morning routine\"", "for another list; from cron, say"),
      ])
  ) { _, context in
    let lists = context.lists
    try context.change { document in [.resetList(try lists.list(in: document).id)] }
  }
}
