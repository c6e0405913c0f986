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

  /// The days from 2001-01-01, whatever the time of day.
  package var daysSince2001: Int {
    CalendarDate(year: year, month: month, day: day).secondsSince2001 / 86_400
  }
}
