/// A place in a line of Markdown, in which tabs go to the next of columns 4, 8, 12 and so on.
struct MarkdownCursor {
  /// More columns than any mark looks at.
  private static let mostColumns = 32

  private let bytes: ArraySlice<UInt8>
  /// The index after the last byte that is no white space.
  private let contentEnd: Int
  private var index: Int
  private var column = 0
  /// The columns of a tab that were left when only some were passed over.
  private var tabRest = 0

  /// The beginning of a line.
  init(_ line: ArraySlice<UInt8>) {
    bytes = line
    index = line.startIndex
    contentEnd = line.droppingLastSpaces().endIndex
  }

  /// Whether only white space follows.
  var isBlank: Bool { index >= contentEnd }

  /// The columns of white space before the next character, counted up to some.
  var indent: Int { next.columns }

  /// The text after the white space, without white space at the end.
  ///
  /// There is white space of few columns.
  var text: ArraySlice<UInt8> { isBlank ? bytes[index..<index] : bytes[next.index..<contentEnd] }

  /// The rest of the text, without white space around it.
  var trimmedText: ArraySlice<UInt8> {
    isBlank ? bytes[index..<index] : bytes[index..<contentEnd].drop(while: \.isSpace)
  }

  /// The index of the next byte.
  var position: Int { index }

  /// Whether it stands within a tab.
  var isInTab: Bool { tabRest > 0 }

  /// The index of the first byte after the white space.
  var contentStart: Int { trimmedText.startIndex }

  /// The rest of the line with all white space.
  var wholeSource: [UInt8] {
    Array(repeating: UInt8(ascii: " "), count: tabRest) + bytes[index...]
  }

  private var next: (columns: Int, index: Int) {
    var columns = tabRest
    var index = index
    while columns < Self.mostColumns, index < contentEnd, bytes[index].isSpace {
      columns += width(of: bytes[index], at: column + columns)
      index += 1
    }
    return (columns, index)
  }

  private func width(of byte: UInt8, at column: Int) -> Int {
    byte == UInt8(ascii: "\t") ? 4 - column % 4 : 1
  }

  /// Passes over columns of white space, or fewer where something else follows.
  mutating func skip(columns: Int) {
    var left = columns
    while left > 0 {
      if tabRest == 0 {
        guard index < bytes.endIndex, bytes[index].isSpace else { return }
        tabRest = width(of: bytes[index], at: column)
        index += 1
      }
      let step = min(tabRest, left)
      (tabRest, column, left) = (tabRest - step, column + step, left - step)
    }
  }

  /// Passes over bytes that are no white space.
  mutating func skip(bytes count: Int) {
    index += count
    column += count
  }

  /// Passes over the mark of a quote, with the white space before it and a column after it.
  mutating func skipQuoteMark() {
    skip(columns: indent)
    skip(bytes: 1)
    skip(columns: 1)
  }
}
