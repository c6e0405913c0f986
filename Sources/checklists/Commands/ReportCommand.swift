import ChecklistCore
import ChecklistRuns
import Terminal

extension Command {
  static let report = Command(
    syntax: CommandSyntax(
      name: "report", relatedWords: ["log", "runs", "audit"], group: .lists,
      summary: "Show the runs of a list, or the report of one",
      discussion: [
        "Without a number, it shows the runs of the list. With one, it shows for each item the "
          + "answer, who gave it and when, the time since the previous answer, and why an item "
          + "was skipped. Changes by other commands are marked.",
        "--exit-code is about the last run of the list; with --all, of every list that has a run. In a Markdown "
          + "file it is about every list with items, with --all too, unless --list or $CHECKLISTS_LIST names one: "
          + "a list without a run fails.",
        "--stats shows how often each item of a list was skipped, and the median time that it "
          + "took.",
      ],
      positionals: [PositionalSyntax("NUMBER", .run, .optional, "the run")],
      options: [
        .value(
          "format", "FORMAT",
          .format(RunReport.Format.allCases.map(\.rawValue), extensions: ["md", "htm"]),
          "write the report in this format"),
        .output, .rawCells,
        .flag("stats", "how often items are skipped, and how long they take"),
        .all,
        .flag(
          "exit-code",
          "exit with 1 unless the last run is complete, no command of an item that is done failed, "
            + "and each skip has a reason"
        )
        .ofWholeRun,
        .runLog,
      ],
      examples: [
        .init("checklists report", "the runs of the list, newest first"),
        .init("checklists report 1", "the report of the first run"),
        .init("checklists report 1 --format html -o report.html", "to print or to keep"),
        .init("checklists report --stats", "items that are often skipped or take long"),
      ],
      obstacleInBatch: "it changes nothing"),
    answer: .runs
  ) { command, context in
    try context.showReport(command)
  }
}

extension JSONShape {
  fileprivate static var runs: JSONShape {
    .either([
      .answer(["runs": .array(.part(.run)).noted("newest first")]),
      .answer(["run": .part(.run, with: ["answers": .array(.part(.runAnswer))])]),
      .writtenFile(RunReport.Format.allCases.map(\.rawValue)),
      .answer([
        "items": .array(
          .object([
            "id": .identity, "text": .text, "section": .nullable(.text),
            "runs": .integer.noted("in which it was answered"), "skipped": .integer,
            "medianSeconds": .nullable(.number),
          ]))
      ]),
    ])
  }
}

extension Context {
  fileprivate mutating func showReport(_ command: ParsedCommand) throws {
    let log = try runLog(command)
    let history = try history(in: log, command, mustExist: true)
    let document = try document()
    func progress(_ run: Run) -> RunProgress {
      RunProgress(run, document.checklists.first { $0.id == run.list && history.isOwn(run) })
    }
    if let number = command.arguments.first.flatMap({ Int($0) }) {
      let other =
        command.options.has("stats")
        ? "stats" : command.options.has("all") ? "all" : globals.list.map { _ in "list" }
      if let other {
        throw UsageError(
          "'--\(other)' cannot be combined with the number of a run", command: command.name)
      }
      guard let run = history.runs.first(where: { $0.number == number }) else {
        throw Failure(
          .noMatch, "there is no run \(number)",
          hint: "All runs: \(program) report --all\(logOption(command))")
      }
      let progress = progress(run)
      noteStatus(of: [progress])
      return try show(progress, command)
    }
    for option in ["format", "output", "raw"] where command.options.has(option) {
      throw UsageError("'--\(option)' requires the number of a run", command: command.name)
    }
    let runs = try history.runs.filter(isAsked(document, command, history))
    noteStatus(
      of: try lastRuns(of: document, among: runs.filter(history.isOwn), command).map(progress))
    if command.options.has("stats") { return try show(RunStatistics(runs), command) }
    let shown = runs.reversed().map(progress)
    if globals.json {
      return try writeJSON { $0.member("runs", each: shown) { $0.run($1) } }
    }
    if shown.isEmpty {
      tellNoRuns(command)
      if !history.runs.isEmpty {
        console.writeLine("Runs of other lists: \(program) report --all\(logOption(command))")
      }
    }
    let width = shown.first.map { "\($0.run.number)".utf8.count } ?? 0
    for progress in shown {
      let report = RunReport(progress, dates: dates)
      let number = DisplayText("\(progress.run.number)").padded(to: width, alignment: .right)
      let display = console.output
      console.writeLine(
        shown: display.wrapped(
          "\(display.styled(number, as: .number))  "
            + display.text("\(progress.run.listName): \(report.summary)"),
          hangingIndent: width + 2))
    }
  }

