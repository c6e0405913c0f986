import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let `import` = Command(
    syntax: CommandSyntax(
      name: "import", relatedWords: ["load", "read", "migrate"], group: .exchange,
      summary: "Import items from files of other programs",
      discussion: [
        "FILE is Markdown, todo.txt, iCalendar (.ics), JSON from Taskwarrior or this program, "
          + "CSV, an outline (OPML), lines of text, another checklist document, items of the app "
          + "Homepwner (items.archive), or a folder of .ics files. '-' is standard input. The "
          + "format is given by --format, else by the name, else by the content. The first line "
          + "of CSV names the columns: list, section, text, checked, due, note, created, "
          + "completed, id, state and skipReason, or the names that other programs use.",
        "An item that already exists gets the fields that the file has, and keeps its others; it "
          + "is found by its identity, else by its text. Importing a file again changes nothing. "
          + "Nothing is deleted. An item that was deleted is added again, except by the file of a "
          + "folder that 'export' wrote and that is unchanged.",
        "Items go to the lists that the file names, which are made if they are missing, else to the current "
          + "list. In Markdown, a list is a heading of level 1, or else the file. "
          + "With --list, all go to that list. The import is one change for 'undo'.",
        "Attachments are taken from FILE.attachments, the folder beside the file. Links there are not followed.",
        "A warning says what was left out, and how many items. A damaged file is refused.",
      ],
      positionals: [
        PositionalSyntax("FILE", .file, .any, "a file, a folder, or - (default: standard input)")
      ],
      options: [
        .format(of: InterchangeFormat.readable),
        .value(
          "date-order", "ORDER", .choice(ImportOptions.DateOrder.allCases.map(\.rawValue)),
          "the order of 1/2/2026"),
        .flag("lists-by-project", "in todo.txt, a list for each +project at the end of a line"),
        .newList,
      ],
      examples: [
        .init("checklists import shopping.md", "the task lists of a Markdown file"),
        .init("checklists import --dry-run README.md", "show what would be added, and where"),
        .init("checklists import - --format markdown < notes", "from standard input"),
        .init("task export | checklists import - --format taskwarrior", "from Taskwarrior"),
        .init("checklists import ~/.calendars/home/", "from a folder of a calendar program"),
        .init("checklists import tasks.csv --list Work --new-list", "into one list"),
      ]),
    answer: .imported
  ) { command, context in
    try context.importFiles(command)
  }
}

extension JSONShape {
  fileprivate static let imported = answer([
    "added": .integer.noted("items"), "updated": .integer, "unchanged": .integer,
    "skipped": .integer, "attachments": .integer.noted("files that items get"),
    "checklists": .array(.part(.list)), "warnings": .array(.text),
  ])
}

extension Context {
  /// Imports a file, for the full-screen view.
  mutating func importFile(_ path: String) throws {
    let home = environment.text("HOME")
    let isInHome = path.hasPrefix("~/")
    let file = isInHome ? home.map { $0 + path.dropFirst() } ?? path : path
    try importFiles(
      ParsedCommand(
        path: [Command.import.syntax], positionals: [ParsedValue(text: file, argument: 0)],
        options: ParsedOptions()))
  }

  fileprivate mutating func importFiles(_ command: ParsedCommand) throws {
    var files = try read(command)
    let target = ImportTarget(
      unnamed: lists, name: try globals.list.map { try ContentRules.listName($0) })
    if let format = try store().formatOfText() {
      for index in files.indices { files[index].leaveOutFields(absentIn: format) }
    }
    let copies = try bringAttachments(of: &files, to: target)
    let (now, zone) = (now, zone)
    var plan: ImportPlan?
    // The items are handed on, so that no second copy of them takes memory.
    let (applied, document) = try apply(
      createsDocument: true, bringing: copies, telling: globals.dryRun ? .each : .together
    ) {
      [lists, globals] document in
      if globals.list != nil, !command.options.has("new-list") {
        _ = try lists.list(in: document, orMaking: false)
      }
      let given = files
      files = []
      plan = try ImportPlan(consume given, into: document, target, at: now, in: zone)
      return plan?.takeChanges() ?? []
    }
    guard let plan else { return }
    if globals.json {
      try writeJSON { writer in
        writer.member("added", plan.count.added)
        writer.member("updated", plan.count.updated)
        writer.member("unchanged", plan.count.unchanged)
        writer.member("skipped", plan.skipped)
        writer.member("attachments", plan.attachmentCount)
        writer.member("checklists", each: plan.lists(in: document, after: applied)) {
          writer, list in
          writer.beginObject()
          writer.members(of: ListSummary(list.checklist))
          writer.endObject()
        }
        writer.member("warnings", each: plan.warnings.texts) { $0.value($1) }
      }
      return
    }
    if !globals.quiet {
      if globals.dryRun {
        try show(applied, among: document.checklists, in: nil)
      }
      let view = ImportView(
        plan: plan, document: document, applied: applied, isDryRun: globals.dryRun)
      let display = console.output
      console.write { view.write(to: &$0, on: display) }
    }
    for warning in plan.warnings.texts { warn(warning) }
  }

