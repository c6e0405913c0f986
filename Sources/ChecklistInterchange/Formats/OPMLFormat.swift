package enum OPMLFormat: ImportFormat {
  package static let title = "OPML"

  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    throw InterchangeError("\(title) cannot be read")
  }
}
