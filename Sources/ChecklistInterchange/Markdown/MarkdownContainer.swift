/// A quote or an item of a list, within which blocks stand.
struct MarkdownContainer {
  /// The columns before the blocks of an item; nil for a quote.
  let indent: Int?
  /// How many blocks and containers have begun directly in it.
  var blockCount = 0
  /// Whether it is an item with a box.
  var isTask = false
  /// The index of its task; nil when there is none, or when it was left out.
  var task: Int?
  /// The text of an item without a box, as the name of a section; nil without one.
  var section: SectionName?
  /// The blocks of a task that are no lists.
  var note: [UInt8] = []
  /// The empty lines since the last of these blocks.
  var emptyLines = 0

  /// A container without blocks.
  init(indent: Int?) { self.indent = indent }

  /// Appends the beginning of a line of the note.
  mutating func beginNoteLine() {
    if !note.isEmpty {
      note.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: emptyLines + 1))
    }
    emptyLines = 0
  }
}

extension [MarkdownContainer] {
  /// Counts a block that begins in the innermost container.
  mutating func noteBlock() {
    guard let last = indices.last else { return }
    self[last].blockCount += 1
  }

  /// The innermost item.
  var lastItem: Int? { lastIndex { $0.indent != nil } }
}
