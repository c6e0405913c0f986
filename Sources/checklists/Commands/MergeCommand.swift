import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let merge = Command(
    syntax: CommandSyntax(
      name: "merge", relatedWords: ["combine", "join", "resolve"], group: .sharing,
      summary: "Merge documents that were changed on two sides",
      discussion: [
        "Copies that file-syncing services leave beside the document, as 'Checklists 2.plist' or "
          + "'Checklists.sync-conflict-….plist', are merged into it by what the history knows, and removed. "
          + "The history keeps them. Another file that is named is left as it is. Attached files that are "
          + "missing here are taken from the folder beside it.",
        "With --base, two documents are merged that were made from a third, and the result goes to "
          + "--output, else to standard output. An empty BASE is none: then nothing is deleted. Attached files "
          + "are left alone.",
        "Items are merged by identity, field by field; new ones of one text become one. Where both sides "
          + "changed a text, a note, a date, or a list's name differently, both values are kept: the longer text "
          + "or the earlier date stands, whosever it is, 'list conflicts' shows the other, and "
          + "'edit SELECTOR --keep' or '--other' settles it. The exit status is 1 while one is not settled; with "
          + "--base only for one that neither OURS nor THEIRS had, so that an old one stops no rebase.",
        "A value beats its removal; a warning names a due date that is kept this way. A deletion beats a "
          + "check mark and a new place. What one side deleted and the other edited, unchecked or moved to "
          + "another list is kept, with a warning.",
        "As a merge driver of git: in .gitattributes 'Checklists.plist merge=checklists diff=checklists', and "
          + "git config merge.checklists.driver 'checklists merge --base %O %A %B -o %A', "
          + "git config diff.checklists.textconv 'checklists export --all --quiet --to markdown --file'.",
      ],
      positionals: [
        PositionalSyntax(
          "FILE", .file, .any,
          "copies (else those beside the document); with --base OURS and THEIRS")
      ],
      options: [
        .value("base", "FILE", .file, "what two documents were made from"),
        .value("output", letter: "o", "FILE", .file, "where to write (else standard output)"),
      ],
      examples: [
        .init("checklists merge", "the copies that a syncing service has left"),
        .init("checklists merge \"Checklists 2.plist\"", "one of them"),
        .init("checklists merge ~/backup/Checklists.plist --dry-run", "see what would come back"),
        .init(
          "checklists merge --base old.plist mine.plist theirs.plist -o new.plist",
          "three documents into a fourth"),
      ],
      ownObstacleInBatch: "it is a change of its own"),
    answer: .merged
  ) { command, context in
    if let base = command.options["base"] { return try context.merge(command, base: base) }
    if command.options.has("output") {
      throw UsageError("'--output' goes with --base FILE", command: command.name)
    }
    try context.mergeCopies(
      command.arguments.isEmpty ? context.conflictCopies() : command.arguments)
  }
}

extension JSONShape {
  fileprivate static let merged = answer([
    "items": .array(.part(.item)), "reports": .array(.text),
    "attachments": .object(["received": .integer, "missing": .array(.text)]),
    "conflicts": .array(.itemInList),
  ])
}

extension Context {
  /// The paths of the copies beside the document, of which there is one at least.
  fileprivate func conflictCopies() throws -> [String] {
    let path = try documentPath()
    let candidates = try ConflictCopies(of: path).candidates(document)
    let copies = candidates.filter { $0.content == .copy }
    let others = candidates.filter { $0.content != .copy }
    guard copies.isEmpty else {
      for other in others { warn("not merged: \(describe(other))") }
      return copies.map(\.path)
    }
    if let other = others.first {
      throw Failure(
        .noMatch, describe(other),
        hint: (other.content == .unreadable ? "See why: " : "To merge it all the same: ")
          + "\(program) merge \(other.path.shellQuotedOperand)")
    }
    throw Failure(
      .noMatch, "no conflict copies lie beside \(path.shownPath)",
      hint: "Name another copy: \(program) merge FILE")
  }

