/// Makes the bytes that turn one screen into another one on a terminal.
///
/// A frame stands in a synchronized update, so that a terminal that knows these shows it at once.
/// Nothing is asked of the terminal: its answer would be among the keys.
///
/// Terminals disagree on the width of text beyond ASCII. So the column is addressed anew after each
/// character of it, and a row that has any is erased and drawn whole when it changes: a character
/// that the terminal drew elsewhere would stay.
package struct ScreenRenderer: Sendable {
  /// The colours that are used; reverse, bold and underlined are in any case.
  package let colors: ColorDepth

  private static let begin = "\u{1B}[?2026h\u{1B}[?7l"
  private static let end = "\u{1B}[?2026l"
  /// Two changes with at most so many cells between them are written as one: to address the second
  /// one takes as many bytes.
  private static let smallGap = 6

  package init(_ colors: ColorDepth) {
    self.colors = colors
  }

  /// Makes the bytes that turn one screen into another one.
  ///
  /// - Parameter previous: What the terminal shows; nil where that is not known, which clears it
  ///   first. So does a screen of another size.
  /// - Returns: The bytes; none where nothing has changed.
  package func difference(from previous: Screen?, to next: Screen) -> [UInt8] {
    guard let previous, previous.columns == next.columns, previous.rows == next.rows else {
      return full(next)
    }
    var pen = Pen(colors)
    for row in 0..<next.rows { drawChanges(from: previous, to: next, row: row, with: &pen) }
    if pen.bytes.isEmpty, previous.cursor == next.cursor { return [] }
    return frame(pen, hasCursor: previous.cursor != nil, next)
  }

  private func full(_ next: Screen) -> [UInt8] {
    var pen = Pen(colors)
    pen.change(to: .plain)
    pen.write("\u{1B}[2J")
    for row in 0..<next.rows { drawRow(row, of: next, with: &pen) }
    return frame(pen, hasCursor: true, next)
  }

  /// Puts what was drawn into a frame, and the cursor in its place.
  private func frame(_ pen: Pen, hasCursor: Bool, _ next: Screen) -> [UInt8] {
    var frame = Array(Self.begin.utf8)
    let isDrawn = !pen.bytes.isEmpty
    if hasCursor, isDrawn || next.cursor == nil { frame += "\u{1B}[?25l".utf8 }
    frame += pen.bytes
    if isDrawn { frame += "\u{1B}[0m".utf8 }
    if let cursor = next.cursor, next.columns > 0, next.rows > 0 {
      let column = min(max(cursor.column, 0), next.columns - 1)
      let row = min(max(cursor.row, 0), next.rows - 1)
      frame += "\u{1B}[\(row + 1);\(column + 1)H\u{1B}[?25h".utf8
    }
    return frame + Self.end.utf8
  }

  private func drawRow(_ row: Int, of next: Screen, with pen: inout Pen) {
    let start = row * next.columns
    var end = start + next.columns
    while end > start, next.cells[end - 1] == .blank { end -= 1 }
    guard end > start else { return }
    pen.move(toColumn: 0, row: row)
    pen.draw(start..<end, of: next)
  }

  private func drawChanges(
    from previous: Screen, to next: Screen, row: Int, with pen: inout Pen
  ) {
    let start = row * next.columns
    let end = start + next.columns
    func hasChanged(_ index: Int) -> Bool {
      let (cell, other) = (next.cells[index], previous.cells[index])
      if cell.isLong || other.isLong { return !next.hasLongCell(cell, sameAs: other, of: previous) }
      return cell != other
    }
    guard var first = (start..<end).first(where: hasChanged) else { return }
    if (start..<end).contains(where: {
      next.cells[$0].ascii == nil || previous.cells[$0].ascii == nil
    }) {
      pen.change(to: .plain)
      pen.move(toColumn: 0, row: row)
      pen.write("\u{1B}[K")
      drawRow(row, of: next, with: &pen)
      return
    }
    var textEnd = end
    while textEnd > start, next.cells[textEnd - 1] == .blank { textEnd -= 1 }
    while first < end {
      // From here on there are only blanks.
      if first >= textEnd {
        pen.change(to: .plain)
        pen.move(toColumn: first - start, row: row)
        pen.write("\u{1B}[K")
        return
      }
      var last = first
      var index = first + 1
      while index < textEnd, index - last <= Self.smallGap {
        if hasChanged(index) { last = index }
        index += 1
      }
      pen.move(toColumn: first - start, row: row)
      pen.draw(first..<(last + 1), of: next)
      guard let following = ((last + 1)..<end).first(where: hasChanged) else { return }
      first = following
    }
  }
}
