package import ChecklistCore

/// Task lists as GitHub's Markdown has them, and Obsidian and Joplin.
///
/// A heading of level 1 is the name of a list, a deeper one the name of a section, and an item is
/// `- [ ] Text`, with its note indented below an empty line.
package enum MarkdownFormat: ImportFormat, ExportFormat {
  /// Reads the tasks of a text, wherever they stand but in code, HTML and comments.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    var lines = MarkdownLines(try InputText(bytes).bytes)
    lines.skipFrontMatter()
    var blocks = MarkdownBlockReader(MarkdownReader(options))
    while let line = lines.next() { blocks.read(line.bytes, number: line.number) }
    blocks.finish()
    let reader = blocks.handler
    guard reader.hasTasks else {
      throw InterchangeError("the file has no task such as '- [ ] Text'", kind: .empty)
    }
    var file = ImportedFile()
    file.lists = reader.outline.lists
    file.warnings = reader.warnings
    return file
  }

  /// The files lie beside the output, which links to them.
  package static var attachments: AttachmentForm { .named }

  /// Writes lists with their sections, items, days and notes.
  package static func write(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var writer = MarkdownWriter(options, hasMarksOfObsidian: false)
    for list in lists { writer.append(list) }
    return writer.file
  }
}

extension MarkdownFormat {
  /// Whether one of the first lines is a task.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(65_536).split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.contains {
      task($0) != nil
    }
  }

  /// The source of the text and the state of a line that is a task of a task list: `- [x] Shirts`;
  /// nil for any other line.
  fileprivate static func task(
    _ line: ArraySlice<UInt8>
  ) -> (source: ArraySlice<UInt8>, state: ChecklistItem.State)? {
    let text = line.drop { $0.isSpace || $0 == UInt8(ascii: ">") }
    guard let marker = MarkdownMarker(text) else { return nil }
    let rest = text[marker.end...].drop(while: \.isSpace)
    guard let box = MarkdownBox(rest), case .state(let state) = box.kind else { return nil }
    let source = rest[box.end...].trimmingSpaces()
    return source.isEmpty ? nil : (source, state)
  }
}

extension ChecklistItem {
  /// An item of a line that was typed or pasted: of a task of a task list, its text and its state,
  /// else of the whole line.
  package init(typed line: String, due: DueDate?, note: String? = nil, now: Date) {
    guard let task = MarkdownFormat.task(Array(line.utf8)[...]) else {
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
