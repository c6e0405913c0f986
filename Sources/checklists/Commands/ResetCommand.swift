import ChecklistCore

extension Command {
  static let reset = Command(
    syntax: CommandSyntax(
      name: "reset", relatedWords: ["restart", "again", "clear"],
      summary: "Uncheck every item, to use the list again",
      discussion: [
        "What repeats is due again at its next time after now; what was done early, at its next time after "
          + "that. With --due, only those items are opened again that are done, repeat, and whose due date "
          + "has passed; what was missed stays overdue. Run it once an hour, or when a shell starts."
      ],
      options: [.flag("due", "only what repeats and is due again")],
      examples: [
        .init("checklists reset", "everything is open again"),
        .init("checklists reset --list \"Morning routine\"", "for another list; from cron, say"),
        .init("checklists reset --due --quiet", "what is to be done again, and nothing else"),
      ])
  ) { command, context in
    let (lists, now, zone) = (context.lists, context.now, context.zone)
    try context.change { document in
      let list = try lists.list(in: document)
      return [list.reset(onlyDue: command.options.has("due"), at: now, in: zone)]
    }
  }
}
