import ChecklistCore

/// A text that looks like the box of a task and is none: `[]`, `[ x ]`, a box without a space after
/// it, or one with escapes or marks of emphasis.
struct MarkdownNearBox {
  /// Where it stands.
  let range: Range<Int>
  /// What a link of its name would be called; nil where none can be.
  let label: ArraySlice<UInt8>?
  /// Whether an open box is meant.
  let isOpen: Bool

  /// The most bytes of it.
  private static let mostBytes = 16

  /// The text at the beginning of an entry without a box; nil where it looks like something else.
  init?(ofEntry entry: ArraySlice<UInt8>) {
    // Emphasis may begin with the box, or a backslash say that it is none.
    var text = entry.drop { "*_~".utf8.contains($0) }
    if text.first == UInt8(ascii: "\\") { text = text.dropFirst() }
    let isEscaped = text.startIndex > entry.startIndex
    guard text.first == UInt8(ascii: "["),
      let close = text.prefix(Self.mostBytes).firstIndex(of: UInt8(ascii: "]"))
    else { return nil }
    let rest = text[(close + 1)...]
    // Brackets that are escaped and empty are no box that somebody fills in.
    if close == text.startIndex + 1, text.startIndex > entry.startIndex,
      entry[text.startIndex - 1] == UInt8(ascii: "\\")
    {
      return nil
    }
    // A link goes on with its address or its name.
    if let next = rest.first, "([".utf8.contains(next) { return nil }
    // So types are written in Go and others: []int.
    if close == text.startIndex + 1, let next = rest.first,
      next.isLetter || next == UInt8(ascii: "{")
    {
      return nil
    }
    let inside = MarkdownText.text(of: text[(text.startIndex + 1)..<close])
    let marks = inside.unicodeScalars.filter {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    }
    guard marks.count < 2, marks.allSatisfy({ "xX-/".unicodeScalars.contains($0) }) else {
      return nil
    }
    // What defines a link has a name, and a colon after it.
    if !marks.isEmpty, rest.first == UInt8(ascii: ":") { return nil }
    // The text shows why a box is none.
    let word = rest.prefix(Self.mostBytes).prefix { $0.isLetter || $0.isDigit }
    range = entry.startIndex..<word.endIndex
    label = marks.isEmpty || isEscaped ? nil : Array(String(marks.map(Character.init)).utf8)[...]
    isOpen = marks.isEmpty || marks.first == "/"
  }

  /// The text at the beginning of a line of a paragraph, a mark of an entry without a space after
  /// it, or a dash or a bullet that is no such mark, and a box; nil for any other.
  init?(ofLine text: ArraySlice<UInt8>) {
    guard let mark = text.first, let end = Self.endOfMark(text) else { return nil }
    let box = text[end...].prefix(3)
    let rest = text[box.endIndex...]
    guard box.count == 3, box.first == UInt8(ascii: "["), box.last == UInt8(ascii: "]"),
      rest.first?.isSpace ?? true,
      // Two such marks around a text emphasize it.
      mark != UInt8(ascii: "*") || !rest.contains(mark),
      let state = ChecklistItem.State(boxMark: box[box.startIndex + 1])
    else { return nil }
    range = text.startIndex..<rest.startIndex
    label = nil
    isOpen = state == .open
  }

  /// The end of what somebody may mean as the mark of an entry: `-`, `1.`, or a dash or a bullet of
  /// a word processor, which spaces may follow; nil where there is none.
  private static func endOfMark(_ text: ArraySlice<UInt8>) -> Int? {
    switch text.first {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): return text.startIndex + 1
    case 0xE2:
      let marks: [StaticString] = ["–", "—", "•", "◦", "▪", "‣"]
      guard marks.contains(where: { text.starts(with: $0) }) else { return nil }
      return text.dropFirst(3).drop(while: \.isSpace).startIndex
    case let digit? where digit.isDigit:
      let mark = text.dropFirst(text.prefix(9).prefix(while: \.isDigit).count)
      return mark.first.map { ".)".utf8.contains($0) } == true ? mark.startIndex + 1 : nil
    default: return nil
    }
  }
}

extension DocumentLines {
  /// Whether a line may say what a label of one character is a link to.
  var mayDefineBox: Bool {
    (0..<count).contains { line in
      let text = content(line).drop(while: \.isSpace)
      return text.first == UInt8(ascii: "[")
        && text.dropFirst(2).starts(with: "]:" as StaticString)
    }
  }

  /// Whether a line says what a label is a link to: `[x]: https://example.org`.
  func define(_ label: ArraySlice<UInt8>) -> Bool {
    (0..<count).contains { line in
      var text = content(line).drop(while: \.isSpace)
      guard text.popFirst() == UInt8(ascii: "["), text.count > label.count + 1 else { return false }
      return text.prefix(label.count).map { $0 | 0x20 } == label.map { $0 | 0x20 }
        && text.dropFirst(label.count).starts(with: "]:" as StaticString)
    }
  }
}
