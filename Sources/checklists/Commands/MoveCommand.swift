import ChecklistCore

extension Command {
  static let move = Command(
    syntax: CommandSyntax(
      name: "move", relatedWords: ["mv", "reorder", "order", "up", "down"],
      summary: "Move items to another place, or to another list",
      discussion: [
        "Items that are moved together keep their order among themselves. With --to, they go to the "
          + "end of that list, or to the place there that another option names.",
        "With --section, they go to the end of that section, or to the place that another option names. "
          + "With --before, --after, --first and --last they get the section that is there; with --to "
          + "alone they keep their own.",
      ],
      positionals: [.selectors],
      options: OptionSyntax.insertionPoints("SELECTOR", .selector, "item") + [
        .value("to", "LIST", .list, "to another list"),
        .value("section", "NAME", .section, "under this heading"),
      ],
      examples: [
        .init("checklists move 5 --first", "the fifth item to the top"),
        .init("checklists move done --last", "whatever is checked to the end"),
        .init("checklists move 2,7 --after milk", "two items after another one"),
        .init("checklists move open --to Tomorrow", "what is left to another list"),
        .init("checklists move 4,6 --section Clothes", "two items to the end of a section"),
      ]),
    answer: .changedItems
  ) { command, context in
    let listName = command.options["to"]
    let section = try context.section(command.options)
    guard listName != nil || section != nil || command.options.hasInsertionPoint else {
      throw UsageError(
        "'move' needs a place: --first, --last, --before SELECTOR, --after SELECTOR, --section NAME or "
          + "--to LIST",
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
      return [destination.moving(items, from: source, to: point, section: section)]
    }
  }
}
