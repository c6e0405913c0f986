import ChecklistCore
import ChecklistInterchange
import ChecklistRuns
import Terminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let run = Command(
    syntax: CommandSyntax(
      name: "run", relatedWords: ["go", "start", "perform", "walk", "do"], group: .runs,
      summary: "Go through a list, item by item, and log the answers",
      discussion: [
        "Each item is asked: Enter says that it is done, 's' skips it with a reason, 'b' goes back, 'n' "
          + "gives it a note, and 'q' or Ctrl-C makes a pause. Each answer is saved and logged before the "
          + "next question, so the next 'run' goes on where this one was ended. When every item was "
          + "answered the run is complete, and the next one starts anew.",
        "Over a pipe, each line is an answer: empty or 'done', 'skip REASON', 'back', 'note TEXT' or "
          + "'quit'. A run that was paused exits with 1.",
        "'runs' shows the log. Check marks that are set elsewhere meanwhile count, and the log tells of them.",
      ],
      positionals: [
        PositionalSyntax("LIST", .list, .optional, "the list (else the one that is meant)")
      ],
      options: [
        .value("as", "NAME", .text, "go through a copy of the list with this name, new or begun"),
        .value("by", "NAME", .text, "who does it (else $CHECKLISTS_BY, or the user)"),
        .value("answers", "FILE", .file, "one answer a line: 'done' or 'skip REASON'"),
        .flag("restart", "start anew, also in the middle of a run"),
        .runLog,
      ],
      examples: [
        .init("checklists run Packing", "one question after the other"),
        .init("checklists run Packing --as \"Packing for Rome\"", "in a copy of the list"),
        .init(
          "printf 'done\\nskip it is warm\\n' | checklists run Packing --by CI",
          "over a pipe, from a script"),
      ],
      ownObstacleInBatch: "it is a dialogue")
  ) { command, context in
    try context.run(command)
  }
}

extension OptionSyntax {
  /// Where runs are logged.
  static let runLog = OptionSyntax.value(
    "log", "FILE", .file, "the log (else one in the library for each document)")
}

extension Context {
  /// The log of runs that a command means.
  func runLog(_ command: ParsedCommand) throws -> RunLog {
    if let path = command.options["log"] {
      if path.isEmpty { throw UsageError("'--log' needs a path", command: command.name) }
      return RunLog(path: path)
    }
    let document = try documentPath()
    guard let container else {
      throw Failure(
        .usage,
        "there is no home directory for the log: neither CHECKLISTS_HOME nor HOME is set",
        hint: "Set one of them, or name the log with --log FILE.")
    }
    return try RunLog(of: document, in: container)
  }

  /// Who changes something, as logs name them; nil when that is not known.
  func person(_ command: ParsedCommand) -> String? {
    let names = ["CHECKLISTS_BY", "USER", "LOGNAME"].lazy.map { environment.text($0) }
    return (command.options["by"] ?? names.compactMap { $0 }.first)?.trimmed
  }

  /// Says which lines of a log cannot be read.
  func warn(of history: RunHistory, in log: RunLog) {
    guard let line = history.unreadLines.first, !globals.quiet else { return }
    let others = history.unreadLines.count - 1
    let more = others == 0 ? "" : ", and \(others) more"
    warn("line \(line) of \(log.path.shownPath) cannot be read\(more): it is left out")
  }

  fileprivate mutating func run(_ command: ParsedCommand) throws {
    let answers = try answers(command)
    let log = try runLog(command)
    let list = try runList(command)
    guard !list.items.isEmpty else {
      throw Failure(
        .noMatch, "\(list.displayName) has no items to go through",
        hint: "Add one with: \(program) add TEXT")
    }
    warn(of: try log.read(), in: log)
    if globals.dryRun { return try preview(list, log, isAnew: command.options.has("restart")) }
    let runner = ListRunner(
      list.id, of: try store(), log: log, by: person(command), command: self.command)
    if answers == nil { Console.catchInterrupts() }
    guard let isAnew = try asksAnew(list, runner, command, answers == nil) else {
      return try report(.paused, list, runner, nil)
    }
    guard let run = try runner.begin(isAnew: isAnew, at: now, in: zone) else {
      return try report(.listGone, list, runner, nil)
    }
    var dialogue = RunDialogue(
      run, runner, on: console,
      from: answers.map { .answers($0[...]) } ?? .input, isSilent: globals.json || globals.quiet,
      since: Date())
    let end = try dialogue.hold(on: &console)
    if case .answers(let rest) = dialogue.source, !rest.isEmpty, !globals.quiet {
      warn(
        "\(rest.count.counting("answer")) of --answers \(rest.count == 1 ? "was" : "were") left over"
      )
    }
    try report(end, list, runner, run)
  }

  /// The answers of a file; nil when they are read from standard input.
  private func answers(_ command: ParsedCommand) throws -> [RunReply]? {
    guard let path = command.options["answers"] else { return nil }
    let lines =
      try path == "-"
      ? console.readLines(each: "an answer") : InputLines.split(PlainFile(path: path).read())
    return try RunReply.answers(lines, in: path == "-" ? "standard input" : path.shownPath)
  }

