import ChecklistCore
import Terminal

extension Command {
  static let undo = Command(
    syntax: CommandSyntax(
      name: "undo", relatedWords: ["revert", "back"], group: .undo,
      summary: "Undo the last change",
      discussion: [
        "It reverts items, notes, dates, check marks and lists. A batch is one change, and so is "
          + "an edit of the whole list. After another change there is nothing to redo, but "
          + "'history restore' brings back what was undone."
      ],
      options: [.flag("force", "also undo a change by another program or from 'sync'")],
      examples: [.init("checklists undo", "the last change")],
      obstacleInBatch: "a batch is saved as a single change",
      takesList: false),
    answer: .state
  ) { command, context in
    let revision = try context.takingBack { store throws(StoreError) in
      try store.undo(
        isForced: command.options.has("force"), isDryRun: context.globals.dryRun, at: context.now)
    }
    try context.report(revision, "undo", done: "Undid")
  }

  static let redo = Command(
    syntax: CommandSyntax(
      name: "redo", group: .undo, summary: "Redo the change that was undone",
      examples: [.init("checklists redo", "the last change that was undone")],
      obstacleInBatch: "a batch is saved as a single change",
      takesList: false),
    answer: .state
  ) { _, context in
    let revision = try context.store().redo(
      isDryRun: context.globals.dryRun, at: context.now)
    try context.report(revision, "redo", done: "Redid")
  }

  static let history = Command(
    syntax: CommandSyntax(
      name: "history", relatedWords: ["log", "versions"], group: .undo,
      summary: "Show the changes, and restore a state",
      discussion: [
        "The last 100 states of each document are kept, up to 64 MiB in all; the last 5 are "
          + "always kept. CHECKLISTS_HISTORY=off keeps none."
      ],
      examples: [
        .init("checklists history", "the states, newest first; the present one is marked"),
        .init("checklists history restore 12", "the document as it was then"),
      ],
      obstacleInBatch: "a batch is saved as a single change",
      takesList: false,
      subcommands: [
        CommandSyntax(
          name: "restore", relatedWords: ["restore"], group: .undo,
          summary: "Restore a state of the document",
          discussion: [
            "Without a number, it restores the newest sound state of a document that was removed, damaged, or "
              + "changed by another program. Where the file that it replaces cannot be read, it names the file in "
              + "which the history keeps that."
          ],
          positionals: [PositionalSyntax("NUMBER", .state, .optional, "the state")],
          options: [.flag("force", "also restore across changes from 'sync'")],
          examples: [
            .init("checklists history restore 12", "the document as it was then"),
            .init("checklists history restore", "the document before it was removed"),
          ],
          takesList: false),
        CommandSyntax(
          name: "clear", group: .undo, summary: "Remove all states but the present one",
          examples: [.init("checklists history clear", "nothing can be undone any more")],
          takesList: false),
      ]),
    answer: .answer(["states": .array(.part(.state))]),
    ofSubcommands: ["restore": .state, "clear": .answer([:])]
  ) { command, context in
    switch command.path.last?.name {
    case "restore":
      // The parser has checked that it is a number.
      let number = command.arguments.first.flatMap { Int($0) }
      let revision = try context.takingBack(to: number) { store throws(StoreError) in
        try store.restore(
          number, isForced: command.options.has("force"), isDryRun: context.globals.dryRun,
          by: context.command, at: context.now)
      }
      try context.report(revision, "restore", done: "Restored", isNamed: true)
    case "clear": try context.clearHistory()
    default: try context.showHistory()
    }
  }
}

extension Context {
  /// Takes changes back, and words the refusal to do so with those that others made.
  ///
  /// - Parameter number: The number of the state that it brings back; nil for the one before the
  ///   last change.
  /// - Throws: `Failure`, or `StoreError`.
  fileprivate func takingBack(
    to number: Int? = nil, _ body: (DocumentStore) throws(StoreError) -> DocumentStore.Revision
  ) throws -> DocumentStore.Revision {
    let store = try store()
    do throws(StoreError) {
      return try body(store)
    } catch {
      guard case .received(let summary) = error.kind else { throw error }
      let change = number.map { "a change since state \($0)" } ?? "the last change"
      let again = number.map { "history restore \($0)" } ?? "undo"
      throw Failure(
        .data, "\(change) was made by others and received by 'sync': \(summary)",
        hint: "Undo it here, and with the next 'sync' everywhere: \(program) \(again) --force")
    }
  }

  /// Reports a state that was left or restored.
  ///
  /// - Parameters:
  ///   - verb: What would be done, in a dry run.
  ///   - done: What was done.
  ///   - isNamed: Whether somebody named the state by its number.
  fileprivate mutating func report(
    _ revision: DocumentStore.Revision, _ verb: String, done: String, isNamed: Bool = false
  ) throws {
    hasSaved = !globals.dryRun
    if globals.json {
      try writeJSON { writer in
        writer.key("state")
        writer.state(revision)
        writer.member("keptFile", revision.keptFile?.shownPath)
      }
    } else if !globals.quiet {
      let place = folderDocument.map { " in \($0)" } ?? ""
      let start = globals.dryRun ? "Would \(verb)" : done
      let words =
        isNamed
        ? " \(revision.number): \(revision.words)"
        : ": \(revision.summary) (state \(revision.number))"
      console.writeLine("\(start)\(words)\(place)")
    }
    if let file = revision.keptFile {
      warn(
        "the replaced file cannot be read as a document. The history keeps it as "
          + "\(file.shownPath); copy it before you clear the history")
    }
  }

  fileprivate mutating func clearHistory() throws {
    if !globals.dryRun {
      try store().clearHistory()
      // Copies of attachments that were opened.
      if let container { ScratchFolder(.caches, in: container).empty() }
    }
    hasSaved = !globals.dryRun
    if globals.json {
      try writeJSON { _ in }
    } else if !globals.quiet {
      console.writeLine(
        globals.dryRun
          ? "Would remove all states but the present one." : "Nothing can be undone any more.")
    }
  }

  fileprivate mutating func showHistory() throws {
    let revisions = try store().revisions().reversed()
    if globals.json {
      try writeJSON { $0.member("states", each: revisions) { $0.state($1) } }
      return
    }
    if revisions.isEmpty { console.writeLine("No changes yet.") }
    let display = console.output
    let width = "\(revisions.map(\.number).max() ?? 0)".count
    for revision in revisions {
      let mark: DisplayText = revision.isPresent ? "*" : revision.isUndone ? "-" : " "
      let number = DisplayText("\(revision.number)").padded(to: width, alignment: .right)
      let time = display.text(dates.absolute(revision.date))
      let start: DisplayText =
        "\(mark) \(display.styled(number, as: .number))  \(display.styled(time, as: .dim))  "
      let startWidth = width + time.width + 6
      console.writeLine(
        shown: display.wrapped(
          start + display.text(revision.words),
          hangingIndent: display.width < 60 ? 4 : startWidth))
    }
  }
}

extension JSONShape {
  /// The answer about a state that was left or restored.
  fileprivate static let state = answer(["state": .part(.state), "keptFile": .nullable(.text)])
}

extension JSONWriter {
  /// A revision in the history of a document.
  fileprivate mutating func state(_ revision: DocumentStore.Revision) {
    beginObject()
    member("number", revision.number)
    member("time", ISO8601.text(revision.date))
    member("command", revision.command.isEmpty ? nil : revision.command)
    member("summary", revision.summary)
    member("present", revision.isPresent)
    member("undone", revision.isUndone)
    endObject()
  }
}
