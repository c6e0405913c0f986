import ChecklistCore

extension Command {
  static let move = Command(
    syntax: CommandSyntax(
      name: "move", relatedWords: ["mv", "reorder", "order", "up", "down"],
      summary: "Move items to another place, or to another list",
      discussion: [
        "Items that are moved together keep their order among themselves. With --to, they go to the "
          + "end of that list, or to the place there that another option names."
      ],
      positionals: [.selectors],
      options: OptionSyntax.insertionPoints("SELECTOR", .selector, "item") + [
        .value("to", "LIST", .list, "to another list")
      ],
      examples: [
        .init("checklists move 5 --first", "the fifth item to the top"),
        .init("checklists move done --last", "whatever is checked to the end"),
        .init("checklists move 2,7 --after milk", "two items after another one"),
        .init("checklists move open --to Tomorrow", "what is left to another list"),
      ])
  ) { command, context in
    let listName = command.options["to"]
    guard listName != nil || command.options.hasInsertionPoint else {
      throw UsageError(
        "'move' needs a place: --first, --last, --before SELECTOR, --after SELECTOR or --to LIST",
        command: "move")
    }
    let lists = context.lists
    try context.change { document in
      let source = try lists.list(in: document)
      let destination =
        try listName.map { try ListResolver(named: $0) { nil }.list(in: document) } ?? source
      let items = try ItemSelector.items(command.arguments, in: source)
      let point = try command.options.insertionPoint { selector throws(SelectorError) in
        destination.reference(at: try ItemSelector.position(of: selector, in: destination))
      }
      return [.moveItems(items, list: source.id, to: destination.id, at: point)]
    }
  }
}
