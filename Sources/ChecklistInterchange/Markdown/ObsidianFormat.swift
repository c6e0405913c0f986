package import ChecklistCore

/// Markdown with the dates as Obsidian's Tasks writes them.
package enum ObsidianFormat: ExportFormat {
  package static var kind: String { "Markdown" }

  package static var series: SeriesForm { .open }
  package static var hasEmptyLists: Bool { true }

  package static var supports: ItemFields {
    MarkdownFormat.supports.union([.created, .completed])
  }

  /// The files lie beside the output, which links to them.
  package static var attachments: AttachmentForm? { .named }

  /// Writes lists as Markdown, with the days on which items were made and done.
  package static func encode(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var writer = MarkdownWriter(options, hasMarksOfObsidian: true)
    for list in lists { writer.append(list) }
    return writer.file
  }
}
