import ChecklistCore

/// A line of a file of text that repeats: what its series is known by, and its dates.
struct RepeatingLine: Sendable {
  /// What all lines of a series have in common.
  struct Key: Hashable, Sendable {
    /// The position of the list.
    let list: Int
    /// The part of the list, and the item below which it stands; -1 for none.
    let place: Int
    let parent: Int
    /// The text without dates and identities; a rule that is not understood is part of it.
    let words: [UInt8]
    /// The rule; nil for one that is not understood.
    let rule: Repetition?
  }

  let key: Key
  /// The position in the list, among all lines that could be items.
  let position: Int
  /// Whether the line is open, done or skipped.
  let state: ChecklistItem.State
  /// The rule as it is written; nil for one that is not understood.
  let rule: Repetition?
  /// The words of a rule that is not understood.
  let unreadRule: String?
  /// The date that moves when it is done: when it is due, or else scheduled, or begins; nil for a
  /// line without dates.
  let date: DueDate?
  /// When the day began on which it was done or skipped, if the line says so.
  let done: Date?

  init(
    list: Int, place: Int = 0, parent: Int? = nil, position: Int, words: [UInt8],
    state: ChecklistItem.State, rule: Repetition?, unreadRule: String?, date: DueDate?, done: Date?
  ) {
    key = Key(
      list: list, place: place, parent: parent ?? -1, words: words,
      rule: rule?.with(anchor: nil))
    (self.position, self.state, self.rule) = (position, state, rule)
    (self.unreadRule, self.date, self.done) = (rule == nil ? unreadRule : nil, date, done)
  }
}

extension RepeatingLine {
  /// The date that was done and the next one, if the next one is that of another line.
  ///
  /// - Parameters:
  ///   - rule: The rule, with the day to come back to.
  ///   - next: The date of the other line.
  ///   - now: The present: what is done later is done at a time that nobody knows.
  /// - Returns: Both; nil where the other line has another date.
  func step(
    _ rule: Repetition, to next: DueDate?, at now: Date, in zone: TimeZoneRules
  ) -> (covered: Repetition.Occurrence, next: Repetition.Occurrence)? {
    guard let date, let next else { return nil }
    var moments: [Date?] = [nil]
    if let done, done <= now {
      moments = [done]
      // The day stands for any time of it.
      if date.day(in: zone) == nil { moments.append(zone.end(of: zone.clock(at: done))) }
    }
    for moment in moments {
      let covered: Repetition.Occurrence =
        moment.map { rule.covered(date, at: $0, in: zone) } ?? (date, rule)
      if let found = covered.repetition.next(after: covered.due, done: moment, in: zone),
        Optional(found.due).isSame(as: next)
      {
        return (covered, found)
      }
    }
    return nil
  }

  /// Whether a line that is done has no further date.
  func isEnded(at now: Date, in zone: TimeZoneRules) -> Bool {
    guard let rule, let date else { return false }
    let done = done.flatMap { $0 <= now ? $0 : nil }
    let covered: Repetition.Occurrence =
      done.map { rule.covered(date, at: $0, in: zone) } ?? (date, rule)
    return covered.repetition.next(after: covered.due, done: done, in: zone) == nil
  }
}

extension DueDate {
  /// The day on which it is due, by the clocks here.
  func dayHere(in zone: TimeZoneRules) -> CalendarDate {
    day(in: zone) ?? zone.clock(at: storedMoment).startOfDay
  }

  /// Whether what was done on a day is due again: from the beginning of the day on, or on that day
  /// from its time on.
  func hasBegun(afterDoneOn done: Date?, at now: Date, in zone: TimeZoneRules) -> Bool {
    let (day, today) = (dayHere(in: zone).daysSince2001, zone.clock(at: now).daysSince2001)
    if self.day(in: zone) == nil, day == done.map({ zone.clock(at: $0).daysSince2001 }) {
      return storedMoment <= now
    }
    return day <= today
  }
}
