import ChecklistCore

/// A key by which an item of a file without identities is matched, the surest first.
enum ItemMatchKey: CaseIterable {
  /// The text with its section: a text may stand in several.
  case textInSection
  /// The text.
  case text
  /// The text without the marks of todo.txt: a priority and due dates.
  case textWithoutMarks

  /// The texts of an item that are compared.
  struct Value: Hashable {
    let text: CodeUnits
    var section = CodeUnits("")
  }

  /// The key of an item.
  func value(of item: ChecklistItem) -> Value {
    switch self {
    case .textInSection:
      Value(text: CodeUnits(item.text), section: CodeUnits(item.section ?? ""))
    case .text: Value(text: CodeUnits(item.text))
    case .textWithoutMarks:
      Value(text: CodeUnits(TodoTxtReader.withoutDues(item.text.withoutPriority)))
    }
  }
}

extension String {
  /// The text without `(A) ` at its beginning.
  fileprivate var withoutPriority: String {
    let bytes = Array(utf8.prefix(4))
    guard bytes.count == 4, bytes[0] == UInt8(ascii: "("), bytes[2] == UInt8(ascii: ")"),
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[1]), bytes[3] == UInt8(ascii: " ")
    else { return self }
    return String(dropFirst(4))
  }
}
