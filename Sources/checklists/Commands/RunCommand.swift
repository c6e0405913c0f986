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
        "On a terminal a key answers: Enter marks the item as done, 's' skips it with a reason, 'b' goes "
          + "back, right leaves it as it is, 'g' goes to another item, 'n' adds a remark to the log, 'x' executes its command, "
          + "'f' opens its attachments, 'q' or Ctrl-C pauses. Each answer is saved and logged before the "
          + "next question, and the next 'run' continues there. At the end Enter signs the run off, and "
          + "the next 'run' starts again.",
        "In a pipe, each line answers one question: empty or 'done', 'skip REASON', 'back', 'remark TEXT' or 'quit'. "
          + "A run that is paused, or in which the command of an item that is done failed, exits "
          + "with 1.",
        "The command of an item is the fenced code of sh, bash or zsh in its note. Only two things execute it: "
          + "'x', on the item that is shown, and --execute, which executes all in their order. Status 0 "
          + "is done, and another one pauses the run. --execute refuses a command that is new here or has "
          + "changed (status 77): --dry-run shows them, --accept-changed accepts them. A mark from outside of the "
          + "run does not count for an item whose command failed: it is executed again.",
        "--answers FILE has all answers, in any order, one per line: NUMBER, id:ID or the whole "
          + "text, a tab, and 'done' or 'skip REASON'; or a JSON object with \"number\", \"id\" "
          + "or \"text\", \"answer\" and \"reason\". Each open item needs an answer. A file with "
          + "a wrong, missing or repeated answer is refused. With --execute, an item that has a "
          + "command needs none, and may be skipped, but 'done' is refused.",
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
        .flag("execute", "execute the commands of the items; status 0 is done"),
        .flag("accept-changed", "with --execute, accept commands that are new or changed here"),
        .flag("sign", "add a signature to the last run, which is complete"),
        .flag("restart", "start again, also in the middle of a run, without being asked"),
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
        .init("checklists run Release --execute --accept-changed", "by the commands of the items"),
      ],
      obstacleInBatch: "it is interactive"),
    answer: .gone
  ) { command, context in
    try context.run(command)
  }
}

extension JSONShape {
  fileprivate static let gone = either([
    .answer(["run": .nullable(.part(.run)).noted("null if none was begun")]),
    .answer(["items": .array(.part(.item)).noted("with --dry-run, those that would be asked")]),
  ])
}

extension Context {
  fileprivate mutating func run(
    _ command: ParsedCommand, catchesInterrupts: Bool = true
  ) throws {
    refusesConflicts = true
    let lines = try answerLines(command)
    let log = try runLog(command)
    let history = try history(in: log, command, mustExist: false)
    var (list, isCopied) = try runList(command)
    let isExecuting = command.options.has("execute")
    if command.options.has("accept-changed"), !isExecuting {
      throw UsageError("'--accept-changed' requires --execute", command: command.name)
    }
    let isDialogue = lines == nil && !isExecuting
    if !command.options.has("sign"), list.openCount == 0, history.open(of: list.id) == nil,
      let next = list.next(in: zone)
    {
      let opened = list.openedCount(byResetAt: now, in: zone)
      let isAsked = opened > 0 || !history.askedItems(of: list).isEmpty
      if !isAsked || !command.options.has("restart") && !isTyped(isDialogue) {
        return try tellNext(next, in: list, canRestart: isAsked, command)
      }
    }
    let isAnew =
      try command.options.has("restart") || startsAgain(list, history, isDialogue, command)
    func questions() throws -> (open: [Int], answers: RunAnswers?) {
      let open = isAnew ? Array(list.items.indices) : history.askedItems(of: list)
      let answers = try lines.map { (lines, name) in
        let answers = try RunAnswers(
          lines, in: name, for: list, isExecuting: isExecuting)
        // A command answers for its item.
        let asked = open.filter { !isExecuting || ItemCommand(note: list.items[$0].note) == nil }
        try answers.requireAnswers(at: asked, of: list, in: name)
        return answers
      }
      return (open, answers)
    }
    var (open, answers) = try questions()
    if isExecuting, !globals.dryRun, !command.options.has("sign") {
      try RunChain(environment).checkExecution(of: list, in: documentPath())
      // Refused before a copy of the list is made.
      if isCopied, !command.options.has("accept-changed") {
        _ = try acceptCommands(of: list, at: open, command)
      }
    }
    if isCopied {
      let (applied, changed) = try apply { _ in [.addList(list)] }
      if !globals.json { try show(applied, among: changed.checklists, in: nil) }
      // A file of text gives the list and its items other identities.
      if let copy = changed.checklists.first(where: { $0.id == applied.first?.list }) {
        list = copy
        (open, answers) = try questions()
      }
    }
    var store = try store()
    if command.options.has("log") {
      let (followed, path) = (store.identitiesReplaced, store.path)
      store.identitiesReplaced = { [now] identities in
        try followed(identities)
        try log.follow(identities, of: path, at: now)
      }
    }
    let runner = ListRunner(
      list.id, of: store, log: log, by: person(command), command: self.command)
    if command.options.has("sign") { return try sign(list, runner, command) }
    if globals.dryRun {
      return try preview(
        list, open, answers, isExecuting ? acceptedCommands() : nil, isAnew: isAnew)
    }
    let accepted = isExecuting ? try acceptCommands(of: list, at: open, command) : nil
    if isDialogue, catchesInterrupts { Console.catchInterrupts() }
    guard let isAnew = try asksAnew(list, runner, command, isDialogue) else {
      return try report(.paused(), list, runner, command)
    }
    guard let run = try runner.begin(isAnew: isAnew, at: now, in: zone) else {
      return try report(.listGone, list, runner, command)
    }
    if let accepted {
      let end = try execute(run, runner, answers, accepted)
      try console.flush()
      return try report(end, of: run, list, runner, command)
    }
    if let answers {
      return try report(
        answer(answers, in: run, of: list, runner), of: run, list, runner, command)
    }
    let end = try hold(run, runner, history.statistics(of: list.id), command)
    try report(end, of: run, list, runner, command)
  }

