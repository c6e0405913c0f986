extension TerminalText {
  /// On which side a text stands in its column.
  package enum Alignment: Sendable {
    case left
    case right
  }

  /// The text with spaces up to a width; a text that is wider stays whole.
  package static func padded(_ text: String, to width: Int, alignment: Alignment = .left) -> String
  {
    let spaces = String(repeating: " ", count: max(0, width - self.width(text)))
    return alignment == .left ? text + spaces : spaces + text
  }

  /// The text cut between grapheme clusters to at most `width` columns.
  ///
  /// - Parameters:
  ///   - width: The most columns of the result.
  ///   - ellipsis: What ends a text that was cut; left out when it is itself too wide.
  /// - Returns: The text, or its beginning and the ellipsis.
  package static func truncated(_ text: String, to width: Int, ellipsis: String) -> String {
    guard self.width(text) > width else { return text }
    let ending = self.width(ellipsis) <= width ? ellipsis : ""
    var remaining = width - self.width(ending)
    return text.prefix { character in
      remaining -= self.width(character)
      return remaining >= 0
    } + ending
  }

  /// The text broken into lines at spaces, and inside a word only if it is wider than a line.
  ///
  /// Spaces between words are kept as they are, except where a line is broken.
  ///
  /// - Parameters:
  ///   - width: The most columns of a line, its indent included. A line holds at least one grapheme
  ///     cluster, however narrow this is.
  ///   - hangingIndent: The spaces before the other lines; as `indent` by default.
  package static func wrapped(
    _ text: String, to width: Int, indent: Int = 0, hangingIndent: Int? = nil
  ) -> [String] {
    let following = String(repeating: " ", count: hangingIndent ?? indent)
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var used = indent
    var isFresh = true  // nothing but the indent is on the line
    func breakLine() {
      lines.append(line)
      line = following
      used = following.count
      isFresh = true
    }

    var spaces = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      defer { spaces += 1 }
      guard !word.isEmpty else { continue }
      // A word that fits on no line begins on this one; any other moves down whole.
      let wordWidth = self.width(String(word))
      let needed = following.count + wordWidth <= width ? wordWidth : 1
      if !isFresh, used + spaces + needed > width {
        breakLine()
      } else {
        line += String(repeating: " ", count: spaces)
        used += spaces
      }
      for character in word {
        let characterWidth = self.width(character)
        if !isFresh, used + characterWidth > width { breakLine() }
        line.append(character)
        used += characterWidth
        isFresh = false
      }
      spaces = 0
    }
    return lines + [line]
  }
}

extension Display {
  /// A text behind a start; on a terminal, broken at words.
  ///
  /// - Parameters:
  ///   - start: The start, which may be styled.
  ///   - startWidth: The columns of the start.
  ///   - text: The text, as the display shows it.
  ///   - hangingIndent: The spaces before the other lines.
  package func line(
    _ start: String, ofWidth startWidth: Int, _ text: String, hangingIndent: Int
  ) -> String {
    guard isTerminal else { return start + text }
    var lines = TerminalText.wrapped(
      text, to: width, indent: startWidth, hangingIndent: hangingIndent)
    lines[0] = start + lines[0].dropFirst(startWidth)
    return lines.joined(separator: "\n")
  }
}
