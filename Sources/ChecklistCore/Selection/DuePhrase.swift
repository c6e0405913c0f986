#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What people type to say when something is due: a day (`today`, `tomorrow`, `fri`, `+3d`,
/// `in 2 weeks`, `2026-12-24`, `24 Dec`), a time (`18:00`), both (`fri 9:00`), or a moment (`+2h`,
/// `2026-12-24T18:00:00Z`).
///
/// A day without a time is meant as a whole: due at its end. A weekday and a date without a year
/// are the next ones, the weekday from tomorrow on, the date from today on. A time without a day is
/// the next one from now on.
public struct DuePhrase: Equatable, Sendable {
  /// A day as it is said.
  enum Day: Equatable {
    /// So many days from today.
    case ahead(Int)
    /// The next such day of the week, from 0 for Monday.
    case weekday(Int)
    /// The next such day of the year.
    case dayOfYear(month: Int, day: Int)
    /// A day of the calendar.
    case date(CalendarDate)
  }

  /// What is said.
  enum Meaning: Equatable {
    /// So many seconds from now.
    case ahead(Int)
    /// A day, and the seconds after midnight if a time is said.
    case day(Day, time: Int?)
    /// The next time that the clock shows so many seconds after midnight.
    case time(Int)
    /// A second since 2001 in UTC.
    case moment(Int)
  }

  let meaning: Meaning

  /// The words for days that stand alone.
  public static let words =
    ["today", "tomorrow"] + CalendarDate.weekdayNames.map { $0.lowercased() }

  /// Reads a phrase.
  ///
  /// - Parameter text: What was typed; case does not matter.
  /// - Throws: ``PhraseError`` when it is something else, or a day or a time that no calendar or no
  ///   clock has.
  public init(_ text: String) throws(PhraseError) {
    var reader = DuePhraseParser(text)
    meaning = try reader.read()
  }

  /// The moment that is meant.
  ///
  /// - Parameters:
  ///   - now: The moment at which it is said.
  ///   - zone: Where it is said.
  /// - Returns: A whole second. Where clocks show the time twice it is the first, and where they
  ///   skip it the moment at which they do.
  public func moment(now: Date, in zone: TimeZoneRules) -> Date {
    switch meaning {
    case .ahead(let seconds): return TimeSpan.seconds(seconds).end(from: now, in: zone)
    case .moment(let second): return Date(timeIntervalSinceReferenceDate: Double(second))
    case .day(let day, nil): return zone.end(of: day.date(from: zone.clock(at: now)))
    case .day(let day, let time?):
      return zone.moments(of: day.date(from: zone.clock(at: now)).at(time))[0]
    case .time(let time):
      let today = zone.clock(at: now)
      let moments = [0, 1].flatMap {
        zone.moments(of: Day.ahead($0).date(from: today).at(time))
      }
      return moments.first { $0 > now } ?? moments[moments.count - 1]
    }
  }
}

extension DuePhrase.Day {
  /// The day of the calendar, said on another.
  fileprivate func date(from today: CalendarDate) -> CalendarDate {
    var date = CalendarDate(year: today.year, month: today.month, day: today.day)
    switch self {
    case .ahead(let days): date.day += days
    case .weekday(let weekday):
      let days = (weekday - today.weekday + 7) % 7
      date.day += days == 0 ? 7 : days
    case .dayOfYear(let month, let day):
      // Where this year has no 29 February, one of the next eight has.
      let dates = (0...8).map { CalendarDate(year: today.year + $0, month: month, day: day) }
      return dates.first { $0.isInCalendar && $0.daysSince2001 >= today.daysSince2001 } ?? dates[0]
    case .date(let given): date = given
    }
    return date
  }
}

extension CalendarDate {
  /// The date with a time, in seconds after midnight.
  fileprivate func at(_ time: Int) -> CalendarDate {
    CalendarDate(year: year, month: month, day: day, second: time)
  }

  /// Whether the month has such a day.
  var isInCalendar: Bool {
    let date = CalendarDate(secondsSince2001: secondsSince2001)
    return (date.year, date.month, date.day) == (year, month, day)
  }
}
