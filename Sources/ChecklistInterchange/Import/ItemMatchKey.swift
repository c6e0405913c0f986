import ChecklistCore

/// A key by which an item of a file without identities is matched, the surest first.
enum ItemMatchKey: CaseIterable {
  /// The text with its section, below the item that the one above it in the file was matched with;
  /// of an item that has a section in the file.
  case textInSectionBelowItem
  /// The text below that item, of an item that has no section in the file, which may have none.
  case textBelowItem
  /// The text with its section: a text may stand in several.
  case textInSection
  /// The text.
  case text
  /// The text without the marks of todo.txt: a priority and due dates.
  case textWithoutMarks
  /// The text without the comments and the block id of a line of Markdown, which former versions
  /// took for a part of it.
  case textWithoutTail

  /// Whether only items below the one that the item above was matched with come into question.
  var isBelowItem: Bool { self == .textInSectionBelowItem || self == .textBelowItem }

  /// The texts of an item that are compared.
  struct Value: Hashable {
    let text: CodeUnits
    var section = CodeUnits("")
  }

  /// The key of an item.
  func value(of item: ChecklistItem) -> Value {
    switch self {
    case .textInSectionBelowItem, .textInSection:
      Value(text: CodeUnits(item.text), section: CodeUnits(item.section ?? ""))
    case .textBelowItem, .text: Value(text: CodeUnits(item.text))
    case .textWithoutTail:
      Value(text: CodeUnits(item.text.withoutTail))
    case .textWithoutMarks:
      Value(text: CodeUnits(TodoTxtDue.removed(from: item.text.withoutPriority)))
    }
  }
}

extension String {
  /// The text without comments and a block id at its end.
  fileprivate var withoutTail: String {
    guard let last = utf8.last, last != UInt8(ascii: " "),
      utf8.contains(where: { $0 == UInt8(ascii: "^") || $0 == UInt8(ascii: "<") })
    else { return self }
    let bytes = Array(utf8)
    return String(decoding: bytes[..<MarkdownHead.tail(of: bytes[...])], as: UTF8.self)
  }

  /// The text without `(A) ` at its beginning.
  fileprivate var withoutPriority: String {
    let bytes = Array(utf8.prefix(4))
    guard bytes.count == 4, bytes[0] == UInt8(ascii: "("), bytes[2] == UInt8(ascii: ")"),
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[1]), bytes[3] == UInt8(ascii: " ")
    else { return self }
    return String(dropFirst(4))
  }
}
