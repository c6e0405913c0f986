extension Repetition {
  /// A date on which something is due, and the repetition that keeps to the same day and time from
  /// then on.
  package typealias Occurrence = (due: DueDate, repetition: Repetition)

  /// The next time that something is due: the first date of the rule after its due date.
  ///
  /// A moment keeps the time that the clocks show; one in an hour that clocks skip is as much later
  /// on that day, and comes back to it. Months and years keep their day, where a month is too short
  /// for it the last one, and come back to it.
  ///
  /// - Parameters:
  ///   - due: The date that was done: for what was done late the one that
  ///     ``covered(_:at:in:)`` gives.
  ///   - done: When it was done, from which a rule `when done` counts; nil where that is unknown,
  ///     as if on the due date. Other rules do not need it.
  ///   - zone: The time zone in which one is.
  /// - Returns: When it is due next; nil after the last day of the rule, and beyond the year 9999,
  ///   which no document has.
  package func next(
    after due: DueDate, done: Date? = nil, in zone: TimeZoneRules
  ) -> Occurrence? {
    first(after: due, done: done, past: .min, in: zone) { _ in true }
  }

  /// The next time that something is due which is not over: the first date of the rule after its
  /// due date and after now.
  ///
  /// - Parameters:
  ///   - due: When it was due.
  ///   - now: The present.
  ///   - done: When it was done, as for ``next(after:done:in:)``.
  ///   - zone: The time zone in which one is.
  /// - Returns: When it is due next; nil after the last day of the rule, and beyond the year 9999.
  package func next(
    after due: DueDate, now: Date, done: Date? = nil, in zone: TimeZoneRules
  ) -> Occurrence? {
    let yesterday = zone.clock(at: now).daysSince2001 - 1
    return first(after: due, done: done, past: yesterday, in: zone) { $0.end(in: zone) > now }
  }

  /// The date of the rule that is done when something is done: the last one that has come, for what
  /// is done late; else its due date.
  ///
  /// - Parameters:
  ///   - due: When it is due.
  ///   - done: When it is done.
  ///   - zone: The time zone in which one is.
  /// - Returns: The date, which is not after the day, or the moment, at which it is done, unless
  ///   the due date is. For a rule `when done` it is the day on which it is done.
  package func covered(_ due: DueDate, at done: Date, in zone: TimeZoneRules) -> Occurrence {
    let clock = clock(of: due, in: zone)
    let begin = clock.daysSince2001
    let today = zone.clock(at: done).startOfDay
    var last = today.daysSince2001
    guard last > begin else { return (due, self) }
    if isWhenDone { return occurrence(of: due, on: today, at: clock, in: zone) }
    if due.day(in: zone) == nil, Self.due(due, on: today, at: clock, in: zone).storedMoment > done {
      last -= 1
    }
    return lastOccurrence(of: due, at: clock, until: last, after: begin, in: zone) ?? (due, self)
  }

  /// The last date of the rule that has come, before a due date that is none that was done: a clock
  /// that was far ahead gave it.
  ///
  /// - Parameters:
  ///   - due: The due date, after today.
  ///   - now: The present.
  ///   - zone: The time zone in which one is.
  /// - Returns: The date; nil where the rule has none.
  func lastDate(before due: DueDate, at now: Date, in zone: TimeZoneRules) -> Occurrence? {
    let today = zone.clock(at: now).startOfDay
    let clock = clock(of: due, in: zone)
    if isWhenDone { return occurrence(of: due, on: today, at: clock, in: zone) }
    let last = today.daysSince2001
    return lastOccurrence(
      of: due, at: clock, until: last, after: last - 31 * Self.mostMonths, in: zone)
  }

  /// The last date of the rule until a day and after another one.
  ///
  /// - Parameter clock: A date of the rule.
  private func lastOccurrence(
    of due: DueDate, at clock: CalendarDate, until last: Int, after begin: Int,
    in zone: TimeZoneRules
  ) -> Occurrence? {
    let rule = anchored(to: clock)
    var found: CalendarDate?
    var day = begin
    // From a day not long before, since a rule may have thousands of dates until then.
    var distance = 1
    while last - distance > begin {
      if let date = rule.date(after: last - distance, from: clock), date.daysSince2001 <= last {
        day = last - distance
        break
      }
      distance *= 2
    }
    while let date = rule.date(after: day, from: clock), date.daysSince2001 <= last {
      (found, day) = (date, date.daysSince2001)
    }
    return found.map { rule.occurrence(of: due, on: $0, at: clock, in: zone) }
  }

  /// The first day of the rule from a day on, for what has no due date yet.
  ///
  /// - Returns: The day; nil when it is after the last day of the rule.
  package func firstDay(from day: CalendarDate) -> CalendarDate? {
    // The present week, month or year is the first, unless its dates are over.
    var rule = Repetition(unit)
    if !weekdays.isEmpty { rule = .weeks(1, on: weekdays) }
    if !places.isEmpty { rule = .months(1, on: places) }
    if !months.isEmpty { rule = .years(in: months, on: places) }
    rule.until = until
    return rule.anchored(to: day).date(after: day.daysSince2001 - 1, from: day)
  }

  /// The last of some dates of the rule.
  ///
  /// - Parameters:
  ///   - count: How many dates, from 1.
  ///   - start: The first one.
  /// - Returns: The day; nil beyond the last day of the rule.
  package func lastDay(of count: Int, from start: CalendarDate) -> CalendarDate? {
    let rule = anchored(to: start)
    var day = start.startOfDay
    for _ in 1..<max(count, 2) where count > 1 {
      guard let next = rule.date(after: day.daysSince2001, from: start) else { return nil }
      day = next
    }
    return day
  }

  /// Whether a day is a date of the rule that begins on another day, which must be one too.
  package func hasDate(_ day: CalendarDate, from start: CalendarDate) -> Bool {
    let rule = anchored(to: start)
    return [start, day].allSatisfy { date in
      rule.date(after: date.daysSince2001 - 1, from: start)?.daysSince2001 == date.daysSince2001
    }
  }

  /// The first date of the rule after a due date, after a day, and that meets a condition.
  private func first(
    after due: DueDate, done: Date?, past day: Int, in zone: TimeZoneRules,
    where isMeant: (DueDate) -> Bool
  ) -> Occurrence? {
    let clock = clock(of: due, in: zone)
    let doneDay = isWhenDone ? done.map { zone.clock(at: $0).startOfDay } : nil
    let start = doneDay ?? clock
    let rule = anchored(to: start)
    var day = max(day, clock.daysSince2001, start.daysSince2001)
    while let date = rule.date(after: day, from: start) {
      let next = rule.occurrence(of: due, on: date, at: clock, in: zone)
      if isMeant(next.due) { return next }
      day = date.daysSince2001
    }
    return nil
  }

  /// What is due on another date, and the repetition as it is kept then: with a day to come back to
  /// only when the date is another.
  private func occurrence(
    of due: DueDate, on date: CalendarDate, at clock: CalendarDate, in zone: TimeZoneRules
  ) -> Occurrence {
    let next = Self.due(due, on: date, at: clock, in: zone)
    let keepsAnchor = !isWhenDone && anchor.map { Int($0.day) != date.day } ?? false
    let rule = keepsAnchor ? self : withoutAnchor
    return (next, rule.comingBack(to: clock, from: next, in: zone))
  }

  /// The due date on another day: a day for a day, the same time for a moment.
  private static func due(
    _ due: DueDate, on date: CalendarDate, at clock: CalendarDate, in zone: TimeZoneRules
  ) -> DueDate {
    if due.day(in: zone) != nil { return .day(DueDate.Day(date, in: zone)) }
    var time = date
    (time.hour, time.minute, time.second) = (clock.hour, clock.minute, clock.second)
    return .moment(zone.moments(of: time)[0])
  }
}

