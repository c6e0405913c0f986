/// Which items with a due date are wanted.
package struct DueQuery: Sendable {
  private let now: Date
  private let zone: TimeZoneRules
  private let wantsOverdue: Bool
  private let wantsToday: Bool
  private let today: Int
  /// The latest due date that is wanted; nil when no time span was asked for.
  private let end: Date?

  /// Takes what is asked for; without any of it, every item with a due date is wanted.
  ///
  /// - Parameters:
  ///   - today: Whether items are asked for that are due on this day, also those that are overdue.
  ///   - within: The time span from now on that is asked for; nil for none.
  package init(
    overdue: Bool = false, today: Bool = false, within: TimeSpan? = nil, now: Date,
    in zone: TimeZoneRules
  ) {
    self.now = now
    self.zone = zone
    wantsOverdue = overdue
    wantsToday = today
    self.today = zone.clock(at: now).daysSince2001
    end = within.map { $0.end(from: now, in: zone) }
  }

  /// Whether an item that is due at a moment, or at the end of a day, is wanted.
  package func includes(_ due: Date) -> Bool {
    if !wantsOverdue, !wantsToday, end == nil { return true }
    if wantsToday, zone.clock(at: due).daysSince2001 == today { return true }
    return due < now ? wantsOverdue : end.map { due <= $0 } ?? false
  }

  /// Finds the items.
  ///
  /// - Parameter lists: The positions of the lists to look in, from 0; nil for all.
  /// - Returns: The open items that are wanted, and what is done and comes again then, the soonest
  ///   first.
  package func items(
    in document: ChecklistDocument, lists: [Int]? = nil
  ) -> [ChecklistDocument.DueItem] {
    document.dueItems(in: zone, lists: lists, includingNext: true, where: includes)
  }

  /// Finds the items of a list.
  ///
  /// - Returns: The positions of the open items that are wanted, from 0, ascending.
  func positions(in list: Checklist) -> [Int] {
    var ends = DayEnds(in: zone)
    return list.items.indices.filter { position in
      guard list.items[position].state == .open, let due = list.items[position].due else {
        return false
      }
      return includes(ends.end(of: due))
    }
  }
}
