import ChecklistCore

/// Dates as calendars write them.
extension DueDate {
  /// The text after the name of a property: `;VALUE=DATE:20261224`, or `:20261224T170000Z`.
  ///
  /// It is nil beyond the years 0 to 9999.
  var calendarValue: String? {
    switch self {
    case .day(let day):
      let date = day.date
      return date.hasCalendarYear ? ";VALUE=DATE:\(date.calendarDay)" : nil
    case .moment(let moment): return moment.calendarText.map { ":\($0)" }
    }
  }

  /// The same with a moment in a zone; nil for UTC.
  func calendarValue(in zone: CalendarZones.Zone?) -> String? {
    if let zone, case .moment(let moment) = self {
      zone.value(zone.rules.clock(at: moment))
    } else {
      calendarValue
    }
  }

  /// Whether a task that begins then can be due at a date: not earlier, and both are days, or both
  /// are moments.
  func canBegin(_ due: DueDate?) -> Bool {
    switch (self, due) {
    case (_, nil): true
    case (.day(let start), .day(let due)): start.daysSince2001 <= due.daysSince2001
    case (.moment(let start), .moment(let due)): start <= due
    default: false
    }
  }

  /// The time of the clocks when it is due, or the day at 0:00.
  func clock(in zone: TimeZoneRules) -> CalendarDate {
    day(in: zone) ?? zone.clock(at: storedMoment)
  }
}

extension Date {
  /// The moment in UTC, to the second: `20261224T170000Z`; nil beyond the years 0 to 9999.
  var calendarText: String? {
    TimeZoneRules.utc.clock(at: self).calendarText.map { "\($0)Z" }
  }
}

extension CalendarDate {
  /// Whether a calendar can have it: the year has at most four digits.
  var hasCalendarYear: Bool { (0...9999).contains(year) }

  /// The day and the time: `20261224T170000`; nil beyond the years 0 to 9999.
  var calendarText: String? {
    guard hasCalendarYear else { return nil }
    return "\(calendarDay)T\(String((hour * 100 + minute) * 100 + second, paddedTo: 6))"
  }

  /// The day: `20261224`.
  var calendarDay: String { String((year * 100 + month) * 100 + day, paddedTo: 8) }
}
