import ChecklistCore

/// Which items of a list are shown: all, or those that are looked for.
struct ShownItems {
  /// The text that is looked for; an empty one shows all.
  private(set) var search: String = ""
  /// Whether items that are done are left out.
  private(set) var hidesDone = false
  private var words: [SearchText] = []
  /// The positions of the items that are shown; nil for all.
  private var positions: [Int]?
  /// How many items there are, and how many of them were looked at.
  private var (total, seen) = (0, 0)

  /// How many items are looked at in one go: what takes a few milliseconds.
  private static let slice = 5_000

  init() {}

  /// How many items are shown.
  var count: Int { positions?.count ?? total }

  /// Whether items may be missing because of what is looked for.
  var isFiltered: Bool { positions != nil }

  /// Whether some items have not been looked at.
  var isUnfinished: Bool { seen < total }

  /// The position in the list of what is shown at an index.
  subscript(_ index: Int) -> Int { positions?[index] ?? index }

  /// Where the item of a position is shown; nil when it is not.
  func index(of position: Int) -> Int? {
    guard let positions else { return position < total ? position : nil }
    let index = nextIndex(from: position)
    return index < positions.count && positions[index] == position ? index : nil
  }

  /// The index of the first item that is shown at a position or after it.
  func nextIndex(from position: Int) -> Int {
    guard let positions else { return min(position, total) }
    return positions.partitioningIndex { $0 >= position }
  }

  /// Looks for something else.
  mutating func look(for search: String, hidesDone: Bool, in list: Checklist?) {
    (self.search, self.hidesDone) = (search, hidesDone)
    words = SearchText.words(of: search)
    restart(in: list)
  }

  /// Looks again, since the list is another one.
  mutating func restart(in list: Checklist?) {
    total = list?.items.count ?? 0
    guard let list, !words.isEmpty || hidesDone else {
      (positions, seen) = (nil, total)
      return
    }
    (positions, seen) = ([], 0)
    goOn(in: list)
  }

  /// Looks at more items.
  mutating func goOn(in list: Checklist) {
    guard isUnfinished else { return }
    let end = min(seen + Self.slice, total)
    var found = Array(seen..<end)
    if hidesDone { found = found.filter { list.items[$0].state == .open } }
    for word in words { found = word.positions(in: list.items, at: found, inNotes: true) }
    positions = (positions ?? []) + found
    seen = end
  }
}
