import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let merge = Command(
    syntax: CommandSyntax(
      name: "merge", relatedWords: ["combine", "join"], group: .exchange,
      summary: "Merge copies that were changed elsewhere",
      discussion: [
        "Without FILE, it merges the copies that file-syncing services leave beside the document, "
          + "such as 'Checklists 2.plist' or 'Checklists.sync-conflict-….plist', and removes "
          + "them. The history keeps them. A file that you name is kept, unless it is such a "
          + "copy. Missing attachments are taken from the folder beside it.",
        "With --base, it merges two documents that were made from a third, into --output or "
          + "standard output. An empty BASE means that there is no ancestor, and then nothing is "
          + "deleted.",
        "Items are matched by identity and merged field by field; new items with the same text and check mark become one. If both "
          + "sides changed a text, a note, a date or a list's name, both versions are kept, and 'resolve' "
          + "chooses one. The exit status is 1 while there are conflicts; with --base only for conflicts that "
          + "neither OURS nor THEIRS had.",
        "With --base, Markdown and todo.txt are merged item by item too: check marks, dates, notes, places and "
          + "prose. What both sides changed is left to 'git merge-file', with its conflict markers, and the "
          + "status is 1; 255 if it fails. Other text is merged line by line.",
        "Where --output is one of the two files, as for git, any merge that fails ends with 255: git takes a "
          + "status up to 128 for conflicts, and commits the file.",
        "A value overrides its removal, and a deletion overrides a check mark or a new place. An item that one "
          + "side deleted and the other edited, unchecked or moved to another list is kept, with a warning.",
        "--git shows the commands with which git merges documents, Markdown and todo.txt with checklists; with "
          + "--write, it sets this for the repository. Git keeps the driver in its configuration, so each clone "
          + "needs it.",
      ],
      positionals: [
        PositionalSyntax(
          "FILE", .file, .any,
          "copies (default: those beside the document); with --base OURS and THEIRS")
      ],
      options: [
        .value("base", "FILE", .file, "the common ancestor of two documents"),
        .output,
        .flag("git", "show how git merges with checklists"),
        .flag("write", "with --git, set it for this repository"),
      ],
      examples: [
        .init("checklists merge", "the copies that a file-syncing service left"),
        .init("checklists merge ~/backup/Checklists.plist --dry-run", "show what would come back"),
        .init(
          "checklists merge --base old.plist mine.plist theirs.plist -o new.plist",
          "three documents into a fourth"),
        .init("checklists merge --git", "how git comes to merge check marks"),
      ],
      obstacleInBatch: "it is a change of its own",
      takesList: false),
    answer: .either([
      .merged,
      .answerWithoutDocument([
        "attributes": .array(.text),
        "configuration": .array(.object(["name": .text, "value": .text])),
      ]),
    ])
  ) { command, context in
    if command.options.has("git") {
      guard command.arguments.isEmpty, !command.options.has("base"), !command.options.has("output")
      else { throw UsageError("'--git' stands alone, or with --write", command: command.name) }
      return try context.setUpMergeDriver(writes: command.options.has("write"))
    }
    if command.options.has("write") {
      throw UsageError("'--write' requires --git", command: command.name)
    }
    if let base = command.options["base"] { return try context.merge(command, base: base) }
    try context.refuseText(at: try context.documentPath())
    if command.options.has("output") {
      throw UsageError("'--output' requires --base FILE", command: command.name)
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
        hint: (other.content == .unreadable ? "Find out why: " : "Merge it anyway: ")
          + "\(program) merge \(other.path.shellQuotedOperand)")
    }
    throw Failure(
      .noMatch, "there is no conflict copy beside \(path.shownPath)",
      hint: "Name another copy: \(program) merge FILE")
  }

  /// Why a file with the name of a copy is none.
  private func describe(_ other: ConflictCopies.Candidate) -> String {
    let name = FileSystem.name(of: other.path).shownPath
    return other.content == .unreadable
      ? "\(name) has the name of a conflict copy, but cannot be read as a document"
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
        warn("\(name) was not removed: the history does not keep it")
        continue
      }
      guard try copy.remove() else {
        warn("\(name) was not removed: it was changed in the meantime; merge it again")
        continue
      }
      if globals.json || globals.quiet { continue }
      console.writeLine(
        merged.isSaved
          ? "Removed \(name); the history keeps it" : "Removed \(name), which had nothing new")
    }
  }

  /// Merges two documents that were made from a third.
  fileprivate mutating func merge(_ command: ParsedCommand, base path: String) throws {
    guard command.arguments.count == 2 else {
      throw UsageError("'merge --base' requires two files: OURS and THEIRS", command: "merge")
    }
    let output = command.options["output"]
    if globals.json, output == nil {
      throw Failure(
        .usage, "--json requires -o FILE here",
        hint: "Name it with -o FILE; without --json, the document goes to standard output.")
    }
    // Git must not take a file that was not merged for one with conflicts.
    if let output, command.arguments.contains(where: { PlainFile(path: $0).isSameFile(as: output) })
    {
      otherStatus = TextMerge.failureStatus
    }
    let base = path == "/dev/null" ? [] : try bytes(of: path)
    let sides = try command.arguments.map { try self.bytes(of: $0) }
    if TextMerge.isOfText(base: base, sides) {
      return try mergeText(command, base: (path, base), sides)
    }
    for path in command.arguments { try refuseText(at: path) }
    let ours = try document(in: command.arguments[0], sides[0])
    let ancestor = base.isEmpty ? nil : try document(in: path, base)
    let theirs = try document(in: command.arguments[1], sides[1])
    let merge = DocumentMerge(base: ancestor, ours: ours, theirs: theirs, in: zone)
    for document in [ancestor, ours, theirs, merge.document] { keep(document) }
    // Before the bytes are there, which take as much memory as a document.
    let applied = try output == nil ? [] : ours.changes(to: merge.document)
    let bytes: [UInt8]
    do {
      bytes = try merge.document.encoded()
    } catch {
      throw Failure(inFile: command.arguments[0], error)
    }
    guard let output else {
      try show(file: bytes)
      for report in merge.reports { warn("\(report)") }
      if merge.hasNewConflicts { status = .noMatch }
      return
    }
    try write(bytes, mergedOf: [path] + command.arguments, to: output)
    try report(applied, merge.reports, of: merge.document, writtenTo: output)
    otherStatus = nil
    // Conflicts that were there before do not stop git.
    status = merge.hasNewConflicts ? .noMatch : .done
  }

  /// Writes what was merged.
  private mutating func write(
    _ bytes: [UInt8], mergedOf inputs: [String], to output: String
  ) throws {
    if inputs.contains(where: { PlainFile(path: $0).isSameFile(as: output) }) {
      // What an input was is known elsewhere: git, say, has it.
      try PlainFile(path: output, lockTimeout: lockTimeout).replaceDocument(
        bytes, isDryRun: globals.dryRun)
    } else {
      try store(at: output).rewrite(
        isDryRun: globals.dryRun, "merged", by: self.command, at: now
      ) { _ in bytes }
    }
    hasSaved = !globals.dryRun
  }

  /// Merges two files of text by their lines, as git does, and exits with its status.
  private mutating func mergeText(
    _ command: ParsedCommand, base: (path: String, bytes: [UInt8]), _ sides: [[UInt8]]
  ) throws {
    // Where git does not run the merge, it must not take the file for one with markers.
    otherStatus = TextMerge.failureStatus
    let output = command.options["output"]
    let merge = try TextMerge(
      base: base.bytes, sides[0], sides[1],
      as: TextDocuments.format(
        ofFileNamed: ([output].compactMap(\.self) + command.arguments + [base.path])
          .map(FileSystem.name(of:)), sides + [base.bytes], in: zone, now: now)
    ) { base throws in
      try mergeText(sides[0], base: base, other: sides[1], labels: ("ours", "theirs"))
    }
    if let output {
      try write(merge.bytes, mergedOf: [base.path] + command.arguments, to: output)
    } else {
      console.write(page: merge.bytes)
    }
    otherStatus = merge.status
    guard let output else { return }
    let name = output.shownPath
    let reports = merge.status == 0 ? [] : [merge.report]
    if globals.json { return writeMerged([], reports, ([], []), [], path: output) }
    if globals.quiet { return }
    console.writeLine(merge.status == 0 ? "Merged \(name)" : "Merged \(name): \(merge.report)")
  }

  /// Refuses to merge a file of text, which other programs merge by its lines.
  func refuseText(at path: String) throws {
    guard let kind = try store(at: path).formatOfText()?.kind else { return }
    throw Failure(
      .data, "\(path.shownPath) is a \(kind): git merges it, line by line",
      hint: "Compare it with another file: checklists --file \(path.shellQuotedPath) diff FILE")
  }

  /// The document that a file has.
  func document(in path: String, _ bytes: [UInt8]) throws -> ChecklistDocument {
    do throws(StoreError) {
      return try store(at: path).decode(bytes)
    } catch {
      guard case .damaged(let error) = error.kind else { throw error }
      throw failure(inDocument: path, bytes, error)
    }
  }

  /// Says what a merge did, and how many conflicts are left.
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
      return writeMerged(
        applied, reports.map { "\($0)" }, files, conflicts, path: try output ?? documentPath())
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
        "\(files.missing.count.counting("attachment")) \(verb) here or beside the copy: "
          + files.missing.names)
    }
    if !globals.quiet { tell(conflicts, isOurs: output == nil) }
  }

  /// Writes the answer of a merge in JSON.
  ///
  /// - Parameters:
  ///   - files: The attachments whose files were taken along, and those whose files are nowhere.
  ///   - path: The file that has the merged document.
  private mutating func writeMerged(
    _ applied: [AppliedChange], _ reports: [String],
    _ files: (brought: [Attachment], missing: [Attachment]),
    _ conflicts: [(list: Checklist, positions: [Int])], path: String
  ) {
    var ends = DayEnds(in: zone)
    writeJSON(document: path) { writer in
      writer.member("items", each: applied.filter { !$0.isAboutList }) { writer, change in
        if let item = change.item { writer.item(item, number: change.number, &ends) }
      }
      writer.member("reports", each: reports) { $0.value($1) }
      writer.key("attachments")
      writer.beginObject()
      writer.member("received", files.brought.count)
      writer.member("missing", each: files.missing) { $0.value($1.name) }
      writer.endObject()
      writer.conflicts(conflicts, &ends)
    }
  }

  /// Says how many conflicts there are, and how to resolve them, if they are in the document of the
  /// command.
  mutating func tell(
    _ conflicts: [(list: Checklist, positions: [Int])], isOurs: Bool
  ) {
    for (list, positions) in conflicts {
      let count = positions.count + (list.conflicts.isEmpty ? 0 : 1)
      let next =
        isOurs ? ": \(program) resolve --list \(list.title.shellQuotedOperand)" : ""
      console.writeLine("\(count.counting("conflict")) in \(list.displayName)\(next)")
    }
  }
}

extension JSONWriter {
  /// The member with the items in conflict.
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
