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

  /// The columns from which the lists have a pane of their own, and the most that it has.
  private static let (listsFrom, mostListColumns) = (60, 26)
  /// The columns of the details, and those that the items keep beside them.
  private static let (detailColumns, itemColumns) = (36, 60)

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
    let hasPane = columns >= Self.listsFrom && listWidth != nil
    let listColumns = hasPane ? max(16, min(listWidth ?? 0, Self.mostListColumns)) : 0
    // One pane: the lists take the place of the items.
    lists = hasPane ? pane(0, listColumns, from: 0) : showsLists ? pane(0, columns, from: 0) : nil
    let start = hasPane ? listColumns + 2 : 0
    let isHidden = !hasPane && showsLists
    let hasDetails = columns - start - Self.detailColumns - 2 >= Self.itemColumns && !isHidden
    details = hasDetails ? pane(columns - Self.detailColumns, Self.detailColumns) : nil
    items = pane(
      start, isHidden ? 0 : (details.map { $0.column - 2 } ?? columns) - start)
  }
}