  /// Asks somebody about one item after the other.
  private mutating func hold(
    _ run: Run, _ runner: ListRunner, _ statistics: RunStatistics, _ command: ParsedCommand
  ) throws -> RunDialogue.End {
    let isSilent = globals.json || globals.quiet
    let hasKeys = console.inputIsTerminal && console.output.isCapable && !isSilent
    let front: any RunFront =
      hasKeys
      ? try RunKeys(on: &console, dates: dates) : RunLines(on: console, isSilent: isSilent)
    let context = self
    var dialogue = RunDialogue(
      run, runner, by: person(command), usual: statistics.medians, executing: try runExecution(),
      openingFiles: { try context.openAttachments(ofItem: $0) }, in: front, clock: clock)
    return try dialogue.hold(on: &console)
  }

  /// Gives the answers of a file, all at once.
  private mutating func answer(
    _ answers: RunAnswers, in run: Run, of list: Checklist, _ runner: ListRunner
  ) throws -> RunDialogue.End {
    let (found, last) = try runner.look()
    guard let present = found else { return .listGone }
    let progress = RunProgress(last ?? run, present)
    var answers = answers
    var given: [(item: ChecklistItem, answer: ListRunner.Answer)] = []
    for (position, item) in present.items.enumerated()
    where progress.isAsked(item) || answers.differs(from: item) {
      let place = present.placedText(ofItemAt: position)
      guard let answer = answers.take(for: item) else {
        // Somebody else has opened, added or changed it meanwhile.
        warn("--answers has none for \(place), as it is now")
        continue
      }
      given.append((item, answer))
      if !globals.json, !globals.quiet { console.writeLine("\(place)\n  \(answer.words)") }
    }
    switch try runner.answer(given, in: run.number, at: clock()) {
    case .saved:
      let completion = try runner.complete(run.number, at: clock())
      return completion == .complete ? .complete : .paused(by: completion.obstacle)
    case .listGone: return .listGone
    case .ended: return .endedElsewhere
    case .overtaken, .changed, .itemGone:
      throw Failure(
        .noMatch, "the list was changed in the meantime", hint: "Nothing was answered. Try again.")
    }
  }

