import ChecklistCore

extension Command {
  static let move = Command(
    syntax: CommandSyntax(
      name: "move", relatedWords: ["mv", "reorder", "order", "sort", "up", "down"],
      summary: "Move items to another place, or to another list",
      discussion: [
        "Items that are moved together keep their order among themselves. With --to, they go to the "
          + "end of that list, or to the place there that another option says."
      ],
      positionals: [.selectors],
      options: OptionSyntax.places("SELECTOR", .selector, "item") + [
        .value("to", "LIST", .list, "to another list")
      ],
      examples: [
        .init("checklists move 5 --first", "the fifth item to the top"),
        .init("checklists move done --last", "whatever is checked to the end"),
        .init("checklists move 2,7 --after milk", "two items behind another one"),
        .init("checklists move open --to Tomorrow", "what is left to another list"),
      ])
  ) { command, context in
    let listName = command.options["to"]
    guard listName != nil || command.options.hasPlace else {
      throw UsageError(
        "'move' needs a place: --first, --last, --before SELECTOR, --after SELECTOR or --to LIST",
        command: "move")
    }
    try context.changeDocument { document, context in
      let source = try context.requiredListPosition(in: document)
      let destination =
        try listName.map { try ListSelector.position(of: $0, in: document.checklists) } ?? source
      let positions = try ItemSelector.positions(
        of: command.arguments, in: document.checklists[source])
      let place = try command.options.place { selector throws(SelectorError) in
        try ItemSelector.position(of: selector, in: document.checklists[destination])
      }
      var moved = positions
      var verb = "Moved"
      if destination != source {
        verb = "Moved to \(document.checklists[destination].title):"
        moved = Array(
          document.moveItems(at: positions, of: source, to: destination, place ?? .last))
      } else if let place {
        moved = Array(document.checklists[source].moveItems(at: positions, to: place))
      }
      let changes = zip(positions, moved).map { old, new in
        ItemChange(
          verb: old == new && destination == source ? nil : verb, number: new + 1,
          item: document.checklists[destination].items[new])
      }
      return (destination, changes)
    }
  }
}
