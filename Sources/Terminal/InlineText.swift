/// A piece of a line, with the columns that it takes: colour does not count.
package struct InlineText {
  /// The text as it is printed.
  package private(set) var text = ""
  /// Its columns.
  package private(set) var width = 0

  package init() {}

  /// One piece in one look.
  package init(_ text: String, on display: Display, as style: Style? = nil) {
    append(text, on: display, as: style)
  }

  /// One piece, which has been made safe for the terminal.
  package init(_ run: TextRun, on display: Display) {
    append(run.text, on: display, as: run.look.style)
  }

  /// Adds a piece, which has been made safe for the terminal.
  package mutating func append(_ piece: String, on display: Display, as style: Style? = nil) {
    width += TerminalText.width(piece)
    text += display.styled(piece, as: style)
  }

  /// Adds spaces up to a width.
  package mutating func pad(to width: Int) {
    append(String(repeating: " ", count: max(0, width - self.width)), on: .plain)
  }

  /// Adds a piece with the columns that it has.
  package mutating func append(_ piece: InlineText) {
    text += piece.text
    width += piece.width
  }
}