  /// Finds the files of attachments, and copies those that the document is to get.
  private mutating func bringAttachments(
    of files: inout [ImportedFile], to target: ImportTarget
  ) throws -> [StagedAttachment] {
    guard files.contains(where: \.hasAttachments) else { return [] }
    let store = try store()
    var staging = AttachmentStaging(store)
    for index in files.indices { staging.resolve(&files[index]) }
    if globals.dryRun || !staging.hasFound { return [] }
    // Before the document is locked, since this may take a while.
    let document = try batch?.document() ?? store.load() ?? store.newDocument
    let plan = try ImportPlan(files, into: document, target, at: now, in: zone)
    return try staging.stage(&files, for: plan)
  }

  /// Reads all files that the arguments name.
  private mutating func read(_ command: ParsedCommand) throws -> [ImportedFile] {
    guard !command.arguments.isEmpty || !console.inputIsTerminal else {
      throw UsageError("'import' requires FILE; - is standard input", command: command.name)
    }
    var options = ImportOptions(
      now: now, zone: zone,
      dateOrder: command.options["date-order"].flatMap { ImportOptions.DateOrder(rawValue: $0) },
      listsByProject: command.options.has("lists-by-project"))
    options.systemZone = systemZone
    let format = command.options["format"].flatMap {
      InterchangeFormat.called($0).first { $0.reader != nil }
    }
    let paths = command.arguments.isEmpty ? ["-"] : command.arguments
    var files: [ImportedFile] = []
    for path in paths {
      do {
        files.append(try read(path, format, options))
      } catch let error as InterchangeError where error.kind == .empty && paths.count > 1 {
        // Of several files, one may be about something else.
        warn("\(path.shownPath): \(error)")
      } catch {
        throw Failure(inFile: path, error)
      }
    }
    return files
  }

  /// Refuses to import the document into itself, by whatever path it is named.
  private func refuseDocument(_ path: String) throws {
    let file = PlainFile(path: path == "-" ? "/dev/stdin" : path)
    guard try file.isSameFile(as: documentPath()) else { return }
    let name = path == "-" ? "standard input" : path.shownPath
    throw Failure(
      .usage, "\(name) is the document itself", hint: "Name another file, or another document.")
  }

  /// Shows how many files of a large folder are done.
  func showProgress(_ verb: String, _ done: Int, of all: Int) {
    guard all > 1000, done.isMultiple(of: 250) else { return }
    console.showProgress("\(verb) \(done) of \(all) files")
  }

  /// Reads a file, or a folder of calendars.
  private func read(
    _ path: String, _ format: InterchangeFormat?, _ options: ImportOptions
  ) throws -> ImportedFile {
    let folder = PlainFolder(path: path)
    if path != "-", folder.exists {
      guard format == nil || format == .icalendar else {
        throw InterchangeError(
          "a folder can only contain calendars", hint: "Name the files in it.", kind: .usage)
      }
      defer { console.showProgress(nil) }
      let calendars = try calendars(
        in: path, of: try batch?.document() ?? store().load())
      return try calendars.read(options) { done, all in
        showProgress("Read", done, of: all)
      }
    }
    try refuseDocument(path)
    let bytes = try bytes(of: path)
    if format == nil, InterchangeFormat.isUnsupported(path) {
      throw InterchangeError(
        "Org files are not supported, since their headings are tasks",
        hint: "Convert the headings to a task list in Markdown, or read only what has a box, "
          + "with --format markdown.", kind: .usage)
    }
    guard let format = format ?? InterchangeFormat.guess(path, bytes), let reader = format.reader
    else {
      throw InterchangeError(
        "cannot determine the format from the name or the content",
        hint: "Add --format FORMAT: "
          + InterchangeFormat.readable.map(\.rawValue).joined(separator: ", ", last: " or ") + ".",
        kind: .usage)
    }
    var options = options
    if path != "-" {
      options.listName = String(FileSystem.name(of: path).nameParts.stem)
      options.attachmentFolder = FileSystem.name(of: AttachmentFolder(beside: path).path)
    }
    var file = try reader.read(bytes, options)
    file.path = path == "-" ? nil : path
    return file
  }
}
