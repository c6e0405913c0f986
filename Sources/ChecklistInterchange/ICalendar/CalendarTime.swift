import ChecklistCore

/// A date, or a date and a time, as calendars write them: `20261224`, `20261224T180000Z`.
struct CalendarTime {
  /// What the time is of.
  enum Zone {
    /// The whole day is meant.
    case day
    case utc
    /// The zone of that name; nil for the one where one is.
    case named(String?)
  }

  /// The date and the time, by the clocks of the zone.
  var date: CalendarDate
  let zone: Zone

  /// Reads the value of a property; nil when it is no date of a calendar.
  init?(_ line: ContentLine) {
    guard let (date, kind) = Self.parse(line.valueName.bytes) else { return nil }
    self.date = date
    switch kind {
    case .day: zone = .day
    case .utc: zone = .utc
    case .local: zone = .named(line.parameterText("TZID"))
    }
  }

  /// Whether a date stands alone, in UTC, or somewhere.
  private enum Kind { case day, utc, local }

  private static func parse(_ value: ArraySlice<UInt8>) -> (CalendarDate, Kind)? {
    guard let day = number(value.prefix(8), digits: 8) else { return nil }
    var date = CalendarDate(year: day / 10_000, month: day / 100 % 100, day: day % 100)
    guard (1...12).contains(date.month), (1...31).contains(date.day), date.isInCalendar else {
      return nil
    }
    var rest = value.dropFirst(8)
    if rest.isEmpty { return (date, .day) }
    guard rest.popFirst() == UInt8(ascii: "T"), let time = number(rest.prefix(6), digits: 6) else {
      return nil
    }
    // The second 60 is a leap second.
    (date.hour, date.minute, date.second) = (time / 10_000, time / 100 % 100, time % 100)
    guard date.hour < 24, date.minute < 60, date.second <= 60 else { return nil }
    rest = rest.dropFirst(6)
    if rest.isEmpty { return (date, .local) }
    return rest.count == 1 && rest.first == UInt8(ascii: "Z") ? (date, .utc) : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>, digits: Int) -> Int? {
    guard bytes.count == digits else { return nil }
    var number = 0
    for byte in bytes {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }
}

extension CalendarTime {
  /// The time a while later; nil when that is beyond the years of a calendar.
  ///
  /// Days keep the time that the clocks show, and hours do not. A day is followed by whole days
  /// only.
  func adding(_ duration: CalendarDuration) -> (time: CalendarTime, seconds: Int)? {
    var time = self
    time.date = CalendarDate(
      secondsSince2001: date.secondsSince2001 + duration.days * 86_400)
    guard (0...9999).contains(time.date.year) else { return nil }
    if case .day = zone { return (time, 0) }
    return (time, duration.seconds)
  }
}

/// A length of time: `P4D`, `-PT15M`, `P1W`.
struct CalendarDuration {
  /// The whole days, negative for a while before.
  let days: Int
  /// The seconds beside them, of the same sign.
  let seconds: Int

  /// Reads a value; nil when it is no duration.
  init?(_ value: ArraySlice<UInt8>) {
    var scanner = FieldScanner(value)
    let sign = scanner.skip("-") ? -1 : 1
    if sign == 1 { _ = scanner.skip("+") }
    guard scanner.skip("P") else { return nil }
    var (days, seconds, parts) = (0, 0, 0)
    var isTime = false
    while !scanner.isAtEnd {
      if !isTime, scanner.skip("T") {
        isTime = true
        continue
      }
      guard let number = scanner.number(digits: 1...7) else { return nil }
      parts += 1
      if isTime {
        if scanner.skip("H") {
          seconds += number * 3600
        } else if scanner.skip("M") {
          seconds += number * 60
        } else if scanner.skip("S") {
          seconds += number
        } else {
          return nil
        }
      } else if scanner.skip("W") {
        days += number * 7
      } else if scanner.skip("D") {
        days += number
      } else {
        return nil
      }
      guard parts <= 5 else { return nil }
    }
    if parts == 0 { return nil }
    (self.days, self.seconds) = (sign * days, sign * seconds)
  }
}
