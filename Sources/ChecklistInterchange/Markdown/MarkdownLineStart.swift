/// The beginning of a line of Markdown.
extension ArraySlice<UInt8> {
  /// Where a backslash keeps a line from beginning a block: a heading, a quote, a list, a box,
  /// code, HTML, a rule, a table's delimiter line or a link definition; nil for a line that begins
  /// none.
  ///
  /// The line is not empty. White space before it, which would hide a mark, is written as numbers.
  var blockMark: Int? {
    guard let mark = first else { return nil }
    let begins =
      switch mark {
      case UInt8(ascii: ">"): true
      case UInt8(ascii: "#"): MarkdownHeading(self) != nil
      case UInt8(ascii: "`"), UInt8(ascii: "~"): prefix(3).allSatisfy { $0 == mark } && count > 2
      case UInt8(ascii: "<"):
        dropFirst().first.map { $0.isLetter || [0x21, 0x2F, 0x3F].contains($0) } ?? false
      case UInt8(ascii: "["): MarkdownBox(self) != nil || contains("]:")
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
        MarkdownMarker(self) != nil || isUnderline || starts(with: "-->".utf8)
      case UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "|"), UInt8(ascii: ":"): isUnderline
      default: false
      }
    if begins { return startIndex }
    guard mark.isDigit, let marker = MarkdownMarker(self) else { return nil }
    return marker.end - 1
  }

  /// Where a backslash keeps a line from beginning a comment, or from ending one; nil where it does
  /// neither.
  var commentMark: Int? {
    if starts(with: "<!--".utf8) { return startIndex }
    let text = trimmingSpaces()
    return text.elementsEqual("-->".utf8) ? text.startIndex : nil
  }

  /// Whether it is a rule, the underline of a heading, or the delimiter line of a table.
  private var isUnderline: Bool {
    guard let mark = first else { return false }
    let isOfTable = [UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: ":")].contains(mark)
    return allSatisfy {
      switch $0 {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), mark: true
      case UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: ":"): isOfTable
      default: false
      }
    }
  }

  /// Whether it contains a text.
  func contains(_ text: StaticString) -> Bool { suffix(after: text) != nil }

  /// The text after the first place of another text; nil where there is none.
  func suffix(after text: StaticString) -> ArraySlice<UInt8>? {
    text.withUTF8Buffer { text in
      guard let first = text.first else { return self }
      var rest = self
      while let index = rest.firstIndex(of: first) {
        rest = rest[index...]
        if rest.starts(with: text) { return rest.dropFirst(text.count) }
        rest = rest.dropFirst()
      }
      return nil
    }
  }

  /// The bytes without spaces and tabs at their ends.
  package func trimmingSpaces() -> ArraySlice<UInt8> { drop(while: \.isSpace).droppingLastSpaces() }

  /// The bytes without spaces and tabs at their end.
  func droppingLastSpaces() -> ArraySlice<UInt8> {
    // To remove the last byte of a slice would copy it.
    var end = endIndex
    while end > startIndex, self[end - 1].isSpace { end -= 1 }
    return self[..<end]
  }

  /// Whether a mark ends at an index: white space follows it, or the end.
  func isEnd(_ index: Int) -> Bool { index >= endIndex || self[index].isSpace }
}
