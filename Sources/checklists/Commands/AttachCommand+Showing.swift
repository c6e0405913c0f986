import ChecklistCore
import ChecklistInterchange
import Terminal

/// What is attached to items: shown, copied and opened.
extension Context {
  /// An attachment of an item that is shown.
  private struct Shown {
    let item: ChecklistItem
    let number: Int
    let attachment: Attachment
    let state: AttachmentFolder.State
    /// Where its copy was written.
    var copy: String?
  }

  mutating func showAttachments(_ command: ParsedCommand) throws {
    for name in ["output", "open"] where batch != nil && command.options.has(name) {
      throw UsageError(
        "'attach --\(name)' cannot be in a batch, whose files have no place yet",
        command: command.name)
    }
    let output = try outputPath(command)
    if output == nil, command.options.has("output") {
      throw UsageError(
        "'--output' needs a folder, and '-' is standard output: write './-' for a folder of this name",
        command: command.name)
    }
    let document = try document()
    let list = try lists.list(in: document)
    let positions = try ItemSelector.positions(
      of: [command.arguments[0]], in: list, allowsSeveral: true)
    let names = command.options["name"].map { [$0] } ?? []
    let folder = try store().attachments
    // What a batch has attached gets its place with the batch.
    let brought = Set(batch?.transaction.files.map(\.attachment) ?? [])
    var shown = try list.attachments(named: names, of: positions).flatMap { position, attachments in
      attachments.map {
        Shown(
          item: list.items[position], number: position + 1, attachment: $0,
          state: brought.contains($0) ? .sound : folder.state(of: $0))
      }
    }
    if let output { try copy(&shown, from: folder, to: output) }
    if command.options.has("open") { try open(&shown, from: folder) }
    if globals.json {
      try writeJSON { writer in
        writer.member("checklist", ListSummary(list))
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
    } else if !globals.quiet {
      write(shown, of: positions.count, in: list)
    }
  }

  private mutating func write(_ shown: [Shown], of count: Int, in list: Checklist) {
    let display = console.output
    if shown.isEmpty {
      return console.writeLine(
        count == 1 ? "Nothing is attached to it." : "Nothing is attached to these items.")
    }
    var rows = ItemRows(on: display, dates: dates, largestNumber: shown.map(\.number).max() ?? 1)
    var last: Int?
    console.write { output in
      for attachment in shown {
        if attachment.number != last {
          rows.write(attachment.item, number: attachment.number, to: &output)
          output.append(UInt8(ascii: "\n"))
          last = attachment.number
        }
        var line = display.text(attachment.attachment.words)
        if let fault = attachment.state.fault { line += "  " + display.styled(fault, as: .overdue) }
        if let copy = attachment.copy { line += "  -> " + display.text(copy.shownPath) }
        output.append("      \(line)\n")
      }
    }
  }

  /// Copies attachments to a folder, in which nothing is overwritten.
  private mutating func copy(
    _ shown: inout [Shown], from folder: AttachmentFolder, to output: String
  ) throws {
    let target = PlainFolder(path: output, lockTimeout: lockTimeout)
    if !target.exists, PlainFile(path: output).exists {
      throw Failure(
        .cannotCreate, "\(output.shownPath) is a file, and the attachments go to a folder",
        hint: "Name a folder, which is made if it is not there.", location: .init(path: output))
    }
    var fileNames = DistinctNames.ofFiles
    let names = shown.map { fileNames.next($0.attachment.fileName) }
    let paths = names.map { target.file($0).path }
    for (name, path) in zip(names, paths) where target.has(name) {
      throw Failure(
        .cannotCreate, "there is \(path.shownPath) already, and nothing is overwritten",
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
      warn("\(shown.attachment.name) is not what was attached: \(shown.state.fault ?? "")")
      return true
    case .missing, .unsoundKey:
      status = .noMatch
      warn("the file of \(shown.attachment.name) cannot be had: \(shown.state.fault ?? "")")
      return false
    }
  }
}
