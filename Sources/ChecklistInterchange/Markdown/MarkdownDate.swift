import ChecklistCore

/// A date within the text of a task, as Obsidian's Tasks writes it, `📅 2026-12-24`, or as its
/// Dataview does, `[due:: 2026-12-24T18:00]`.
struct MarkdownDate {
  /// The meaning of the date.
  enum Field {
    case due
    case created
    case completed
  }

  /// Marks before a day, each perhaps with a sign that asks for a picture.
  static let marks: [(mark: StaticString, field: Field)] = [
    ("📅", .due), ("📆", .due), ("🗓", .due), ("➕", .created), ("✅", .completed),
  ]
  private static let names: [(mark: StaticString, field: Field)] = [
    ("due::", .due), ("created::", .created), ("completion::", .completed),
  ]

  /// The most bytes of a day and a time.
  static let mostBytes = 40

  /// The meaning of the date.
  let field: Field
  /// The date.
  let time: ISO8601.LocalTime
  /// The index after it.
  let end: Int
  /// Where the day and the time stand.
  let value: Range<Int>
  /// Whether it is in brackets; else it has a mark.
  let isInBrackets: Bool

  /// The date that begins at an index; nil where none begins.
  init?(_ bytes: ArraySlice<UInt8>, at index: Int) {
    let first = bytes[index]
    let isField = first == UInt8(ascii: "[") || first == UInt8(ascii: "(")
    guard isField || first == 0xF0 || first == 0xE2 else { return nil }
    var rest = bytes[(isField ? index + 1 : index)...]
    let marks = isField ? Self.names : Self.marks
    guard let (mark, field) = marks.first(where: { rest.starts(with: $0.mark) }) else { return nil }
    self.field = field
    isInBrackets = isField
    rest = rest.dropFirst(mark.utf8CodeUnitCount)
    if !isField, rest.starts(with: "\u{FE0F}" as StaticString) { rest = rest.dropFirst(3) }
    rest = rest.drop(while: \.isSpace)
    var scanner = FieldScanner(rest.prefix(Self.mostBytes))
    if isField {
      guard let time = ISO8601.LocalTime(&scanner) else { return nil }
      self.time = time
      value = rest.startIndex..<rest.startIndex + scanner.position
      rest = rest.dropFirst(scanner.position).drop(while: \.isSpace)
      let close = first == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
      guard rest.popFirst() == close else { return nil }
    } else {
      guard let day = ISO8601.day(&scanner) else { return nil }
      time = ISO8601.LocalTime(day)
      value = rest.startIndex..<rest.startIndex + scanner.position
      rest = rest.dropFirst(scanner.position)
      if let next = rest.first, next.isDigit || next.isLetter { return nil }
    }
    end = rest.startIndex
  }
}

extension ArraySlice<UInt8> {
  /// Whether it begins with a text.
  func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { starts(with: $0) }
  }
}
