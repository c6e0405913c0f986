import ChecklistCore
import ChecklistInterchange
import ChecklistRuns
import Terminal

extension Command {
  static let run = Command(
    syntax: CommandSyntax(
      name: "run", relatedWords: ["go", "start", "perform", "walk", "do"], group: .lists,
      summary: "Go through a list item by item, and log the answers",
      discussion: [
        "For each item: Enter marks it as done, 's' skips it with a reason, 'b' goes back, 'n' "
          + "remarks something on it in the log, 'q' or Ctrl-C pauses. Each answer is saved and logged "
          + "before the next question, and the next 'run' continues there. When every item is "
          + "answered, the run is complete, and the next 'run' starts again.",
        "In a pipe, each line answers one question: empty or 'done', 'skip REASON', 'back', 'note TEXT' or 'quit'. "
          + "A paused run exits with 1. On a terminal, input that was typed ahead of a question is discarded.",
        "--answers FILE has all answers, in any order, one per line: NUMBER, id:ID or the whole "
          + "text, a tab, and 'done' or 'skip REASON'; or a JSON object with \"number\", \"id\" "
          + "or \"text\", \"answer\" and \"reason\". Each open item needs an answer. A file with "
          + "a wrong, missing or repeated answer is refused.",
        "'report' shows the log. Changes by other commands count too, and are also in the log.",
      ],
      positionals: [
        PositionalSyntax("LIST", .list, .optional, "the list (default: the current one)")
      ],
      options: [
        .value(
          "as", "NAME", .text, "go through a copy of the list with this name, made if missing"),
        .value(
          "by", "NAME", .text, "your name (default: $CHECKLISTS_BY, $USER, or the user's name)"),
        .value("answers", "FILE", .file, "a file of answers; - is standard input"),
        .flag("restart", "start again, even in the middle of a run"),
        .runLog,
      ],
      examples: [
        .init("checklists run Packing", "one question after another"),
        .init("checklists run Packing --as \"Packing for Rome\"", "in a copy of the list"),
        .init(
          "printf 'done\\nskip it is warm\\n' | checklists run Packing --by CI", "in a pipe"),
        .init(
          "printf '1\\tdone\\n2\\tskip it is warm\\n' | checklists run Packing --answers -",
          "with answers by number"),
      ],
      obstacleInBatch: "it is interactive"),
    answer: .gone
  ) { command, context in
    try context.run(command)
  }
}

extension OptionSyntax {
  /// Where runs are logged.
  static let runLog = OptionSyntax.value(
    "log", "FILE", .file, "the log (default: one for each document)")
}

extension JSONShape {
  fileprivate static let gone = either([
    .answer(["run": .nullable(.part(.run)).noted("null if none was begun")]),
    .answer(["items": .array(.part(.item)).noted("with --dry-run, those that would be asked")]),
  ])
}

