import ChecklistCore
import ChecklistInterchange
import Terminal

extension OptionSyntax {
  /// The file of an output.
  static let output = value(
    "output", letter: "o", "FILE", .file,
    "the file to write or replace (default: standard output)")

  /// Cells of a table as they are.
  static let rawCells = flag(
    "raw", "in CSV, no ' before texts that a spreadsheet would take for formulas")

  /// A format to read or write.
  static func format(of formats: [InterchangeFormat]) -> OptionSyntax {
    value(
      "format", "FORMAT",
      .format(formats.map(\.rawValue), extensions: InterchangeFormat.extensions(of: formats)),
      "the format"
    ).soughtAs("to", "from", "as", "type")
  }
}

extension Command {
  static let export = Command(
    syntax: CommandSyntax(
      name: "export", relatedWords: ["save", "print", "html", "pdf", "backup"], group: .exchange,
      summary: "Export items as Markdown, a calendar, a page, …",
      discussion: [
        "The format is given by --format, else by the extension of the output file; the default "
          + "is Markdown. The formats include Markdown (.md), todo.txt, iCalendar (.ics), JSON "
          + "for Taskwarrior or this program, CSV, lines of text (.txt), a page to print (.html), "
          + "or an archive of the app Homepwner (.archive). 'json' holds everything, for 'import'.",
        "A warning says what a format cannot hold, and how many items are affected. Items that "
          + "came from another program get its fields back.",
        "In CSV, a text that begins with =, +, -, @, a tab or a return gets a ' before it, so that "
          + "a spreadsheet does not take it for a formula; 'import' takes it off. --raw writes the "
          + "text alone.",
        "If --output is a folder, a calendar becomes one file there for each item; with --all, "
          + "one folder for each list. A file that an export wrote is removed when its item has "
          + "been deleted, unless another program has changed it. Other files there are kept.",
        "Attachments go to FILE.attachments, a folder beside the output: in JSON under their keys, in Markdown "
          + "under their names, with links to them. A page contains its pictures.",
      ],
      positionals: [PositionalSyntax("SELECTOR", .selector, .any, "the items (default: all)")],
      options: [
        .format(of: InterchangeFormat.writable),
        .output,
        .all,
        .value(
          "paper", "SIZE", .choice(ExportOptions.Paper.allCases.map(\.rawValue)),
          "the paper of a page (default: the printer's)"),
        .value("columns", "NUMBER", .choice(["1", "2", "3", "4"]), "the columns of a page"),
        .flag("blank", "all boxes empty; on a page, lines for date, name and signature"),
        .rawCells,
      ],
      examples: [
        .init("checklists export", "Markdown, for an issue or a README"),
        .init("checklists export open -o todo.txt", "the open items, for todo.txt"),
        .init("checklists export --all --format json -o backup.json", "everything, for 'import'"),
        .init("checklists export --list Packing -o packing.html --columns 2 --blank", "to print"),
        .init("checklists export --format ics -o ~/.calendars/home/", "for a calendar program"),
        .init("checklists export --format taskwarrior | task import", "for Taskwarrior"),
      ],
      obstacleInBatch: "it changes nothing"),
    answer: .exported
  ) { command, context in
    try context.export(command)
  }
}

extension JSONShape {
  fileprivate static var exported: JSONShape {
    .either([
      .writtenFile(
        InterchangeFormat.writable.map(\.rawValue),
        ["attachments": .integer.noted("files beside it"), "warnings": .array(.text)]),
      .answer([
        "format": .word([InterchangeFormat.icalendar.rawValue]),
        "written": .integer.noted("files of the folder"), "unchanged": .integer,
        "removed": .integer.noted("files of deleted items"),
        "warnings": .array(.text),
      ]),
    ])
  }
}

extension Context {
  fileprivate mutating func export(_ command: ParsedCommand) throws {
    let output = try outputPath(command)
    try requireFile(forJSON: output, "for the items in JSON, use --format json")
    let format = try exportFormat(command, output)
    if format.format.isBinary, output == nil, console.output.isTerminal {
      throw Failure(
        .usage, "an archive cannot be shown on a terminal",
        hint: "Write it to a file with -o FILE, or into a pipe.")
    }
    var options = try exportOptions(command, format.format)
    let lists = try lists(for: command)
    var unwritten = InterchangeWarnings()
    if lists.haveAttachments {
      let attachments = ExportedAttachments(
        of: lists, as: format.writer, from: try store().attachments,
        to: output?.isFolder == true ? nil : output)
      options.attachments = attachments
      unwritten = attachments.warnings
    }
    if let output, output.isFolder {
      guard format.format == .icalendar else {
        throw UsageError(
          "\(output.shownPath) is a folder: only calendars go to a folder",
          command: command.name)
      }
      return try export(lists, toFolder: output, options)
    }
    var file = try format.writer.write(lists, options)
    file.warnings.add(unwritten)
    if let output {
      let target = PlainFile(path: output, lockTimeout: lockTimeout)
      // An archive of the other app takes the place of one that was written before.
      let isReplaceable = { format.format == .homepwner && HomepwnerFormat.recognizes($0) }
      if let attachments = options.attachments, attachments.hasCopies, !globals.dryRun {
        // Where the file cannot be written, nothing is.
        try target.write(file.bytes, isDryRun: true, replacing: isReplaceable)
        try attachments.write()
      }
      try target.write(file.bytes, isDryRun: globals.dryRun, replacing: isReplaceable)
      report(
        file.bytes.count, writtenTo: output, as: format.format.rawValue,
        warnings: file.warnings.texts, attachments: options.attachments?.fileCount ?? 0)
    } else {
      console.write(page: file.bytes)
    }
    if globals.json { return }
    for warning in file.warnings.texts { warn(warning) }
  }