// MARK: The day and the time to come back to

extension Repetition {
  /// The time of the clocks that is meant by a due date: the one to come back to, where the clocks
  /// skip it on that day; a day at 0:00.
  package func clock(of due: DueDate, in zone: TimeZoneRules) -> CalendarDate {
    if let day = due.day(in: zone) { return day }
    let shown = zone.clock(at: due.storedMoment)
    guard let time else { return shown }
    let meant = CalendarDate(secondsSince2001: shown.startOfDay.secondsSince2001 + time)
    return zone.moments(of: meant) == [due.storedMoment] ? meant : shown
  }

  /// The repetition that comes back to the time of a date, if a due date shows another one, since
  /// the clocks skip it.
  package func comingBack(
    to date: CalendarDate, from due: DueDate, in zone: TimeZoneRules
  ) -> Repetition {
    let time = date.timeOfDay
    let shown = due.day(in: zone) == nil ? zone.clock(at: due.storedMoment).timeOfDay : time
    return with(anchor: anchor, time: shown == time ? nil : time)
  }

  /// The repetition with the day that it keeps to: its own, while the date shows that it does, else
  /// that of the date.
  package func anchored(to date: CalendarDate) -> Repetition {
    guard hasAnchor else { return withoutAnchor }
    if let anchor, !isWhenDone, anchor.day > date.day, date.day == date.daysInMonth,
      anchor.month.map({ Int($0) == date.month }) ?? true
    {
      return with(anchor: anchor)
    }
    let month = unit == .year && months.isEmpty ? date.month : nil
    return with(anchor: Anchor(month: month, day: date.day))
  }
}

