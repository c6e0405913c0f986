import ChecklistCore

/// Pages to print: one file, without scripts and without anything from elsewhere.
package enum HTMLFormat: ExportFormat {
  /// Pictures are in the page, and other files are named.
  package static var attachments: AttachmentForm { .embedded }

  /// Writes each list with its name and how much of it is done, and its items with boxes to tick.
  package static func write(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
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
