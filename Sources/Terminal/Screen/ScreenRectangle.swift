/// A place on the screen, counted from 0 at the upper left.
package struct ScreenPosition: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A part of the screen; it may be empty, or lie beside the screen.
package struct ScreenRectangle: Hashable, Sendable {
  /// The first column, counted from 0.
  package var column: Int
  /// The first row, counted from 0.
  package var row: Int
  /// How many columns it has; none, where it is less than 1.
  package var columns: Int
  /// How many rows it has; none, where it is less than 1.
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }

  /// The part that it has in common with another one, which may be empty.
  package func intersection(_ other: ScreenRectangle) -> ScreenRectangle {
    let columns = Self.overlap(column, self.columns, other.column, other.columns)
    let rows = Self.overlap(row, self.rows, other.row, other.rows)
    return ScreenRectangle(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  /// The columns that are in it.
  package var columnRange: Range<Int> { Self.range(column, columns) }

  /// The rows that are in it.
  package var rowRange: Range<Int> { Self.range(row, rows) }

  private static func range(_ start: Int, _ count: Int) -> Range<Int> {
    let (end, isTooFar) = start.addingReportingOverflow(max(count, 0))
    return start..<(isTooFar ? Int.max : end)
  }

  private static func overlap(
    _ start: Int, _ count: Int, _ otherStart: Int, _ otherCount: Int
  ) -> Range<Int> {
    range(start, count).clamped(to: range(otherStart, otherCount))
  }
}
