import ChecklistCore
import Terminal

extension Command {
  static let batch = Command(
    syntax: CommandSyntax(
      name: "batch", relatedWords: ["script", "source", "transaction", "multi"], group: .more,
      summary: "Run commands from standard input: all or none",
      discussion: [
        "Each line is a command without the word 'checklists', quoted as for a POSIX shell: 'single', \"double\", or "
          + "\\ before a character. A line break in quotes is text. '#' starts a comment. Nothing is expanded.",
        "Each line works on the result of the lines before it. All are saved at once, as one change for 'undo'. If "
          + "a line fails, nothing is saved, and the error names the line. A line may have --list and --quiet; "
          + "other global options apply to the batch.",
      ],
      examples: [
        .init("checklists batch < script", "the commands of a file"),
        .init(
          "printf 'add Tea\\ncheck 1\\n' | checklists batch", "two commands, one change"),
        .init("checklists batch --dry-run < script", "show what it would do"),
      ],
      obstacleInBatch: "it is already one",
      takesList: false),
    answer: .answer([
      "results": .array(.dictionary(.any)).noted(
        "\"line\", \"command\" and the members of the command's own answer")
    ])
  ) { _, context in
    let lines = try context.console.readLines(each: "a command, such as 'add Milk'")
    context.console.inputOwner = "the script of the batch"
    try context.run(BatchScript(lines))
  }
}

extension Context {
  /// Runs the lines of a script on a document that is saved after the last one.
  ///
  /// What they print is kept back until then, and dropped when one fails.
  fileprivate mutating func run(_ script: BatchScript) throws {
    var lines = self
    lines.console.isKeptBack = true
    let path = try documentPath()
    let selectedList = container.flatMap { Preferences($0).selectedList(in: path) }
    try store().transact(isDryRun: globals.dryRun, by: command, at: now) { transaction in
      // Handed over: with two holders of the document, the first change of it would copy all items.
      let batch = Batch(
        consume transaction, path: path, isDryRun: globals.dryRun, selectedList: selectedList)
      defer { transaction = batch.transaction }
      lines.batch = batch
      try lines.runLines(of: script, in: batch)
    }
    hasSaved = !globals.dryRun && lines.batch?.transaction.hasChanges == true
    console = lines.console
    console.isKeptBack = false
    if globals.json, let batch = lines.batch { console.write(data: batch.finishAnswer()) }
  }

  private mutating func runLines(of script: BatchScript, in batch: Batch) throws {
    let outer = globals
    var script = script
    do {
      while try script.readNext() {
        batch.begin(script.line)
        if script.line.words[0] == "checklists" {
          throw UsageError("a line is a command without 'checklists' before it", command: "batch")
        }
        let parsed = try Command.invocation(script.line.words).batchCommand()
        globals = outer
        globals.list = parsed.options[GlobalOptions.list]
        globals.quiet = outer.quiet || parsed.options.has("quiet")
        try Command.of(parsed).run(parsed, &self)
      }
      try batch.transaction.writeWaitingSteps()
    } catch {
      let first = batch.errorOfEarlierLine() ?? error
      throw failure(first).of(batch.failedLine ?? script.line)
    }
  }
}

extension Invocation {
  /// The command to run, if it may be a line of a batch.
  fileprivate func batchCommand() throws(UsageError) -> ParsedCommand {
    guard case .run(let command) = request, let syntax = command.path.first else {
      throw UsageError("help and the version cannot be in a batch", command: "batch")
    }
    if let obstacle = syntax.obstacleInBatch {
      throw UsageError("'\(syntax.name)' cannot be in a batch: \(obstacle)", command: "batch")
    }
    for use in command.options.uses {
      let option = command.path.last?.takenOptions.first { $0.name == use.name }
      guard let option, option.isOfWholeRun else { continue }
      let reason =
        GlobalOptions.syntax.contains(option)
        ? "applies to a whole batch: give it to 'checklists batch'"
        : "cannot be in a batch, which has one exit status"
      throw UsageError("'\(use.spelling)' \(reason)", command: "batch")
    }
    return command
  }
}

extension Failure {
  /// The failure as that of a line of a batch.
  fileprivate func of(_ line: BatchScript.Line) -> Failure {
    let lines = line.text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines[0].prefix(60)
    let isWhole = lines.count == 1 && start.count == lines[0].count
    var failure = self
    failure.message = "line \(line.number), '\(start)\(isWhole ? "" : "…")': \(message)"
    failure.hint = ["Nothing was changed.", hint].compactMap(\.self).joined(separator: " ")
    // Of a fault in a file, the line is one of that file.
    if failure.location.path == nil { failure.location.line = line.number }
    return failure
  }
}
