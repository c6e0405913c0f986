package import ChecklistCore

/// A task a line, as todo.txt has them (https://github.com/todotxt/todo.txt).
///
/// Priority, projects, contexts and `key:value` stay in the text, but for `due:`. Where projects
/// are lists, the last `+Project` names the list, with spaces for its underscores. It is taken off
/// the text where it is the last word, as this program writes it.
package enum TodoTxtFormat: ImportFormat, ExportFormat {
  /// Reads the items that the file has as a document.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    let format = TodoTxtDocument(in: options.zone, now: options.now)
    let (shown, anchors) = try format.read(bytes, options)
    let (document, positions) = anchors.records.imported(shown, of: anchors.document)
    var file = ImportedFile(document, lines: positions[0].map { anchors.itemLines[$0] }, options)
    file.warnings.add(anchors.records) { _, position in anchors.itemLines[position] }
    for index in file.lists.indices {
      // A file of tasks does not say in which list they are.
      file.lists[index].name = nil
      file.lists[index].hasMarks = true
    }
    if options.listsByProject { file.divideByProject() }
    file.warnings.add(format.flaws(anchors))
    return file
  }

  package static var kind: String { "todo.txt" }

  package static var series: SeriesForm { .open }

  package static var supports: ItemFields {
    [.text, .checked, .skipReason, .due, .repetition, .created, .completed]
  }

  package static var limits: [String] {
    ["line breaks", "repetitions on days of the week or the month, or that end"]
  }

  /// Writes a task a line.
  package static func encode(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var writer = TodoTxtWriter(options)
    for list in lists { writer.write(list) }
    return writer.file
  }

  /// Whether one of the first lines of a file has a mark of todo.txt, a priority or `x ` at its
  /// beginning, or a word that is a due date or a project; or each of them begins with a date.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.prefix(65_536).split(separator: UInt8(ascii: "\n"))
    if !lines.isEmpty, lines.allSatisfy({ TodoTxtMarks($0).firstDate != nil }) { return true }
    return lines.contains { line in
      let marks = TodoTxtMarks(line)
      return marks.priority != nil || marks.isChecked
        || line.split(separator: UInt8(ascii: " ")).contains { word in
          TodoTxtDue.read(word) != nil || word.isProject
        }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a word is a project that begins with a letter.
  fileprivate var isProject: Bool {
    guard first == UInt8(ascii: "+"), let letter = dropFirst().first else { return false }
    return letter >= 0x80 || letter.isLetter
  }
}
