/// How often something is due again.
public struct Repetition: Hashable, Sendable {
  /// The step from one time to the next.
  package enum Step: Hashable, Sendable {
    case days(Int)
    case weeks(Int)
    /// From Monday to Friday.
    case weekdays
    case months(Int)
    case years(Int)
  }

  /// A day of the year that months or years come back to.
  package struct Anchor: Hashable, Sendable {
    /// The month, from 1; nil for months, which keep only to the day.
    package var month: Int?
    /// The day of the month.
    package var day: Int
  }

  package let step: Step
  /// The day to come back to, when the present month is too short for it.
  package private(set) var anchor: Anchor?
  /// The time of the day to come back to, in seconds, when the clocks have skipped it.
  package private(set) var time: Int?

  /// A repetition that keeps to the day on which something is due.
  package init(_ step: Step) {
    self.step = step
  }

  /// A repetition of months or years that comes back to a day.
  package init(_ step: Step, month: Int? = nil, day: Int) {
    (self.step, anchor) = (step, Anchor(month: month, day: day))
  }

  /// Every so many days.
  ///
  /// - Parameter count: The number of days, from 1 to 9999; another is taken as the nearest.
  /// - Returns: The repetition.
  public static func days(_ count: Int) -> Repetition { Repetition(.days(clamped(count))) }

  /// Every so many weeks.
  ///
  /// - Parameter count: The number of weeks, from 1 to 9999; another is taken as the nearest.
  /// - Returns: The repetition.
  public static func weeks(_ count: Int) -> Repetition { Repetition(.weeks(clamped(count))) }

  /// Every so many months: on the same day of the month or, where there is none, on the last.
  ///
  /// - Parameter count: The number of months, from 1 to 9999; another is taken as the nearest.
  /// - Returns: The repetition.
  public static func months(_ count: Int) -> Repetition { Repetition(.months(clamped(count))) }

  /// Every so many years: on the same day of the year or, for 29 February, on the day before.
  ///
  /// - Parameter count: The number of years, from 1 to 9999; another is taken as the nearest.
  /// - Returns: The repetition.
  public static func years(_ count: Int) -> Repetition { Repetition(.years(clamped(count))) }

  private static func clamped(_ count: Int) -> Int { min(max(count, 1), mostSteps) }

  /// From Monday to Friday.
  public static let weekdays = Repetition(.weekdays)

  /// The same for something that is due on another day, which it keeps to from now on.
  var withoutAnchor: Repetition { Repetition(step) }
}

extension Repetition: CustomStringConvertible {
  /// The step in words: `every 2 weeks`.
  public var description: String { words }
}

extension Repetition {
  /// The most days, weeks, months or years of a step.
  package static let mostSteps = 9999

  /// The step as it is typed: `1d`, `2w`, `1month`, `1y` or `weekdays`.
  package var text: String {
    switch step {
    case .days(let count): "\(count)d"
    case .weeks(let count): "\(count)w"
    case .weekdays: "weekdays"
    case .months(let count): "\(count)month"
    case .years(let count): "\(count)y"
    }
  }

  /// The step in words: `every day`, `every 2 weeks`.
  package var words: String {
    let (count, unit) =
      switch step {
      case .days(let count): (count, "day")
      case .weeks(let count): (count, "week")
      case .weekdays: (1, "weekday")
      case .months(let count): (count, "month")
      case .years(let count): (count, "year")
      }
    return count == 1 ? "every \(unit)" : "every \(count) \(unit)s"
  }

  /// The step in words, with the day to come back to: `every month, on day 31`.
  package var longWords: String {
    guard let anchor else { return words }
    guard let month = anchor.month else { return "\(words), on day \(anchor.day)" }
    return "\(words), on \(anchor.day) \(CalendarDate.monthNames[month - 1])"
  }

  /// As documents have it: the step, and after `@` the day and the time to come back to:
  /// `1month@31`, `1y@02-29`, `1d@02:30`.
  package var storedText: String {
    var stored = text
    if let anchor {
      let day = String(anchor.day, paddedTo: 2)
      stored += "@\(anchor.month.map { "\(String($0, paddedTo: 2))-\(day)" } ?? "\(anchor.day)")"
    }
    if let time {
      stored += "@\(String(time / 3600, paddedTo: 2)):\(String(time / 60 % 60, paddedTo: 2))"
      if time % 60 > 0 { stored += ":\(String(time % 60, paddedTo: 2))" }
    }
    return stored
  }

