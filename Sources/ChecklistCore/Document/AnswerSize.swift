/// Adds up the texts of an answer, and refuses one that is out of all proportion to its document.
///
/// Thousands of items may share one long text, which the document has once and an answer would have
/// thousands of times.
package struct AnswerSize {
  /// The item with which an answer becomes too long.
  package struct Excess: Error, Equatable, CustomStringConvertible {
    /// The number of the item in its list.
    package var number: Int
    /// The name of the list as a sentence has it; nil when the answer is about one list.
    package var list: String?
    /// The size of the text that the item shares with others, in bytes of UTF-8.
    package var size: Int

    /// A sentence without a full stop.
    package var description: String {
      let item = "item \(number)" + (list.map { " of \($0)" } ?? "")
      return "\(item) shares a text of \(size) bytes with so many others that the answer would be "
        + "more than \(PropertyListLimits.answerExpansion) times as long as their texts"
    }
  }

  /// The size that the answer takes, and the least part of it that the document has.
  private var shown = 0
  private var stored = 0
  private var known = LongTexts<Bool>()

  package init() {}

  /// About how many bytes an item takes in a document, without its long texts.
  ///
  /// Items that have none are not counted at all.
  private static let itemSize = 64

  /// How many bytes of long texts are never too many.
  private static let smallAnswer = 16 << 20

  /// Adds items of a list.
  package mutating func add(
    _ positions: [Int], of list: Checklist, withNotes: Bool
  ) throws(Excess) {
    for position in positions where list.items[position].hasLongText {
      try add(
        list.items[position], number: position + 1, of: list.displayName, withNotes: withNotes)
    }
  }

  /// Adds the items of changes.
  ///
  /// - Parameter withNotes: Whether the answer has the notes of the items.
  package mutating func add(_ applied: [AppliedChange], withNotes: Bool) throws(Excess) {
    for change in applied {
      guard let item = change.item, item.hasLongText else { continue }
      let number = change.number ?? change.numberBefore ?? 0
      try add(item, number: number, of: nil, withNotes: withNotes)
    }
  }

  @inline(never)
  private mutating func add(
    _ item: ChecklistItem, number: Int, of list: @autoclosure () -> String?, withNotes: Bool
  ) throws(Excess) {
    stored += Self.itemSize
    if let text = item.longText { add(text) }
    if withNotes, let note = item.longNote { add(note) }
    guard shown > max(stored * PropertyListLimits.answerExpansion, Self.smallAnswer) else { return }
    let size = max(item.longText?.utf8.count ?? 0, item.longNote?.utf8.count ?? 0)
    throw Excess(number: number, list: list(), size: size)
  }

  private mutating func add(_ text: String) {
    shown += text.utf8.count
    if known[text] == nil {
      stored += text.utf8.count
      known[text] = true
    }
  }
}
