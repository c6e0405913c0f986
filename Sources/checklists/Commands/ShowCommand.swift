import ChecklistCore
import ChecklistInterchange
import Terminal

extension Command {
  static let show = Command(
    syntax: CommandSyntax(
      name: "show", relatedWords: ["info", "details", "cat", "open"],
      summary: "Show all fields of items, and their attachments",
      discussion: [
        "--output copies the attachments to a folder, and does not replace files there. --open "
          + "opens copies of them, so changes to them are not saved: attach the file again."
      ],
      positionals: [.selectors],
      options: [
        .value("output", letter: "o", "DIR", .file, "copy the attachments to this folder"),
        .flag("open", "open copies of the attachments"),
        .value("name", "NAME", .attachment, "only this attachment"),
      ],
      examples: [
        .init("checklists show 2", "its identity, dates, note and attachments"),
        .init("checklists show 2 --open", "open its attachments"),
        .init("checklists show all --output pictures", "copy all attachments of the list"),
      ]),
    answer: .answer([
      "checklist": .part(.list), "items": .array(.part(.item)),
      "attachments": .array(
        .object(
          ["item": .identity, "number": .integer] + .attachment + [
            "path": .nullable(.text),
            "state": .word(["sound", "missing", "altered", "unsoundKey"]),
            "copy": .nullable(.text).noted("its path, with --output or --open"),
          ])),
    ])
  ) { command, context in
    try context.showItems(command)
  }
}

extension Context {
  /// An attachment of an item that is shown.
  private struct Shown {
    let item: ChecklistItem
    let number: Int
    let attachment: Attachment
    let state: AttachmentFolder.State
    /// The path that its copy was written to.
    var copy: String?
  }

  fileprivate mutating func showItems(_ command: ParsedCommand) throws {
    for name in ["output", "open"] where batch != nil && command.options.has(name) {
      throw UsageError("'show --\(name)' cannot be in a batch", command: command.name)
    }
    let output = try outputPath(command)
    if output == nil, command.options.has("output") {
      throw UsageError(
        "'--output' requires a folder; for a folder named '-', write './-'",
        command: command.name)
    }
    let document = try document()
    let list = try lists.list(in: document)
    let positions = try items.positions(
      of: command.arguments, in: list, allowsSeveral: true)
    var size = AnswerSize()
    try size.add(positions, of: list, withNotes: true)
    let folder = try store().attachments
    // The batch puts its new attachments in their place when it ends.
    let brought = Set(batch?.transaction.files.map(\.attachment) ?? [])
    let names = command.options["name"].map { [$0] } ?? []
    var shown = try list.attachments(named: names, of: positions).flatMap { position, attachments in
      attachments.map {
        Shown(
          item: list.items[position], number: position + 1, attachment: $0,
          state: brought.contains($0) ? .sound : folder.state(of: $0))
      }
    }
    if shown.isEmpty, output != nil || command.options.has("open") {
      throw Failure(
        .noMatch, "there are no attachments to \(output == nil ? "open" : "copy")",
        hint: "Attach a file with: \(program) attach SELECTOR FILE")
    }
    if let output { try copy(&shown, from: folder, to: output) }
    if command.options.has("open") { try open(&shown, from: folder) }
    if globals.json {
      var ends = DayEnds(in: zone)
      return try writeJSON { writer in
        writer.member("checklist", ListSummary(list))
        writer.items(of: list, at: positions, &ends)
        writer.member("attachments", each: shown) { writer, shown in
          writer.beginObject()
          writer.member("item", shown.item.id.identityText)
          writer.member("number", shown.number)
          writer.members(of: shown.attachment)
          writer.member("path", folder.path(of: shown.attachment)?.shownPath)
          writer.member("state", shown.state.word)
          writer.member("copy", shown.copy?.shownPath)
          writer.endObject()
        }
      }
    }
    // Quiet are changes, and files that are written.
    if globals.quiet, output != nil || command.options.has("open") { return }
    for position in positions {
      if position != positions.first { console.writeLine() }
      let copies = shown.filter { $0.number == position + 1 }.compactMap(\.copy)
      let details = ItemDetails(
        item: list.items[position], number: position + 1, list: list, dates: dates, folder: folder,
        copies: copies)
      console.write(details.text(on: console.output))
    }
    if console.output.isTerminal, positions.contains(where: { list.items[$0].hasConflicts }) {
      console.writeLine("Resolve the conflicts with: \(program) resolve", as: .dim)
    }
  }

  /// Copies attachments to a folder, in which nothing is overwritten.
  private mutating func copy(
    _ shown: inout [Shown], from folder: AttachmentFolder, to output: String
  ) throws {
    let target = PlainFolder(path: output, lockTimeout: lockTimeout)
    if !target.exists, PlainFile(path: output).exists {
      throw Failure(
        .cannotCreate, "\(output.shownPath) is a file, not a folder",
        hint: "Name a folder; it is made if it is missing.", location: .init(path: output))
    }
    var fileNames = DistinctNames.ofFiles
    let names = shown.map { fileNames.next($0.attachment.fileName) }
    let paths = names.map { target.file($0).path }
    for (name, path) in zip(names, paths) where target.has(name) {
      throw Failure(
        .cannotCreate, "\(path.shownPath) exists, and is not replaced",
        hint: "Name another folder.", location: .init(path: path))
    }
    if !globals.dryRun {
      try target.make()
      target.removeTemporaries()
    }
    for index in shown.indices where isReadable(shown[index]) {
      if !globals.dryRun {
        try folder.copy(shown[index].attachment, to: paths[index], isPrivate: false)
      }
      shown[index].copy = paths[index]
    }
  }

  /// Opens copies of attachments.
  private mutating func open(_ shown: inout [Shown], from folder: AttachmentFolder) throws {
    let readable = shown.indices.filter { isReadable(shown[$0]) }
    if globals.dryRun { return }
    for index in readable {
      shown[index].copy = try openCopy(of: shown[index].attachment, from: folder)
    }
  }

  /// Opens a copy of an attachment, under its name.
  private func openCopy(of attachment: Attachment, from folder: AttachmentFolder) throws -> String {
    let caches = ScratchFolder(.caches, in: try requireContainer())
    let copy = FileSystem.join(try caches.makeDirectory(at: now), attachment.fileName)
    try folder.copy(attachment, to: copy, isPrivate: true)
    do {
      try Editor.opener.run(on: copy) { $0.cPath }
    } catch {
      throw Failure(
        .inputOutput, error.description.shownPath,
        hint: "--output DIR copies the files to a folder.")
    }
    return copy
  }

  /// Opens copies of all attachments of an item, for the view.
  ///
  /// - Throws: `Failure` when a file cannot be opened.
  func openAttachments(ofItem id: Int) throws {
    let folder = try store().attachments
    for list in try document().checklists {
      for item in list.items where item.id == id {
        for attachment in item.attachments { _ = try openCopy(of: attachment, from: folder) }
      }
    }
  }

  /// Whether there is a file to be read; else that is said.
  private mutating func isReadable(_ shown: Shown) -> Bool {
    switch shown.state {
    case .sound: return true
    case .altered:
      warn(
        "\(shown.attachment.name) differs from the file that was attached "
          + "(\(shown.state.fault ?? ""))"
      )
      return true
    case .missing, .unsoundKey:
      status = .noMatch
      warn("\(shown.attachment.name) cannot be read: \(shown.state.fault ?? "")")
      return false
    }
  }
}
