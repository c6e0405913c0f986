import ChecklistCore

/// Texts as the source of a Markdown file.
enum MarkdownSource {
  /// The source of the text of an item, whose lines begin no blocks and in which nothing is taken
  /// for a field, a comment or a block id.
  static func lines(ofText text: String) -> [[UInt8]] {
    var source: [UInt8] = []
    MarkdownText.append(Array(text.utf8)[...], in: .item, to: &source)
    // What escapes one may bring up another.
    while let mark = firstMark(in: source) {
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
  private static func firstMark(in source: [UInt8]) -> Int? {
    let head = MarkdownHead(source)
    if let field = head.fields.first { return field.range.lowerBound }
    // Once the last one is escaped, those before it end nothing.
    return head.tail > 0 && head.tail < source.count ? MarkdownHead.lastMark(of: source[...]) : nil
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
