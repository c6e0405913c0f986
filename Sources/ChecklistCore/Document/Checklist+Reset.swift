extension Checklist {
  /// The change that makes the list ready to be used again.
  ///
  /// Everything is open. What repeats gets its next due date: after now and, for what is
  /// done before it was due, after that date.
  ///
  /// - Parameters:
  ///   - onlyDue: Whether only those items are opened again that are done, repeat, and whose due
  ///     date has passed. What was missed stays overdue.
  ///   - now: The present.
  ///   - zone: The time zone in which one is.
  /// - Returns: The change.
  public func reset(
    onlyDue: Bool = false, at now: Date, in zone: TimeZoneRules
  ) -> DocumentChange {
    var ends = DayEnds(in: zone)
    let items = items.enumerated().compactMap { position, item -> DocumentChange.ResetItem? in
      guard let repetition = item.repetition, let due = item.due else {
        return item.state != .open && !onlyDue
          ? DocumentChange.ResetItem(item: reference(at: position), due: nil, repetition: nil) : nil
      }
      let isPast = ends.end(of: due) <= now
      guard onlyDue ? isPast && item.state != .open : isPast || item.state != .open else {
        return nil
      }
      guard
        let next = repetition.next(after: due, now: now, done: item.completed, in: zone)
      else {
        // No document has its next date: it is open again as what does not repeat.
        return item.state == .open || onlyDue
          ? nil : DocumentChange.ResetItem(item: reference(at: position), due: nil, repetition: nil)
      }
      return DocumentChange.ResetItem(
        item: reference(at: position), due: next.due, repetition: next.repetition)
    }
    return .resetItems(items, list: id)
  }
}
