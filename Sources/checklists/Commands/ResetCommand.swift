import ChecklistCore
import ChecklistRuns
import Terminal

extension Command {
  static let reset = Command(
    syntax: CommandSyntax(
      name: "reset", relatedWords: ["restart", "again", "clear"], group: .lists,
      summary: "Uncheck every item, to use the list again",
      discussion: [
        "A repeating item is open again on its next date by itself. This opens the ones that are done "
          + "for today or later at the same date, gives overdue ones their next date, and leaves "
          + "alone what was done before today. --due opens only what repeats, is done, and whose due date "
          + "has passed, at its first date from now on, for programs that read the file.",
        "An open run of the list is closed, in the default log and in the one that --log names. Runs in other "
          + "logs stay open.",
      ],
      options: [
        .flag("due", "only items that repeat and are due again", group: "reset"),
        .value("log", "FILE", .file, "also close the open run in this log", group: "reset"),
      ],
      examples: [
        .init("checklists reset", "every item is open again"),
        .init("checklists reset --list \"Morning routine\"", "another list"),
      ]),
    answer: .changedItems
  ) { command, context in
    let (lists, now, zone) = (context.lists, context.now, context.zone)
    let isWhole = !command.options.has("due")
    let logs = isWhole ? try context.runLogs(command) : []
    let person = context.person(command)
    let batch = context.batch
    var closings: [RunClosing] = []
    let path = try context.documentPath()
    try context.change(asStored: !isWhole) { document in
      let list = try lists.list(in: document)
      closings = try logs.compactMap {
        try RunClosing(of: list, of: path, in: $0, by: person, at: now)
      }
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
    if let container {
      logs.append(try RunLog(of: documentPath(), in: container, lockTimeout: lockTimeout))
    }
    guard command.options.has("log") else { return logs }
    let named = try runLog(command)
    _ = try history(in: named, command, mustExist: true)
    logs.removeAll { PlainFile(path: named.path).isSameFile(as: $0.path) }
    return logs + [named]
  }

  /// Closes a run whose list was reset.
  fileprivate static func close(_ closing: RunClosing) throws(Failure) {
    do {
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