  /// Reads what ``storedText`` gives; nil for anything else.
  package init?(storedText: String) {
    var scanner = FieldScanner(storedText)
    if scanner.skip(word: "weekdays") {
      self.init(.weekdays)
      guard scanner.isAtEnd || scanner.skip("@") && readTime(&scanner) else { return nil }
      return
    }
    guard let count = scanner.number(digits: 1...4), count > 0 else { return nil }
    if scanner.skip(word: "month") {
      self.init(.months(count))
    } else if scanner.skip("d") {
      self.init(.days(count))
    } else if scanner.skip("w") {
      self.init(.weeks(count))
    } else if scanner.skip("y") {
      self.init(.years(count))
    } else {
      return nil
    }
    if scanner.isAtEnd { return }
    guard scanner.skip("@") else { return nil }
    if readTime(&scanner) { return }
    guard let number = scanner.number(digits: 1...2) else { return nil }
    switch step {
    case .months where (1...31).contains(number): anchor = Anchor(day: number)
    case .years where (1...12).contains(number) && scanner.skip("-"):
      guard let day = scanner.number(digits: 2...2), (1...31).contains(day) else { return nil }
      anchor = Anchor(month: number, day: day)
    default: return nil
    }
    guard scanner.isAtEnd || scanner.skip("@") && readTime(&scanner) else { return nil }
  }

  /// Reads the rest of a stored text as a time; false, with nothing read, for anything else.
  private mutating func readTime(_ scanner: inout FieldScanner) -> Bool {
    var rest = scanner
    guard let hour = rest.number(digits: 2...2), hour < 24, rest.skip(":"),
      let minute = rest.number(digits: 2...2), minute < 60
    else { return false }
    let second = rest.skip(":") ? rest.number(digits: 2...2) : 0
    guard let second, second < 60, rest.isAtEnd else { return false }
    time = hour * 3600 + minute * 60 + second
    scanner = rest
    return true
  }
}

// MARK: The next time

extension Repetition {
  /// The next time that something is due.
  ///
  /// A moment keeps the time that the clocks show; one in an hour that clocks skip is as much later
  /// on that day, and comes back to it. Months and years keep their day, where a month is too short
  /// for it the last one, and come back to it.
  ///
  /// - Returns: When it is due next, after that time and after now, and the repetition that keeps
  ///   to the same day and time; nil when that is beyond the year 9999, which no document has.
  package func next(
    after due: DueDate, now: Date, in zone: TimeZoneRules
  ) -> (due: DueDate, repetition: Repetition)? {
    let clock = clock(of: due, in: zone)
    let today = zone.clock(at: now)
    let rule = self.anchored(to: clock)
    var count = rule.stepsBefore(today, from: clock)
    var next: (due: DueDate, date: CalendarDate)
    repeat {
      count += 1
      let date = rule.date(after: count, from: clock)
      guard date.year <= 9999 else { return nil }
      next = (Self.due(due, on: date, at: clock, in: zone), date)
    } while next.due.end(in: zone) <= now
    let anchored = rule.anchored(to: clock, on: next.date)
    return (next.due, anchored.comingBack(to: clock, from: next.due, in: zone))
  }

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
    var rule = self
    let time = date.timeOfDay
    let shown = due.day(in: zone) == nil ? zone.clock(at: due.storedMoment).timeOfDay : time
    rule.time = shown == time ? nil : time
    return rule
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

  /// The repetition with the day that it keeps to: its own, while the date shows that it does, else
  /// that of the date.
  package func anchored(to date: CalendarDate) -> Repetition {
    var rule = withoutAnchor
    switch step {
    case .months: rule.anchor = Anchor(day: date.day)
    case .years: rule.anchor = Anchor(month: date.month, day: date.day)
    default: return rule
    }
    if let anchor, anchor.day > date.day, date.day == date.daysInMonth,
      anchor.month ?? date.month == date.month
    {
      rule.anchor = anchor
    }
    return rule
  }

  /// The repetition as it is kept: with a day to come back to only when the date is another.
  private func anchored(to clock: CalendarDate, on date: CalendarDate) -> Repetition {
    anchor.map { $0.day == date.day } ?? true ? withoutAnchor : self
  }

  /// A number of steps after which the date is not past a day, at most one or two less than the
  /// most.
  private func stepsBefore(_ today: CalendarDate, from date: CalendarDate) -> Int {
    let days = today.daysSince2001 - date.daysSince2001
    let months = (today.year - date.year) * 12 + today.month - date.month
    return switch step {
    case .days(let count): max(days / count - 1, 0)
    case .weeks(let count): max(days / (7 * count) - 1, 0)
    case .weekdays: max(days / 7 * 5 - 5, 0)
    case .months(let count): max(months / count - 1, 0)
    case .years(let count): max(months / (12 * count) - 1, 0)
    }
  }

  /// The date so many steps after another.
  private func date(after count: Int, from start: CalendarDate) -> CalendarDate {
    var kept = start
    kept.day = anchor?.day ?? start.day
    switch step {
    case .days(let step): return start.adding(days: count * step)
    case .weeks(let step): return start.adding(days: count * step * 7)
    case .weekdays:
      // From the Monday of the week, of which a weekend is the end.
      let place = min(start.weekday, 4) + count
      return start.adding(days: place / 5 * 7 + place % 5 - start.weekday)
    case .months(let step): return kept.adding(months: count * step)
    case .years(let step):
      kept.month = anchor?.month ?? start.month
      return kept.adding(months: 12 * count * step)
    }
  }
}
