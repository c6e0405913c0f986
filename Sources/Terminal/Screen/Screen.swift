/// The content of a terminal: a grid of cells, and the place of the cursor.
///
/// A view draws a whole screen each time, and ``ScreenRenderer`` finds what has changed. Nothing
/// that is drawn beside the screen is an error: it is not seen.
package struct Screen: Sendable {
  /// The columns, at least 0.
  package let columns: Int
  /// The rows, at least 0.
  package let rows: Int
  /// Where the terminal's cursor stands; nil where it is hidden.
  package var cursor: ScreenPosition?

  private let showsSymbols: Bool
  /// The cells, row after row.
  private(set) var cells: [Cell]
  /// The clusters that do not fit into a cell.
  private var longClusters: [[UInt8]] = []

  /// The most bytes of a cluster that are kept: more than the longest emoji has (41).
  ///
  /// A cluster can be as long as its file, when somebody piles up accents.
  private static let longestCluster = 64
  /// The most columns, and the most cells: a terminal can say that it has 65,535 x 65,535.
  private static let (mostColumns, mostCells) = (4_096, 1 << 20)

  /// Makes an empty screen, as large as a terminal says or at most a million cells.
  ///
  /// - Parameters:
  ///   - columns: The columns; less than 0 counts as 0.
  ///   - rows: The rows; less than 0 counts as 0.
  ///   - showsSymbols: Whether the terminal shows characters beyond ASCII; it decides how a control
  ///     character is made visible.
  package init(columns: Int, rows: Int, showsSymbols: Bool = true) {
    self.columns = min(max(columns, 0), Self.mostColumns)
    self.rows = min(max(rows, 0), Self.mostCells / max(self.columns, 1))
    self.showsSymbols = showsSymbols
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// All of it.
  package var bounds: ScreenRectangle {
    ScreenRectangle(column: 0, row: 0, columns: columns, rows: rows)
  }

  /// Draws pieces of text side by side on one row.
  ///
  /// - Parameters:
  ///   - runs: The pieces, made safe for a terminal here (see
  ///     ``TerminalText/escaped(_:symbols:)``).
  ///   - column: The column of the first one; it may be left of the rectangle.
  ///   - rectangle: What may be drawn on; all of the screen by default. A wide character at its
  ///     edge is a blank.
  /// - Returns: The column after the last piece, as if everything had been drawn.
  @discardableResult
  package mutating func draw(
    _ runs: [TextRun], atColumn column: Int, row: Int, in rectangle: ScreenRectangle? = nil
  ) -> Int {
    var column = column
    for run in runs {
      column = draw(run.text, run.look, atColumn: column, row: row, in: rectangle)
    }
    return column
  }

  /// Draws a text on one row.
  ///
  /// - Parameters:
  ///   - text: The text, made safe for a terminal here (see ``TerminalText/escaped(_:symbols:)``).
  ///   - column: The column of its beginning; it may be left of the rectangle.
  ///   - rectangle: What may be drawn on; all of the screen by default. A wide character at its
  ///     edge is a blank.
  /// - Returns: The column after the text, as if all of it had been drawn.
  @discardableResult
  package mutating func draw(
    _ text: String, _ look: Look = .plain, atColumn column: Int, row: Int,
    in rectangle: ScreenRectangle? = nil
  ) -> Int {
    let area = bounds.intersection(rectangle ?? bounds)
    guard area.rowRange.contains(row) else { return column &+ TerminalText.width(text) }
    if TerminalText.isPrintableASCII(text) {
      return drawASCII(text, look, atColumn: column, row: row, in: area.columnRange)
    }
    return drawClusters(
      TerminalText.escaped(text, symbols: showsSymbols), look, atColumn: column, row: row,
      in: area.columnRange)
  }

  private mutating func drawASCII(
    _ text: String, _ look: Look, atColumn column: Int, row: Int, in range: Range<Int>
  ) -> Int {
    var next = column
    for byte in text.utf8 {
      if range.contains(next) { put(Cell(ascii: byte, look), column: next, row: row) }
      next &+= 1
    }
    return next
  }

  private mutating func drawClusters(
    _ text: String, _ look: Look, atColumn column: Int, row: Int, in range: Range<Int>
  ) -> Int {
    var next = column
    var last: Int?
    var isRightToLeft = false
    for character in text {
      let width = TerminalText.width(character)
      if width == 0 {
        // A mark by itself belongs to what is before it.
        if let last { append(character.utf8, toCellAt: last, row: row) }
        continue
      }
      defer { next &+= width }
      guard next < range.upperBound, next &+ width > range.lowerBound else { continue }
      guard range.contains(next), range.contains(next &+ width - 1) else {
        for column in next..<(next &+ width) where range.contains(column) {
          put(Cell(ascii: UInt8(ascii: " "), look), column: column, row: row)
        }
        continue
      }
      put(cell(of: Array(character.utf8), width: width, look), column: next, row: row)
      if width == 2 { cells[row * columns + next + 1] = Cell(afterWide: look) }
      last = next
      isRightToLeft = isRightToLeft || TerminalText.isRightToLeft(character.unicodeScalars)
    }
    // See TerminalText.bounded: what stands after the text must not be drawn among its letters.
    if isRightToLeft, let last { append("\u{200E}".utf8, toCellAt: last, row: row) }
    return next
  }

  /// Fills a part of the screen with blanks.
  package mutating func fill(_ rectangle: ScreenRectangle, _ look: Look = .plain) {
    let area = bounds.intersection(rectangle)
    for row in area.rowRange {
      for column in area.columnRange {
        put(Cell(ascii: UInt8(ascii: " "), look), column: column, row: row)
      }
    }
  }

  /// Gives one look to what is drawn already: a row that is selected, for instance.
  ///
  /// - Parameter rectangle: The part of the screen. Of a wide character at its edge both places are
  ///   drawn so.
  package mutating func set(_ look: Look, in rectangle: ScreenRectangle) {
    let area = bounds.intersection(rectangle)
    for row in area.rowRange {
      for column in area.columnRange {
        let index = row * columns + column
        cells[index].look = look
        if cells[index].width == 0, column > 0 {
          cells[index - 1].look = look
        } else if cells[index].width == 2 {
          cells[index + 1].look = look
        }
      }
    }
  }

  /// Gives the text of a row: for tests and for those who debug.
  ///
  /// - Parameter row: The row; one that is not there has no text.
  /// - Returns: The text without the blanks at its end.
  package func text(ofRow row: Int) -> String {
    guard bounds.rowRange.contains(row) else { return "" }
    var bytes: [UInt8] = []
    for cell in cells[row * columns..<(row + 1) * columns] { append(cell, to: &bytes) }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Gives the text of a cell; the second place of a wide cluster has none.
  ///
  /// - Parameters:
  ///   - column: The column; one that is not there has no text.
  ///   - row: The row; one that is not there has no text.
  package func text(atColumn column: Int, row: Int) -> String {
    guard let cell = self[column, row] else { return "" }
    var bytes: [UInt8] = []
    append(cell, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The cell of a place; nil where there is none.
  package subscript(_ column: Int, _ row: Int) -> Cell? {
    guard bounds.columnRange.contains(column), bounds.rowRange.contains(row) else { return nil }
    return cells[row * columns + column]
  }

  /// Adds the bytes of a cell of this screen.
  func append(_ cell: Cell, to bytes: inout [UInt8]) {
    if cell.isLong {
      bytes += longClusters[Int(cell.content)]
      return
    }
    var content = cell.content
    while content != 0 {
      bytes.append(UInt8(truncatingIfNeeded: content))
      content >>= 8
    }
  }

  /// Whether two cells that do not fit are the same; each is of its own screen.
  func hasLongCell(_ cell: Cell, sameAs other: Cell, of screen: Screen) -> Bool {
    cell.isLong && other.isLong && cell.look == other.look && cell.width == other.width
      && longClusters[Int(cell.content)] == screen.longClusters[Int(other.content)]
  }

  /// Replaces the cell of a place that is there; what is left of a wide cluster is a blank.
  private mutating func put(_ cell: Cell, column: Int, row: Int) {
    let index = row * columns + column
    if cells[index].width == 0 {
      cells[index - 1] = Cell(ascii: UInt8(ascii: " "), cells[index - 1].look)
    }
    let last = index + Int(cell.width) - 1
    if cells[last].width == 2 {
      cells[last + 1] = Cell(ascii: UInt8(ascii: " "), cells[last + 1].look)
    }
    cells[index] = cell
  }

  private mutating func cell(of bytes: [UInt8], width: Int, _ look: Look) -> Cell {
    let width = UInt8(clamping: width)
    if let cell = Cell(bytes, width: width, look) { return cell }
    var bytes = bytes
    if bytes.count > Self.longestCluster {
      // Whole scalars are kept.
      var end = Self.longestCluster
      while bytes[end] & 0xC0 == 0x80 { end -= 1 }
      bytes.removeSubrange(end...)
    }
    longClusters.append(bytes)
    return Cell(long: longClusters.count - 1, width: width, look)
  }

  private mutating func append(
    _ mark: some Collection<UInt8>, toCellAt column: Int, row: Int
  ) {
    let index = row * columns + column
    var bytes: [UInt8] = []
    append(cells[index], to: &bytes)
    guard bytes.count + mark.count <= Self.longestCluster else { return }
    cells[index] = cell(of: bytes + mark, width: Int(cells[index].width), cells[index].look)
  }
}
