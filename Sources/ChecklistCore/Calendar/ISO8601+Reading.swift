#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension ISO8601 {
  /// Reads a day of the calendar: `2026-12-24`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The date, at 0:00; nil for any other text.
  package static func day(_ text: String) -> CalendarDate? {
    var scanner = FieldScanner(text)
    guard let day = extendedDay(&scanner), scanner.isAtEnd else { return nil }
    return day
  }

  /// Reads a moment to the second, in UTC: `2026-12-24T17:00:00Z`.
  ///
  /// - Parameter text: The text; a fraction of a second is passed over.
  /// - Returns: The moment; nil for any other text.
  package static func date(_ text: String) -> Date? {
    var scanner = FieldScanner(text)
    guard let day = extendedDay(&scanner), scanner.skip("T"),
      let time = extendedTime(&scanner, on: day), skipFraction(&scanner), scanner.skip("Z"),
      scanner.isAtEnd
    else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(time.secondsSince2001))
  }

  /// Reads a moment in the basic form, `20261224T170000Z`, or in the extended one.
  ///
  /// - Parameters:
  ///   - text: The text. Without `Z` it is a time by the clocks where one is, and without a time
  ///     the beginning of a day.
  ///   - zone: The time zone in which one is.
  /// - Returns: The moment; nil for any other text.
  package static func date(_ text: String, in zone: TimeZoneRules) -> Date? {
    var scanner = FieldScanner(text)
    let start = scanner
    var isBasic = true
    var date = basicDay(&scanner)
    if date == nil {
      (scanner, isBasic) = (start, false)
      date = extendedDay(&scanner)
    }
    guard var date else { return nil }
    if scanner.skip("T") {
      let time = isBasic ? basicTime(&scanner, on: date) : extendedTime(&scanner, on: date)
      guard let time, skipFraction(&scanner) else { return nil }
      date = time
      if scanner.skip("Z") {
        guard scanner.isAtEnd else { return nil }
        return Date(timeIntervalSinceReferenceDate: Double(date.secondsSince2001))
      }
    }
    return scanner.isAtEnd ? zone.moments(of: date)[0] : nil
  }

  private static func basicDay(_ scanner: inout FieldScanner) -> CalendarDate? {
    guard let digits = scanner.number(digits: 8...8) else { return nil }
    return day(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
  }

  private static func extendedDay(_ scanner: inout FieldScanner) -> CalendarDate? {
    let isNegative = scanner.skip("-")
    guard let year = scanner.number(digits: 4...11), scanner.skip("-"),
      let month = scanner.number(digits: 2...2), scanner.skip("-"),
      let day = scanner.number(digits: 2...2)
    else { return nil }
    return self.day(year: isNegative ? -year : year, month: month, day: day)
  }

  private static func basicTime(
    _ scanner: inout FieldScanner, on day: CalendarDate
  ) -> CalendarDate? {
    guard let digits = scanner.number(digits: 6...6) else { return nil }
    return time(
      hour: digits / 10_000, minute: digits / 100 % 100, second: digits % 100, on: day)
  }

  private static func extendedTime(
    _ scanner: inout FieldScanner, on day: CalendarDate
  ) -> CalendarDate? {
    guard let hour = scanner.number(digits: 2...2), scanner.skip(":"),
      let minute = scanner.number(digits: 2...2), scanner.skip(":"),
      let second = scanner.number(digits: 2...2)
    else { return nil }
    return time(hour: hour, minute: minute, second: second, on: day)
  }

  /// Passes over a fraction of a second, if there is one; false when its digits are missing.
  private static func skipFraction(_ scanner: inout FieldScanner) -> Bool {
    scanner.skip(".") ? scanner.number(digits: 1...9) != nil : true
  }

  private static func day(year: Int, month: Int, day: Int) -> CalendarDate? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let date = CalendarDate(year: year, month: month, day: day)
    return date.isInCalendar ? date : nil
  }

  private static func time(
    hour: Int, minute: Int, second: Int, on day: CalendarDate
  ) -> CalendarDate? {
    guard hour < 24, minute < 60, second < 60 else { return nil }
    var time = day
    (time.hour, time.minute, time.second) = (hour, minute, second)
    return time
  }
}
