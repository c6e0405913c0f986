import ChecklistCore

/// A date, or a date and a time, as calendars write them: `20261224`, `20261224T180000Z`.
struct CalendarTime {
  /// The property that has the time.
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
    self.init(line.valueName.bytes, zoneName: line.parameterText("TZID"))
  }

  /// Reads a value; nil when it is no date of a calendar.
  ///
  /// - Parameter zoneName: The name of the zone, asked for where the value needs one.
  init?(_ value: ArraySlice<UInt8>, zoneName: @autoclosure () -> String? = nil) {
    var scanner = FieldScanner(value)
    guard let date = ISO8601.basicDay(&scanner) else { return nil }
    self.date = date
    if scanner.isAtEnd {
      zone = .day
      return
    }
    guard scanner.skip("T"), let time = scanner.number(digits: 6...6) else { return nil }
    // The second 60 is a leap second.
    let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    (self.date.hour, self.date.minute, self.date.second) = (hour, minute, second)
    zone = scanner.skip("Z") ? .utc : .named(zoneName())
    guard scanner.isAtEnd else { return nil }
  }
}

/// A length of time: `P4D`, `-PT15M`, `P1W`.
struct CalendarDuration {
  /// The whole days, negative for a while before.
  let days: Int
  /// The seconds beside them, of the same sign.
  let seconds: Int

  /// No time at all.
  static let zero = CalendarDuration(days: 0, seconds: 0)

  private init(days: Int, seconds: Int) {
    (self.days, self.seconds) = (days, seconds)
  }

  /// Reads a value; nil when it is no duration.
  ///
  /// Some programs write `PT` for no time.
  init?(_ value: ArraySlice<UInt8>) {
    var scanner = FieldScanner(value)
    let sign = scanner.skip("-") ? -1 : 1
    if sign == 1 { _ = scanner.skip("+") }
    guard scanner.skip("P"), !scanner.isAtEnd,
      let days = scanner.sum(of: [("W", 7), ("D", 1)]),
      case _ = scanner.skip("T"),
      let seconds = scanner.sum(of: [("H", 3600), ("M", 60), ("S", 1)]), scanner.isAtEnd
    else { return nil }
    self.init(days: sign * days, seconds: sign * seconds)
  }
}

extension FieldScanner {
  /// The sum of numbers with units, each at most once and in their order; nil for another unit.
  fileprivate mutating func sum(of units: [(mark: Unicode.Scalar, size: Int)]) -> Int? {
    var sum = 0
    var rest = units[...]
    while let number = number(digits: 1...7) {
      guard let index = rest.firstIndex(where: { skip($0.mark) }) else { return nil }
      sum += number * rest[index].size
      rest = rest[(index + 1)...]
    }
    return sum
  }
}
