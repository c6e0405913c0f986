/// The merge of an item that repeats: whether it is open, done or skipped, and for which date, is
/// taken from one side as one, so that no date is ever done by a combination of two sides.
extension ThreeWay<ChecklistItem> {
  /// The rule that the item gets, without the day that it comes back to.
  var rule: Repetition? {
    value(
      { $0.repetition?.withoutAnchor },
      greater: { ($0?.storedText ?? "") > ($1?.storedText ?? "") })
  }

  /// The side from which the item takes its state and its due date, and the other one; nil where it
  /// has not repeated, or one side is not due.
  ///
  /// - Parameter zone: The time zone in which one is.
  func occurrence(in zone: TimeZoneRules) -> (winner: ChecklistItem, loser: ChecklistItem)? {
    occurrenceIsFirst(in: zone).map { $0 ? (first, second) : (second, first) }
  }

  /// Whether the item takes its state and its due date from the first side; nil where it has not
  /// repeated, or one side is not due.
  ///
  /// A side that has done nothing but open the item again at its next date has not moved it; of two
  /// that have, the one wins that is further.
  ///
  /// - Parameter zone: The time zone in which one is.
  package func occurrenceIsFirst(in zone: TimeZoneRules) -> Bool? {
    let versions = [base, first, second].compactMap(\.self)
    guard versions.contains(where: { $0.repetition != nil || $0.unreadRule != nil }) else {
      return nil
    }
    guard let due = first.due, let otherDue = second.due else {
      // What one side has made repeat is not done by the other.
      if base?.due != nil || (first.due == nil) == (second.due == nil) { return nil }
      return second.due == nil
    }
    if first.isSameOccurrence(as: second) { return true }
    let days = OccurrenceDays(
      rule: rule ?? base?.repetition?.withoutAnchor,
      since: [base?.due, due, otherDue].compactMap(\.self), zone: zone)
    let (day, otherDay) = (days.position(of: first), days.position(of: second))
    if let base, base.due != nil {
      if first.isSameOccurrence(as: base) { return false }
      if second.isSameOccurrence(as: base) { return true }
      let before = days.position(of: base)
      if (day == before) != (otherDay == before) { return day != before }
    }
    return day == otherDay ? first.isFurther(than: second, days) : day > otherDay
  }

  /// The due date that is lost with a side, if nobody came to it by the rule.
  ///
  /// - Parameters:
  ///   - loser: The side.
  ///   - zone: The time zone in which one is.
  func lostDue(
    of loser: ChecklistItem, to winner: ChecklistItem, in zone: TimeZoneRules
  ) -> DueDate? {
    guard let due = loser.due, let kept = winner.due, due != kept, !due.isSameDay(as: kept) else {
      return nil
    }
    let hasNewRule = base.map { before in
      [first, second].contains { $0.repetition?.withoutAnchor != before.repetition?.withoutAnchor }
    }
    let isNewRule = hasNewRule ?? (first.repetition != second.repetition)
    guard let before = base?.due else { return isNewRule ? due : nil }
    guard due != before, !due.isSameDay(as: before) else { return nil }
    // Who unchecks goes back to the date before.
    let following = rule?.next(after: due, in: zone)?.due
    if following == before || following?.isSameDay(as: before) == true { return nil }
    return isNewRule || due.comesBefore(before) ? due : nil
  }
}

/// The days at which an item that repeats stands in the versions of a merge.
private struct OccurrenceDays {
  private let rule: Repetition?
  private let zone: TimeZoneRules
  private let start: Date

  /// - Parameter dues: The due dates of all versions.
  init(rule: Repetition?, since dues: [DueDate], zone: TimeZoneRules) {
    (self.rule, self.zone) = (rule, zone)
    start = dues.lazy.map(\.storedMoment).min() ?? Date(timeIntervalSinceReferenceDate: 0)
  }

  /// The day on which a version is due: of one that is done or skipped, the next; a rule that has
  /// ended goes beyond all days.
  func position(of item: ChecklistItem) -> Int {
    guard let due = item.due else { return .min }
    guard item.state != .open, !item.isOccurrence, let rule else { return day(of: due) }
    let own = item.repetition?.withoutAnchor == rule ? item.repetition : nil
    return (own ?? rule).next(after: due, done: item.finished, in: zone).map { day(of: $0.due) }
      ?? .max
  }

  /// The number of a day.
  ///
  /// One moment may be some hours apart from another at the same place in a rule, where the clocks
  /// changed.
  func day(of due: DueDate) -> Int {
    let day = zone.clock(at: start).daysSince2001
    switch due {
    case .day(let due): return due.daysSince2001
    case .moment(let moment): return day + Int((moment.timeIntervalSince(start) / 86_400).rounded())
    }
  }
}

extension ChecklistItem {
  /// Whether it is due later than another version by the same rule.
  package func isAfter(_ other: ChecklistItem) -> Bool {
    guard let due, let otherDue = other.due, let rule = repetition?.withoutAnchor else {
      return false
    }
    return rule == other.repetition?.withoutAnchor && otherDue.comesBefore(due)
  }

  /// Whether another version has the same state for the same date.
  fileprivate func isSameOccurrence(as other: ChecklistItem) -> Bool {
    state == other.state && (due == other.due || due?.isSameDay(as: other.due) == true)
      && finished == other.finished && skipReason.hasSameCodeUnits(as: other.skipReason)
  }

  /// Whether it is taken rather than another version that stands at the same day, in an order of
  /// all versions.
  fileprivate func isFurther(than other: ChecklistItem, _ days: OccurrenceDays) -> Bool {
    if (state == .open) != (other.state == .open) { return state == .open }
    guard let due, let otherDue = other.due else { return due != nil }
    let (day, otherDay) = (days.day(of: due), days.day(of: otherDue))
    if day != otherDay { return day > otherDay }
    if state != other.state { return state == .done }
    if finished != other.finished { return finished.isEarlierOrNotNil(than: other.finished) }
    if due != otherDue { return otherDue.comesBefore(due) }
    guard let skipReason, let otherReason = other.skipReason else { return true }
    return skipReason.isLongerOrGreater(than: otherReason)
  }
}
