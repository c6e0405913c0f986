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
  /// Spaces between words are kept as they are, except where a line is broken. What stands before
  /// the other lines has no look; it ends before a break, and begins again after the indent.
  ///
  /// - Parameters:
  ///   - text: The text, with the looks of ``Display`` at most.
  ///   - width: The most columns of a line, its indent included. A line holds at least one grapheme
  ///     cluster, however narrow this is.
  ///   - hangingIndent: The spaces before the other lines; as `indent` by default.
  package static func wrapped(
    _ text: String, to width: Int, indent: Int = 0, hangingIndent: Int? = nil
  ) -> [String] {
    if text.utf8.last != UInt8(ascii: " "), indent + self.width(text) <= width {
      return [String(repeating: " ", count: indent) + text]
    }
    let following = String(repeating: " ", count: hangingIndent ?? indent)
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var used = indent
    var isFresh = true  // nothing but the indent is on the line
    var look = ""  // the sequence that gave the look of the last word
    let hasLooks = text.utf8.contains(0x1B)
    func breakLine() {
      lines.append(look.isEmpty ? line : line + Display.lookEnd)
      line = following + look
      used = following.count
      isFresh = true
    }

    var spaces = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      defer { spaces += 1 }
      guard !word.isEmpty else { continue }
      // A word that fits on no line begins on this one; any other moves down whole.
      let wordWidth =
        hasLooks ? pieces(word).reduce(0) { $0 + $1.width } : self.width(String(word))
      let needed = following.count + wordWidth <= width ? wordWidth : 1
      if !isFresh, used + spaces + needed > width {
        breakLine()
      } else {
        line += String(repeating: " ", count: spaces)
        used += spaces
      }
      spaces = 0
      if !hasLooks, used + wordWidth <= width {
        line += word
        used += wordWidth
        isFresh = false
        continue
      }
      for piece in pieces(word) {
        if !isFresh, used + piece.width > width { breakLine() }
        line += piece.text
        used += piece.width
        if piece.isLook { look = piece.text == Display.lookEnd ? "" : String(piece.text) }
        if !piece.isLook { isFresh = false }
      }
    }
    return lines + [line]
  }

  /// The grapheme clusters of a word, and the looks between them, which take no columns.
  private static func pieces(
    _ word: Substring
  ) -> [(text: Substring, width: Int, isLook: Bool)] {
    var pieces: [(text: Substring, width: Int, isLook: Bool)] = []
    var rest = word
    while let first = rest.first {
      let isLook = first == "\u{1B}"
      let end = isLook ? rest.firstIndex(of: "m") ?? rest.startIndex : rest.startIndex
      let piece = rest[...end]
      pieces.append((piece, isLook ? 0 : width(first), isLook))
      rest = rest[piece.endIndex...]
    }
    return pieces
  }
}
