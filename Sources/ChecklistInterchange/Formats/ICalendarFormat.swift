package enum ICalendarFormat: ImportFormat, ExportFormat {
  package static let title = "iCalendar"

  package static func recognizes(_ bytes: [UInt8]) -> Bool { false }

  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    throw InterchangeError("\(title) cannot be read")
  }

  package static func write(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    ExportedFile()
  }
}
