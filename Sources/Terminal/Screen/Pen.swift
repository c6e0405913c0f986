/// The writer of a renderer: it knows where the terminal writes next, and in which look.
struct Pen {
  /// The bytes that were written.
  private(set) var bytes: [UInt8] = []

  private let colors: ColorDepth
  /// The look that the terminal has; nil where that is not known.
  private var look: Look?
  /// Where the terminal writes; nil where that is not known.
  private var position: ScreenPosition?

  init(_ colors: ColorDepth) {
    self.colors = colors
  }

  /// Writes a sequence that moves nothing.
  mutating func write(_ sequence: String) {
    bytes += sequence.utf8
  }

  /// Changes the look, where it is another one.
  mutating func change(to look: Look) {
    guard self.look != look else { return }
    write(look.sequence(colors))
    self.look = look
  }

  /// Goes to a place, counted from 0.
  mutating func move(toColumn column: Int, row: Int) {
    let place = ScreenPosition(column: column, row: row)
    guard position != place else { return }
    if position?.row == row {
      write("\u{1B}[\(column + 1)G")
    } else {
      write("\u{1B}[\(row + 1);\(column + 1)H")
    }
    position = place
  }

  /// Draws cells from the place where the pen is.
  ///
  /// - Parameter range: The indices of the cells, all of one row.
  mutating func draw(_ range: Range<Int>, of screen: Screen) {
    guard let row = position?.row else { return }
    let start = row * screen.columns
    // After a character beyond ASCII the terminal may be in any column.
    var isLost = false
    for index in range {
      let cell = screen.cells[index]
      if cell.width == 0 { continue }
      // Not inside a word of such characters: their marks would be cut off where the terminal takes
      // more columns for them.
      if isLost, cell.ascii != nil { write("\u{1B}[\(index - start + 1)G") }
      change(to: cell.look)
      if let ascii = cell.ascii {
        bytes.append(ascii)
        isLost = false
      } else {
        screen.append(cell, to: &bytes)
        isLost = true
      }
    }
    // In the last column a terminal stays where it is.
    let column = range.upperBound - start
    let isKnown = !isLost && column < screen.columns
    position = isKnown ? ScreenPosition(column: column, row: row) : nil
  }
}
