/// Lines that are put before a line of a Markdown file.
struct MarkdownInsertion {
  /// What is put there.
  enum Content {
    case lines([[UInt8]])
    /// A block that leaves its place, in the style of the new one.
    case moved(node: Int, MarkdownStyle)
  }

  /// The line before which it goes, from 0.
  let line: Int
  /// The block within which it goes.
  let parent: Int
  /// Its place among those that go before the same line.
  let order: Int
  /// What is put there.
  let content: Content
  /// How many empty lines go before and after it.
  var gapBefore = 0
  var gapAfter = 0
  /// What ends its lines.
  let ending: [UInt8]
  /// An empty line within the same quotes.
  let emptyLine: [UInt8]
}

/// How an item looks that stands in some place.
struct MarkdownStyle {
  /// What stands before its mark.
  var prefix: [UInt8]
  /// The bullet, or what follows the number.
  var delimiter: UInt8
  /// The number; nil for a bullet.
  var number: Int?
  /// The white space after the mark.
  var padding: [UInt8] = [UInt8(ascii: " ")]
  /// What ends its lines.
  var ending: [UInt8]
  /// How much more the next number is.
  var step = 1

  /// The most that the number of an item can be.
  private static let mostNumber = 999_999_999

  /// The mark.
  var marker: [UInt8] { (number.map { Array(String($0).utf8) } ?? []) + [delimiter] }

  /// The style of the next item.
  var next: MarkdownStyle {
    var next = self
    next.number = number.map { min($0 + step, Self.mostNumber) }
    return next
  }

  /// The style of an item below one that has no other below it.
  var nested: MarkdownStyle {
    MarkdownStyle(
      prefix: continuation, delimiter: number == nil ? delimiter : UInt8(ascii: "-"),
      ending: ending)
  }

  /// The columns of the white space after the mark.
  private var paddingColumns: Int {
    let start = prefix.columns + marker.count
    return (prefix + marker + padding).columns - start
  }

  /// What stands before the lines after the first.
  var continuation: [UInt8] {
    prefix.followed(bySpaces: marker.count + max(paddingColumns, 1))
  }

  /// An empty line within the same quotes.
  var emptyLine: [UInt8] { prefix.emptyLine }
}

/// Where an item is put that does not stay.
struct MarkdownInsertionPlace {
  /// The side of its neighbor.
  enum Side {
    case before, after
    /// The end of a part of a list, with so many empty lines after it.
    case region(gapAfter: Int)
  }

  /// The line before which it goes, from 0.
  let line: Int
  /// The block within which it goes.
  let parent: Int
  var style: MarkdownStyle
  /// How many empty lines are between the items.
  var gap: Int
  /// How many are before the first of them.
  var firstGap: Int
  var side: Side

  init(
    line: Int, parent: Int, _ style: MarkdownStyle, gap: Int, firstGap: Int? = nil,
    side: Side = .after
  ) {
    (self.line, self.parent, self.style, self.gap) = (line, parent, style, gap)
    (self.firstGap, self.side) = (firstGap ?? gap, side)
  }
}

extension [UInt8] {
  /// The bytes and some spaces; the mark of a quote takes one more.
  func followed(bySpaces count: Int) -> [UInt8] {
    self + repeatElement(UInt8(ascii: " "), count: last == UInt8(ascii: ">") ? count + 1 : count)
  }

  /// The columns of bytes at the beginning of a line, of which white space is none but spaces and
  /// tabs.
  fileprivate var columns: Int {
    reduce(0) { $1 == UInt8(ascii: "\t") ? ($0 / 4 + 1) * 4 : $0 + 1 }
  }

  /// An empty line after the bytes, which stand before the lines of an item: the marks of quotes
  /// alone.
  var emptyLine: [UInt8] {
    contains(UInt8(ascii: ">")) ? Array(self[...].droppingLastSpaces()) : []
  }
}
