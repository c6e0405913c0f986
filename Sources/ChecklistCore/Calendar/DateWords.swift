/// How soon something is due.
package enum Urgency: Sendable {
  /// It was due before now.
  case overdue
  /// It is due today or tomorrow.
  case soon
  /// It is due later.
  case later
}

/// Dates in words, as people read them at a moment and in a zone.
package struct DateWords: Sendable {
  /// The moment at which they are read.
  package let now: Date
  /// Where they are read.
  package let zone: TimeZoneRules
  /// The present time of the clocks, once ``rememberToday()`` has looked it up.
  private var clock: CalendarDate?

  package init(now: Date, zone: TimeZoneRules) {
    self.now = now
    self.zone = zone
  }

  /// Looks up once what the clocks show now, before many dates are put into words.
  package mutating func rememberToday() {
    if clock == nil { clock = today }
  }

  /// The present time of the clocks.
  fileprivate var today: CalendarDate { clock ?? zone.clock(at: now) }

  /// When an item that is not done is due: `today 18:00`, `tomorrow`, `Fri 09:00`, `24 Dec`, `24
  /// Dec 2027`, or `overdue 2d`.
  ///
  /// - Parameter due: The day or the moment; the last second of a day means the day.
  package func due(_ due: DueDate) -> (text: String, urgency: Urgency) {
    let day = Day(due, on: self)
    let overdue: TimeInterval
    switch due {
    case .day: overdue = day.daysAhead < 0 ? .infinity : 0
    case .moment(let moment): overdue = now.timeIntervalSince(moment)
    }
    guard overdue > 0 else { return (day.text, day.daysAhead <= 1 ? .soon : .later) }
    let minutes = Int(min(overdue / 60, 1e12))
    if minutes >= 24 * 60 || day.isWhole {
      return ("overdue \(max(-day.daysAhead, 1))d", .overdue)
    }
    return (minutes < 60 ? "overdue \(max(minutes, 1))m" : "overdue \(minutes / 60)h", .overdue)
  }

  /// A day, with the time unless the day is meant as a whole: `yesterday 18:00`, `today`, `Fri`,
  /// `24 Dec`, `24 Dec 2027`.
  package func day(_ due: DueDate) -> String { Day(due, on: self).text }

  /// The day of a moment in the same words, with the time.
  package func day(_ moment: Date) -> String { day(.moment(moment)) }

  /// A day of the calendar and a time: `2026-12-24 18:00`.
  package func absolute(_ date: Date) -> String {
    let clock = zone.clock(at: date)
    return "\(clock.isoDay) \(clock.isoTime)"
  }

  /// A day of the calendar, with the time unless the day is meant as a whole.
  package func absoluteDay(_ due: DueDate) -> String {
    due.day(in: zone)?.isoDay ?? absolute(due.storedMoment)
  }
}

/// A day on the calendar, as people call it today.
private struct Day {
  let clock: CalendarDate
  let today: CalendarDate
  /// Whether the day is meant as a whole.
  let isWhole: Bool
  /// The days of the calendar from today.
  let daysAhead: Int

  init(_ due: DueDate, on dates: DateWords) {
    today = dates.today
    switch due {
    case .day(let day):
      clock = day.date
      isWhole = true
    case .moment(let moment):
      clock = dates.zone.clock(at: moment)
      isWhole = dates.zone.isEndOfDay(moment, showing: clock)
    }
    daysAhead = clock.daysSince2001 - today.daysSince2001
  }

  var text: String { isWhole ? name : name + " " + clock.isoTime }

  private var name: String {
    switch daysAhead {
    case -1: "yesterday"
    case 0: "today"
    case 1: "tomorrow"
    case 2...6: Self.weekdays[clock.weekday]
    default:
      String(clock.day) + " " + Self.months[clock.month - 1]
        + (clock.year == today.year ? "" : " " + String(clock.year))
    }
  }

  private static let weekdays = CalendarDate.weekdayNames.map { String($0.prefix(3)) }
  private static let months = CalendarDate.monthNames.map { String($0.prefix(3)) }
}
