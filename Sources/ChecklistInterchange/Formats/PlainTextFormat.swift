package import ChecklistCore

/// An item a line, as `add -` reads them and an editor's plain list has them.
package enum PlainTextFormat: ImportFormat, ExportFormat {
  /// Nothing tells lines of text from anything else.
  package static func recognizes(_ bytes: [UInt8]) -> Bool { false }

  /// Reads each line that is not blank as the text of an item.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    var list = ImportedList(name: nil)
    for line in try InputText(bytes).lines {
      let text = line.text
      if ContentRules.isBlank(text) { continue }
      list.items.append(ImportedItem(text, line: line.number, now: options.now))
    }
    return ImportedFile(lists: [list])
  }

  package static var kind: String { "Plain text" }

  package static var listFields: [ListField] { ListField.allCases }

  package static var hasEmptyLists: Bool { true }

  package static var supports: ItemFields { [.text] }

  package static var unexpected: ItemFields { .all.subtracting([.level, .text]) }

  package static var limits: [String] { ["line breaks"] }

  /// Writes the text of each item in a line; of several lists, each with its name above.
  package static func encode(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var file = ExportedFile()
    for list in lists {
      for item in list.items {
        let line = item.text.inOneLine
        file.bytes += "\(line)\n".utf8
        if !line.hasSameCodeUnits(as: item.text) {
          file.warnings.add(
            "text of several lines is one line in plain text",
            "texts of several lines are one line each in plain text")
        }
      }
    }
    return file
  }
}
