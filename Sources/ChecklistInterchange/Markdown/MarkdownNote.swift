import ChecklistCore

/// The note of an item as Markdown.
///
/// A note is the source of blocks, and is written as it is. Where it would be read as something
/// else, as a line with a box would be, it is escaped, and reading takes these escapes off again.
enum MarkdownNote {
  /// The source of a note, whose lines stand in an item.
  static func source(_ note: String) -> [UInt8] {
    let text = Array(note.utf8)
    return isSource(text) ? text : escaped(text)
  }

  /// The lines of a note in an item.
  ///
  /// - Parameter continuation: What stands before each that is not blank.
  static func lines(_ note: String, after continuation: [UInt8]) -> [[UInt8]] {
    source(note).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0.allSatisfy(\.isSpace) ? continuation.emptyLine : continuation + $0
    }
  }

  /// The note that a source means.
  static func note(_ source: [UInt8]) -> String {
    guard source.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") }) else {
      return String(decoding: source, as: UTF8.self)
    }
    var meaning: [UInt8] = []
    MarkdownText.append(meaningOf: source[...], to: &meaning)
    return String(decoding: escaped(meaning) == source ? meaning : source, as: UTF8.self)
  }

  /// The source of a text that is no more than paragraphs.
  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    var source: [UInt8] = []
    MarkdownText.append(text[...], in: .note, to: &source)
    return source
  }

  /// Whether a note is read from itself as its source.
  private static func isSource(_ note: [UInt8]) -> Bool {
    if note.isPlainParagraph { return true }
    var file = Array("- [ ] x\n".utf8)
    for line in note.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      file.append(UInt8(ascii: "\n"))
      if !line.isEmpty { file += "  ".utf8 + line }
    }
    // What follows shows where the note and the item end.
    file += "\n  - [ ] y\n- [ ] z\n".utf8
    let format = MarkdownDocument(in: .utc, now: .distantPast)
    guard let (document, anchors) = try? format.decode(file, name: "") else { return false }
    let items = document.checklists.flatMap(\.items)
    return items.map(\.level) == [0, 1, 0] && items[0].note?.utf8.elementsEqual(note) == true
      && format.flaws(anchors).isEmpty
  }
}

extension [UInt8] {
  /// Whether it is one line of letters, digits, spaces and the like, in which nothing is markup.
  fileprivate var isPlainParagraph: Bool {
    guard let first, let last, first.isLetter, !last.isSpace else { return false }
    return allSatisfy { (0x20..<0x7F).contains($0) && !"\\&".utf8.contains($0) }
  }
}
