package enum HTMLFormat: ExportFormat {
  package static let title = "HTML"

  package static func write(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    ExportedFile()
  }
}
