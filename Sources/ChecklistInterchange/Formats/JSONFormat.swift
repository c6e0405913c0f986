package import ChecklistCore

/// This program's own JSON, as `list --json` prints it, with fractions of seconds: all that a list
/// has, but for the unknown fields of documents.
package enum JSONFormat: ImportFormat, ExportFormat {
  /// The schema that is read and written.
  static let schema = 1

  /// Reads what `list --json` prints, with `--all` or without.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    var reader = JSONListReader(JSONScanner(try InputText(bytes, hasItemsInLines: false)), options)
    return try reader.read()
  }

  package static var kind: String { "JSON" }

  package static var listFields: [ListField] { ListField.allCases }

  package static var hasEmptyLists: Bool { true }

  package static var supports: ItemFields { .all }

  package static func keeps(_ field: ItemField, of item: ChecklistItem) -> Bool {
    field == .repetition
  }

  package static var limits: [String] { ["fields of other programs in the document"] }

  /// The files lie beside the output under the keys that it has.
  package static var attachments: AttachmentForm? { .keyed }

  /// Writes what `list --all --json` prints, with fractions of seconds.
  package static func encode(_ lists: [ExportedList], _ options: ExportOptions) -> ExportedFile {
    var file = ExportedFile()
    var ends = DayEnds(in: options.zone)
    var writer = JSONWriter(writesFractions: true)
    writer.beginAnswer(document: options.document, isDryRun: false)
    writer.lists(
      lists.lazy.map { (list: $0.checklist, positions: $0.positions) }, isAll: true, &ends)
    writer.endObject()
    file.bytes = writer.finish()
    let unknown = lists.reduce(0) { count, list in
      list.items.reduce(count + list.checklist.unknownFieldCount) { count, item in
        // A rule that is not understood is among them, and a member.
        count + item.unknownFieldCount - (item.archivedUnreadRule == nil ? 0 : 1)
      }
    }
    file.warnings.add("JSON", hasNo: "fields of other programs", count: unknown, of: "field")
    return file
  }

  /// Whether a file begins like this program's JSON.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    let keys = JSONScanner.firstKeys(of: bytes)
    return keys.contains("schema") && (keys.contains("checklists") || keys.contains("checklist"))
  }
}
