import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let show = Command(
    syntax: CommandSyntax(
      name: "show", relatedWords: ["info", "details", "cat"],
      summary: "Show all that is known of items", positionals: [.selectors],
      examples: [.init("checklists show 2", "the second item with its identity, dates and note")]),
    answer: .shownItems
  ) { command, context in
    let document = try context.document()
    let list = try context.lists.list(in: document)
    let positions = try ItemSelector.positions(
      of: command.arguments, in: list, allowsSeveral: true)
    var size = AnswerSize()
    try size.add(positions, of: list, withNotes: true)
    if context.globals.json {
      var ends = DayEnds(in: context.zone)
      try context.writeJSON { writer in
        writer.member("checklist", ListSummary(list))
        writer.items(of: list, at: positions, &ends)
      }
      return
    }
    let display = context.console.output
    let folder = try context.store().attachments
    for position in positions {
      if position != positions.first { context.console.writeLine() }
      let details = ItemDetails(
        item: list.items[position], number: position + 1, list: list, dates: context.dates,
        folder: folder)
      context.console.write(details.text(on: display))
    }
    if display.isTerminal, positions.contains(where: { list.items[$0].hasConflicts }) {
      context.console.writeLine(
        "--keep or --other of 'edit' settles what a merge has kept twice", as: .dim)
    }
  }
}

extension JSONShape {
  /// An answer with items of a list.
  fileprivate static let shownItems = answer([
    "checklist": .part(.list), "items": .array(.part(.item)),
  ])
}
