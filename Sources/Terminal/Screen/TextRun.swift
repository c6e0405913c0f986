/// A piece of a row: a text in one look.
package struct TextRun: Hashable, Sendable {
  /// The text as it is in the document.
  package var text: String
  /// How it is drawn.
  package var look: Look

  package init(_ text: String, _ look: Look = .plain) {
    self.text = text
    self.look = look
  }

  /// A piece that has a meaning, and nothing upon it.
  package init(_ text: String, as style: Style?) {
    self.init(text, Look(style))
  }
}
