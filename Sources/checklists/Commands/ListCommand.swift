import ChecklistCore

extension Command {
  static let list = Command(
    syntax: CommandSyntax(
      name: "list",
      relatedWords: ["ls", "items", "view", "find", "search", "grep", "count", "sort", "status"],
      summary: "Show the list",
      discussion: [
        "With selectors, only those items; their numbers are those they have in the whole list."
      ],
      positionals: [PositionalSyntax("SELECTOR", .selector, .any, "which items; all without")],
      examples: [
        .init("checklists", "the list"),
        .init("checklists list open", "what is left to do"),
        .init("checklists list --list Packing --json", "another list, for a program"),
      ])
  ) { command, context in
    let document = try context.document()
    guard let position = try context.listPosition(in: document) else {
      // An empty document has nothing to select from.
      if !command.arguments.isEmpty { _ = try context.requiredListPosition(in: document) }
      if context.globals.json {
        try context.writeJSON { writer in
          writer.key("checklist")
          writer.value(String?.none)
        }
      } else {
        context.console.writeLine("No checklists yet. Make one with: checklists add \"Buy milk\"")
      }
      return
    }
    let list = document.checklists[position]
    let selected =
      command.arguments.isEmpty
      ? Array(list.items.indices) : try ItemSelector.positions(of: command.arguments, in: list)
    if context.globals.json {
      try context.writeJSON { writer in
        writer.key("checklist")
        writer.beginObject()
        writer.members(of: ListSummary(list))
        writer.key("items")
        writer.beginArray()
        for position in selected { writer.item(list.items[position], number: position + 1) }
        writer.endArray()
        writer.endObject()
      }
    } else {
      let display = context.console.output
      context.console.writeLine(ListHeading(list).line(on: display))
      let width = "\((selected.last ?? 0) + 1)".count
      for position in selected {
        let row = ItemRow(list.items[position], number: position + 1)
        context.console.writeLine("  " + row.line(on: display, numberWidth: width))
      }
    }
  }
}
