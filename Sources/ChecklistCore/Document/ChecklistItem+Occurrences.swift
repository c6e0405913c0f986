/// The dates of an item that repeats.
///
/// An item that is done or skipped keeps the date that this covers as its due date. It is open
/// again at its next date, from the beginning of that day: nothing has to run for this, the
/// document is read so.
extension ChecklistItem {
  /// The next date of an item that is done or skipped and repeats.
  ///
  /// - Parameter zone: The time zone in which one is.
  /// - Returns: The date; nil for an open item, for one that does not repeat, and after the last
  ///   date of the rule.
  package func next(in zone: TimeZoneRules) -> Repetition.Occurrence? {
    guard isBetweenDates, let due, let repetition else { return nil }
    return repetition.next(after: due, done: finished, in: zone)
  }

  /// Whether it is done or skipped, and comes again by its rule.
  package var isBetweenDates: Bool {
    fields.shouldRemind && (fields.isChecked || fields.rare.skipReason != nil) && hasRepetition
      && !isOccurrence
  }

  /// The words of a rule that is not understood, of the document or of a calendar:
  /// `FREQ=HOURLY`; nil where the item has none, or another rule by which it repeats.
  package var unreadRule: String? {
    if repetition != nil { return nil }
    return unreadRepetition
      ?? origin?["icalendar"]?.fields.lazy.compactMap(\.recurrenceRule).first
  }

  /// Whether it repeats by a rule that is not understood, and whose words are not in its text,
  /// where a file of text has them.
  package var hasRuleBesideText: Bool { unreadRule.map { !text.holds($0) } ?? false }

  /// Whether it is done and repeats, and nobody knows when it was done.
  var isTickWithoutTime: Bool {
    isChecked && isBetweenDates && finished == nil
  }

  /// Opens an item that is done or skipped, if its next date has begun.
  ///
  /// A completion that is later than now, as of a clock that was wrong, is unknown from then on.
  /// Where that clock was days ahead, nobody knows which date is done: the last that has come is
  /// open.
  ///
  /// - Returns: Whether it is.
  mutating func reopen(at now: Date, in zone: TimeZoneRules) -> Bool {
    if let finished, finished > now {
      fields.completed = StoredDate(nil)
      if let last = dateLost(toClock: finished, at: now, in: zone) {
        open(at: last)
        return true
      }
    }
    guard let next = next(in: zone), hasBegun(next.due, at: now, in: zone) else { return false }
    open(at: next)
    return true
  }

  /// The last date of its rule that has come, if a clock that was far ahead, and not somebody who
  /// was early, has made a later date the one that is done.
  ///
  /// - Parameter finished: The time of that clock.
  private func dateLost(
    toClock finished: Date, at now: Date, in zone: TimeZoneRules
  ) -> Repetition.Occurrence? {
    guard let due, let repetition else { return nil }
    let day = repetition.clock(of: due, in: zone).daysSince2001
    // Clocks that are right may differ by minutes, which can be two days.
    guard day > zone.clock(at: now).daysSince2001 + 1,
      day <= zone.clock(at: finished).daysSince2001
    else { return nil }
    return repetition.lastDate(before: due, at: now, in: zone)
  }

  /// Opens an item at a date of its rule.
  package mutating func open(at next: Repetition.Occurrence) {
    setChecked(false, now: Date(timeIntervalSinceReferenceDate: 0))
    (due, repetition) = next
    if hasConflicts { conflicts.removeAll { $0.field == .due } }
  }

  /// Whether the next date has begun: with its day, but a moment on the day on which the item was
  /// done begins when it comes.
  private func hasBegun(_ next: DueDate, at now: Date, in zone: TimeZoneRules) -> Bool {
    let today = zone.clock(at: now).daysSince2001
    if let day = next.day(in: zone) { return day.daysSince2001 <= today }
    let day = zone.clock(at: next.storedMoment).daysSince2001
    if let finished, zone.clock(at: finished).daysSince2001 == day {
      return next.storedMoment <= now
    }
    return day <= today
  }

  /// Takes the state of another version, for its due date.
  ///
  /// - Parameter rule: The rule, which comes back to the day of that version.
  mutating func takeOccurrence(of other: ChecklistItem, by rule: Repetition?) {
    due = other.due
    repetition = rule
    fields.isChecked = other.isChecked
    if skipReason != nil || other.skipReason != nil { skipReason = other.skipReason }
    fields.completed = StoredDate(other.finished)
  }

  /// Takes the date of another version, if both repeat by the same rule.
  mutating func takeDate(of other: ChecklistItem) {
    guard let rule = repetition?.withoutAnchor, rule == other.repetition?.withoutAnchor else {
      return
    }
    (due, repetition) = (other.due, other.repetition)
  }

  /// Takes the date that is covered when the item is done or skipped as its due date.
  package mutating func cover(at time: Date, in zone: TimeZoneRules) {
    guard let due, let repetition else { return }
    let covered = repetition.covered(due, at: time, in: zone)
    guard covered.due != due else { return }
    (self.due, self.repetition) = covered
    if hasConflicts { conflicts.removeAll { $0.field == .due } }
  }
}

extension Checklist {
  /// What comes again first of what is done or skipped.
  ///
  /// - Parameter zone: The time zone in which one is.
  /// - Returns: The item and its next date; nil where nothing comes again.
  package func next(in zone: TimeZoneRules) -> (item: ChecklistItem, due: DueDate)? {
    items.lazy.compactMap { item in item.next(in: zone).map { (item, $0.due) } }
      .min { $0.1.end(in: zone) < $1.1.end(in: zone) }
  }
}

extension String {
  /// The value of a property of a calendar that is a rule: `FREQ=HOURLY` of `RRULE:FREQ=HOURLY`.
  fileprivate var recurrenceRule: String? {
    let bytes = Array(utf8)
    guard bytes.count > 5, bytes[..<5].elementsEqual("RRULE".utf8, by: { $0 & 0xDF == $1 }) else {
      return nil
    }
    var isQuoted = false
    for index in 5..<bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[index] == UInt8(ascii: ":"), !isQuoted {
        let isName = bytes[5] == UInt8(ascii: ":") || bytes[5] == UInt8(ascii: ";")
        return isName ? String(decoding: bytes[(index + 1)...], as: UTF8.self) : nil
      }
    }
    return nil
  }
}