  /// Signs the last run of a list.
  private mutating func sign(
    _ list: Checklist, _ runner: ListRunner, _ command: ParsedCommand
  ) throws {
    guard let person = person(command) else {
      throw Failure(.usage, "a signature requires a name", hint: "Name yourself with --by NAME.")
    }
    let last = try runner.look().run
    guard let last, RunProgress(last, nil).isWhole else {
      throw Failure(
        .noMatch, "the last run of \(list.displayName) is not complete",
        hint: "Go on with: \(runCommand(list, logOption(command)))")
    }
    let isSigned = last.signatures.contains { $0.person.hasSameCodeUnits(as: person) }
    let run = globals.dryRun ? last : try runner.sign(at: now)
    guard let run else { return try report(.listGone, list, runner, command) }
    if globals.json {
      return try writeJSON { writer in
        writer.key("run")
        writer.run(RunProgress(run, nil))
      }
    }
    if globals.quiet { return }
    let name = "run \(run.number) of \(run.listName)"
    console.writeLine(
      isSigned
        ? "\(person) has already signed \(name)"
        : "\(globals.dryRun ? "Would sign" : "Signed") \(name) as \(person)")
  }

  /// Goes through the list for the view, and waits until somebody has read how it ended.
  mutating func goThrough() throws {
    let path = [Command.run.syntax]
    // The view has its own signals.
    try run(
      ParsedCommand(path: path, positionals: [], options: ParsedOptions()), catchesInterrupts: false
    )
    console.write("\nEnter goes back. > ")
    console.discardTypedInput()
    try console.flush()
    _ = try console.readLine(1)
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

  /// Whether a run unchecks its list first, since nothing in it is open.
  ///
  /// - Throws: `Failure` where nobody at a terminal is asked for that.
  private func startsAgain(
    _ list: Checklist, _ history: RunHistory, _ isDialogue: Bool, _ command: ParsedCommand
  ) throws -> Bool {
    guard list.openCount == 0, history.open(of: list.id) == nil else { return false }
    guard isTyped(isDialogue) || command.options.has("sign") else {
      throw Failure(
        .usage, "nothing in \(list.displayName) is open",
        hint: "Add --restart to uncheck \(itemsOpened(byResetOf: list)) and start again.")
    }
    return true
  }

  /// The items of a list in which nothing is open that a reset opens: `its 4 items`, or `3 of its 4
  /// items`.
  private func itemsOpened(byResetOf list: Checklist) -> String {
    let opened = list.openedCount(byResetAt: now, in: zone)
    let all = "its \(list.items.count.counting("item"))"
    return opened == list.items.count ? all : "\(opened) of \(all)"
  }

  /// What becomes of the items of a list that are not open when a run starts again.
  private func restartRemark(_ list: Checklist) -> String {
    let closed = list.items.count - list.openCount
    let opened = list.openedCount(byResetAt: now, in: zone)
    if closed == 0 { return "" }
    if opened == closed { return ", all unchecked to start again" }
    let unchecked = opened == 0 ? "" : ", \(opened) unchecked to start again"
    return "\(unchecked), \(closed - opened) left as is"
  }

  /// Says of a list in which nothing is open what comes again first.
  ///
  /// - Parameter canRestart: Whether a run that starts again asks something.
  private mutating func tellNext(
    _ next: (item: ChecklistItem, due: DueDate), in list: Checklist, canRestart: Bool,
    _ command: ParsedCommand
  ) throws {
    if globals.json {
      if globals.dryRun { return try writeJSON { $0.member("items", each: []) { _, _ in } } }
      return try writeJSON { $0.member("run", String?.none) }
    }
    if globals.quiet { return }
    let item = next.item.text.summarized
    console.writeLine("\(list.title) is done; next: \(item), \(dates.day(next.due))")
    guard canRestart else { return }
    console.writeLine("To begin again now: \(runCommand(list, "\(logOption(command)) --restart"))")
  }

  /// Whether somebody at a terminal answers, who can be asked whether to start again.
  private func isTyped(_ isDialogue: Bool) -> Bool {
    isDialogue && console.inputIsTerminal && !globals.json && !globals.quiet
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
    let (title, isSilent) = (list.title, globals.json || globals.quiet)
    let isUntouched = list.openCount == list.items.count
    if isAnew || open == nil && isUntouched {
      let count = list.items.count.counting("item")
      if !isSilent { console.writeLine("\(title): \(count)\(restartRemark(list))") }
      return isAnew
    }
    if isSilent { return false }
    if open == nil, list.openCount == 0 {
      let end = last?.end.map { ", since \(dates.absolute($0.time))" } ?? ""
      let question =
        "\(title) is complete\(end). Enter unchecks \(itemsOpened(byResetOf: list)) to start "
        + "again, q quits."
      return try choice(question, from: [nil: false])
    }
    let standing =
      open.map { RunReport(RunProgress($0, list), dates: dates).standing }
      ?? "\(list.doneCount) of \(list.items.count) done"
    let since = open.map { ", since \(dates.day($0.start))" } ?? ""
    let state = "\(title): \(standing)\(since)."
    guard isTyped(isDialogue) else {
      console.writeLine(state)
      return false
    }
    return try choice(
      "\(state) Enter continues, r restarts, q quits.",
      from: [nil: false, "r": true, "restart": true])
  }

  /// The choice of somebody at a terminal; nil for none.
  private mutating func choice(
    _ question: String, from choices: [String?: Bool]
  ) throws -> Bool? {
    while true {
      console.write(console.output.text(question) + " > ")
      console.discardTypedInput()
      try console.flush()
      guard case .line(let line) = try console.readLine(1) else {
        console.writeLine()
        return nil
      }
      let word = line.trimmed?.lowercased()
      if let choice = choices[word] { return choice }
      if word == "q" || word == "quit" { return nil }
      console.writeLine("'\(line)' is not an answer.")
    }
  }

  /// Shows what would be asked.
  private mutating func preview(
    _ list: Checklist, _ open: [Int], _ answers: RunAnswers?, _ accepted: AcceptedCommands?,
    isAnew: Bool
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
    if isAnew, list.openCount < list.items.count {
      console.writeLine("Would uncheck \(list.items.count.counting("item")) to start again")
    }
    for (position, item) in asked {
      let place = list.placedText(ofItemAt: position)
      if let answer = answers?.answer(for: item) {
        console.writeLine("Would answer \(place): \(answer.words)")
      } else if let accepted, let command = ItemCommand(note: item.note) {
        let remark = accepted.has(command, of: item.id) ? "" : " (not accepted here yet)"
        console.writeLine("Would execute \(place)\(remark)")
        for line in command.lines {
          // Also in a pipe, nothing of it is hidden.
          console.writeLine(shown: "  $ \(console.output.visible(line))")
        }
      } else {
        console.writeLine("Would \(accepted == nil ? "ask" : "stop at") \(place)")
      }
    }
  }

  /// Says how a run ended.
  ///
  /// - Parameter run: The run as it began; nil where none was.
  private mutating func report(
    _ end: RunDialogue.End, of run: Run? = nil, _ list: Checklist, _ runner: ListRunner,
    _ command: ParsedCommand
  ) throws {
    var end = end
    if case .paused(let obstacle?) = end { console.note(obstacle) }
    let (present, last) = try runner.look()
    if case .paused = end, let run, last?.number != run.number || last?.end != nil {
      end = .endedElsewhere
    }
    if end != .complete { status = .noMatch }
    let progress = last.map { RunProgress($0, present) }
    if progress?.hasFailure == true { status = .noMatch }
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
        hint: "Start another one with: \(runCommand(list, log))")
    case .paused:
      if globals.quiet { return }
      if progress?.run.end != nil { return console.writeLine("\(title): no run was started.") }
      let state = progress.map { ", \(RunReport($0, dates: dates).standing)" }
      console.writeLine("\(title): paused\(state ?? "").")
      let option = command.options.has("execute") ? " --execute" : ""
      console.writeLine("Continue with: \(runCommand(list, "\(option)\(log)"))")
    case .complete:
      guard let progress, !globals.quiet else { return }
      let took = progress.duration.map { " in \($0.spanWords)" } ?? ""
      let counts = RunReport(progress, dates: dates).counts
      console.writeLine()
      console.writeLine("\(title): complete\(took), \(counts).")
      console.writeLine("The report: \(program) report \(progress.run.number)\(log)")
    }
  }

  private func runCommand(_ list: Checklist, _ options: String = "") -> String {
    let lists = (try? document())?.checklists ?? []
    let selector = lists.firstIndex { $0.id == list.id }.map { lists.selector(ofListAt: $0) }
    return "\(program) run\(options) \((selector ?? list.title).shellQuotedOperand)"
  }
}
