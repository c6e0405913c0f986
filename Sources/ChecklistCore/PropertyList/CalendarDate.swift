/// A moment as a `<date>` names it: a day of the proleptic Gregorian calendar and a time in UTC.
///
/// The year 0 exists and is the one before 1, as in ISO 8601 and CFDate.c.
struct CalendarDate: Equatable {
  var year: Int
  /// From 1 to 12; 0 counts as January and 13 as the January after, as CoreFoundation reads them.
  var month: Int
  /// From 1; larger values, and those of the time, roll over.
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int

  /// Days before each month in a year that is no leap year; the last is the year's length.
  private static let daysBeforeMonth = [
    0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365,
  ]
  private static let daysInFourCenturies = 146_097
  private static let secondsInDay = 86_400

  /// Seconds since 2001-01-01 00:00:00 UTC, for a year of at most 11 digits.
  var secondsSince2001: Int {
    let days =
      Self.daysBefore(year: year)
      + Self.daysBefore(month: max(month, 1), isLeap: Self.isLeap(year)) + day - 1
    return days * Self.secondsInDay + hour * 3600 + minute * 60 + second
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// Days from 2001-01-01 to the first of a year.
  private static func daysBefore(year: Int) -> Int {
    let (cycles, years) = (year - 2001).flooredQuotientAndRemainder(400)
    return cycles * daysInFourCenturies + years * 365 + years / 4 - years / 100
  }

  /// Days from the first of a year to the first of a month.
  private static func daysBefore(month: Int, isLeap: Bool) -> Int {
    daysBeforeMonth[month - 1] + (isLeap && month > 2 ? 1 : 0)
  }
}

extension CalendarDate {
  /// The date and time of a moment.
  ///
  /// - Parameter seconds: since 2001-01-01 00:00:00 UTC.
  init(secondsSince2001 seconds: Int) {
    let (days, time) = seconds.flooredQuotientAndRemainder(Self.secondsInDay)
    (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)

    // 2001 begins a cycle, so the long year of four and the long century of a cycle come last.
    let (cycles, dayOfCycle) = days.flooredQuotientAndRemainder(Self.daysInFourCenturies)
    let century = min(dayOfCycle / 36_524, 3)
    let dayOfCentury = dayOfCycle - century * 36_524
    let dayOfLeapCycle = dayOfCentury % 1461
    let yearOfLeapCycle = min(dayOfLeapCycle / 365, 3)
    let dayOfYear = dayOfLeapCycle - yearOfLeapCycle * 365
    year = 2001 + cycles * 400 + century * 100 + dayOfCentury / 1461 * 4 + yearOfLeapCycle

    let isLeap = Self.isLeap(year)
    month = 12
    while Self.daysBefore(month: month, isLeap: isLeap) > dayOfYear { month -= 1 }
    day = dayOfYear - Self.daysBefore(month: month, isLeap: isLeap) + 1
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The form that `<date>` has: `2001-01-01T00:00:00Z`, with at least four digits for the year.
  var description: String {
    func digits(_ number: Int, _ count: Int = 2) -> String {
      String(number).leftPadded(to: count)
    }
    return (year < 0 ? "-" : "") + digits(abs(year), 4)
      + "-\(digits(month))-\(digits(day))T\(digits(hour)):\(digits(minute)):\(digits(second))Z"
  }
}

extension Int {
  /// The quotient rounded down, and a remainder that is never negative.
  fileprivate func flooredQuotientAndRemainder(_ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