  /// Writes each item to a file of a folder.
  private mutating func export(
    _ lists: [ExportedList], toFolder path: String, _ options: ExportOptions
  ) throws {
    defer { console.showProgress(nil) }
    var warnings = options.attachments?.warnings ?? InterchangeWarnings()
    var calendars = try calendars(in: path, of: try document())
    let (result, unwritten) = try calendars.write(lists, options, isDryRun: globals.dryRun) {
      [self] done, all in showProgress("Wrote", done, of: all)
    }
    warnings.add(unwritten)
    if !globals.dryRun { save(calendars.record) }
    if globals.json {
      writeJSON(document: path) { writer in
        writer.member("format", InterchangeFormat.icalendar.rawValue)
        writer.member("written", result.written)
        writer.member("unchanged", result.unchanged)
        writer.member("removed", result.removed)
        writer.member("warnings", each: warnings.texts) { $0.value($1) }
      }
      return
    }
    if !globals.quiet {
      let verb = globals.dryRun ? "Would write" : "Wrote"
      console.writeLine(
        "\(verb) \(result.written.counting("file")) to \(path.shownPath)"
          + (result.unchanged > 0 ? ", \(result.unchanged) unchanged" : ""))
      if result.removed > 0 {
        let verb = globals.dryRun ? "Would remove" : "Removed"
        let items = result.removed == 1 ? "a deleted item" : "deleted items"
        console.writeLine("\(verb) \(result.removed.counting("file")) of \(items)")
      }
    }
    for warning in warnings.texts { warn(warning) }
  }

  /// Saves the record of an export; without it, the files of deleted items stay.
  private func save(_ record: ExportRecord?) {
    do {
      try record?.save(lockTimeout: lockTimeout)
    } catch {
      warn("the exported files cannot be recorded, so those of deleted items will stay: \(error)")
    }
  }

  /// The calendars in a folder, with the record of exports of a document.
  ///
  /// - Parameter document: The document; nil when there is none.
  func calendars(
    in path: String, of document: @autoclosure () throws -> ChecklistDocument?
  ) throws -> VDir {
    let folder = PlainFolder(path: path, lockTimeout: lockTimeout)
    guard let container else { return VDir(folder) }
    let record = try ExportRecord(of: documentPath(), in: container)
    return VDir(folder, of: try document(), record: record)
  }

  /// The format of the options, of the name of the file, or else Markdown.
  private func exportFormat(
    _ command: ParsedCommand, _ output: String?
  ) throws -> (format: InterchangeFormat, writer: any ExportFormat.Type) {
    let named =
      command.options["format"].map(InterchangeFormat.called)
      ?? output.map { output in
        output.isFolder
          ? [.icalendar] : output.isDevice ? [.markdown] : InterchangeFormat.named(output)
      }
    // Without a name, for people.
    let format = (named ?? [.markdown]).first { $0.writer != nil }
    guard let format, let writer = format.writer else {
      let formats = InterchangeFormat.writable.map(\.rawValue).joined(separator: ", ", last: " or ")
      throw UsageError(
        "cannot determine the format from the file name: add --format \(formats)",
        command: command.name)
    }
    let wrong = [
      ("paper", [.html]), ("columns", [.html]), ("blank", [.html, .markdown, .obsidian]),
      ("raw", [.csv]),
    ]
    .first { (name: String, formats: [InterchangeFormat]) in
      command.options.has(name) && !formats.contains(format)
    }
    if let wrong {
      throw UsageError(
        "'--\(wrong.0)' requires --format "
          + wrong.1.map(\.rawValue).joined(separator: ", ", last: " or "), command: command.name)
    }
    return (format, writer)
  }

  private func exportOptions(
    _ command: ParsedCommand, _ format: InterchangeFormat
  ) throws(Failure) -> ExportOptions {
    var options = ExportOptions(
      now: now, zone: zone, document: try documentPath().shownPath,
      isAll: command.options.has("all"),
      paper: command.options["paper"].flatMap { ExportOptions.Paper(rawValue: $0) },
      columns: command.options["columns"].flatMap { Int($0) } ?? 1,
      isBlank: command.options.has("blank"))
    options.systemZone = systemZone
    options.isRaw = command.options.has("raw")
    return options
  }

  /// The zone in which one is, with its name; nil where the system does not tell it.
  var systemZone: NamedTimeZone? {
    NamedTimeZone.system(zone, variable: environment.text("TZ"), now: now)
  }

  /// The lists with the items that are meant.
  private func lists(for command: ParsedCommand) throws -> [ExportedList] {
    let document = try document()
    let isAll = command.options.has("all")
    let lists =
      isAll
      ? document.checklists
      : try self.lists.position(in: document).map { [document.checklists[$0]] } ?? []
    let query = ItemQuery(by: items, selectors: command.arguments)
    if lists.isEmpty, !command.arguments.isEmpty { _ = try self.lists.list(in: document) }
    return zip(lists, try query.positions(in: lists)).map { ExportedList($0, positions: $1) }
  }
}

extension String {
  /// Whether a path is that of a folder, or of one that is to be made.
  fileprivate var isFolder: Bool { hasSuffix("/") || PlainFolder(path: self).exists }

  /// Whether a path is that of what has no content, as `/dev/null` is.
  fileprivate var isDevice: Bool {
    let file = PlainFile(path: self)
    return file.exists && file.isNoFile && !isFolder
  }
}
