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
          + "has passed; what was missed stays overdue. Run it once an hour, or when a shell starts.",
        "A run of the list that is open is closed, in its log in the library and in the one that --log names. "
          + "Of other logs nothing is known here: their runs stay open, and the next 'run' with their --log goes "
          + "on with what is open again.",
      ],
      options: [
        .flag("due", "only what repeats and is due again", group: "reset"),
        .value("log", "FILE", .file, "another log in which the run is closed", group: "reset"),
      ],
      examples: [
        .init("checklists reset", "everything is open again"),
        .init("checklists reset --list \"Morning routine\"", "for another list; from cron, say"),
        .init("checklists reset --due --quiet", "what is to be done again, and nothing else"),
      ]),
    answer: .changedItems
  ) { command, context in
    let (lists, now, zone) = (context.lists, context.now, context.zone)
    let isWhole = !command.options.has("due")
    let logs = isWhole ? try context.runLogs(command) : []
    let person = context.person(command)
    let batch = context.batch
    var closings: [RunClosing] = []
    try context.change { document in
      let list = try lists.list(in: document)
      closings = try logs.compactMap { try RunClosing(of: list, in: $0, by: person, at: now) }
      if let batch { closings.removeAll { !batch.closes($0) } }
      return [list.reset(onlyDue: !isWhole, at: now, in: zone)]
    } whenSaved: {
      closings.map { closing in { try Context.close(closing) } }
    }
    for closing in closings { context.tell(closing, command) }
  }
}

extension Context {
  /// The logs in which a reset closes a run: the one in the library, if there is one, and the one
  /// that is named.
  fileprivate func runLogs(_ command: ParsedCommand) throws -> [RunLog] {
    var logs: [RunLog] = []
    if let container { logs.append(try RunLog(of: documentPath(), in: container)) }
    guard command.options.has("log") else { return logs }
    let named = try runLog(command)
    _ = try history(in: named, command, mustExist: true)
    logs.removeAll { PlainFile(path: named.path).isSameFile(as: $0.path) }
    return logs + [named]
  }

  /// Closes a run whose list was reset.
  fileprivate static func close(_ closing: RunClosing) throws(Failure) {
    do throws(StoreError) {
      try closing.save()
    } catch {
      var failure = Failure(error)
      failure.message += "; the change was saved, and the run is still open"
      failure.hint = "Close it with another 'reset'."
      throw failure
    }
  }

  /// Says that a run was closed.
  fileprivate mutating func tell(_ closing: RunClosing, _ command: ParsedCommand) {
    if globals.json || globals.quiet { return }
    let (run, log) = (closing.progress, closing.log)
    let place = command.options["log"] == log.path ? " in \(log.path.shownPath)" : ""
    let verb = globals.dryRun ? "Would close" : "Closed"
    let counts = RunReport(run, dates: dates).counts
    console.writeLine("\(verb) run \(run.run.number)\(place) (\(counts))")
  }
}
