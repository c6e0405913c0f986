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
