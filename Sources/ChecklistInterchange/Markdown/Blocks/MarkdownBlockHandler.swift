/// A leaf of a Markdown text: a block in which no other stands.
enum MarkdownLeaf {
  case paragraph
  case heading
  case rule
  case indentedCode
  case fencedCode
  case html(MarkdownHTML)
}

/// The mark with which an item of a list begins, with its place.
struct MarkdownItemStart {
  /// The mark.
  let marker: MarkdownMarker
  /// The index of its first byte.
  let start: Int
  /// The columns of white space before it.
  let indent: Int
  /// The columns before the blocks of the item, from where the item may begin.
  let contentIndent: Int
  /// The white space after the mark that goes with it, if that is some whole characters.
  let padding: Range<Int>?
  /// Whether nothing follows the mark on its line.
  let isBlank: Bool
}

/// What is told of the blocks of a Markdown text while it is read, from the first line to the last.
protocol MarkdownBlockHandler {
  /// A line begins, with its number from 1.
  mutating func beginLine(_ number: Int)

  /// A quote begins in the innermost container.
  mutating func openQuote()
  /// An item of a list begins in the innermost container.
  mutating func openItem(_ item: MarkdownItemStart)
  /// The innermost container ends.
  mutating func closeContainer()

  /// A leaf begins in the innermost container.
  ///
  /// - Parameter isOpen: Whether it must be closed by a later line, or ends with the text.
  mutating func begin(_ leaf: MarkdownLeaf, isOpen: Bool)
  /// The line closes code or HTML.
  mutating func closeLeaf()
  /// A line of code or HTML, or a rule.
  mutating func addSource(_ cursor: MarkdownCursor)
  /// A line of a comment in HTML, perhaps a blank one.
  mutating func addComment(_ cursor: MarkdownCursor)
  /// A blank line, outside of all leaves or within code.
  mutating func addBlankLine()

  /// The heading that has begun.
  mutating func add(_ heading: MarkdownHeading, _ cursor: MarkdownCursor)
  /// A line of the paragraph.
  ///
  /// - Parameter start: The index of the first byte that is no white space.
  mutating func addParagraphLine(textAt start: Int)
  /// The paragraph ends.
  mutating func endParagraph()
  /// The paragraph ends as a heading, which the line underlines.
  mutating func endHeading(level: Int, _ cursor: MarkdownCursor)
}
