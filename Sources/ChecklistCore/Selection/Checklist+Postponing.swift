extension Checklist {
  /// The changes that move due dates of items on.
  ///
  /// Each is counted from the due date of its item. What is done or skipped and comes again is
  /// counted from its next date, and is open then.
  ///
  /// - Parameters:
  ///   - references: The items.
  ///   - span: How much later they are due.
  ///   - zone: The time zone in which one is.
  /// - Returns: A change for each item, in the order of the list.
  /// - Throws: ``ChangeError`` when the list has no such item, or when one has no date to be moved,
  ///   or would leave the years that documents have.
  package func postponing(
    _ references: [ItemReference], by span: TimeSpan, in zone: TimeZoneRules
  ) throws(ChangeError) -> [DocumentChange] {
    var changes: [DocumentChange] = []
    for position in try positions(of: references) {
      let item = items[position]
      func failure(_ fault: ChangeError.DueFault) -> ChangeError {
        ChangeError(.notPostponed(item: position + 1, item.text.summarized, fault))
      }
      guard let due = item.next(in: zone)?.due ?? item.due else { throw failure(.noDueDate) }
      guard let later = due.postponed(by: span, in: zone) else { throw failure(.tooLate) }
      changes.append(
        .editItems([reference(at: position)], list: id, ItemEdit(due: .set(later))))
    }
    return changes
  }
}

extension DueDate {
  /// The date that is later by a length of time.
  ///
  /// Days and months keep the time that the clocks show, and months the day, in a month that is too
  /// short for it the last one. Hours and minutes after a day are counted from the midnight at its
  /// end.
  ///
  /// - Returns: The date; nil beyond the year 9999, which no document has.
  func postponed(by span: TimeSpan, in zone: TimeZoneRules) -> DueDate? {
    if case .seconds(let count) = span { return postponed(bySeconds: count, in: zone) }
    let clock = day(in: zone) ?? zone.clock(at: storedMoment)
    let start = clock.startOfDay
    let time = clock.secondsSince2001 - start.secondsSince2001
    let later =
      if case .months(let count) = span { start.adding(months: count) } else { start }
    var days = later.daysSince2001
    if case .days(let count) = span { days += count }
    let moved = CalendarDate(secondsSince2001: days * CalendarDate.secondsInDay + time)
    guard moved.year <= 9999 else { return nil }
    return day(in: zone) == nil
      ? .moment(zone.moments(of: moved)[0]) : .day(Day(moved, in: zone))
  }

  private func postponed(bySeconds count: Int, in zone: TimeZoneRules) -> DueDate? {
    let isDay = day(in: zone) != nil
    // The last second of a day means its end.
    let moment = Date(
      timeIntervalSinceReferenceDate: end(in: zone).timeIntervalSinceReferenceDate
        + Double(isDay ? count + 1 : count))
    var clock = zone.clock(at: moment)
    let isMidnight = clock == clock.startOfDay
    if isDay, isMidnight { clock.day -= 1 }
    guard clock.year <= 9999 else { return nil }
    return isDay && isMidnight ? .day(Day(clock, in: zone)) : .moment(moment)
  }
}
