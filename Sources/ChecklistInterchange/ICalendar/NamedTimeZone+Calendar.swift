import ChecklistCore

/// Time zones as calendars describe them: VTIMEZONE (RFC 5545, section 3.6.5).
extension NamedTimeZone {
  /// A time at which the clocks are set, by how they showed it before.
  private struct Onset {
    let time: CalendarDate
    let offsets: [Int]

    init(_ second: Int, _ offsets: (before: Int, after: Int)) {
      time = CalendarDate(secondsSince2001: second + offsets.before)
      self.offsets = [offsets.before, offsets.after]
    }
  }

  /// The first second that is described; before, the clocks are as they were then.
  private static let start = CalendarDate(year: 2000, month: 1, day: 1).secondsSince2001
  /// The last year of a rule that calendars cannot say.
  private static let lastYear = 2037

  /// The component, in lines that end with LF, but for the last one.
  var calendarText: String {
    let zone = transitions.condensed(after: Self.start)
    var name: [UInt8] = []
    name.appendEscaped(self.name)
    var lines = ["BEGIN:VTIMEZONE", "TZID:\(String(decoding: name, as: UTF8.self))"]
    // The clocks at the start, which are set by nothing.
    let first = CalendarDate(secondsSince2001: Self.start)
    lines += Self.observance(first, [zone.firstOffset, zone.firstOffset])
    var onsets: [Onset] = []
    var offset = zone.firstOffset
    for transition in zone.transitions {
      onsets.append(Onset(transition.second, (offset, transition.offset)))
      offset = transition.offset
    }
    for yearly in zone.yearly {
      let year = CalendarDate(secondsSince2001: yearly.range.lowerBound).year
      // The clocks may show another year.
      let times = (year - 1...max(Self.lastYear, year + 2)).compactMap {
        yearly.transition(in: $0).map { Onset($0.second, yearly.offsets) }
      }
      if let rule = yearly.calendarRule, let first = times.first {
        lines += Self.observance(first.time, first.offsets, "RRULE:\(rule)")
      } else {
        onsets += times
      }
    }
    while let first = onsets.first {
      let times = onsets.filter { $0.offsets == first.offsets }.map(\.time)
      onsets.removeAll { $0.offsets == first.offsets }
      let rest = times.dropFirst().compactMap(\.calendarText)
      lines += Self.observance(
        first.time, first.offsets, rest.isEmpty ? nil : "RDATE:\(rest.joined(separator: ","))")
    }
    return (lines + ["END:VTIMEZONE"]).joined(separator: "\n")
  }

  private static func observance(
    _ start: CalendarDate, _ offsets: [Int], _ rule: String? = nil
  ) -> [String] {
    let kind = offsets[1] > offsets[0] ? "DAYLIGHT" : "STANDARD"
    return [
      "BEGIN:\(kind)", "DTSTART:\(start.calendarText ?? "")", "TZOFFSETFROM:\(text(offsets[0]))",
      "TZOFFSETTO:\(text(offsets[1]))",
    ] + (rule.map { [$0] } ?? []) + ["END:\(kind)"]
  }

  /// The seconds ahead of UTC: `+0530`, `-001530`.
  private static func text(_ offset: Int) -> String {
    let seconds = offset.magnitude
    let digits = Int(seconds / 3600 * 100 + seconds / 60 % 60)
    return (offset < 0 ? "-" : "+") + String(digits, paddedTo: 4)
      + (seconds % 60 == 0 ? "" : String(Int(seconds % 60), paddedTo: 2))
  }
}

extension YearlyTransition {
  /// The rule; nil for one that calendars cannot say in one month.
  fileprivate var calendarRule: String? {
    // A time may be one of a day before or after.
    let days = (time - (time % 86_400 + 86_400) % 86_400) / 86_400
    let rule = "FREQ=YEARLY;BYMONTH=\(month)"
    let daysInMonth = CalendarDate(year: 2001, month: month, day: 1).daysInMonth
    var (weekday, first) = (0, 0)
    switch day {
    case .number(let number): return days == 0 ? "\(rule);BYMONTHDAY=\(number)" : nil
    case .weekday(let day, let number):
      if days == 0, number % 7 == 1 {
        return "\(rule);BYDAY=\(number / 7 + 1)\(RecurrenceRule.weekdays[day])"
      }
      (weekday, first) = (day, number + days)
    case .lastWeekday(let day):
      if days == 0 { return "\(rule);BYDAY=-1\(RecurrenceRule.weekdays[day])" }
      // The last day of February is not always the same.
      guard month != 2 else { return nil }
      (weekday, first) = (day, daysInMonth - 6 + days)
    }
    guard first >= 1, first + 6 <= daysInMonth else { return nil }
    let numbers = (first..<(first + 7)).map(String.init).joined(separator: ",")
    let name = RecurrenceRule.weekdays[((weekday + days) % 7 + 7) % 7]
    return "\(rule);BYMONTHDAY=\(numbers);BYDAY=\(name)"
  }
}
