import ChecklistCore

/// The days of a time zone, each looked up once: many items have dates on the same days.
struct LocalDays {
  /// Where one is.
  let zone: TimeZoneRules
  private var starts: [Int: Date] = [:]
  private var days: [Int: DueDate.Day] = [:]

  /// The days of a zone.
  init(in zone: TimeZoneRules) {
    self.zone = zone
  }

  /// The moment at which a day begins.
  mutating func start(of date: CalendarDate) -> Date {
    if let start = starts[date.dayKey] { return start }
    let start = zone.start(of: date)
    starts[date.dayKey] = start
    return start
  }

  /// Something that is due on a day.
  mutating func due(on date: CalendarDate) -> DueDate {
    if let day = days[date.dayKey] { return .day(day) }
    let day = DueDate.Day(date, in: zone)
    days[date.dayKey] = day
    return .day(day)
  }

  /// Something that is due on a day, or at a time.
  mutating func due(at time: ISO8601.LocalTime) -> DueDate {
    time.hasTime ? .moment(time.moment(in: zone)) : due(on: time.date)
  }

  /// The day that a moment means for programs that know only moments: its first second and its last
  /// one mean it.
  ///
  /// - Returns: The day, at 0:00; nil for any other moment.
  mutating func day(meantBy moment: Date) -> CalendarDate? {
    let clock = zone.clock(at: moment)
    return start(of: clock) == moment || zone.isEndOfDay(moment, showing: clock)
      ? clock.startOfDay : nil
  }
}

extension CalendarDate {
  /// A number that no other day has, whatever the time: it takes less work than the days between.
  fileprivate var dayKey: Int { (year * 16 + month) * 32 + day }
}
