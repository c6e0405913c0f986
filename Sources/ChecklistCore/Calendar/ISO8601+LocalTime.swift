extension ISO8601 {
  /// A day, or a day and a time, by the clocks where one is or at a distance from UTC.
  package struct LocalTime {
    /// The day and the time.
    package private(set) var date: CalendarDate
    /// Whether there is a time.
    package private(set) var hasTime = false
    /// How many seconds the clocks are ahead of UTC; nil for those where one is.
    package private(set) var secondsAheadOfUTC: Int?
    /// The fraction of a second.
    private(set) var fraction = 0.0

    /// A day as a whole.
    package init(_ day: CalendarDate) { date = day }

    /// Reads a day, with four digits for the year, and what follows it; nil for anything else.
    package init?(_ scanner: inout FieldScanner) {
      guard let day = ISO8601.day(&scanner) else { return nil }
      self.init(&scanner, on: day)
    }

    /// Reads what follows a day: nothing, or `T18:00` with seconds, a fraction of one, and the
    /// distance from UTC, if there are any.
    ///
    /// - Parameters:
    ///   - scanner: The text, of which more may follow.
    ///   - isBasic: Whether the time is `T180000`.
    package init?(_ scanner: inout FieldScanner, on day: CalendarDate, isBasic: Bool = false) {
      self.init(day)
      guard scanner.skip("T") else { return }
      hasTime = true
      guard isBasic ? readBasicTime(&scanner) : readTime(&scanner),
        date.hour < 24, date.minute < 60, date.second < 60,
        readFraction(&scanner)
      else { return nil }
      if scanner.skip("Z") {
        secondsAheadOfUTC = 0
      } else if case let isAhead = scanner.skip("+"), isAhead || scanner.skip("-") {
        guard let hours = scanner.number(digits: 2...2), hours < 24, scanner.skip(":"),
          let minutes = scanner.number(digits: 2...2), minutes < 60
        else { return nil }
        secondsAheadOfUTC = (isAhead ? 60 : -60) * (hours * 60 + minutes)
      }
    }

    private mutating func readFraction(_ scanner: inout FieldScanner) -> Bool {
      guard scanner.skip(".") else { return true }
      let start = scanner.position
      guard let number = scanner.number(digits: 1...ISO8601.mostFractionDigits) else {
        return false
      }
      var scale = 1.0
      for _ in start..<scanner.position { scale *= 10 }
      fraction = Double(number) / scale
      return true
    }

    private mutating func readBasicTime(_ scanner: inout FieldScanner) -> Bool {
      guard let digits = scanner.number(digits: 6...6) else { return false }
      (date.hour, date.minute, date.second) = (
        digits / 10_000, digits / 100 % 100, digits % 100
      )
      return true
    }

    private mutating func readTime(_ scanner: inout FieldScanner) -> Bool {
      guard let hour = scanner.number(digits: 2...2), scanner.skip(":"),
        let minute = scanner.number(digits: 2...2)
      else { return false }
      (date.hour, date.minute) = (hour, minute)
      guard scanner.skip(":") else { return true }
      guard let second = scanner.number(digits: 2...2) else { return false }
      date.second = second
      return true
    }

    /// The moment that is meant, in whole seconds; of a day, its beginning.
    package func moment(in zone: TimeZoneRules) -> Date {
      guard let secondsAheadOfUTC else { return zone.moments(of: date)[0] }
      let second = date.secondsSince2001 - secondsAheadOfUTC
      return Date(timeIntervalSinceReferenceDate: Double(second))
    }
  }

  /// A moment as the clocks where one is show it: `2026-12-24T18:00`, with seconds if there are
  /// any.
  ///
  /// When the clocks show the time twice, and the second one is meant, it is in UTC, with `Z`.
  ///
  /// - Returns: What ``LocalTime`` reads again; nil when the year has not four digits.
  package static func localText(_ moment: Date, in zone: TimeZoneRules) -> String? {
    var clock = zone.clock(at: moment)
    let isUTC = zone.moments(of: clock)[0].wholeSeconds != moment.wholeSeconds
    if isUTC { clock = TimeZoneRules.utc.clock(at: moment) }
    guard (0...9999).contains(clock.year) else { return nil }
    let second = clock.second == 0 ? "" : ":\(String(clock.second, paddedTo: 2))"
    return "\(clock.isoDay)T\(clock.isoTime)\(second)\(isUTC ? "Z" : "")"
  }
}
