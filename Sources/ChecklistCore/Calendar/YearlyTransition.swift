/// A rule by which the clocks of a time zone are set once a year.
package struct YearlyTransition: Sendable {
  /// A day of a month.
  package enum Day: Equatable, Sendable {
    /// The day of that number, from 1.
    case number(Int)
    /// The first such day of the week, from 0 for Monday, that is not before a day of the month.
    case weekday(Int, onOrAfter: Int)
    /// The last such day of the week, from 0 for Monday.
    case lastWeekday(Int)

    /// The day of the week of that number in a month; nil for a number that is not supported.
    ///
    /// - Parameters:
    ///   - weekday: The day of the week, from 0 for Monday.
    ///   - ordinal: From 1 to 4, or -1 for the last one.
    package init?(weekday: Int, ordinal: Int) {
      switch ordinal {
      case 1...4: self = .weekday(weekday, onOrAfter: 7 * ordinal - 6)
      case -1: self = .lastWeekday(weekday)
      default: return nil
      }
    }
  }

  /// From 1 to 12.
  package let month: Int
  package let day: Day
  /// The time of the day by the clocks before they are set, in seconds; some zones name one of the
  /// day before or after.
  package let time: Int
  /// How many seconds the clocks are ahead of UTC before they are set, and after.
  package let offsets: (before: Int, after: Int)
  /// The first and the last second since 2001 in UTC at which the rule may be followed.
  package let range: ClosedRange<Int>

  /// A rule that is followed in a range of seconds since 2001 in UTC.
  package init(
    month: Int, day: Day, time: Int, offsets: (before: Int, after: Int), range: ClosedRange<Int>
  ) {
    (self.month, self.day, self.time) = (month, day, time)
    (self.offsets, self.range) = (offsets, range)
  }

  /// The transition of a year; nil when the rule is not followed in that year.
  package func transition(in year: Int) -> TimeZoneTransitions.Transition? {
    occurrence(in: year).flatMap { range.contains($0.second) ? $0 : nil }
  }

  /// The rule, followed from another second on.
  func beginning(at second: Int) -> YearlyTransition {
    YearlyTransition(
      month: month, day: day, time: time, offsets: offsets,
      range: second...max(second, range.upperBound))
  }

  /// The transition of a year, whether the rule is followed then or not; nil for a month without
  /// the day.
  func occurrence(in year: Int) -> TimeZoneTransitions.Transition? {
    let first = CalendarDate(year: year, month: month, day: 1)
    let number: Int
    switch day {
    case .number(let day): number = day
    case .weekday(let weekday, let day):
      let date = CalendarDate(year: year, month: month, day: day)
      number = day + (weekday - date.weekday + 7) % 7
    case .lastWeekday(let weekday):
      let last = first.daysInMonth
      let date = CalendarDate(year: year, month: month, day: last)
      number = last - (date.weekday - weekday + 7) % 7
    }
    guard number <= first.daysInMonth else { return nil }
    let second =
      first.secondsSince2001 + (number - 1) * CalendarDate.secondsInDay + time - offsets.before
    return TimeZoneTransitions.Transition(second: second, offset: offsets.after)
  }
}
