import ChecklistCore

/// A date as people and programs write it in tables and outlines, in whichever zone.
///
/// It is a day, with a time or without one: `2026-12-24`, `2026-12-24T17:00:00Z`, `24.12.2026`,
/// `12/24/2026 5:00 PM`, `24 Dec 2026`, `Thu, 24 Dec 2026 17:00:00 GMT`.
struct WrittenDate: Equatable {
  /// A day.
  enum Day: Equatable {
    /// The year, the month and the day.
    case known(Int, Int, Int)
    /// A day and a month in an order that is not known, and a year: `1/2/2026`.
    case numbers(Int, Int, year: Int)
  }

  /// The time of a day.
  struct Time: Equatable {
    /// From 0 to 23.
    var hour: Int
    /// From 0 to 59.
    var minute: Int
    /// From 0 to 59.
    var second: Int
    /// Less than a second.
    var fraction = 0.0
  }

  /// The day.
  let day: Day
  /// The time; nil when the day as a whole is meant.
  let time: Time?
  /// How many seconds the clocks are ahead of UTC; nil for the zone in which one is.
  let secondsAheadOfUTC: Int?

  /// The order of the numbers, when it follows from them.
  var order: ImportOptions.DateOrder? {
    guard case .numbers(let first, let second, _) = day, (first > 12) != (second > 12) else {
      return nil
    }
    return first > 12 ? .dayMonthYear : .monthDayYear
  }

  /// Whether it is one day in one order, and another day in the other.
  var needsOrder: Bool {
    guard case .numbers(let first, let second, _) = day else { return false }
    return first != second && first <= 12 && second <= 12
  }

  /// The day of the calendar at 0:00; nil when there is no such day.
  ///
  /// - Parameter order: The order of the numbers, where it is needed.
  func date(_ order: ImportOptions.DateOrder?) -> CalendarDate? {
    let (year, month, day) =
      switch (self.day, order ?? self.order ?? .dayMonthYear) {
      case (.known(let year, let month, let day), _): (year, month, day)
      case (.numbers(let day, let month, let year), .dayMonthYear): (year, month, day)
      case (.numbers(let month, let day, let year), .monthDayYear): (year, month, day)
      }
    return CalendarDate(inCalendarYear: year, month: month, day: day)
  }

  /// The moment, at 0:00 when no time is written; nil when there is no such day.
  ///
  /// - Parameter order: The order of the numbers, where it is needed.
  func moment(_ order: ImportOptions.DateOrder?, in zone: TimeZoneRules) -> Date? {
    guard var date = date(order) else { return nil }
    if let time { (date.hour, date.minute, date.second) = (time.hour, time.minute, time.second) }
    let fraction = time?.fraction ?? 0
    guard let secondsAheadOfUTC else { return zone.moments(of: date).first.map { $0 + fraction } }
    let seconds = Double(date.secondsSince2001 - secondsAheadOfUTC)
    return Date(timeIntervalSinceReferenceDate: seconds + fraction)
  }

  /// When something is due; nil when there is no such day.
  ///
  /// 0:00 by the clocks where one is means the day: spreadsheets write days so.
  ///
  /// - Parameter order: The order of the numbers, where it is needed.
  func dueDate(
    _ order: ImportOptions.DateOrder?, in days: inout LocalDays, isAllDay: Bool = false
  ) -> DueDate? {
    let isMidnight = time == nil || time == Time(hour: 0, minute: 0, second: 0)
    // A program that writes all moments in UTC means the day by 0:00 there or here.
    if isMidnight, isAllDay || secondsAheadOfUTC == nil {
      return date(order).map { days.due(on: $0) }
    }
    guard let moment = moment(order, in: days.zone) else { return nil }
    return isAllDay ? days.due(on: days.zone.clock(at: moment)) : .moment(moment)
  }
}
