import ChecklistCore
import ChecklistRuns
import Terminal

/// Executes the commands of items, which only somebody asks for who has seen them.
struct RunExecution {
  /// The folder in which commands are executed: that of a document that was chosen for its folder,
  /// or named.
  let directory: String
  /// The path of the document, for the commands that a command calls.
  let document: String
  /// The runs by whose commands this one is executed.
  let ancestors: RunChain
  let clock: () -> Date

  /// The end of a command, and how long it took.
  struct Result {
    let status: Int
    let seconds: Double
    /// The last lines that it has written; nil where they went to the terminal.
    var output: String?
  }

  /// Executes the command of an item.
  ///
  /// - Parameters:
  ///   - list: The identity of the list.
  ///   - take: Is given what it writes; without it, that goes where this program writes.
  /// - Throws: `Failure` when no shell can be started.
  func run(
    _ command: ItemCommand, number: Int, in run: Int, list: Int,
    take: (([UInt8]) -> Void)? = nil
  ) throws(Failure) -> Result {
    let variables = [
      "CHECKLISTS_RUN=\(run)", "CHECKLISTS_ITEM=\(number)",
      "CHECKLISTS_LIST=id:\(list.identityText)", "CHECKLISTS_FILE=\(document)",
      "\(RunChain.variable)=\(ancestors.adding(run, of: list, in: document).value)",
    ]
    let words =
      ["sh", "-c", #"cd "$1" && shift && exec env "$@""#, "checklists", directory] + variables
      // A script may begin with a dash, as an option does.
      + [command.shell.rawValue, "-e", "-c", "--", command.script]
    let start = clock()
    var tail = OutputTail()
    do throws(ShellProcess.Failure) {
      let end = try ShellProcess.run(
        words.map(\.cPath),
        take: take.map { take in
          { bytes in
            tail.add(bytes)
            take(bytes)
          }
        })
      return Result(
        status: end.status, seconds: clock().timeIntervalSince(start),
        output: take == nil ? nil : tail.text)
    } catch {
      throw Failure(.inputOutput, "the shell \(error.predicate)")
    }
  }
}

/// The last lines of an output.
private struct OutputTail {
  private static let (mostLines, mostBytes) = (20, 4_000)
  private var bytes: [UInt8] = []

  mutating func add(_ new: [UInt8]) {
    bytes += new.suffix(Self.mostBytes)
    if bytes.count > 2 * Self.mostBytes { bytes = bytes.suffix(Self.mostBytes) }
  }

  var text: String {
    let lines = bytes.suffix(Self.mostBytes).split(separator: UInt8(ascii: "\n"))
    return lines.suffix(Self.mostLines).map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: "\n")
  }
}

extension Context {
  /// What executes the commands of the document.
  func runExecution() throws(Failure) -> RunExecution {
    let document = absolute(try documentPath())
    // Lists of one's own are in no folder that a command is about.
    let isInFolder = namedDocument != nil || folderChoice != nil
    return RunExecution(
      directory: isInFolder ? FileSystem.parent(of: document) : Self.workingDirectory,
      document: document, ancestors: RunChain(environment), clock: clock)
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(Self.workingDirectory)/\(path)"
  }

  /// The commands that were accepted here.
  func acceptedCommands() throws -> AcceptedCommands {
    guard let container else {
      throw Failure(
        .usage, "'--execute' requires a home directory, which keeps what was accepted",
        hint: "Set HOME or CHECKLISTS_HOME.")
    }
    return try AcceptedCommands(of: documentPath(), in: container)
  }