  /// The list that is gone through: the one that is named, or a copy of it.
  private mutating func runList(_ command: ParsedCommand) throws -> Checklist {
    let document = try document()
    func original() throws -> Checklist {
      guard let name = command.arguments.first else { return try viewedLists.list(in: document) }
      if globals.list != nil {
        throw UsageError("the list is named twice", command: command.name)
      }
      let lists = document.checklists
      return lists[try ListSelector.position(of: name, in: lists, allowsPart: true)]
    }
    guard let name = command.options["as"] else { return try original() }
    let copyName = try ContentRules.listName(name)
    if let list = document.list(named: copyName) { return list }
    let copy = try original().copy(named: copyName, now: now, in: zone)
    if copy.items.isEmpty { return copy }
    _ = try apply { _ in [.addList(copy)] }
    return copy
  }

  /// Whether a run starts anew; nil when nobody answers that.
  ///
  /// Somebody at a terminal is asked when there is something to go on with.
  private mutating func asksAnew(
    _ list: Checklist, _ runner: ListRunner, _ command: ParsedCommand, _ isDialogue: Bool
  ) throws -> Bool? {
    let isAnew = command.options.has("restart")
    let last = try runner.look().run
    let open = last?.end == nil ? last : nil
    let title = console.output.text(list.title)
    guard !isAnew, open != nil || list.doneCount > 0, !ListRunner.isAnswered(list, by: last) else {
      if !globals.json, !globals.quiet {
        console.writeLine("\(title): \(list.items.count.counting("item"))")
      }
      return isAnew
    }
    if globals.json || globals.quiet { return false }
    let since = open.map { ", since \(dates.day($0.start))" } ?? ""
    let state = "\(title): \(list.doneCount) of \(list.items.count) done\(since)."
    guard isDialogue, console.inputIsTerminal else {
      console.writeLine(state)
      return false
    }
    while true {
      console.write("\(state) Enter goes on, r starts anew. > ")
      try console.flush()
      guard case .line(let line) = try console.readLine(1) else {
        console.writeLine()
        return nil
      }
      switch line.trimmed?.lowercased() {
      case nil: return false
      case "r", "restart": return true
      case "q", "quit": return nil
      default: continue
      }
    }
  }

  /// Shows what would be asked.
  private mutating func preview(_ list: Checklist, _ log: RunLog, isAnew: Bool) throws {
    let last = try log.read().last(of: list.id)
    let open = last?.end == nil ? last : nil
    let isAnew = isAnew || open == nil && ListRunner.isAnswered(list, by: last)
    let asked = list.items.enumerated().filter { _, item in
      isAnew || !item.isChecked && open?.answers[item.id]?.kind != .skipped
    }
    if globals.json {
      var ends = DayEnds(in: zone)
      return try writeJSON { writer in
        writer.member("items", each: asked) { $0.item($1.element, number: $1.offset + 1, &ends) }
      }
    }
    if globals.quiet { return }
    for (position, item) in asked {
      console.writeLine(
        "Would ask [\(position + 1)/\(list.items.count)] \(console.output.text(item.text))")
    }
  }

  private mutating func report(
    _ end: RunDialogue.End, _ list: Checklist, _ runner: ListRunner, _ run: Run?
  ) throws {
    if end != .complete { status = .noMatch }
    let (present, last) = try runner.look()
    let progress = last.map { RunProgress($0, present) }
    if globals.json {
      return try writeJSON { writer in
        writer.key("run")
        if let progress { writer.run(progress) } else { writer.value(String?.none) }
      }
    }
    let title = console.output.text((present ?? list).title)
    switch end {
    case .listGone: throw Failure(.noMatch, "\(list.displayName) was deleted in the meantime")
    case .endedElsewhere:
      throw Failure(
        .noMatch, "the run was ended by another command",
        hint: "Begin another one with: \(runCommand(list))")
    case .paused:
      if globals.quiet { return }
      let state = progress.map { "\($0.doneCount + $0.skippedCount) of \($0.count ?? 0) answered" }
      console.writeLine(
        "\(title): paused\(state.map { ", \($0)" } ?? "").\nGo on with: \(runCommand(list))")
    case .complete:
      guard let progress, !globals.quiet else { return }
      let took = progress.duration.map { " in \($0.spanWords)" } ?? ""
      let counts = RunReport(progress, dates: dates).counts
      console.writeLine(
        "\n\(title): complete\(took), \(counts).\n"
          + "The report: \(program) runs \(progress.run.number)")
    }
  }

  private func runCommand(_ list: Checklist) -> String {
    let lists = (try? document())?.checklists ?? []
    let selector = lists.firstIndex { $0.id == list.id }.map { lists.selector(ofListAt: $0) }
    return "\(program) run \((selector ?? list.title).shellQuotedOperand)"
  }
}
