/// Comments on the page of an editor, as Markdown has them: from a line that begins with `<!--` to
/// the line that has `-->`.
package enum EditorComments {
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
      var text = comment[start...]
      comment.removeSubrange(start...)
      // No other comment begins within one.
      if lines.count > 1, text.starts(with: "<!--" as StaticString) {
        text.removeFirst()
        comment += "&#60;".utf8
      }
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
}
