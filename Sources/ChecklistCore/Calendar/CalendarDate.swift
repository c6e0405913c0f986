/// A day of the proleptic Gregorian calendar and a time of day.
///
/// A `<date>` in an XML property list is one, in UTC.
///
/// There is a year 0, the one before the year 1, as in ISO 8601 and CFDate.c.
package struct CalendarDate: Equatable, Sendable {
  /// The year, of at most 11 digits.
  package var year: Int
  /// From 1 to 12.
  ///
  /// CoreFoundation reads 0 as January and 13 as the next January, and so does this.
  package var month: Int
  /// From 1.
  ///
  /// Too large a day, hour, minute or second rolls over.
  package var day: Int
  /// From 0 to 23.
  package var hour: Int
  /// From 0 to 59.
  package var minute: Int
  /// From 0 to 59.
  package var second: Int

  /// A date and a time; midnight when the time is left out.
  package init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The days before each month in a common year; the last is the length of the year.
  private static let daysBeforeMonth = [
    0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365,
  ]
  private static let daysInFourCenturies = 146_097
  static let secondsInDay = 86_400

  /// Seconds since 2001-01-01 00:00:00, on the same clock.
  package var secondsSince2001: Int {
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
  /// - Parameter seconds: Since 2001-01-01 00:00:00, on the same clock.
  package init(secondsSince2001 seconds: Int) {
    let (days, time) = seconds.flooredQuotientAndRemainder(Self.secondsInDay)
    (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)

    // 2001 begins a cycle of 400 years. So the leap year is the last of its four years, and the
    // long century is the last of the cycle.
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
  /// The date as `<date>` has it: `2001-01-01T00:00:00Z`.
  package var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(20)
    text.append(dayOf: self)
    text.append("T", twoDigits: hour)
    text.append(":", twoDigits: minute)
    text.append(":", twoDigits: second)
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// The day as ISO 8601 has it, `2001-01-01`, with at least four digits for the year.
  package var isoDay: String {
    var text: [UInt8] = []
    text.append(dayOf: self)
    return String(decoding: text, as: UTF8.self)
  }

  /// The hour and the minute as ISO 8601 has them, `00:00`.
  package var isoTime: String {
    var text: [UInt8] = []
    text.appendTwoDigits(hour)
    text.append(":", twoDigits: minute)
    return String(decoding: text, as: UTF8.self)
  }
}

extension Int {
  /// The quotient rounded down, and a remainder that is never negative.
  func flooredQuotientAndRemainder(_ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Each of many items can have a date, so its text is made of bytes, which is fast.
extension [UInt8] {
  /// Appends a day as ISO 8601 has it, with at least four digits for the year.
  mutating func append(dayOf date: CalendarDate) {
    if date.year < 0 { append(UInt8(ascii: "-")) }
    if date.year.magnitude < 1000 || date.year.magnitude > 9999 {
      self += String(date.year.magnitude, paddedTo: 4).utf8
    } else {
      appendTwoDigits(Int(date.year.magnitude) / 100)
      appendTwoDigits(Int(date.year.magnitude) % 100)
    }
    append("-", twoDigits: date.month)
    append("-", twoDigits: date.day)
  }

  /// Appends a mark, and a number of at most two digits.
  mutating func append(_ mark: Unicode.Scalar, twoDigits number: Int) {
    append(UInt8(ascii: mark))
    appendTwoDigits(number)
  }

  /// Appends a number of at most two digits, with a zero before a single digit.
  fileprivate mutating func appendTwoDigits(_ number: Int) {
    guard (0..<100).contains(number) else {
      self += String(number).utf8
      return
    }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}
