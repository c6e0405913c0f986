import Terminal

/// Where the parts of the view stand, for a size of the screen.
struct ScreenLayout: Equatable {
  /// The lists; nil where there is no room for them, or only one.
  let lists: ScreenRectangle?
  /// The items, below the heading.
  let items: ScreenRectangle
  /// The details of the item; nil where there is no room.
  let details: ScreenRectangle?
  /// The row of the heading; nil where there is no room.
  let heading: Int?
  /// The rows of messages and of what is typed; none where none is needed and there is no room.
  let message: Range<Int>
  /// The row of the keys; nil where there is no room.
  let bar: Int?

  /// The columns from which the lists have a pane of their own, and the details.
  private static let (listsFrom, detailsFrom) = (60, 110)

  /// - Parameters:
  ///   - columns: The columns of the screen.
  ///   - listWidth: The columns that the lists need; nil for a single list.
  ///   - showsLists: Whether the lists are asked for where they have no pane of their own.
  ///   - messageRows: How many rows the messages and what is typed need.
  init(columns: Int, rows: Int, listWidth: Int?, showsLists: Bool, messageRows: Int) {
    bar = rows >= 5 ? rows - 1 : nil
    heading = rows >= 4 ? 0 : nil
    let end = bar ?? max(rows, 0)
    message = max(end - max(messageRows, rows >= 3 ? 1 : 0), 0)..<end
    let first = heading == nil ? 0 : 1
    let last = message.lowerBound
    func pane(_ column: Int, _ columns: Int, from row: Int = first) -> ScreenRectangle {
      ScreenRectangle(column: column, row: row, columns: columns, rows: max(last - row, 0))
    }
    guard columns >= Self.listsFrom, let listWidth else {
      // One pane: the lists take the place of the items.
      lists = showsLists ? pane(0, columns, from: 0) : nil
      details = columns >= Self.detailsFrom ? pane(columns - 36, 36) : nil
      items = pane(0, showsLists ? 0 : details == nil ? columns : columns - 38)
      return
    }
    let width = max(16, min(listWidth, columns / 3))
    lists = pane(0, width, from: 0)
    details = columns >= Self.detailsFrom ? pane(columns - 36, 36) : nil
    let start = width + 2
    items = pane(start, (details.map { $0.column - 2 } ?? columns) - start)
  }
}
