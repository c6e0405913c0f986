import ChecklistCore

/// Which items are shown: those of a list, those of today, or those that are looked for.
struct ShownItems {
  /// A part of a document that is shown.
  enum Page: Equatable, Sendable {
    /// The items of all lists that are due by the end of today; of a search, all that it finds.
    case today
    /// The list at this position.
    case list(Int)
  }

  /// What was looked for.
  struct Query: Equatable {
    /// The text that is looked for; an empty one shows all.
    var search = ""
    /// Whether items that are done or skipped are left out.
    var hidesDone = false
    /// The sections of which the first item alone is shown, for all of them.
    var folded: Set<CodeUnits> = []
    /// Whether items of hidden lists are found in all lists.
    var findsHidden = false
  }

  private(set) var query = Query()
  /// The words of the search.
  private(set) var words: [SearchText] = []
  private var page: Page?
  /// The last moment of today.
  private var endOfToday = Date(timeIntervalSinceReferenceDate: 0)
  private var zone = TimeZoneRules.utc
  /// The items that are shown; nil for all of the list.
  private var found: [ItemAddress]?
  /// The first item that has not been looked at, and the number of lists.
  private var next = ItemAddress(list: 0, position: 0)
  private var endList = 0
  /// How many items the list has, and where it is.
  private var (list, total) = (0, 0)

  /// How many items are looked at in one go: what takes a few milliseconds.
  private static let slice = 3_000

  init() {}

  /// How many items are shown.
  var count: Int { found?.count ?? total }

  /// Whether items may be missing because of a search, or because they are done.
  var isFiltered: Bool { found != nil }

  /// Whether some items have not been looked at.
  var isUnfinished: Bool { next.list < endList }

  /// The place of what is shown at an index.
  subscript(_ index: Int) -> ItemAddress {
    found?[index] ?? ItemAddress(list: list, position: index)
  }

  /// Where the item of a place is shown; nil when it is not.
  func index(of address: ItemAddress) -> Int? {
    let index = nextIndex(from: address)
    return index < count && self[index] == address ? index : nil
  }

  /// The index of the first item that is shown at a place or after it.
  func nextIndex(from address: ItemAddress) -> Int {
    if let found { return found.partitioningIndex { $0 >= address } }
    return address.list == list ? min(address.position, total) : address.list < list ? 0 : total
  }

  /// Shows a page, or looks again, since the document is another one.
  mutating func show(
    _ page: Page?, _ query: Query, of document: ChecklistDocument, at now: Date,
    in zone: TimeZoneRules
  ) {
    (self.page, self.query, self.zone) = (page, query, zone)
    words = SearchText.words(of: query.search)
    endOfToday = zone.end(of: zone.clock(at: now))
    (list, total, found, endList) = (0, 0, nil, 0)
    switch page {
    case nil: return
    case .today: (next.list, endList) = (0, document.checklists.count)
    case .list(let position):
      (list, total) = (position, document.checklists[position].items.count)
      if words.isEmpty, !query.hidesDone, query.folded.isEmpty { return }
      (next.list, endList) = (position, position + 1)
    }
    (found, next.position) = ([], 0)
    goOn(in: document)
  }

  /// Whether the item at a place has been looked at.
  func hasLooked(at address: ItemAddress) -> Bool { address < next }

  /// Looks at more items.
  mutating func goOn(in document: ChecklistDocument) {
    var room = Self.slice
    while isUnfinished, room > 0 {
      let list = document.checklists[next.list]
      if list.isHidden, page == .today, !query.findsHidden {
        next = ItemAddress(list: next.list + 1, position: 0)
        continue
      }
      let end = min(next.position + room, list.items.count)
      let new = positions(next.position..<end, of: list)
      for position in new { found?.append(ItemAddress(list: next.list, position: position)) }
      room -= end - next.position
      next.position = end
      if end == list.items.count { next = ItemAddress(list: next.list + 1, position: 0) }
    }
  }

  /// The positions of the items that are shown, of some.
  private func positions(_ range: Range<Int>, of list: Checklist) -> [Int] {
    var found = Array(range)
    if query.hidesDone { found = found.filter { list.items[$0].state == .open } }
    if words.isEmpty {
      if page == .today {
        var ends = DayEnds(in: zone)
        return found.filter {
          list.marks(at: $0).isDue && list.items[$0].state == .open
            && list.items[$0].due.map { ends.end(of: $0) <= endOfToday } == true
        }
      }
      return query.folded.isEmpty ? found : unfolded(found, of: list)
    }
    for word in words {
      found = word.positions(in: list.items, at: found, inNotes: true, inSections: true)
    }
    return found
  }

  /// The positions without those that are folded away.
  private func unfolded(_ positions: [Int], of list: Checklist) -> [Int] {
    var last = found?.last?.position
    var isInFold = last.map { isFolded(list.items[$0]) } ?? false
    return positions.filter { position in
      defer { last = position }
      if let last, list.items[last].hasSameSection(as: list.items[position]) { return !isInFold }
      isInFold = isFolded(list.items[position])
      return true
    }
  }

  /// Whether an item stands for its whole section.
  func isFolded(_ item: ChecklistItem) -> Bool {
    guard words.isEmpty, !query.folded.isEmpty, page != .today else { return false }
    return item.section.map { query.folded.contains(CodeUnits($0)) } ?? false
  }
}
