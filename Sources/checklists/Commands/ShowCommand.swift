import ChecklistCore

extension Command {
  static let show = Command(
    syntax: CommandSyntax(
      name: "show", relatedWords: ["info", "details", "cat", "print"],
      summary: "Show all that is known of items", positionals: [.selectors],
      examples: [.init("checklists show 2", "the second item with its identity, dates and note")])
  ) { command, context in
    let document = try context.document()
    let list = document.checklists[try context.requiredListPosition(in: document)]
    let positions = try ItemSelector.positions(of: command.arguments, in: list)
    if context.globals.json {
      try context.writeJSON { writer in
        writer.key("checklist")
        writer.beginObject()
        writer.members(of: ListSummary(list))
        writer.endObject()
        writer.key("items")
        writer.beginArray()
        for position in positions { writer.item(list.items[position], number: position + 1) }
        writer.endArray()
      }
      return
    }
    let display = context.console.output
    for position in positions {
      let item = list.items[position]
      if position != positions.first { context.console.writeLine() }
      var fields = [
        ("number", "\(position + 1)"), ("text", item.text), ("list", list.name),
        ("checked", item.isChecked ? "yes" : "no"), ("id", item.id.identityText),
      ]
      let dates = context.dates
      if let due = item.due {
        let words = item.isChecked ? dates.day(due) : dates.due(due).text
        fields.append(("due", "\(dates.absoluteDay(due)) (\(words))"))
      }
      if let created = item.created { fields.append(("created", dates.absolute(created))) }
      if let completed = item.completed { fields.append(("completed", dates.absolute(completed))) }
      if let note = item.note { fields.append(("note", note)) }
      for (name, value) in fields {
        let label = display.styled(TerminalText.padded(name, to: 9), as: .dim)
        context.console.writeLine("\(label)  \(display.text(value))")
      }
    }
  }
}
