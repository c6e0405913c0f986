/// A block of a Markdown file, and where it stands.
struct MarkdownNode: Sendable {
  /// The kind of block.
  enum Kind: Sendable {
    /// The file.
    case root
    case quote
    /// An item of a list.
    case item
    case paragraph
    case heading
    case rule
    case indentedCode
    case fencedCode
    case html
  }

  /// The kind of block.
  var kind: Kind
  /// The block in which it stands; nil for the file.
  let parent: Int?
  /// How many quotes and items it stands in.
  let depth: Int
  /// The blocks before and after it in the same one.
  var previous: Int?
  var next: Int?
  /// The blocks in it.
  var firstChild: Int?
  var lastChild: Int?
  /// Its first line, from 0.
  let first: Int
  /// Its last line that is not blank.
  var last: Int

  /// Whether no later line must close it.
  var isClosed = true
  /// The level of a heading, from 1; 0 for any other block.
  var level = 0
  /// Whether it is a heading that is underlined.
  var isUnderlined = false
  /// Where the text of a heading after its marks stands, or the mark of an item.
  var range = 0..<0

  /// The mark of an item: a bullet, or what follows its number.
  var delimiter: UInt8 = 0
  /// The number of an item; nil for a bullet.
  var number: Int?
  /// The columns before the mark of an item.
  var indent = 0
  /// The columns before the blocks of an item.
  var contentIndent = 0
  /// The white space after the mark of an item, if that is some whole characters.
  var padding: Range<Int>?
  /// Whether nothing follows the mark of an item on its line.
  var isBlankItem = false
  /// The task that an item is.
  var task: Int?

  /// A block of one line so far.
  init(_ kind: Kind, in parent: Int?, depth: Int, line: Int) {
    (self.kind, self.parent, self.depth) = (kind, parent, depth)
    (first, last) = (line, line)
  }

  /// The columns of white space between the mark of an item and its text.
  var paddingColumns: Int { contentIndent - indent - range.count }

  /// Whether both are items of one list, if nothing stands between them.
  func isInList(of other: MarkdownNode) -> Bool {
    kind == .item && other.kind == .item && delimiter == other.delimiter
      && (number == nil) == (other.number == nil)
  }
}
