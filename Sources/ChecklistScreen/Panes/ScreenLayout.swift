import Terminal

/// Where the parts of the view stand, for a size of the screen.
struct ScreenLayout: Equatable {
  /// The lists; nil where there is no room for them, or only one.
  let lists: ScreenRectangle?
  /// The items, below the heading.
  let items: ScreenRectangle
  /// What else there is to know about the item; nil where there is no room.
  let details: ScreenRectangle?
  /// The row of the heading; nil where there is no room.
  let heading: Int?
  /// The row of messages and of what is typed; nil where it is not needed and there is no room.
  let message: Int?
  /// The row of the keys; nil where there is no room.
  let bar: Int?

  /// The columns from which the lists have a pane of their own, and the details.
  private static let (listsFrom, detailsFrom) = (60, 110)

  /// - Parameters:
  ///   - columns: The columns of the screen.
  ///   - rows: Its rows.
  ///   - listWidth: The columns that the lists need; nil for a single list.
  ///   - showsLists: Whether the lists are asked for where they have no pane of their own.
  ///   - isTelling: Whether there is a message, or something is typed.
  init(columns: Int, rows: Int, listWidth: Int?, showsLists: Bool, isTelling: Bool) {
    bar = rows >= 5 ? rows - 1 : nil
    heading = rows >= 4 ? 0 : nil
    message = rows >= 3 || isTelling && rows > 0 ? rows - (bar == nil ? 1 : 2) : nil
    let first = heading == nil ? 0 : 1
    let last = message ?? rows
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
