/// Markdown with the dates as Obsidian's Tasks writes them.
package enum ObsidianFormat: ExportFormat {
  /// The files lie beside the output, which links to them.
  package static var attachments: AttachmentForm { .named }

  /// Writes lists as Markdown, with the days on which items were made and done.
  package static func write(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var writer = MarkdownWriter(options, hasMarksOfObsidian: true)
    for list in lists { writer.append(list) }
    return writer.file
  }
}
