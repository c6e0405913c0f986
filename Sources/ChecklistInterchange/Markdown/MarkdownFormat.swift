import ChecklistCore

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
    bytes.prefix(65_536).split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.contains(
      where: isTask)
  }

  /// Whether a line is a task of a task list: `- [x] Shirts`.
  package static func isTask(_ line: some StringProtocol) -> Bool { isTask(Array(line.utf8)[...]) }

  private static func isTask(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0.isSpace || $0 == UInt8(ascii: ">") }
    guard let marker = MarkdownMarker(text) else { return false }
    let rest = text[marker.end...].drop(while: \.isSpace)
    guard let box = MarkdownBox(rest), !rest[box.end...].trimmingSpaces().isEmpty else {
      return false
    }
    if case .state = box.kind { return true }
    return false
  }
}
