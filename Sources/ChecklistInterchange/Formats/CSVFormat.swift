package import ChecklistCore

/// Tables of items (RFC 4180), as spreadsheets have them and other programs export them.
package enum CSVFormat: ImportFormat, ExportFormat {
  /// Reads an item a row, by the names of the columns in the first line.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    var reader = CSVReader(try CSVTable(bytes), options)
    return try reader.read()
  }

  /// Whether the first lines name several columns, of which one has texts.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    CSVTable.isLikely(bytes.prefix(16_384))
  }

  package static var kind: String { "CSV" }

  package static var supports: ItemFields {
    [.text, .section, .checked, .skipReason, .due, .note, .created, .completed]
  }

  /// Writes an item a row, with a line of names above.
  package static func encode(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var writer = CSVWriter(isRaw: options.isRaw)
    for list in lists {
      for item in list.items { writer.add(item, list: list.checklist.name) }
    }
    return writer.file
  }
}
