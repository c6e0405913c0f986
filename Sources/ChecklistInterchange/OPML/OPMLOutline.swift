import ChecklistCore

/// The values of the attributes of an outline.
struct OPMLOutline {
  /// The line on which it begins, from 1.
  let line: Int
  /// The text without markup.
  private(set) var text = ""
  /// The note without markup.
  private(set) var note: String?
  /// Whether it is open, done or skipped.
  private(set) var state: ChecklistItem.State?
  /// When it was made.
  private(set) var created: WrittenDate?
  /// The names of the attributes that have no place in a list.
  private(set) var unplaced: [String] = []

  /// An outline without attributes.
  init(line: Int) {
    self.line = line
  }

  /// Reads an attribute.
  ///
  /// - Parameter warnings: The warnings to which one is added when it is not understood.
  mutating func read(_ name: String, _ value: String, _ warnings: inout InterchangeWarnings) {
    switch name.lowercased() {
    case "text": text = MarkupText.plain(value)
    case "title": if text.isEmpty { text = MarkupText.plain(value) }
    case "_note": note = MarkupText.plain(value)
    case "_complete", "complete", "_status":
      state = ChecklistItem.State(written: Array(value.utf8)[...]) ?? state
      if state == nil {
        warnings.add(
          "check mark was not understood", "check marks were not understood", line: line)
      }
    case "created":
      created = WrittenDate(Array(value.utf8)[...])
      if created?.needsOrder != false {
        warnings.add(
          "date of creation was not understood", "dates of creation were not understood",
          line: line)
        created = nil
      }
    default: if !value.isEmpty { unplaced.append(name) }
    }
  }

  /// The item that it is.
  func item(_ options: ImportOptions) -> ImportedItem {
    var item = ImportedItem(text, line: line, now: options.now)
    if let state { item.set(written: state) }
    if let note { item.setNote(note) }
    if let created = created?.moment(nil, in: options.zone) { item.setCreated(created) }
    return item
  }
}