  /// Sets the status for `--exit-code`: each of the runs must be a success, and one must be there.
  private mutating func noteStatus(of runs: [RunProgress]) {
    guard isGate else { return }
    if runs.isEmpty || !runs.allSatisfy(\.isSuccess) { status = .noMatch }
  }

  /// The last run of each list that a gate looks at.
  ///
  /// - Throws: `NothingToCheck` when it looks at lists of a text document that have no item.
  private mutating func lastRuns(
    of document: ChecklistDocument, among runs: [Run], _ command: ParsedCommand
  ) throws -> [Run] {
    guard isGate else { return [] }
    let asked = gateLists(of: document)?.map { document.checklists[$0] }
    if let asked { try checkGate(over: asked) }
    // What became of a run of a list that is gone matters only where there is no other.
    let lists = asked ?? (command.options.has("all") ? document.checklists : [])
    let last = lists.compactMap { list in
      let run = runs.last { $0.list == list.id }
      if run == nil, asked != nil, lists.count > 1 {
        status = .noMatch
        if !globals.quiet { warn("\(list.displayName) has no run") }
      }
      return run
    }
    return last.isEmpty && asked == nil ? runs.suffix(1) : last
  }

  /// The runs that are asked for: those of the list, or of all.
  private func isAsked(
    _ document: ChecklistDocument, _ command: ParsedCommand, _ history: RunHistory
  ) throws -> (Run) -> Bool {
    if command.options.has("all") || globals.list == nil && document.checklists.isEmpty {
      return { _ in true }
    }
    if let positions = gateLists(of: document) {
      let asked = Set(positions.map { document.checklists[$0].id })
      return { asked.contains($0.list) && history.isOwn($0) }
    }
    do {
      let list = try lists.list(in: document)
      return { $0.list == list.id && history.isOwn($0) }
    } catch {
      // The log also tells of lists that are gone.
      guard let name = globals.list,
        history.runs.contains(where: { $0.listName.lowercased() == name.lowercased() })
      else { throw error }
      return { $0.listName.lowercased() == name.lowercased() }
    }
  }

  private mutating func show(_ progress: RunProgress, _ command: ParsedCommand) throws {
    let report = RunReport(progress, dates: dates)
    let output = try outputPath(command)
    let named = output?.split(separator: ".").last.flatMap { RunReport.Format(named: String($0)) }
    let format = command.options["format"].flatMap { RunReport.Format(named: $0) } ?? named
    let isRaw = command.options.has("raw")
    if isRaw, format != .csv {
      throw UsageError("'--raw' requires --format csv", command: command.name)
    }
    if let output {
      guard let format else {
        throw UsageError(
          "'report -o' requires --format html, markdown, csv or junit", command: command.name)
      }
      let bytes = report.bytes(format, isRaw: isRaw)
      try PlainFile(path: output, lockTimeout: lockTimeout).write(bytes, isDryRun: globals.dryRun)
      return self.report(bytes.count, writtenTo: output, as: format.rawValue)
    }
    if let format {
      try requireFile(forJSON: nil, "for the answers in JSON, leave out --format")
      return console.write(page: report.bytes(format, isRaw: isRaw))
    }
    if globals.json {
      return try writeJSON { writer in
        writer.key("run")
        writer.run(progress, withAnswers: true)
      }
    }
    console.write(RunReportView(report).text(on: console.output))
  }

  private mutating func show(_ statistics: RunStatistics, _ command: ParsedCommand) throws {
    if globals.json {
      return try writeJSON { writer in
        writer.member("items", each: statistics.items) { writer, item in
          writer.beginObject()
          writer.member("id", item.item.id.identityText)
          writer.member("text", item.item.text)
          writer.member("section", item.item.section)
          writer.member("runs", item.runs)
          writer.member("skipped", item.skipped)
          writer.member("medianSeconds", item.median)
          writer.endObject()
        }
      }
    }
    if statistics.items.isEmpty { tellNoRuns(command) }
    for item in statistics.items {
      let median = item.median.map { ", takes \($0.spanWords)" } ?? ""
      let words =
        "\(item.item.text): skipped \(item.skipped) of "
        + "\(item.runs == 1 ? "1 time" : "\(item.runs) times")\(median)"
      let display = console.output
      console.writeLine(shown: display.wrapped(display.text(words), hangingIndent: 2))
    }
  }

  private mutating func tellNoRuns(_ command: ParsedCommand) {
    console.writeLine("No runs yet. Start one with: \(program) run\(logOption(command))")
  }
}

extension RunReport.Format {
  /// The format of a name, or of the extension of a file.
  fileprivate init?(named word: String) {
    switch word {
    case "md": self = .markdown
    case "htm": self = .html
    default: self.init(rawValue: word)
    }
  }
}