  /// Makes sure that somebody has seen the commands which `--execute` will execute.
  ///
  /// - Parameter positions: The positions of the items that are open.
  /// - Throws: `Failure` for one that is new here, or another one than was executed before.
  func acceptCommands(
    of list: Checklist, at positions: [Int], _ command: ParsedCommand
  ) throws -> AcceptedCommands {
    var accepted = try acceptedCommands()
    let commands = positions.compactMap { position in
      ItemCommand(note: list.items[position].note).map { (position, $0) }
    }
    let unknown = commands.filter { !accepted.has($0.1, of: list.items[$0.0].id) }
    guard let (position, _) = unknown.first else { return accepted }
    guard command.options.has("accept-changed") else {
      let place = list.placedText(ofItemAt: position)
      let former = accepted.last(of: list.items[position].id).map {
        "the command of \(place) has changed since \(dates.absolute($0.time))"
      }
      let isOne = unknown.count == 1
      let count = isOne ? "a command has" : "\(unknown.count) commands have"
      throw Failure(
        .permission,
        former
          ?? "\(count) not been accepted on this machine\(isOne ? "" : "; the first is") \(place)",
        hint: "Look at the commands with --dry-run, then add --accept-changed.")
    }
    try accepted.accept(unknown.map { (list.items[$0.0].id, $0.1) }, at: now)
    return accepted
  }

  /// Goes through a run by the answers of a file and the commands of the items, in their order.
  ///
  /// - Returns: How it ended.
  mutating func execute(
    _ run: Run, _ runner: ListRunner, _ answers: RunAnswers?, _ accepted: AcceptedCommands
  ) throws -> RunDialogue.End {
    let (execution, console) = (try runExecution(), console)
    var (answers, accepted) = (answers, accepted)
    while true {
      let (list, last) = try runner.look()
      guard let list else { return .listGone }
      guard let last, last.number == run.number, last.end == nil else { return .endedElsewhere }
      let progress = RunProgress(last, list)
      let open = list.items.indices.first {
        progress.isAsked(list.items[$0]) || answers?.differs(from: list.items[$0]) == true
      }
      guard let position = open else {
        let completion = try runner.complete(run.number, at: clock())
        if completion == .complete { return .complete }
        if let obstacle = completion.obstacle { return .paused(by: obstacle) }
        continue
      }
      let item = list.items[position]
      let place = list.placedText(ofItemAt: position)
      let command = ItemCommand(note: item.note)
      // Somebody else may have added a command since the answer was read.
      if let answer = answers?.take(for: item), answer != .done || command == nil {
        tellOfRun(place, answer.words)
        _ = try runner.answer(answer, for: item, in: run.number, after: 0, at: clock())
        continue
      }
      guard let command else {
        let failure = progress.unsettledFailure(of: item.id)
        return .paused(
          by: "\(place) has no command" + (failure.map { " any more, and \($0.words)" } ?? ""))
      }
      // A mark gives equal neighbors other identities, which the file follows.
      if !accepted.has(command, of: item.id) { accepted = try acceptedCommands() }
      guard accepted.has(command, of: item.id) else {
        return .paused(by: "the command of \(place) has changed in the meantime")
      }
      tellOfRun(place)
      try self.console.flush()
      let isSilent = globals.json || globals.quiet
      guard try runner.executing(item, in: run.number, at: clock()) == .saved else { continue }
      let result = try execution.run(
        command, number: position + 1, in: run.number, list: list.id
      ) { if !isSilent { console.pass($0) } }
      _ = try runner.executed(
        item, in: run.number, status: result.status, seconds: result.seconds,
        output: result.output, at: clock())
      guard result.status == 0 else {
        if isSilent, let output = result.output {
          console.writeError { $0.page(output) }
        }
        return .paused(by: "the command of \(place) ended with status \(result.status)")
      }
      switch try runner.answer(
        .done, for: item, in: run.number, after: result.seconds, at: clock())
      {
      case .saved, .overtaken(.done): tellOfRun(nil, "done, \(result.seconds.spanWords)")
      case .overtaken(let state): tellOfRun(nil, "\(state.rawValue) by someone else")
      case .changed, .itemGone:
        return .paused(by: "\(place) was changed while its command was executed")
      case .listGone, .ended: break
      }
    }
  }

  private mutating func tellOfRun(_ place: String?, _ outcome: String? = nil) {
    if globals.json || globals.quiet { return }
    if let place { console.writeLine(place) }
    if let outcome { console.writeLine("  \(outcome)") }
  }
}

extension ListRunner.Answer {
  /// The answer in words.
  var words: String {
    switch self {
    case .done: "done"
    case .skip(let reason): "skipped: \(reason)"
    }
  }
}
