import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A due date as todo.txt has it: a day, or a day and a time by the clocks where one is.
struct TodoTxtDue {
  /// The day and the time.
  private let date: CalendarDate
  private let hasTime: Bool
  /// Whether the time is in UTC.
  private let isUTC: Bool

  /// Reads a word: `due:2026-12-24`, `due:2026-12-24T18:00`, with seconds, and with `Z` for UTC;
  /// nil for any other.
  init?(_ word: ArraySlice<UInt8>) {
    var value = word.dropFirst(4)
    guard word.starts(with: "due:".utf8), var date = Self.day(value.prefix(10)) else { return nil }
    value = value.dropFirst(10)
    hasTime = !value.isEmpty
    isUTC = hasTime && value.last == UInt8(ascii: "Z")
    if hasTime {
      let time = Array(isUTC ? value.dropLast() : value)
      guard time.count == 6 || time.count == 9, time[0] == UInt8(ascii: "T"),
        time[3] == UInt8(ascii: ":"), time.count == 6 || time[6] == UInt8(ascii: ":"),
        let hour = Self.number(time[1..<3]), hour < 24,
        let minute = Self.number(time[4..<6]), minute < 60,
        let second = time.count == 9 ? Self.number(time[7..<9]) : 0, second < 60
      else { return nil }
      (date.hour, date.minute, date.second) = (hour, minute, second)
    }
    self.date = date
  }

  /// When that is.
  func due(_ days: inout LocalDays, in zone: TimeZoneRules) -> DueDate {
    hasTime ? .moment((isUTC ? .utc : zone).moments(of: date)[0]) : days.due(on: date)
  }

  /// Reads `2026-12-24`; nil for anything else, and for a day that no calendar has.
  static func day(_ text: ArraySlice<UInt8>) -> CalendarDate? {
    let start = text.startIndex
    guard text.count == 10, text[start + 4] == UInt8(ascii: "-"),
      text[start + 7] == UInt8(ascii: "-"), let year = number(text[start..<(start + 4)]),
      let month = number(text[(start + 5)..<(start + 7)]), (1...12).contains(month),
      let day = number(text[(start + 8)..<(start + 10)]), day > 0
    else { return nil }
    let date = CalendarDate(year: year, month: month, day: day)
    return date.isInCalendar ? date : nil
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}

extension DueDate {
  /// The word for it; nil for a date that no calendar of four digits has.
  ///
  /// A time that clocks show twice is in UTC where it is the later one.
  func todoTxtWord(in zone: TimeZoneRules) -> String? {
    switch self {
    case .day(let day):
      return (0...9999).contains(day.date.year) ? "due:\(day.date.isoDay)" : nil
    case .moment(let moment):
      var clock = zone.clock(at: moment)
      guard (1...9998).contains(clock.year) else { return nil }
      let isUTC = zone.moments(of: clock)[0].timeIntervalSince(moment).magnitude >= 1
      if isUTC { clock = TimeZoneRules.utc.clock(at: moment) }
      let second = clock.second == 0 ? "" : ":\(String(clock.second, paddedTo: 2))"
      return "due:\(clock.isoDay)T\(clock.isoTime)\(second)\(isUTC ? "Z" : "")"
    }
  }
}
