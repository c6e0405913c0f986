import ChecklistCore

/// The page that a person left in an editor: Markdown on which each line begins a block.
///
/// No line can make text of the lines below it, as a fence of code does in a file: a person who
/// types one must not lose the items that follow.
struct EditorPage {
  /// A line of the page that is no comment.
  struct Line {
    /// Its number in the whole page, from 1.
    let number: Int
    /// The line in UTF-8, without its end.
    let bytes: ArraySlice<UInt8>
    /// The outermost block that begins on it; nil for a blank line.
    let node: Int?

    /// The line without white space at its ends.
    var trimmed: ArraySlice<UInt8> { bytes.trimmingSpaces() }

    /// Whether it begins with a space or a tab.
    var isIndented: Bool { bytes.first?.isSpace == true }
  }

  /// The blocks.
  let tree: MarkdownTree
  /// The lines without the comments.
  private(set) var lines: [Line] = []

  /// Reads a page.
  ///
  /// - Throws: ``MarkdownError`` for a comment without an end, an end without a comment, and a text
  ///   that is no page.
  init(_ text: String) throws(MarkdownError) {
    let bytes = Array(text.utf8)
    do throws(DocumentFormatError) {
      tree = MarkdownTree(try DocumentLines(bytes), of: .page)
    } catch {
      let nul = bytes.prefix { $0 != 0 }
      throw MarkdownError(line: nul.count { $0 == UInt8(ascii: "\n") } + 1, error.description)
    }
    var number = 1
    var node = MarkdownTree.root + 1
    var (commentStart, commentEnd) = (0, -1)
    for line in 0..<tree.lines.count {
      while node < tree.nodes.count, tree[node].first < line { node += 1 }
      let begins = node < tree.nodes.count && tree[node].first == line
      if begins, isComment(node) {
        (commentStart, commentEnd) = (number, tree[node].last)
        if !tree[node].isClosed {
          throw MarkdownError(line: number, "the comment that begins here does not end")
        }
      }
      if line <= commentEnd, number > commentStart,
        tree.lines.content(line).starts(with: "<!--" as StaticString)
      {
        throw MarkdownError(
          line: commentStart, "the comment that begins here does not end before line \(number)")
      }
      if line > commentEnd {
        try add(Line(number: number, bytes: tree.lines.content(line), node: begins ? node : nil))
      } else if line == commentEnd {
        try checkEnd(ofCommentOn: line, number)
      }
      // A page counts its lines as editors do.
      if tree.lines.ending(line).last == UInt8(ascii: "\n") { number += 1 }
    }
    if tree.lines.endsWithLineEnd { lines.append(Line(number: number, bytes: [], node: nil)) }
  }

  private func isComment(_ node: Int) -> Bool {
    tree[node].kind == .html
      && tree.lines.content(tree[node].first).starts(with: "<!--" as StaticString)
  }

  private mutating func add(_ line: Line) throws(MarkdownError) {
    if line.trimmed.elementsEqual("-->".utf8) {
      throw MarkdownError(line: line.number, "'-->' ends a comment, and none has begun")
    }
    lines.append(line)
  }

  private func checkEnd(ofCommentOn line: Int, _ number: Int) throws(MarkdownError) {
    let rest = tree.lines.content(line).suffix(after: "-->")
    guard let rest, !ContentRules.isBlank(String(decoding: rest, as: UTF8.self)) else { return }
    throw MarkdownError(line: number, "a comment ends its line, but text follows this '-->'")
  }
}
