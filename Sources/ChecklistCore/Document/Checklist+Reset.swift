extension Checklist {
  /// The change that makes the list ready to be used again.
  ///
  /// Everything is open, but for what was done before today and repeats: it is open again on its
  /// next date. Of a log of what was done in a file of text the last is open. What repeats and is
  /// overdue gets its first date that is not over.
  ///
  /// - Parameters:
  ///   - onlyDue: Whether only those items are opened again that are done, repeat, and whose due
  ///     date has passed, each at its first date after now. What was missed stays overdue.
  ///   - now: The present.
  ///   - zone: The time zone in which one is.
  /// - Returns: The change.
  public func reset(
    onlyDue: Bool = false, at now: Date, in zone: TimeZoneRules
  ) -> DocumentChange {
    let today = zone.clock(at: now).daysSince2001
    let items = items.enumerated().compactMap { position, item -> DocumentChange.ResetItem? in
      func opened(at next: Repetition.Occurrence?) -> DocumentChange.ResetItem {
        DocumentChange.ResetItem(
          item: reference(at: position), due: next?.due, repetition: next?.repetition)
      }
      let isOpen = item.state == .open
      guard let repetition = item.repetition, let due = item.due else {
        return isOpen || onlyDue ? nil : opened(at: nil)
      }
      // What a record says is done comes again by itself: its line has the next date.
      if !isOpen, onlyDue, !item.isOccurrence, !item.records.isEmpty { return nil }
      if !isOpen, item.isOccurrence || onlyDue {
        if item.isSuperseded || onlyDue && due.end(in: zone) > now { return nil }
        let next = repetition.next(after: due, now: now, done: item.completed, in: zone)
        return next.map(opened) ?? (onlyDue ? nil : opened(at: nil))
      }
      if onlyDue { return nil }
      if !isOpen {
        let day = repetition.clock(of: due, in: zone).daysSince2001
        return day >= today ? opened(at: nil) : nil
      }
      guard due.end(in: zone) <= now else { return nil }
      return repetition.next(after: due, now: now, in: zone).map(opened)
    }
    return .resetItems(items, list: id)
  }

  /// How many of its items that are done or skipped a reset opens.
  package func openedCount(byResetAt now: Date, in zone: TimeZoneRules) -> Int {
    guard case .resetItems(let items, _) = reset(at: now, in: zone) else { return 0 }
    let closed = Set(self.items.lazy.filter { $0.state != .open }.map(\.id))
    return items.count { closed.contains($0.item.id) }
  }
}