// MARK: Days of the rule

extension Repetition {
  /// The most months in which a date is sought: after so many, the calendar is the same again.
  private static let mostMonths = 4800

  /// The first day of the rule after a day.
  ///
  /// - Parameters:
  ///   - day: The day, in days since 2001-01-01.
  ///   - start: The day from which the steps are counted.
  /// - Returns: The day at 0:00; nil after the last day of the rule, and beyond the year 9999.
  private func date(after day: Int, from start: CalendarDate) -> CalendarDate? {
    let begin = start.daysSince2001
    let found: Int?
    switch unit {
    case .day: found = Self.day(after: day, from: begin, step: count)
    case .week where weekdays.isEmpty:
      found = Self.day(after: day, from: begin, step: 7 * count)
    case .week: found = weekday(after: day, monday: begin - start.weekday)
    case .month, .year: found = dayOfMonth(after: day, from: start)
    }
    guard let found, until.map({ found <= $0 }) ?? true else { return nil }
    let date = CalendarDate(secondsSince2001: found * CalendarDate.secondsInDay)
    return date.year <= 9999 ? date : nil
  }

  private static func day(after day: Int, from begin: Int, step: Int) -> Int {
    begin + ((day - begin).flooredQuotientAndRemainder(step).quotient + 1) * step
  }

  /// The first of the days of the week in the weeks of the rule, the first of which begins on a
  /// Monday.
  private func weekday(after day: Int, monday: Int) -> Int {
    var week = (day + 1 - monday).flooredQuotientAndRemainder(7).quotient
    while true {
      week += (count - week % count) % count
      let first = monday + 7 * week
      if let weekday = (0..<7).first(where: { weekdays.contains($0) && first + $0 > day }) {
        return first + weekday
      }
      week += 1
    }
  }

  /// The first of the days in the months of the rule; nil where no month has one.
  private func dayOfMonth(after day: Int, from start: CalendarDate) -> Int? {
    let step = unit == .month ? count : months.isEmpty ? 12 * count : 1
    let begin = start.monthNumber
    let date = CalendarDate(secondsSince2001: day * CalendarDate.secondsInDay)
    var number =
      begin + (date.monthNumber - begin).flooredQuotientAndRemainder(step).quotient * step
    for _ in 0..<Self.mostMonths {
      let first = CalendarDate(monthNumber: number)
      if first.year > 9999 { return nil }
      if months.isEmpty || months.contains(first.month) {
        let days = days(in: first)
        let last = first.daysSince2001 - 1
        if let next = days.filter({ last + $0 > day }).min() { return last + next }
      }
      number += step
    }
    return nil
  }

  /// The days of the rule in a month, by the first of it.
  private func days(in month: CalendarDate) -> [Int] {
    if let anchor { return [min(Int(anchor.day), month.daysInMonth)] }
    return places.compactMap { $0.day(in: month) }
  }

  /// Whether there is a month of a year that has one of the days of the rule.
  package var canBeDue: Bool {
    guard !months.isEmpty, !places.isEmpty else { return true }
    return months.ascending.contains { month in
      let first = CalendarDate(year: 2000, month: month, day: 1)
      return places.contains { $0.counted != .days || $0.day(in: first) != nil }
    }
  }
}

extension Repetition.Place {
  /// The day of the month; nil where the month has no such place.
  fileprivate func day(in month: CalendarDate) -> Int? {
    let count = month.daysInMonth
    let number = Int(ordinal.magnitude)
    let day: Int
    switch counted {
    case .days: day = ordinal > 0 ? number : count + 1 - number
    case .weekday(let weekday):
      // How many days after the first of the month, or before its last day.
      let last = (month.weekday + count - 1) % 7
      let distance = ordinal > 0 ? Int(weekday) + 7 - month.weekday : last + 7 - Int(weekday)
      let days = distance % 7 + 7 * (number - 1)
      day = ordinal > 0 ? 1 + days : count - days
    case .workdays:
      let days = (1...count).filter { (month.weekday + $0 - 1) % 7 < 5 }
      guard number <= days.count else { return nil }
      return days[ordinal > 0 ? number - 1 : days.count - number]
    }
    return (1...count).contains(day) ? day : nil
  }
}

extension CalendarDate {
  /// The number of months since the year 0.
  fileprivate var monthNumber: Int { year * 12 + month - 1 }

  /// The first of a month.
  fileprivate init(monthNumber: Int) {
    let (year, month) = monthNumber.flooredQuotientAndRemainder(12)
    self.init(year: year, month: month + 1, day: 1)
  }
}
