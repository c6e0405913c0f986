import ChecklistCore
import ChecklistRuns
import Terminal

extension Command {
  static let runs = Command(
    syntax: CommandSyntax(
      name: "runs", relatedWords: ["log", "report", "audit"], group: .runs,
      summary: "Show the runs of lists, or the report of one",
      discussion: [
        "With a number it is the report of that run: each item, what was answered by whom and when, how "
          + "long after the answer before, and why it was skipped. What was checked or unchecked with other "
          + "commands meanwhile is marked.",
        "--stats tells of each item of a list how often it was skipped, and the median of the times that it "
          + "took.",
      ],
      positionals: [PositionalSyntax("NUMBER", .run, .optional, "the number of a run")],
      options: [
        .value(
          "to", "FORMAT", .choice(RunReport.Format.allCases.map(\.rawValue)),
          "the report as a file of this format"),
        .value("output", letter: "o", "FILE", .file, "where to write it (else standard output)"),
        .flag("stats", "how often each item was skipped, and how long it takes"),
        .runLog,
      ],
      examples: [
        .init("checklists runs", "all runs, the newest first"),
        .init("checklists runs 1", "the report of the first one"),
        .init("checklists runs 1 --to html -o report.html", "to print or to file"),
        .init("checklists runs --stats", "what is skipped, and what takes long"),
      ],
      ownObstacleInBatch: "it changes nothing"),
    answer: .runs
  ) { command, context in
    try context.showRuns(command)
  }
}

extension JSONShape {
  fileprivate static var runs: JSONShape {
    .either([
      .answer(["runs": .array(.part(.run)).noted("the newest first")]),
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
  fileprivate mutating func showRuns(_ command: ParsedCommand) throws {
    let log = try runLog(command)
    let history = try history(in: log, command, mustExist: true)
    let document = try document()
    func progress(_ run: Run) -> RunProgress {
      RunProgress(run, document.checklists.first { $0.id == run.list })
    }
    if let number = command.arguments.first.flatMap({ Int($0) }) {
      let other = command.options.has("stats") ? "stats" : globals.list.map { _ in "list" }
      if let other {
        throw UsageError("'--\(other)' goes without the number of a run", command: command.name)
      }
      guard let run = history.runs.first(where: { $0.number == number }) else {
        throw Failure(
          .noMatch, "there is no run \(number)",
          hint: "The runs are shown by: \(program) runs\(logOption(command))")
      }
      return try show(progress(run), command)
    }
    for option in ["to", "output"] where command.options.has(option) {
      throw UsageError("'--\(option)' goes with the number of a run", command: command.name)
    }
    let runs = try history.runs.filter(isAsked(document, command, history))
    if command.options.has("stats") { return try show(RunStatistics(runs), command) }
    let shown = runs.reversed().map(progress)
    if globals.json {
      return try writeJSON { $0.member("runs", each: shown) { $0.run($1) } }
    }
    if shown.isEmpty {
      console.writeLine(
        "No runs yet. Go through a list with: \(program) run\(logOption(command))")
    }
    let width = shown.first.map { "\($0.run.number)".utf8.count } ?? 0
    for progress in shown {
      let report = RunReport(progress, dates: dates)
      let number = TerminalText.padded("\(progress.run.number)", to: width, alignment: .right)
      console.writeLine(
        shown: "\(console.output.styled(number, as: .number))  "
          + console.output.text("\(progress.run.listName): \(report.summary)"))
    }
  }

  /// Which runs are meant: those of the list that is named; for statistics, of the one that is
  /// meant.
  private func isAsked(
    _ document: ChecklistDocument, _ command: ParsedCommand, _ history: RunHistory
  ) throws -> (Run) -> Bool {
    guard globals.list != nil || command.options.has("stats") else { return { _ in true } }
    if globals.list == nil, document.checklists.isEmpty { return { _ in true } }
    do {
      let list = try lists.list(in: document)
      return { $0.list == list.id }
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
    let format = command.options["to"].flatMap { RunReport.Format(rawValue: $0) }
    if let output = try outputPath(command) {
      let named: RunReport.Format? =
        output.hasSuffix(".html")
        ? .html
        : output.hasSuffix(".md") ? .markdown : output.hasSuffix(".csv") ? .csv : nil
      guard let format = format ?? named else {
        throw UsageError("say the format with --to html, markdown or csv", command: command.name)
      }
      let bytes = report.bytes(format)
      try PlainFile(path: output, lockTimeout: lockTimeout).write(bytes, isDryRun: globals.dryRun)
      return self.report(bytes.count, writtenTo: output, as: format.rawValue)
    }
    if let format { return show(page: report.bytes(format)) }
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
    if statistics.items.isEmpty {
      console.writeLine(
        "No runs yet. Go through the list with: \(program) run\(logOption(command))")
    }
    for item in statistics.items {
      let median = item.median.map { ", takes \($0.spanWords)" } ?? ""
      console.writeLine(
        "\(item.item.text): skipped \(item.skipped) of "
          + "\(item.runs == 1 ? "1 time" : "\(item.runs) times")\(median)")
    }
  }
}
