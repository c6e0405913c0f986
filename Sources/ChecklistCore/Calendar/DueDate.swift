/// When something is due: on a day, wherever one is, or at a moment.
public enum DueDate: Hashable, Sendable {
  /// On a day of the calendar: it is due at the end of the day, by the clocks where one is.
  case day(Day)
  /// At a moment, which is the same for everybody.
  case moment(Date)

  /// A day of the calendar, which also knows when it ended where it was set.
  public struct Day: Hashable, Sendable {
    /// The days since 2001-01-01.
    package let daysSince2001: Int
    /// The end of the day where it was set: its last second.
    ///
    /// Programs that know only moments are given this one.
    public let end: Date
  }

  /// When it is over.
  ///
  /// - Parameter zone: The time zone in which one is.
  /// - Returns: The last second of the day, or the moment itself.
  public func end(in zone: TimeZoneRules) -> Date {
    switch self {
    case .day(let day): zone.end(of: day.date)
    case .moment(let moment): moment
    }
  }

  /// The day, if it is due on one.
  package var day: Day? {
    if case .day(let day) = self { day } else { nil }
  }

  /// Whether both are one day, wherever it was set.
  package func isSameDay(as other: DueDate?) -> Bool {
    day.map { $0.daysSince2001 == other?.day?.daysSince2001 } == true
  }

  /// The moment that programs are given which know only moments.
  package var storedMoment: Date {
    switch self {
    case .day(let day): day.end
    case .moment(let moment): moment
    }
  }

  /// The day that is meant; nil for a moment.
  ///
  /// The last second of a day means the day, for documents that only have moments.
  ///
  /// - Returns: The date, at 0:00.
  package func day(in zone: TimeZoneRules) -> CalendarDate? {
    switch self {
    case .day(let day): return day.date
    case .moment(let moment):
      let clock = zone.clock(at: moment)
      return zone.isEndOfDay(moment, showing: clock) ? clock.startOfDay : nil
    }
  }
}

extension DueDate.Day {
  /// A day of the calendar.
  ///
  /// - Parameters:
  ///   - year: The year, from 0 to 9999.
  ///   - month: The month, from 1 to 12.
  ///   - day: The day of the month. The result is nil when no calendar has it.
  ///   - zone: The time zone in which one is.
  public init?(year: Int, month: Int, day: Int, in zone: TimeZoneRules) {
    guard (0...9999).contains(year),
      let date = CalendarDate(inCalendarYear: year, month: month, day: day)
    else { return nil }
    self.init(date, in: zone)
  }

  /// The day of a moment, by the clocks where one is.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - zone: The time zone in which one is.
  public init(of moment: Date, in zone: TimeZoneRules) {
    self.init(zone.clock(at: moment), in: zone)
  }

  /// The day of a date, whatever its time.
  package init(_ date: CalendarDate, in zone: TimeZoneRules) {
    self.init(daysSince2001: date.daysSince2001, end: zone.end(of: date))
  }

  /// The date, at 0:00.
  package var date: CalendarDate {
    CalendarDate(secondsSince2001: daysSince2001 * CalendarDate.secondsInDay)
  }

  /// The year.
  public var year: Int { date.year }
  /// The month, from 1 to 12.
  public var month: Int { date.month }
  /// The day of the month, from 1.
  public var day: Int { date.day }
}

extension DueDate.Day: CustomStringConvertible {
  /// The day as ISO 8601 has it: `2026-12-24`.
  public var description: String { date.isoDay }
}

extension DueDate: CustomStringConvertible {
  /// The day, or the moment in UTC, as ISO 8601 has it.
  public var description: String {
    switch self {
    case .day(let day): day.description
    case .moment(let moment): ISO8601.text(moment) ?? "\(moment.timeIntervalSinceReferenceDate)"
    }
  }
}

extension DueDate {
  /// The same time of the clocks some days later; earlier for a negative number.
  ///
  /// A date stays as it is that would leave the years 1 to 9999.
  package func moved(byDays days: Int, in zone: TimeZoneRules) -> DueDate {
    func later(_ clock: CalendarDate) -> CalendarDate {
      let moved = CalendarDate(
        secondsSince2001: clock.secondsSince2001 + days * CalendarDate.secondsInDay)
      return (1...9999).contains(moved.year) ? moved : clock
    }
    return switch self {
    case .day(let day): .day(Day(later(day.date), in: zone))
    case .moment(let moment): .moment(zone.moments(of: later(zone.clock(at: moment)))[0])
    }
  }
}

// MARK: As documents have it

extension DueDate.Day {
  /// The last second of a day, after its first.
  private static let lastSecond = CalendarDate.secondsInDay - 1

  /// The day, and its end with the distance of the clocks from UTC: `2026-12-24T23:59:59+13:00`.
  package var storedText: String {
    let offset =
      daysSince2001 * CalendarDate.secondsInDay + Self.lastSecond - end.wholeSeconds
    let (hours, rest) = Int(offset.magnitude).quotientAndRemainder(dividingBy: 3600)
    var text: [UInt8] = []
    text.reserveCapacity(28)
    text.append(dayOf: date)
    text += "T23:59:59".utf8
    text.append(offset < 0 ? "-" : "+", twoDigits: hours)
    text.append(":", twoDigits: rest / 60)
    if !rest.isMultiple(of: 60) { text.append(":", twoDigits: rest % 60) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads what ``storedText`` gives; nil for anything else.
  package init?(storedText text: String) {
    var scanner = FieldScanner(text)
    guard let year = scanner.number(digits: 4...4), scanner.skip("-"),
      let month = scanner.number(digits: 2...2), scanner.skip("-"),
      let day = scanner.number(digits: 2...2), scanner.skip("T"),
      let time = Self.seconds(&scanner, hours: 0...23)
    else { return nil }
    let isAhead = scanner.skip("+")
    guard isAhead || scanner.skip("-"),
      // A day that did not take place somewhere ended a day before.
      let offset = Self.seconds(&scanner, hours: 0...47, hasSeconds: false), scanner.isAtEnd,
      let date = CalendarDate(inCalendarYear: year, month: month, day: day)
    else { return nil }
    let second = date.secondsSince2001 + time - (isAhead ? offset : -offset)
    self.init(
      daysSince2001: date.daysSince2001, end: Date(timeIntervalSinceReferenceDate: Double(second)))
  }

  /// The seconds of `23:59:59`, or of `13:00` with seconds if there are any.
  private static func seconds(
    _ scanner: inout FieldScanner, hours: ClosedRange<Int>, hasSeconds: Bool = true
  ) -> Int? {
    guard let hour = scanner.number(digits: 2...2), hours.contains(hour),
      scanner.skip(":"), let minute = scanner.number(digits: 2...2), minute < 60
    else { return nil }
    guard scanner.skip(":") else {
      return hasSeconds ? nil : hour * 3600 + minute * 60
    }
    guard let second = scanner.number(digits: 2...2), second < 60 else { return nil }
    return hour * 3600 + minute * 60 + second
  }
}
