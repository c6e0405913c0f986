import ChecklistCore

/// Writes items as the rows of a table.
///
/// Cells that begin like formulas stay as they are: any mark against them would come back as a part
/// of the text.
struct CSVWriter {
  /// The table so far.
  private(set) var file = ExportedFile()
  private var text: [UInt8] = []

  /// A table with the names of the columns.
  init() {
    let names = CSVField.written.map(\.name).joined(separator: ",")
    file.bytes += "\(names)\r\n".utf8
  }

  /// Adds a row.
  mutating func add(_ item: ChecklistItem, list: String) {
    for (column, field) in CSVField.written.map(\.field).enumerated() {
      if column > 0 { file.bytes.append(UInt8(ascii: ",")) }
      switch field {
      case .list: add(list)
      case .section: add(item.section)
      case .text:
        text.removeAll(keepingCapacity: true)
        item.appendText(to: &text)
        addCell()
      case .checked: add(item.isChecked ? "true" : "false")
      case .due: add(item.due?.description)
      case .note: add(item.note)
      case .created: add(item.created.flatMap(ISO8601.text))
      case .completed: add(item.completed.flatMap(ISO8601.text))
      case .id:
        add(item.origin?[InterchangeFormat.csv.rawValue]?.id ?? ItemIdentity.uuid(of: item.id))
      case .state: add(item.state.rawValue)
      case .reason: add(item.skipReason)
      case .isAllDay, .zone, .type, .indent: break
      }
    }
    file.bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    if item.repetition != nil {
      file.warnings.add("CSV", hasNo: "repetitions")
    }
  }

  private mutating func add(_ cell: String?) {
    text.removeAll(keepingCapacity: true)
    if let cell { text += cell.utf8 }
    addCell()
  }

  /// Writes the text as a cell.
  private mutating func addCell() {
    file.bytes.append(csvCell: text)
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
