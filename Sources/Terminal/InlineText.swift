/// A piece of a line, with the columns that it takes: colour does not count.
package struct InlineText {
  /// The text as it is printed.
  package private(set) var text = DisplayText()
  /// Its columns.
  package private(set) var width = 0

  package init() {}

  /// One piece in one look.
  package init(_ text: DisplayText, on display: Display, as style: Style? = nil) {
    append(text, on: display, as: style)
  }

  /// One piece of a row, whose text is as in the document.
  package init(_ run: TextRun, on display: Display) {
    append(display.text(run.text), on: display, as: run.look.style)
  }

  /// Adds a piece.
  package mutating func append(_ piece: DisplayText, on display: Display, as style: Style? = nil) {
    width += piece.width
    text += display.styled(piece, as: style)
  }

  /// Adds spaces up to a width.
  package mutating func pad(to width: Int) {
    append(.spaces(width - self.width), on: .plain)
  }

  /// Adds a piece with the columns that it has.
  package mutating func append(_ piece: InlineText) {
    text += piece.text
    width += piece.width
  }
}
