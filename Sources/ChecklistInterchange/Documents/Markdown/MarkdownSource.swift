import ChecklistCore

/// Texts as the source of a Markdown file.
enum MarkdownSource {
  /// The source of the text of an item, whose lines begin no blocks and in which nothing is taken
  /// for a field, a comment or a block id.
  ///
  /// - Parameter isDue: Whether the item is due, so that a repetition counts.
  static func lines(ofText text: [UInt8], isDue: Bool) -> [[UInt8]] {
    var source: [UInt8] = []
    MarkdownText.append(text[...], in: isDue ? .dueItem : .item, to: &source)
    // What escapes one may bring up another.
    while let mark = firstMark(in: source, isDue: isDue) {
      if source[mark] < 0x80 {
        source.insert(UInt8(ascii: "\\"), at: mark)
      } else {
        let scalar = source[...].scalar(at: mark)
        let number = Array("&#\(scalar.value);".utf8)
        source.replaceSubrange(mark..<mark + UTF8.width(scalar), with: number)
      }
    }
    return source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      Array($0)
    }
  }

  /// Where the first field begins, or else the last comment or block id at the end.
  private static func firstMark(in source: [UInt8], isDue: Bool) -> Int? {
    guard source.contains(where: mayMark) else { return nil }
    let head = MarkdownHead(source, isDue: isDue)
    if let field = head.fields.first { return field.range.lowerBound }
    // Once the last one is escaped, those before it end nothing.
    return head.tail > 0 && head.tail < source.count ? MarkdownHead.lastMark(of: source[...]) : nil
  }

  /// Whether a field, a comment or a block id has such a byte.
  private static func mayMark(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xF0, 0xE2, UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "^"), UInt8(ascii: ">"):
      true
    default: false
    }
  }

  /// The source of the name of a list or a section.
  ///
  /// - Parameters:
  ///   - owner: What has the name, as messages say it.
  ///   - hasMark: Whether it stands after the marks of a heading; else it begins its line.
  static func line(
    ofName name: String, of owner: String, hasMark: Bool
  ) throws(DocumentFormatError) -> [UInt8] {
    if name.utf8.contains(0) { throw DocumentFormatError(.nulCharacter) }
    guard !ContentRules.isBlank(name), !name.utf8.contains(where: { $0 == 10 || $0 == 13 }) else {
      throw DocumentFormatError(.brokenName(of: owner))
    }
    var source: [UInt8] = []
    if hasMark {
      MarkdownHeading.append(text: name, to: &source)
    } else {
      MarkdownText.append(
        Array(name.utf8)[...], in: MarkdownText.Place(starts: .all, isOneLine: true), to: &source)
    }
    return source
  }
}
