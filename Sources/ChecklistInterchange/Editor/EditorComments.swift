import ChecklistCore

/// A text for an editor, with comments as Markdown has them: from a line that begins with `<!--` to
/// the line that has `-->`.
package enum EditorComments {
  /// A line of the text that is no comment.
  struct Line {
    /// Its number in the whole text, from 1.
    var number: Int
    /// The line in UTF-8, without its end.
    var bytes: ArraySlice<UInt8>

    /// The line without white space at its ends.
    var trimmed: ArraySlice<UInt8> { bytes.trimmingSpaces() }

    /// Whether it begins with a space or a tab.
    var isIndented: Bool { bytes.first?.isSpace == true }

    /// The line as a string.
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Lines as a comment.
  ///
  /// - Parameter lines: What it says; nothing in it can end the comment.
  /// - Returns: The comment, with a newline; one line stays one line.
  package static func comment(_ lines: [String]) -> String {
    var comment = Array((lines.count == 1 ? "<!-- " : "<!--\n").utf8)
    for line in lines {
      let start = comment.endIndex
      let line = line.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
      MarkdownText.append(line[...], in: .comment, to: &comment)
      let text = comment[start...]
      comment.removeSubrange(start...)
      for byte in text {
        if byte == UInt8(ascii: ">"), comment[start...].suffix(2).elementsEqual("--".utf8) {
          comment += "&#62;".utf8
        } else {
          comment.append(byte)
        }
      }
      comment.append(UInt8(ascii: lines.count == 1 ? " " : "\n"))
    }
    return String(decoding: comment + "-->\n".utf8, as: UTF8.self)
  }

  /// The lines of a text without its comments.
  static func lines(of text: String) throws(MarkdownError) -> [Line] {
    var lines: [Line] = []
    var commentStart: Int?
    let text = Array(text.utf8)
    var (start, number) = (0, 0)
    while start <= text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      var line = text[start..<end]
      (start, number) = (end + 1, number + 1)
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      let begins = commentStart == nil && line.starts(with: "<!--".utf8)
      guard commentStart != nil || begins else {
        if line.trimmingSpaces().elementsEqual("-->".utf8) {
          throw MarkdownError(line: number, "'-->' ends a comment, and none has begun")
        }
        lines.append(Line(number: number, bytes: line))
        continue
      }
      if begins { commentStart = number }
      // Nothing in "<!-->" ends the comment: the dashes belong to its beginning.
      if let rest = line.dropFirst(begins ? 4 : 0).suffix(after: "-->") {
        guard ContentRules.isBlank(String(decoding: rest, as: UTF8.self)) else {
          throw MarkdownError(
            line: number, "a comment ends its line, but text follows this '-->'")
        }
        commentStart = nil
      }
    }
    if let commentStart {
      throw MarkdownError(line: commentStart, "the comment that begins here does not end")
    }
    return lines
  }
}
