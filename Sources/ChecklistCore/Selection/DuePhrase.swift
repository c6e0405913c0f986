/// The phrases that say when something is due: a day (`today`, `fri`, `next week`, `+3d`, `3d`,
/// `2026-12-24`, `24 Dec`, `Dec 24th`, `24.12.`, `24th`, `eom`), a time (`18:00`, `5pm`, `noon`),
/// both (`fri 9:00`, `tomorrow at 5pm`, `tomorrow 9`, `tonight`), or a moment (`+2h`,
/// `2026-12-24T18:00:00Z`).
///
/// A day without a time means its end. A weekday means the next one from tomorrow on, with `this`
/// from today on, with `next` the one of the next week, which begins on Monday. A date without a
/// year means the next one from today on, and a time without a day the next one from now on.
/// Midnight is the end of the day.
package struct DuePhrase: Equatable, Sendable {
  /// A day as it is typed.
  enum Day: Equatable {
    /// A number of days from today.
    case ahead(Int)
    /// The same day a number of months from now.
    case monthsAhead(Int)
    /// The next such day of the week, from 0 for Monday.
    case weekday(Int, canBeToday: Bool = false)
    /// The day of the next week, from 0 for Monday; -1 is the last day of this one.
    case dayOfNextWeek(Int)
    /// The day of the next month; 0 is the last day of this one.
    case dayOfNextMonth(Int)
    /// The next such day of a month, of one that has it.
    case dayOfMonth(Int)
    /// The day of the next year; 0 is the last day of this one.
    case dayOfNextYear(Int)
    /// The next such day of the year.
    case dayOfYear(month: Int, day: Int)
    /// A day of the calendar.
    case date(CalendarDate)
  }

  /// The meaning of a phrase.
  enum Meaning: Equatable {
    /// A number of seconds from now.
    case ahead(Int)
    /// A day, and the seconds after its start if there is a time.
    case day(Day, time: Int?)
    /// The next time that the clock shows so many seconds after the start of a day.
    case time(Int)
    /// The evening of today, or what is left of it.
    case tonight
    /// A second since 2001 in UTC.
    case moment(Int)
  }

  let meaning: Meaning

  /// The phrases that are made of words only.
  package static let words =
    ["today", "tonight", "tomorrow", "yesterday"]
    + CalendarDate.weekdayNames.map { $0.lowercased() }
    + [
      "weekend", "next week", "next month", "next year", "end of week", "end of month", "eom",
      "end of year", "eoy", "noon", "midnight",
    ]

  /// Reads a phrase.
  ///
  /// - Parameter text: What was typed; case does not matter.
  /// - Throws: ``PhraseError`` when the text is no phrase, or names a day that no calendar has or a
  ///   time that no clock has.
  package init(_ text: String) throws(PhraseError) {
    var reader = DuePhraseParser(text)
    meaning = try reader.read()
  }

  /// The time of a day that means the day.
  private static let lastSecond = 23 * 3600 + 59 * 60 + 59
  /// The times of `tonight`: the first that is still to come counts, else the day.
  private static let evening = [18 * 3600, 23 * 3600 + 59 * 60]

  /// The phrase as it names the past: `tonight` is 18:00 of the day, also once that is over.
  var asPast: DuePhrase {
    meaning == .tonight ? DuePhrase(.day(.ahead(0), time: Self.evening[0])) : self
  }

  private init(_ meaning: Meaning) { self.meaning = meaning }

  /// The day or the moment that is meant.
  ///
  /// - Returns: A day, where there is no time or its last second; else a whole second. When clocks
  ///   show the time twice, it is the first one; when they skip it, it is as much later as they
  ///   skip.
  package func dueDate(now: Date, in zone: TimeZoneRules) -> DueDate {
    let today = zone.clock(at: now)
    switch meaning {
    case .ahead(let seconds): return .moment(TimeSpan.seconds(seconds).end(from: now, in: zone))
    case .moment(let second):
      return .moment(Date(timeIntervalSinceReferenceDate: Double(second)))
    case .day(let day, nil), .day(let day, Self.lastSecond):
      return .day(DueDate.Day(day.date(from: today), in: zone))
    case .day(let day, let time?):
      return .moment(zone.moments(of: day.date(from: today).at(time))[0])
    case .tonight:
      let moments = Self.evening.map { zone.moments(of: today.at($0))[0] }
      return moments.first { $0 > now }.map { .moment($0) } ?? .day(DueDate.Day(today, in: zone))
    case .time(Self.lastSecond): return .day(DueDate.Day(today, in: zone))
    case .time(let time):
      let moments = [0, 1].flatMap {
        zone.moments(of: Day.ahead($0).date(from: today).at(time))
      }
      return .moment(moments.first { $0 > now } ?? moments[moments.count - 1])
    }
  }

  /// A repetition of what is due then; it comes back to a time that the clocks skip on that day.
  package func repeated(
    by repetition: Repetition, now: Date, in zone: TimeZoneRules
  ) -> Repetition {
    guard case .day(_, let time?) = meaning else { return repetition }
    let due = dueDate(now: now, in: zone)
    let day = zone.clock(at: due.storedMoment).startOfDay
    return repetition.comingBack(
      to: CalendarDate(secondsSince2001: day.secondsSince2001 + time), from: due, in: zone)
  }

  /// The moment that is meant, or the end of the day.
  package func moment(now: Date, in zone: TimeZoneRules) -> Date {
    dueDate(now: now, in: zone).end(in: zone)
  }
}

extension DuePhrase.Day {
  /// The day of the calendar that is meant on a given day.
  fileprivate func date(from today: CalendarDate) -> CalendarDate {
    var date = CalendarDate(year: today.year, month: today.month, day: today.day)
    switch self {
    case .ahead(let days): date.day += days
    case .monthsAhead(let months): date = today.adding(months: months)
    case .weekday(let weekday, let canBeToday):
      let days = (weekday - today.weekday + 7) % 7
      date.day += days == 0 && !canBeToday ? 7 : days
    case .dayOfNextWeek(let weekday): date.day += 7 - today.weekday + weekday
    case .dayOfNextMonth(let day):
      // The month 13 is the next January, and the day 0 is the one before the first.
      date = CalendarDate(year: today.year, month: today.month + 1, day: day)
    case .dayOfMonth(let day):
      // Of two months that follow each other, one has 31 days.
      let dates = (0...2).map {
        CalendarDate(
          year: today.year + (today.month - 1 + $0) / 12, month: (today.month - 1 + $0) % 12 + 1,
          day: day)
      }
      return dates.first { $0.isInCalendar && $0.daysSince2001 >= today.daysSince2001 } ?? dates[0]
    case .dayOfNextYear(let day): date = CalendarDate(year: today.year + 1, month: 1, day: day)
    case .dayOfYear(let month, let day):
      // If this year has no 29 February, one of the next eight years has.
      let dates = (0...8).map { CalendarDate(year: today.year + $0, month: month, day: day) }
      return dates.first { $0.isInCalendar && $0.daysSince2001 >= today.daysSince2001 } ?? dates[0]
    case .date(let given): date = given
    }
    return date
  }
}

extension CalendarDate {
  /// The date with a time, in seconds after the start of the day.
  func at(_ time: Int) -> CalendarDate {
    CalendarDate(year: year, month: month, day: day, second: time)
  }
}
