import ChecklistCore

/// Writes items as the rows of a table.
struct CSVWriter {
  /// The table so far.
  private(set) var file = ExportedFile()
  private var text: [UInt8] = []
  private let isRaw: Bool

  /// A table with the names of the columns.
  ///
  /// - Parameter isRaw: Whether texts that begin like formulas stay as they are.
  init(isRaw: Bool) {
    self.isRaw = isRaw
    let names = CSVField.written.map(\.name).joined(separator: ",")
    file.bytes += "\(names)\r\n".utf8
  }

  /// Adds a row.
  mutating func add(_ item: ChecklistItem, list: String) {
    for (column, field) in CSVField.written.map(\.field).enumerated() {
      if column > 0 { file.bytes.append(UInt8(ascii: ",")) }
      switch field {
      case .list: add(text: list)
      case .section: add(text: item.section)
      case .text:
        text.removeAll(keepingCapacity: true)
        item.appendText(to: &text)
        addText()
      case .checked: add(item.isChecked ? "true" : "false")
      case .due: add(item.due?.description)
      case .note: add(text: item.note)
      case .created: add(item.created.flatMap(ISO8601.text))
      case .completed: add(item.completed.flatMap(ISO8601.text))
      case .id:
        add(
          text: item.origin?[InterchangeFormat.csv.rawValue]?.id ?? ItemIdentity.uuid(of: item.id))
      case .state: add(item.state.rawValue)
      case .reason: add(text: item.skipReason)
      case .isAllDay, .zone, .type, .indent: break
      }
    }
    file.bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
  }

  /// Adds a cell with a value of ours.
  private mutating func add(_ cell: String?) {
    file.bytes.append(csvCell: Array((cell ?? "").utf8))
  }

  /// Adds a cell with a text of the document.
  private mutating func add(text cell: String?) {
    text.removeAll(keepingCapacity: true)
    if let cell { text += cell.utf8 }
    addText()
  }

  private mutating func addText() {
    file.bytes.append(csvCell: isRaw ? text : CSVGuard.guarding(text))
  }
}

/// The apostrophe before a cell that a spreadsheet would take for a formula.
package enum CSVGuard {
  private static let apostrophe = UInt8(ascii: "'")
  /// The bytes with which a formula begins, or white space before one.
  private static let starts = Array("=+-@\t\r".utf8)

  /// A text as a cell, which a spreadsheet shows as a text.
  ///
  /// An apostrophe of the text before such a byte gets another one, so that ``text(_:)`` gives it
  /// back.
  package static func guarding(_ text: [UInt8]) -> [UInt8] {
    isFormula(text[...]) ? [apostrophe] + text : text
  }

  /// The text of a cell, without the apostrophe that guards it.
  static func text(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    cell.first == apostrophe && isFormula(cell) ? cell.dropFirst() : cell
  }

  private static func isFormula(_ text: ArraySlice<UInt8>) -> Bool {
    text.first { $0 != apostrophe }.map(starts.contains) ?? false
  }
}

extension [UInt8] {
  /// Appends a cell to a row of a table, in quotation marks where it needs them.
  package mutating func append(csvCell text: [UInt8]) {
    // A quote, a comma, or the end of a line.
    guard text.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
      self += text
      return
    }
    append(0x22)
    for byte in text {
      if byte == 0x22 { append(byte) }
      append(byte)
    }
    append(0x22)
  }
}
