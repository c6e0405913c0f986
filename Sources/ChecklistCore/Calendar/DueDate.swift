#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
  var day: Day? {
    if case .day(let day) = self { day } else { nil }
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
  /// - Parameter zone: The time zone in which one is.
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
  ///   - year: The year.
  ///   - month: The month, from 1 to 12.
  ///   - day: The day of the month. The result is nil when no calendar has it.
  ///   - zone: The time zone in which one is.
  public init?(year: Int, month: Int, day: Int, in zone: TimeZoneRules) {
    guard (1...12).contains(month), (1...31).contains(day), (-99_999...99_999).contains(year)
    else { return nil }
    let date = CalendarDate(year: year, month: month, day: day)
    guard date.isInCalendar else { return nil }
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

// MARK: As documents have it

extension DueDate.Day {
  /// The last second of a day, after its first.
  private static let lastSecond = CalendarDate.secondsInDay - 1

  /// The day, and its end with the distance of the clocks from UTC: `2026-12-24T23:59:59+13:00`.
  var storedText: String {
    let offset =
      daysSince2001 * CalendarDate.secondsInDay + Self.lastSecond - end.wholeSeconds
    let (hours, rest) = offset.magnitude.quotientAndRemainder(dividingBy: 3600)
    var text = "\(date.isoDay)T23:59:59\(offset < 0 ? "-" : "+")\(String(hours, paddedTo: 2))"
    text += ":\(String(rest / 60, paddedTo: 2))"
    return rest.isMultiple(of: 60) ? text : text + ":\(String(rest % 60, paddedTo: 2))"
  }

  /// Reads what ``storedText`` gives; nil for anything else.
  init?(storedText text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let isNegative = parts[0].hasPrefix("-")
    guard let fields = Self.numbers(isNegative ? parts[0].dropFirst() : parts[0], between: "-"),
      fields.count == 3, fields[0] <= 99_999
    else { return nil }
    guard let sign = parts[1].firstIndex(where: { $0 == "+" || $0 == "-" }),
      let time = Self.numbers(parts[1][..<sign], between: ":"), time.count == 3,
      let offset = Self.numbers(parts[1][sign...].dropFirst(), between: ":"),
      (2...3).contains(offset.count)
    else { return nil }
    let date = CalendarDate(
      year: isNegative ? -fields[0] : fields[0], month: fields[1], day: fields[2])
    guard (1...12).contains(date.month), (1...31).contains(date.day), date.isInCalendar
    else { return nil }
    let ahead = offset[0] * 3600 + offset[1] * 60 + (offset.count == 3 ? offset[2] : 0)
    let second =
      date.secondsSince2001 + time[0] * 3600 + time[1] * 60 + time[2]
      - (parts[1][sign] == "-" ? -ahead : ahead)
    self.init(
      daysSince2001: date.daysSince2001, end: Date(timeIntervalSinceReferenceDate: Double(second)))
  }

  /// Numbers of at most five digits each, with a character between two.
  private static func numbers(_ text: Substring, between separator: Character) -> [Int]? {
    var numbers: [Int] = []
    for part in text.split(separator: separator, omittingEmptySubsequences: false) {
      guard (1...5).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
