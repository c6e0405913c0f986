import ChecklistCore
import ChecklistRuns
import Terminal

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
    let (lists, now, zone, isDryRun) = (
      context.lists, context.now, context.zone, context.globals.dryRun
    )
    let isWhole = !command.options.has("due")
    let log = context.container == nil || !isWhole ? nil : try context.runLog(command)
    let person = context.person(command)
    var closed: RunProgress?
    try context.change { document in
      let list = try lists.list(in: document)
      closed = try log?.close(list, by: person, at: now, isDryRun: isDryRun)
      return [list.reset(onlyDue: !isWhole, at: now, in: zone)]
    }
    if let closed { context.tell(closed) }
  }
}

extension Context {
  /// Says that a run was closed.
  fileprivate mutating func tell(_ run: RunProgress) {
    if globals.json || globals.quiet { return }
    let verb = globals.dryRun ? "Would close" : "Closed"
    let counts = RunReport(run, dates: dates).counts
    console.writeLine("\(verb) run \(run.run.number) (\(counts))")
  }
}
