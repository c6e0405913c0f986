package import ChecklistCore

/// Pages to print: one file, without scripts and without anything from elsewhere.
package enum HTMLFormat: ExportFormat {
  package static var kind: String { "HTML" }

  package static var listFields: [ListField] { ListField.allCases }

  package static var hasEmptyLists: Bool { true }

  package static var supports: ItemFields {
    [.level, .text, .section, .checked, .skipReason, .due, .note, .attachments]
  }

  package static var unexpected: ItemFields {
    [.repetition, .created, .completed, .origin, .conflicts]
  }

  package static var limits: [String] {
    ["attachments that are not pictures, except for their names"]
  }

  /// Pictures are in the page, and other files are named.
  package static var attachments: AttachmentForm? { .embedded }

  /// Writes each list with its name and how much of it is done, and its items with boxes to tick.
  package static func encode(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var writer = HTMLWriter(options)
    writer.begin(title: lists.count == 1 ? lists[0].checklist.title : "Checklists")
    for list in lists { writer.add(list) }
    writer.end()
    var file = ExportedFile()
    file.bytes = writer.bytes
    file.warnings = writer.warnings
    return file
  }
}
