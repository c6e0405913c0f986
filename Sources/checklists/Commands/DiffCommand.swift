import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let diff = Command(
    syntax: CommandSyntax(
      name: "diff", relatedWords: ["compare", "changes", "status"], group: .exchange,
      summary: "Compare two documents or states",
      discussion: [
        "A and B are files, numbers of states in 'history', times (yesterday, '2h ago', 'fri 9:00', "
          + "2026-11-20), or 'sync', the last synchronization. A name with a dot or a slash is a file.",
        "Each line is an item: '+' was added, '-' was deleted, '>' was moved, '~' was edited. In a text, [-this-] "
          + "was removed and {+this+} was added. The name that a list has of its file is not compared.",
        "For git: git config difftool.checklists.cmd 'checklists diff \"$LOCAL\" \"$REMOTE\"'.",
      ],
      positionals: [
        PositionalSyntax(
          "A", .file, .optional, "a file, state or time (default: the state before the last change)"
        ),
        PositionalSyntax("B", .file, .optional, "another one (default: the document)"),
      ],
      options: [.flag("exit-code", "exit with 1 if there are differences, else 0")],
      examples: [
        .init("checklists diff", "the last change"),
        .init("checklists diff yesterday", "the changes since the end of yesterday"),
        .init("checklists diff 8 12", "between two states of the history"),
        .init("checklists diff ./old.plist ./new.plist", "between two files"),
      ],
      obstacleInBatch: "it changes nothing",
      takesList: false),
    answer: .differences
  ) { command, context in
    try context.diff(command)
  }
}

/// A document that is compared, with what people call it.
private struct ComparedDocument {
  let name: String
  let document: ChecklistDocument
}

extension JSONShape {
  fileprivate static let differences = answerWithoutDocument([
    "from": .text, "to": .text, "checklists": .array(difference(of: .part(.list))),
    "items": .array(difference(of: .itemInList)),
  ])

  private static func difference(of side: JSONShape) -> JSONShape {
    .object([
      "change": .word(["added", "deleted", "edited"]), "moved": .boolean,
      "fields": .array(.text).noted("those that differ"),
      "before": .nullable(side), "after": .nullable(side),
    ])
  }
}

extension Context {
  fileprivate mutating func diff(_ command: ParsedCommand) throws {
    let arguments = command.arguments
    let before = try arguments.first.map(compared) ?? beforeLastChange()
    let after =
      try arguments.dropFirst().first.map(compared)
      ?? ComparedDocument(name: "the document now", document: document())
    keep(before.document)
    keep(after.document)
    let comparison = DocumentComparison(
      from: TextDocuments.renamed(before.document, as: after.document), to: after.document)
    try checkSize(of: comparison)
    if isGate, !comparison.lists.isEmpty { status = .noMatch }
    if globals.json {
      var ends = DayEnds(in: zone)
      writeJSON(document: nil) { writer in
        writer.member("from", before.name)
        writer.member("to", after.name)
        writer.members(of: comparison, &ends)
      }
    } else if !globals.quiet {
      let view = ComparisonView(
        comparison: comparison, from: before.name, to: after.name, dates: dates,
        isWhole: !findings.hasUnreadBox)
      let display = console.output
      console.write { view.write(to: &$0, on: display) }
    }
  }

  /// Checks that what differs is not out of all proportion to the documents.
  private func checkSize(of comparison: DocumentComparison) throws(AnswerSize.Excess) {
    var size = AnswerSize()
    for place in comparison.lists.flatMap(\.items).flatMap({ [$0.before, $0.after] }) {
      if let place { try size.add([place.number - 1], of: place.list, withNotes: true) }
    }
  }

  /// The state before the present one: none that was undone.
  private func beforeLastChange() throws -> ComparedDocument {
    let revisions = try store().revisions()
    guard let present = revisions.firstIndex(where: \.isPresent),
      let before = revisions[..<present].last(where: { !$0.isUndone })
    else {
      throw Failure(
        .noMatch, "there is no earlier state",
        hint: "Compare with a file: \(program) diff ./FILE")
    }
    return try compared(before)
  }

  /// What an argument names.
  private func compared(_ argument: String) throws -> ComparedDocument {
    if argument.contains(where: { "/.".contains($0) }) || argument == "-" {
      return ComparedDocument(
        name: argument == "-" ? "standard input" : argument.shownPath,
        document: try document(in: argument, bytes(of: argument)))
    }
    if argument == "sync" {
      return ComparedDocument(name: "the last synchronization", document: try lastSynchronised())
    }
    let revisions = try store().revisions()
    if let number = Int(argument) {
      guard let revision = revisions.first(where: { $0.number == number }) else {
        throw StoreError(.noSuchRevision(number), path: try documentPath())
      }
      return try compared(revision)
    }
    guard let moment = try past(argument) else {
      throw Failure(.usage, "'\(argument)' is in the future", hint: "Give a time in the past.")
    }
    // Times are typed in whole seconds.
    guard
      let revision = revisions.last(where: { !$0.isUndone && $0.date < moment + 1 })
        // What came before the first change was as it was found then.
        ?? revisions.first(where: { $0.number == 1 })
    else {
      throw Failure(
        .noMatch, "the history has no state from \(dates.absolute(moment)) or before",
        hint: "All states: \(program) history")
    }
    return try compared(revision)
  }

  private func past(_ argument: String) throws -> Date? {
    do throws(PhraseError) {
      return try PastPhrase(argument).moment(now: now, in: zone)
    } catch {
      let reason = error.reason.map { ": \($0)" } ?? ""
      throw UsageError("'\(argument)' is not a file, a state or a time\(reason)", command: "diff")
    }
  }

  private func compared(_ revision: DocumentStore.Revision) throws -> ComparedDocument {
    ComparedDocument(
      name: "state \(revision.number) of \(dates.absolute(revision.date))",
      document: try store().document(inState: revision.number))
  }
}
