/// The rule for the future at the end of a time zone's file, in the form of the variable `TZ`
/// (POSIX): `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneFooter {
  /// A day and a time: `M10.5.0/3` is 3:00 on the last Sunday of October.
  private struct Change {
    let month: Int
    let day: YearlyTransition.Day
    let time: Int

    init?(_ scanner: inout FieldScanner) {
      guard scanner.skip(","), scanner.skip("M"),
        let month = scanner.number(digits: 1...2), (1...12).contains(month), scanner.skip("."),
        let week = scanner.number(digits: 1...1), scanner.skip("."),
        let weekday = scanner.number(digits: 1...1), weekday < 7,
        // Sunday is 0 there.
        let day = YearlyTransition.Day(
          weekday: (weekday + 6) % 7, ordinal: week == 5 ? -1 : week)
      else { return nil }
      var time = 2 * 3600
      if scanner.skip("/") {
        guard let given = TimeZoneFooter.time(&scanner) else { return nil }
        time = given
      }
      (self.month, self.day, self.time) = (month, day, time)
    }
  }

  private let standard: Int
  private let summer: Int
  private let begin: Change
  private let end: Change

  /// Reads a rule; nil when the clocks are never set, or by a rule of another form.
  init?(_ text: String) {
    var scanner = FieldScanner(text)
    guard scanner.skipZoneName(), let standard = Self.time(&scanner), scanner.skipZoneName() else {
      return nil
    }
    // They are hours behind UTC there.
    self.standard = -standard
    // Only a number follows here, so without a comma there is one.
    var ahead = scanner
    if ahead.skip(",") {
      summer = self.standard + 3600
    } else {
      guard let time = Self.time(&scanner) else { return nil }
      summer = -time
    }
    guard let begin = Change(&scanner), let end = Change(&scanner), scanner.isAtEnd else {
      return nil
    }
    (self.begin, self.end) = (begin, end)
  }

  /// The transitions of all years after a second since 2001 in UTC.
  func transitions(after second: Int) -> [YearlyTransition] {
    let range = (second == .max ? second : second + 1)...Int.max
    return [
      YearlyTransition(
        month: begin.month, day: begin.day, time: begin.time, offsets: (standard, summer),
        range: range),
      YearlyTransition(
        month: end.month, day: end.day, time: end.time, offsets: (summer, standard),
        range: range),
    ]
  }

  /// Seconds: `2`, `-2:30`, `+26`.
  private static func time(_ scanner: inout FieldScanner) -> Int? {
    let isNegative = scanner.skip("-")
    if !isNegative { _ = scanner.skip("+") }
    var (seconds, unit) = (0, 3600)
    repeat {
      guard unit > 0, let number = scanner.number(digits: 1...3) else { return nil }
      seconds += number * unit
      unit /= 60
    } while scanner.skip(":")
    return isNegative ? -seconds : seconds
  }
}

extension FieldScanner {
  /// Passes over the name of a zone: letters, or anything in `<>`; false when there is none.
  fileprivate mutating func skipZoneName() -> Bool {
    if skip("<") {
      while !isAtEnd {
        if skip(">") { return true }
        skipOne()
      }
      return false
    }
    return skipLetters()
  }
}