  /// Why a file with the name of a copy is none.
  private func describe(_ other: ConflictCopies.Candidate) -> String {
    let name = FileSystem.name(of: other.path).shownPath
    return other.content == .unreadable
      ? "\(name) has the name of a conflict copy, but is not a document that can be read"
      : "\(name) has the name of a conflict copy, but fewer than half of the items"
  }

  /// Merges copies into the document.
  fileprivate mutating func mergeCopies(_ paths: [String]) throws {
    let copies = try paths.map { path in
      if PlainFile(path: path).isSameFile(as: try documentPath()) {
        throw Failure(.usage, "\(path.shownPath) is the document itself")
      }
      let bytes = try bytes(of: path)
      do {
        return try DocumentStore.Copy(path: path, bytes: bytes)
      } catch {
        throw failure(inDocument: path, bytes, error)
      }
    }
    let merged = try store().merge(copies, isDryRun: globals.dryRun, by: command, at: now)
    hasSaved = merged.isSaved
    try report(
      merged.applied, merged.reports, of: merged.document,
      files: (merged.brought, merged.missing))
    if globals.dryRun { return }
    let beside = ConflictCopies(of: try documentPath())
    let covered = Set(merged.covered.map(\.path))
    for copy in copies where beside.hasName(copy.path) {
      let name = FileSystem.name(of: copy.path).shownPath
      guard covered.contains(copy.path) else {
        warn("\(name) stays, because no history keeps it")
        continue
      }
      guard try copy.remove() else {
        warn("\(name) stays, because it was changed meanwhile: merge it again")
        continue
      }
      if globals.json || globals.quiet { continue }
      console.writeLine(
        merged.isSaved
          ? "Removed \(name); 'history' keeps it" : "Removed \(name), which has nothing new")
    }
  }

  /// Merges two documents that were made from a third.
  fileprivate mutating func merge(_ command: ParsedCommand, base path: String) throws {
    guard command.arguments.count == 2 else {
      throw UsageError("'merge --base BASE' needs two files: OURS and THEIRS", command: "merge")
    }
    let output = command.options["output"]
    if globals.json, output == nil {
      throw Failure(
        .usage, "--json reports on a file that was written, and none is named",
        hint: "Name it with -o FILE; without --json, the document goes to standard output.")
    }
    let base = path == "/dev/null" ? [] : try bytes(of: path)
    let ours = try document(in: command.arguments[0])
    let merge = DocumentMerge(
      base: base.isEmpty ? nil : try document(in: path, base), ours: ours,
      theirs: try document(in: command.arguments[1]))
    // Before the bytes are there, which take as much memory as a document.
    let applied = try output == nil ? [] : ours.changes(to: merge.document)
    let bytes: [UInt8]
    do {
      bytes = try merge.document.encoded()
    } catch {
      throw Failure(inFile: command.arguments[0], error)
    }
    guard let output else {
      if console.output.isTerminal, merge.document.format == .binary {
        throw Failure(
          .usage, "a binary property list is not for a terminal",
          hint: "Write it to a file with -o FILE, or into a pipe.")
      }
      console.write(bytes)
      for report in merge.reports { warn("\(report)") }
      if merge.hasNewConflicts { status = .noMatch }
      return
    }
    let isInput = ([path] + command.arguments).contains {
      PlainFile(path: $0).isSameFile(as: output)
    }
    if isInput {
      // What an input was is known elsewhere: git, say, has it.
      try PlainFile(path: output, lockTimeout: lockTimeout).replaceDocument(
        bytes, isDryRun: globals.dryRun)
    } else {
      try store(at: output).rewrite(
        isDryRun: globals.dryRun, "merged", by: self.command, at: now
      ) { _ in bytes }
    }
    hasSaved = !globals.dryRun
    try report(applied, merge.reports, of: merge.document, writtenTo: output)
    // Conflicts that were there before do not stop git.
    status = merge.hasNewConflicts ? .noMatch : .done
  }