extension Context {
  /// The log of runs that a command means.
  func runLog(_ command: ParsedCommand) throws -> RunLog {
    if let path = command.options["log"] {
      if path.isEmpty { throw UsageError("'--log' requires a path", command: command.name) }
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

  /// What a log of runs tells.
  ///
  /// - Parameter mustExist: Whether it is an error that a log that was named is not there.
  /// - Throws: `StoreError`, or `Failure` when the file is no log.
  func history(in log: RunLog, _ command: ParsedCommand, mustExist: Bool) throws -> RunHistory {
    let history = try log.read(mustExist: mustExist && command.options.has("log"))
    if history.isForeign {
      throw Failure(
        .data, "\(log.path.shownPath) is not a log of runs",
        hint: "Nothing was changed. Name another file with --log FILE.")
    }
    if let line = history.unreadLines.first, !globals.quiet {
      let others = history.unreadLines.count - 1
      let more = others == 0 ? "" : ", and \(others) more"
      warn("line \(line) of \(log.path.shownPath) cannot be read\(more)")
    }
    return history
  }

  /// Who changes something, as logs name them; nil when that is not known.
  func person(_ command: ParsedCommand) -> String? {
    if let name = command.options["by"] { return name.trimmed }
    let names = ["CHECKLISTS_BY", "USER", "LOGNAME"].lazy.compactMap {
      environment.text($0)?.trimmed
    }
    return names.first ?? SystemUser.effectiveName
  }

  /// The option that names the log of a command, in a hint.
  func logOption(_ command: ParsedCommand) -> String {
    command.options["log"].map { " --log \($0.shellQuotedPath)" } ?? ""
  }

  fileprivate mutating func run(_ command: ParsedCommand) throws {
    let lines = try answerLines(command)
    let log = try runLog(command)
    _ = try history(in: log, command, mustExist: false)
    var (list, isCopied) = try runList(command)
    func questions() throws -> (open: [Int], answers: RunAnswers?) {
      let open = openItems(of: list, isAnew: command.options.has("restart"))
      let answers = try lines.map { (lines, name) in
        let answers = try RunAnswers(lines, in: name, for: list)
        try answers.requireAnswers(at: open, of: list, in: name)
        return answers
      }
      return (open, answers)
    }
    var (open, answers) = try questions()
    if isCopied {
      let (applied, changed) = try apply { _ in [.addList(list)] }
      if !globals.json { try show(applied, among: changed.checklists, in: nil) }
      // A file of text gives the list and its items other identities.
      if let copy = changed.checklists.first(where: { $0.id == applied.first?.list }) {
        list = copy
        (open, answers) = try questions()
      }
    }
    if globals.dryRun { return try preview(list, open, answers) }
    let runner = ListRunner(
      list.id, of: try store(), log: log, by: person(command), command: self.command)
    if answers == nil { Console.catchInterrupts() }
    guard let isAnew = try asksAnew(list, runner, command, answers == nil) else {
      return try report(.paused, list, runner, command)
    }
    guard let run = try runner.begin(isAnew: isAnew, at: now, in: zone) else {
      return try report(.listGone, list, runner, command)
    }
    var dialogue = RunDialogue(
      run, runner, on: console, from: answers.map { .answers($0) } ?? .input,
      isSilent: globals.json || globals.quiet, clock: clock)
    let end = try dialogue.hold(on: &console)
    // Somebody else has opened, added or changed an item meanwhile.
    if answers != nil, end == .paused, !globals.quiet, let asked = dialogue.asked {
      warn("--answers has none for \(asked), as it is now")
    }
    try report(end, list, runner, command)
  }

  /// The lines of a file of answers, and what it is called; nil when answers are read one by one.
  private func answerLines(_ command: ParsedCommand) throws -> (lines: [String], name: String)? {
    guard let path = command.options["answers"] else { return nil }
    if path == "-" { return (try console.readLines(each: "an answer"), "standard input") }
    return (try InputLines.split(PlainFile(path: path).read(), of: path.shownPath), path.shownPath)
  }

  /// The list that is gone through: the one that is named, or a copy of it, which may have to be
  /// added.
  private func runList(_ command: ParsedCommand) throws -> (list: Checklist, isCopied: Bool) {
    let document = try document()
    if command.arguments.first != nil, globals.list != nil {
      throw UsageError("the list is named twice", command: command.name)
    }
    let list =
      if let name = command.arguments.first {
        try document.list(name)
      } else {
        try lists.list(in: document)
      }
    guard !list.items.isEmpty else {
      throw Failure(
        .noMatch, "\(list.displayName) has no items",
        hint: "Add one with: \(program) add TEXT")
    }
    guard let name = command.options["as"] else { return (list, false) }
    let copyName = try ContentRules.listName(name)
    if let copy = document.list(named: copyName) {
      let texts = Set(list.items.map(\.text))
      guard copy.id != list.id, copy.items.contains(where: { texts.contains($0.text) }) else {
        let reason =
          copy.id == list.id ? "is the list itself" : "has none of the items of \(list.displayName)"
        throw Failure(
          .usage, "\(copy.displayName) already exists, and \(reason)",
          hint: "Choose another name with --as NAME.")
      }
      return (copy, false)
    }
    return (list.copy(named: copyName, now: now, in: zone), true)
  }

  /// The positions of the items that are to be answered.
  private func openItems(of list: Checklist, isAnew: Bool) -> [Int] {
    let isAnew = isAnew || list.openCount == 0
    return list.items.indices.filter { isAnew || list.items[$0].state == .open }
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
    let title = list.title
    guard !isAnew, open != nil || list.openCount < list.items.count, list.openCount > 0 else {
      if !globals.json, !globals.quiet {
        let remark = list.openCount == list.items.count ? "" : ", all unchecked to start again"
        console.writeLine("\(title): \(list.items.count.counting("item"))\(remark)")
      }
      return isAnew
    }
    if globals.json || globals.quiet { return false }
    let standing =
      open.map { RunReport(RunProgress($0, list), dates: dates).standing }
      ?? "\(list.doneCount) of \(list.items.count) done"
    let since = open.map { ", since \(dates.day($0.start))" } ?? ""
    let state = "\(title): \(standing)\(since)."
    guard isDialogue, console.inputIsTerminal else {
      console.writeLine(state)
      return false
    }
    while true {
      console.write("\(console.output.text(state)) Enter continues, r restarts, q quits. > ")
      console.discardTypedInput()
      try console.flush()
      guard case .line(let line) = try console.readLine(1) else {
        console.writeLine()
        return nil
      }
      switch line.trimmed?.lowercased() {
      case nil: return false
      case "r", "restart": return true
      case "q", "quit": return nil
      default: console.writeLine("'\(line)' is not an answer.")
      }
    }
  }

  /// Shows what would be asked.
  private mutating func preview(
    _ list: Checklist, _ open: [Int], _ answers: RunAnswers?
  ) throws {
    let isOpen = Set(open)
    let asked = list.items.enumerated().filter { position, item in
      isOpen.contains(position) || answers?.differs(from: item) == true
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
        "Would ask [\(position + 1)/\(list.items.count)] \(item.text)")
    }
  }

  private mutating func report(
    _ end: RunDialogue.End, _ list: Checklist, _ runner: ListRunner, _ command: ParsedCommand
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
    let title = (present ?? list).title
    let log = logOption(command)
    switch end {
    case .listGone: throw Failure(.noMatch, "\(list.displayName) was deleted in the meantime")
    case .endedElsewhere:
      throw Failure(
        .noMatch, "the run was ended by another command",
        hint: "Start another one with: \(runCommand(list))\(log)")
    case .paused:
      if globals.quiet { return }
      let state = progress.map { ", \(RunReport($0, dates: dates).standing)" }
      console.writeLine("\(title): paused\(state ?? "").")
      console.writeLine("Continue with: \(runCommand(list))\(log)")
    case .complete:
      guard let progress, !globals.quiet else { return }
      let took = progress.duration.map { " in \($0.spanWords)" } ?? ""
      let counts = RunReport(progress, dates: dates).counts
      console.writeLine()
      console.writeLine("\(title): complete\(took), \(counts).")
      console.writeLine("The report: \(program) report \(progress.run.number)\(log)")
    }
  }

  private func runCommand(_ list: Checklist) -> String {
    let lists = (try? document())?.checklists ?? []
    let selector = lists.firstIndex { $0.id == list.id }.map { lists.selector(ofListAt: $0) }
    return "\(program) run \((selector ?? list.title).shellQuotedOperand)"
  }
}
