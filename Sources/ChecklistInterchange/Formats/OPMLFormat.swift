/// Outlines, as WorkFlowy, OmniOutliner and others export them.
package enum OPMLFormat: ImportFormat {
  package static let title = "OPML"

  /// Reads the outlines at the top as lists, and those below them as items.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    var reader = OPMLReader(try InputText(xml: bytes).bytes, options)
    return try reader.read()
  }

  /// Whether `<opml` is at the beginning, in UTF-8 or UTF-16.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    var rest = bytes.prefix(4096).filter { $0 != 0 }[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      if rest.starts(with: "<opml".utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
