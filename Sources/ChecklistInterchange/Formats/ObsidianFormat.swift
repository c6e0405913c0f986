package enum ObsidianFormat: ExportFormat {
  package static let title = "Markdown"

  package static func write(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    ExportedFile()
  }
}
