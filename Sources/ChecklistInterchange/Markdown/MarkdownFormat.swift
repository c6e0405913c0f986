package import ChecklistCore

/// Task lists as GitHub's Markdown has them, and Obsidian and Joplin.
///
/// A heading of level 1 is the name of a list, a deeper one the name of a section, and an item is
/// `- [ ] Text`, with its note indented below an empty line.
package enum MarkdownFormat: ImportFormat, ExportFormat {
  /// Reads the items that the file has as a document.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    try reading(bytes, options).file
  }

  /// Reads a file as ``read(_:_:)`` does, and keeps the contents that its items come from.
  static func reading(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> (file: ImportedFile, contents: MarkdownContents) {
    let format = MarkdownDocument(in: options.zone, now: options.now)
    let (shown, anchors) = try format.read(bytes, options)
    let reading: MarkdownReading
    do throws(DocumentFormatError) {
      reading = try format.reading(anchors)
    } catch {
      throw InterchangeError(error.description)
    }
    let contents = reading.contents
    let (document, positions) = reading.records.imported(shown, of: reading.document)
    let tasks = zip(contents.lists, positions).flatMap { list, positions in
      positions.map { contents.tasks[list.tasks.lowerBound + $0] }
    }
    var file = ImportedFile(
      document, lines: tasks.map { contents.tree[$0.node].first }, naming: [.level], options)
    file.warnings.add(reading.records) { list, position in
      let task = contents.tasks[contents.lists[list].tasks.lowerBound + position]
      return contents.tree[task.node].first
    }
    var next = tasks[...]
    for list in file.lists.indices {
      for item in file.lists[list].items.indices {
        guard let mark = next.popFirst().map(contents.mark)?.trimmingSpaces(), !mark.isEmpty else {
          continue
        }
        let text = String(decoding: mark, as: UTF8.self).inOneLine
        file.lists[list].items[item].setOrigin(.markdown, id: nil, fields: [text])
      }
    }
    file.warnings.add(format.flaws(anchors))
    if tasks.isEmpty, file.warnings.texts.isEmpty {
      throw InterchangeError("the file has no task such as '- [ ] Text'", kind: .empty)
    }
    for task in tasks where contents.lines.bytes[task.box + 1].isOtherOpenMark {
      file.warnings.add(
        "item with a box other than '[ ]', '[x]' or '[-]' was imported as open",
        "items with a box other than '[ ]', '[x]' or '[-]' were imported as open",
        line: contents.tree[task.node].first + 1)
    }
    for line in contents.linesOfOtherBoxes {
      file.warnings.leaveOut(
        "entry with an unknown mark in its box was left out",
        "entries with unknown marks in their boxes were left out", line: line + 1)
    }
    for line in contents.linesBelowNested {
      file.warnings.add(
        "text below a nested item was left out", "texts below nested items were left out",
        line: line + 1)
    }
    return (file, contents)
  }

  package static var kind: String { "Markdown" }

  package static var series: SeriesForm { .shown }
  package static var hasEmptyLists: Bool { true }

  package static var supports: ItemFields {
    [.level, .text, .section, .checked, .skipReason, .due, .repetition, .note, .attachments]
  }

  /// The files lie beside the output, which links to them.
  package static var attachments: AttachmentForm? { .named }

  /// Writes lists with their sections, items, days and notes.
  package static func encode(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var writer = MarkdownWriter(options, hasMarksOfObsidian: false)
    for list in lists { writer.append(list) }
    return writer.file
  }
}

extension MarkdownFormat {
  /// Whether one of the first lines is a task.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    firstTask(of: Array(bytes.prefix(65_536))) != nil
  }

  /// The first task of a text on which each line begins a block: its line, from 0, the source of
  /// its text to the end of all, and its state; nil without any.
  fileprivate static func firstTask(
    of bytes: [UInt8]
  ) -> (line: Int, source: ArraySlice<UInt8>, state: ChecklistItem.State)? {
    guard let lines = try? DocumentLines(bytes) else { return nil }
    let tree = MarkdownTree(lines, of: .page)
    for block in tree.nodes where block.kind == .item {
      guard let child = block.firstChild, tree[child].kind == .paragraph,
        let box = MarkdownBox(tree.text(ofLine: block.first)), case .state(let state) = box.kind,
        !lines.bytes[box.end..<lines.stop(block.first)].allSatisfy(\.isSpace)
      else { continue }
      return (block.first, lines.bytes[box.end...].trimmingSpaces(), state)
    }
    return nil
  }
}

extension DocumentFormat {
  /// Reads a file that is imported, which must be UTF-8 and without markers of conflicts.
  func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> (document: ChecklistDocument, anchors: Anchors) {
    let text = try InputText(bytes).bytes
    let reading: (document: ChecklistDocument, anchors: Anchors)
    do throws(DocumentFormatError) {
      reading = try decode(text, name: options.listName ?? "")
    } catch {
      throw InterchangeError(error.description)
    }
    if let line = flaws(reading.anchors).conflictLine { throw .conflict(line: line) }
    return reading
  }
}

extension UInt8 {
  /// Whether it is a mark in a box that says in which way a task is open.
  fileprivate var isOtherOpenMark: Bool {
    self != UInt8(ascii: " ") && ChecklistItem.State(boxMark: self) == .open
  }
}

extension ChecklistItem {
  /// An item of a line that was typed or pasted: of a task of a task list, its text and its state,
  /// else of the whole line.
  package init(typed line: String, due: DueDate?, note: String? = nil, now: Date) {
    guard let task = MarkdownFormat.firstTask(of: Array(line.utf8)), task.line == 0 else {
      self.init(line, due: due, note: note, now: now)
      return
    }
    self.init(MarkdownText.text(of: task.source), due: due, note: note, now: now)
    switch task.state {
    case .open: break
    case .done: setChecked(true, now: now)
    case .skipped: skip("")
    }
  }
}
