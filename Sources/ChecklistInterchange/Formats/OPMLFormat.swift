import ChecklistCore

/// Outlines, as WorkFlowy, OmniOutliner and others export them.
package enum OPMLFormat: ImportFormat {
  /// Reads the outlines at the top as lists, and those below them as items.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    var reader = OPMLReader(try InputText(xml: bytes).bytes, options)
    return try reader.read()
  }

  /// Whether `<opml` is at the beginning, in UTF-8 or UTF-16.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    XMLText.begins(bytes, with: "opml")
  }
}
