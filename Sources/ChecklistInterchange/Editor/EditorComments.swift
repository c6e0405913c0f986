import ChecklistCore

/// A text for an editor, with comments as Markdown has them: from a line that begins with `<!--` to
/// the line that has `-->`.
package enum EditorComments {
  // Scalars, because a combining mark after the ">" would hide it in a character.
  private static let end: [Unicode.Scalar] = ["-", "-", ">"]

  /// A line of the text that is no comment.
  struct Line {
    /// Its number in the whole text, from 1.
    var number: Int
    /// The line without its end.
    var text: Substring

    /// The text without white space at its ends.
    var trimmed: Substring { text.trimmingSpaces() }

    /// Whether it begins with a space or a tab.
    var isIndented: Bool {
      text.utf8.first == UInt8(ascii: " ") || text.utf8.first == UInt8(ascii: "\t")
    }
  }

  /// Lines as a comment.
  ///
  /// - Parameter lines: What it says; nothing in it can end the comment.
  /// - Returns: The comment, with a newline; one line stays one line.
  package static func comment(_ lines: [String]) -> String {
    let safe = lines.map { line in
      var safe = String.UnicodeScalarView()
      for scalar in LineEscaping.lines(of: line).joined(separator: " ").unicodeScalars {
        if scalar == end.last, safe.suffix(2).elementsEqual(end.dropLast()) {
          safe.append(contentsOf: "\\u{3E}".unicodeScalars)
        } else {
          safe.append(scalar)
        }
      }
      return String(safe)
    }
    return safe.count == 1
      ? "<!-- \(safe[0]) -->\n" : "<!--\n\(safe.joined(separator: "\n"))\n-->\n"
  }

  /// The lines of a text without its comments.
  static func lines(of text: String) throws(MarkdownError) -> [Line] {
    var lines: [Line] = []
    var commentStart: Int?
    for (index, line) in text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let text = Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      let number = index + 1
      let begins = commentStart == nil && text.utf8.starts(with: "<!--".utf8)
      guard commentStart != nil || begins else {
        if text.trimmingSpaces() == "-->" {
          throw MarkdownError(line: number, "'-->' ends a comment, and none has begun")
        }
        lines.append(Line(number: number, text: text))
        continue
      }
      if begins { commentStart = number }
      // Nothing in "<!-->" ends the comment: the dashes belong to its beginning.
      let comment = text.unicodeScalars.dropFirst(begins ? 4 : 0)
      if let ending = comment.firstSuffix(startingWith: end) {
        guard ContentRules.isBlank(Substring(ending.dropFirst(end.count))) else {
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

extension Substring {
  /// The text without spaces and tabs at its ends.
  func trimmingSpaces() -> Substring {
    Substring(utf8.drop(while: Self.isSpace)).droppingLastSpaces()
  }

  /// The text without spaces and tabs at its end.
  func droppingLastSpaces() -> Substring {
    var bytes = utf8
    while let last = bytes.last, Self.isSpace(last) { bytes.removeLast() }
    return Substring(bytes)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

extension Collection where Element: Equatable {
  /// The suffix that begins where these elements first occur one after the other; nil if they never
  /// do.
  fileprivate func firstSuffix<Elements: Sequence<Element>>(startingWith elements: Elements)
    -> SubSequence?
  {
    indices.lazy.map { self[$0...] }.first { $0.starts(with: elements) }
  }
}
