extension ISO8601 {
  /// Reads a day of the calendar: `2026-12-24`.
  ///
  /// - Returns: The date, at 0:00; nil for any other text.
  package static func day(_ text: String) -> CalendarDate? { day(Array(text.utf8)[...]) }

  /// Reads a day in UTF-8.
  package static func day(_ text: ArraySlice<UInt8>) -> CalendarDate? {
    var scanner = FieldScanner(text)
    guard let day = dayOfAnyYear(&scanner), scanner.isAtEnd else { return nil }
    return day
  }

  /// Reads a moment, with its distance from UTC: `2026-12-24T17:00:00Z`.
  ///
  /// - Returns: The moment, with its fraction of a second; nil for any other text.
  package static func date(_ text: String) -> Date? { date(Array(text.utf8)[...]) }

  /// Reads a moment in UTF-8.
  package static func date(_ text: ArraySlice<UInt8>) -> Date? {
    var scanner = FieldScanner(text)
    guard let day = dayOfAnyYear(&scanner), let time = LocalTime(&scanner, on: day),
      time.secondsAheadOfUTC != nil, scanner.isAtEnd
    else { return nil }
    return time.moment(in: .utc) + time.fraction
  }

  /// Reads a moment in the basic form, `20261224T170000Z`, or in the extended one.
  ///
  /// - Parameter text: The text. Without `Z` it is a time by the clocks where one is, and without a
  ///   time the beginning of a day.
  /// - Returns: The moment; nil for any other text.
  package static func date(_ text: String, in zone: TimeZoneRules) -> Date? {
    var scanner = FieldScanner(text)
    let start = scanner
    let basicDay = basicDay(&scanner)
    if basicDay == nil { scanner = start }
    guard let day = basicDay ?? dayOfAnyYear(&scanner),
      let time = LocalTime(&scanner, on: day, isBasic: basicDay != nil), scanner.isAtEnd
    else { return nil }
    return time.moment(in: zone)
  }

  /// Reads a day in the basic form: `20261224`.
  ///
  /// - Parameter scanner: The text, of which more may follow.
  /// - Returns: The date, at 0:00; nil for anything else.
  package static func basicDay(_ scanner: inout FieldScanner) -> CalendarDate? {
    guard let digits = scanner.number(digits: 8...8) else { return nil }
    return CalendarDate(
      inCalendarYear: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
  }

  /// Reads a day in the extended form: `2026-12-24`.
  ///
  /// - Parameter scanner: The text, of which more may follow.
  /// - Returns: The date, at 0:00; nil for anything else.
  package static func day(
    _ scanner: inout FieldScanner, yearDigits: ClosedRange<Int> = 4...4
  ) -> CalendarDate? {
    guard let year = scanner.number(digits: yearDigits), scanner.skip("-"),
      let month = scanner.number(digits: 2...2), scanner.skip("-"),
      let day = scanner.number(digits: 2...2)
    else { return nil }
    return CalendarDate(inCalendarYear: year, month: month, day: day)
  }

  /// Reads a day of a year before 0 too, or after 9999, as this program writes them.
  private static func dayOfAnyYear(_ scanner: inout FieldScanner) -> CalendarDate? {
    let isNegative = scanner.skip("-")
    guard var day = day(&scanner, yearDigits: 4...7) else { return nil }
    // A year has the days of the year with the other sign.
    if isNegative { day.year.negate() }
    return day
  }
}
