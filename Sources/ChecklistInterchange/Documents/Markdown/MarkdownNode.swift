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

  /// An optional number of less than 2 GiB, in few bytes.
  struct Link: Sendable {
    private let number: Int32

    init(_ number: Int?) { self.number = number.map { Int32(truncatingIfNeeded: $0) } ?? -1 }

    var value: Int? { number < 0 ? nil : Int(number) }
  }

  /// The kind of block.
  var kind: Kind
  /// How many quotes and items it stands in.
  private let containerCount: UInt8
  private let parentLink: Link
  private var previousLink = Link(nil)
  private var nextLink = Link(nil)
  private var firstChildLink = Link(nil)
  private var lastChildLink = Link(nil)
  private let firstLine: Int32
  private var lastLine: Int32
  private var start: Int32 = 0
  private var end: Int32 = 0
  private var numberLink = Link(nil)
  private var taskLink = Link(nil)
  private var paddingCount: UInt8 = 0
  private var indentColumns: UInt8 = 0
  private var contentColumns: UInt8 = 0
  /// The level of a heading, from 1; 0 for any other block.
  var level: UInt8 = 0

  /// Whether no later line must close it.
  var isClosed = true
  /// Whether it is a heading that is underlined.
  var isUnderlined = false
  /// The mark of an item: a bullet, or what follows its number.
  var delimiter: UInt8 = 0
  /// Whether nothing follows the mark of an item on its line.
  var isBlankItem = false

  /// A block of one line so far.
  init(_ kind: Kind, in parent: Int?, depth: Int, line: Int) {
    self.kind = kind
    parentLink = Link(parent)
    containerCount = UInt8(clamping: depth)
    firstLine = Int32(truncatingIfNeeded: line)
    lastLine = firstLine
  }

  /// How many quotes and items it stands in.
  var depth: Int { Int(containerCount) }
  /// The block in which it stands; nil for the file.
  var parent: Int? { parentLink.value }
  /// The block before it in the same one.
  var previous: Int? {
    get { previousLink.value }
    set { previousLink = Link(newValue) }
  }
  /// The block after it in the same one.
  var next: Int? {
    get { nextLink.value }
    set { nextLink = Link(newValue) }
  }
  /// The first block in it.
  var firstChild: Int? {
    get { firstChildLink.value }
    set { firstChildLink = Link(newValue) }
  }
  /// The last block in it.
  var lastChild: Int? {
    get { lastChildLink.value }
    set { lastChildLink = Link(newValue) }
  }
  /// Its first line, from 0.
  var first: Int { Int(firstLine) }
  /// Its last line that is not blank.
  var last: Int {
    get { Int(lastLine) }
    set { lastLine = Int32(truncatingIfNeeded: newValue) }
  }
  /// Where the text of a heading after its marks stands, or the mark of an item.
  var range: Range<Int> {
    get { Int(start)..<Int(end) }
    set {
      start = Int32(truncatingIfNeeded: newValue.lowerBound)
      end = Int32(truncatingIfNeeded: newValue.upperBound)
    }
  }
  /// The number of an item; nil for a bullet.
  var number: Int? {
    get { numberLink.value }
    set { numberLink = Link(newValue) }
  }
  /// The columns before the mark of an item.
  var indent: Int {
    get { Int(indentColumns) }
    set { indentColumns = UInt8(clamping: newValue) }
  }
  /// The columns before the blocks of an item.
  var contentIndent: Int {
    get { Int(contentColumns) }
    set { contentColumns = UInt8(clamping: newValue) }
  }
  /// The white space after the mark of an item, if that is some whole characters.
  var padding: Range<Int>? {
    get { paddingCount == 0 ? nil : Int(end)..<Int(end) + Int(paddingCount) }
    set { paddingCount = UInt8(clamping: newValue?.count ?? 0) }
  }
  /// The task that an item is.
  var task: Int? {
    get { taskLink.value }
    set { taskLink = Link(newValue) }
  }

  /// The columns of white space between the mark of an item and its text.
  var paddingColumns: Int { contentIndent - indent - range.count }

  /// Whether both are items of one list, if nothing stands between them.
  func isInList(of other: MarkdownNode) -> Bool {
    kind == .item && other.kind == .item && delimiter == other.delimiter
      && (number == nil) == (other.number == nil)
  }
}
