extension CalendarDate {
  /// The days of the week in English, from Monday on.
  package static let weekdayNames = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// The months in English.
  package static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The day of the week, from 0 for Monday.
  package var weekday: Int {
    // 2001 began with a Monday.
    let remainder = daysSince2001 % 7
    return remainder < 0 ? remainder + 7 : remainder
  }

  /// The same day at 0:00.
  package var startOfDay: CalendarDate { CalendarDate(year: year, month: month, day: day) }

  /// The time, in seconds after the start of the day.
  package var timeOfDay: Int { hour * 3600 + minute * 60 + second }

  /// The day so many days later, at 0:00.
  package func adding(days: Int) -> CalendarDate {
    CalendarDate(secondsSince2001: (daysSince2001 + days) * Self.secondsInDay)
  }

  /// The same day so many months later, at 0:00; the last day of a month that has no such day.
  package func adding(months: Int) -> CalendarDate {
    let (years, month) = (self.month - 1 + months).flooredQuotientAndRemainder(12)
    let first = CalendarDate(year: year + years, month: month + 1, day: 1)
    return CalendarDate(year: first.year, month: first.month, day: min(day, first.daysInMonth))
  }

  /// How many days its month has.
  package var daysInMonth: Int {
    let next = CalendarDate(
      year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
    return next.daysSince2001 - CalendarDate(year: year, month: month, day: 1).daysSince2001
  }

  /// A day at 0:00; nil when the year has no such month, or the month no such day.
  package init?(inCalendarYear year: Int, month: Int, day: Int) {
    self.init(year: year, month: month, day: day)
    guard (1...12).contains(month), (1...31).contains(day), isInCalendar else { return nil }
  }

  /// Whether the month has such a day.
  package var isInCalendar: Bool {
    let date = CalendarDate(secondsSince2001: secondsSince2001)
    return (date.year, date.month, date.day) == (year, month, day)
  }

  /// The days from 2001-01-01, whatever the time of day.
  package var daysSince2001: Int {
    CalendarDate(year: year, month: month, day: day).secondsSince2001 / 86_400
  }
}

extension [String] {
  /// The position of the name that begins with a text of at least so many letters.
  ///
  /// - Parameter text: The text in small letters.
  func index(ofAbbreviation text: String, letters: Int) -> Int? {
    let text = text.utf8
    guard text.count >= letters else { return nil }
    // Names are letters of ASCII.
    return firstIndex { name in
      name.utf8.count >= text.count && zip(name.utf8, text).allSatisfy { $0 | 0x20 == $1 }
    }
  }
}
