extension ChecklistDocument {
  /// An item with a due date, by its place.
  public struct DueItem: Equatable, Sendable {
    /// When it is due or, where it is done, comes again.
    public let due: DueDate
    /// When it is over: the end of the day, or the moment.
    public let end: Date
    /// The position of its list, from 0.
    public let list: Int
    /// Its position in the list, from 0.
    public let position: Int
  }

  /// The item itself.
  public subscript(item: DueItem) -> ChecklistItem {
    checklists[item.list].items[item.position]
  }

  /// The open items of all lists, hidden ones too, that have a due date, the soonest first.
  ///
  /// - Parameters:
  ///   - zone: The time zone in which days end.
  ///   - lists: The positions of the lists to look in, from 0; nil for all.
  ///   - includesNext: Whether what is done or skipped and comes again is wanted too, by its next
  ///     date.
  ///   - isWanted: Says whether items are wanted that are due at a moment, or at the end of a day.
  /// - Returns: The items; those that are due at the same moment are in the order of the document.
  public func dueItems(
    in zone: TimeZoneRules, lists: [Int]? = nil, includingNext includesNext: Bool = false,
    where isWanted: (Date) -> Bool = { _ in true }
  ) -> [DueItem] {
    var ends = DayEnds(in: zone)
    var found: [DueItem] = []
    for list in lists ?? Array(checklists.indices) {
      for (position, item) in checklists[list].items.enumerated() {
        let next = includesNext ? item.next(in: zone)?.due : nil
        guard let due = item.state == .open ? item.due : next else { continue }
        let end = ends.end(of: due)
        if isWanted(end) {
          found.append(DueItem(due: due, end: end, list: list, position: position))
        }
      }
    }
    return found.sorted { ($0.end, $0.list, $0.position) < ($1.end, $1.list, $1.position) }
  }
}
