import ChecklistCore

extension Command {
  static let move = Command(
    syntax: CommandSyntax(
      name: "move", relatedWords: ["mv", "reorder", "order", "up", "down"],
      summary: "Move items to another place or list",
      discussion: [
        "Items that are moved together keep their order. --to moves them to the end of that list, "
          + "or to the place there that another option gives.",
        "--section moves them to the end of that section, or to the place that another option "
          + "gives. With --before, --after, --first and --last they join the section there; with "
          + "--to alone they keep their own.",
      ],
      positionals: [.selectors],
      options: OptionSyntax.insertionPoints("SELECTOR", .selector, "item") + [
        .value("to", "LIST", .list, "to another list"),
        .value("section", "NAME", .section, "under this heading"),
        .newList,
      ],
      examples: [
        .init("checklists move 5 --first", "the fifth item to the top"),
        .init("checklists move done --last", "every checked item to the end"),
        .init("checklists move 2,7 --after milk", "two items below another one"),
        .init("checklists move open --to Tomorrow --new-list", "the open items to another list"),
        .init("checklists move 4,6 --section Clothes", "two items to the end of a section"),
      ]),
    answer: .changedItems
  ) { command, context in
    let listName = command.options["to"]
    let section = try context.section(command.options)
    guard listName != nil || section != nil || command.options.hasInsertionPoint else {
      throw UsageError(
        "'move' requires a place: --first, --last, --before SELECTOR, --after SELECTOR, --section NAME or "
          + "--to LIST",
        command: "move")
    }
    let makesList = command.options.has("new-list")
    if makesList, listName == nil {
      throw UsageError("'--new-list' requires --to LIST", command: command.name)
    }
    let (lists, resolver) = (context.lists, context.items)
    try context.change { document in
      let source = try lists.list(in: document)
      let (destination, changes) =
        try listName.map { name in
          try ListResolver(named: name) { nil }.list(in: document, orMaking: makesList)
        } ?? (source, [])
      let items = try resolver.references(to: command.arguments, in: source)
      let point = try command.options.insertionPoint { selector throws(SelectorError) in
        destination.reference(at: try resolver.position(of: selector, in: destination))
      }
      return changes + [destination.moving(items, from: source, to: point, section: section)]
    }
  }
}