  private func document(in path: String) throws -> ChecklistDocument {
    try document(in: path, bytes(of: path))
  }

  /// The document that a file has.
  func document(in path: String, _ bytes: [UInt8]) throws(Failure) -> ChecklistDocument {
    do {
      return try ChecklistDocument(bytes)
    } catch {
      throw failure(inDocument: path, bytes, error)
    }
  }

  /// Says what a merge did, and what is to be settled after it.
  ///
  /// - Parameters:
  ///   - files: The attachments whose files were taken along, and those whose files are nowhere.
  ///   - output: The file that it was written to; nil for the document of the command.
  /// - Throws: `Failure` when the document has no path.
  mutating func report(
    _ applied: [AppliedChange], _ reports: [MergeReport], of document: ChecklistDocument,
    files: (brought: [Attachment], missing: [Attachment]) = ([], []),
    writtenTo output: String? = nil
  ) throws {
    let conflicts = document.conflicts
    if !conflicts.isEmpty { status = .noMatch }
    if globals.json {
      let path = try output ?? documentPath()
      var ends = DayEnds(in: zone)
      writeJSON(document: path) { writer in
        writer.member("items", each: applied.filter { !$0.isAboutList }) { writer, change in
          if let item = change.item { writer.item(item, number: change.number, &ends) }
        }
        writer.member("reports", each: reports) { $0.value("\($1)") }
        writer.key("attachments")
        writer.beginObject()
        writer.member("received", files.brought.count)
        writer.member("missing", each: files.missing) { $0.value($1.name) }
        writer.endObject()
        writer.conflicts(conflicts, &ends)
      }
      return
    }
    if !applied.isEmpty || files.brought.isEmpty {
      try show(applied, among: document.checklists, in: nil)
    }
    if !files.brought.isEmpty, !globals.quiet {
      console.writeLine("\(globals.dryRun ? "Would receive" : "Received") \(files.brought.counted)")
    }
    for report in reports { warn("\(report)") }
    if !files.missing.isEmpty {
      let verb = files.missing.count == 1 ? "has no file" : "have no files"
      warn(
        "\(files.missing.count.counting("attachment")) \(verb) here, nor beside the copy: "
          + files.missing.names)
    }
    if !globals.quiet { tell(conflicts, isOurs: output == nil) }
  }

  /// Says what is to be settled, and how, if it is in the document of the command.
  mutating func tell(
    _ conflicts: [(list: Checklist, positions: [Int])], isOurs: Bool
  ) {
    for (list, positions) in conflicts {
      let (name, option) = (list.displayName, " --list \(list.title.shellQuotedOperand)")
      var lines: [(what: String, command: String)] = []
      if !positions.isEmpty {
        let items = positions.count.counting("item")
        let verb = positions.count == 1 ? "has" : "have"
        lines.append(("\(items) of \(name) \(verb) two values", "list conflicts\(option)"))
      }
      if !list.conflicts.isEmpty {
        let operand = list.title.shellQuotedOperand
        let values = list.conflicts.map(\.text).joined(separator: ", ")
        lines.append(
          (
            "\(name) has two names or icons (the other is \(values))",
            "lists edit \(operand) --keep, or --other"
          ))
      }
      for line in lines {
        let next = isOurs ? ": \(program) \(line.command)" : ""
        console.writeLine(line.what + next)
      }
    }
  }
}

extension JSONWriter {
  /// The member with the items that have values which lost in a merge.
  mutating func conflicts(
    _ conflicts: [(list: Checklist, positions: [Int])], _ ends: inout DayEnds
  ) {
    key("conflicts")
    beginArray()
    for (list, positions) in conflicts {
      for position in positions {
        item(list.items[position], number: position + 1, in: ListSummary(list), &ends)
      }
    }
    endArray()
  }
}
