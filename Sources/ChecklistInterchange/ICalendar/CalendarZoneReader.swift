import ChecklistCore

/// Reads the time zones that a calendar describes: VTIMEZONE (RFC 5545, section 3.6.5).
struct CalendarZoneReader {
  /// The time at which the clocks are set to another offset: STANDARD or DAYLIGHT.
  private struct Observance {
    var start: CalendarDate?
    var offsetBefore: Int?
    var offsetAfter: Int?
    var rules: [RecurrenceRule?] = []
    /// Further times at which they are set.
    var dates: [CalendarDate?] = []
  }

  /// A zone of a calendar.
  struct Zone {
    /// The rules of its clocks.
    let rules: TimeZoneRules
    /// The component, in lines that end with LF, but for the last one; nil for one that cannot be
    /// kept.
    let text: String?
  }

  private var lines: ContentLines
  private var zones: [String: Zone] = [:]

  /// The zones in the content of a file, by their names; those whose rules are not understood are
  /// left out.
  static func zones(in content: [UInt8]) -> [String: Zone] {
    guard let lines = try? ContentLines(content) else { return [:] }
    var reader = CalendarZoneReader(lines: lines)
    // What is damaged after the zones is the business of others.
    try? reader.read()
    return reader.zones
  }

  private init(lines: ContentLines) { self.lines = lines }

  private mutating func read() throws(InterchangeError) {
    while let line = try lines.next() {
      if line.name.isSame(as: "BEGIN"), line.valueName.isSame(as: "VTIMEZONE") {
        try readZone(line)
      }
    }
  }

  private mutating func readZone(_ begin: ContentLine) throws(InterchangeError) {
    var name: String?
    var component = [begin]
    var observances: [Observance] = []
    var isInside = false
    while let line = try lines.next() {
      component.append(line)
      switch line.name {
      case "BEGIN":
        observances.append(Observance())
        isInside = true
      case "END":
        if line.valueName.isSame(as: "VTIMEZONE") {
          if let name, zones[name] == nil, let zone = Self.zone(observances) {
            zones[name] = Zone(rules: zone.rules, text: component.zoneText)
          }
          return
        }
        isInside = false
      case "TZID" where !isInside: name = line.text
      default: if isInside { Self.read(line, into: &observances[observances.count - 1]) }
      }
    }
  }

  private static func read(_ line: ContentLine, into observance: inout Observance) {
    switch line.name {
    case "DTSTART": observance.start = CalendarTime(line)?.date
    case "TZOFFSETFROM": observance.offsetBefore = offset(line.valueName.bytes)
    case "TZOFFSETTO": observance.offsetAfter = offset(line.valueName.bytes)
    case "RRULE": observance.rules.append(RecurrenceRule(line.rawText))
    case "RDATE":
      for value in line.value.split(separator: UInt8(ascii: ",")) {
        observance.dates.append(CalendarTime(value)?.date)
      }
    default: break
    }
  }

  /// The seconds of `+0530` or `-001530`.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let sign = bytes.first, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign),
      bytes.count == 5 || bytes.count == 7
    else { return nil }
    var scanner = FieldScanner(bytes.dropFirst())
    guard var number = scanner.number(digits: 4...6), scanner.isAtEnd else { return nil }
    if bytes.count == 5 { number *= 100 }
    let seconds = number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// The zone of some observances; nil unless all of them are fixed or yearly.
  private static func zone(_ observances: [Observance]) -> TimeZoneTransitions? {
    var transitions: [TimeZoneTransitions.Transition] = []
    var yearly: [YearlyTransition] = []
    var first: (second: Int, offset: Int)?
    for observance in observances {
      guard let start = observance.start, let before = observance.offsetBefore,
        let after = observance.offsetAfter
      else { return nil }
      for date in [start] + observance.dates {
        guard let date else { return nil }
        let second = date.secondsSince2001 - before
        transitions.append(.init(second: second, offset: after))
        if second < first?.second ?? .max { first = (second, before) }
      }
      for rule in observance.rules {
        guard let rule,
          let transition = rule.yearlyTransition(from: start, offsets: (before, after))
        else { return nil }
        yearly.append(transition)
      }
    }
    guard let first, yearly.count <= TimeZoneTransitions.mostYearly else { return nil }
    return TimeZoneTransitions(
      firstOffset: first.offset, transitions: transitions, yearly: yearly)
  }
}

extension RecurrenceRule {
  /// The transition of a zone that the rule describes.
  ///
  /// - Parameters:
  ///   - start: When the clocks are set for the first time, as they showed it before.
  ///   - offsets: How many seconds they are ahead of UTC before they are set, and after.
  /// - Returns: The transition; nil for a rule that is not so simple.
  fileprivate func yearlyTransition(
    from start: CalendarDate, offsets: (before: Int, after: Int)
  ) -> YearlyTransition? {
    guard self["FREQ"] == "YEARLY",
      names.isSubset(of: ["FREQ", "BYMONTH", "BYDAY", "BYMONTHDAY", "UNTIL", "WKST"]),
      let day = transitionDay(start)
    else { return nil }
    let month = self["BYMONTH"] == nil ? start.month : number("BYMONTH") ?? 0
    guard (1...12).contains(month) else { return nil }
    let first = start.secondsSince2001 - offsets.before
    var last = Int.max
    if let until = self["UNTIL"] {
      guard let time = CalendarTime(Array(until.utf8)[...]) else { return nil }
      last = time.date.secondsSince2001
      switch time.zone {
      case .utc: break
      case .named: last -= offsets.before
      case .day: last += 86_399 - offsets.before
      }
    }
    guard first <= last else { return nil }
    return YearlyTransition(
      month: month, day: day, time: start.hour * 3600 + start.minute * 60 + start.second,
      offsets: offsets, range: first...last)
  }

  /// The day of the month: `BYDAY=-1SU`, `BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU`.
  private func transitionDay(_ start: CalendarDate) -> YearlyTransition.Day? {
    let numbers = self["BYMONTHDAY"]?.split(separator: ",").map { Int($0) ?? 0 }
    guard let weekday = self["BYDAY"] else {
      guard let numbers else { return .number(start.day) }
      return numbers.count == 1 && (1...31).contains(numbers[0]) ? .number(numbers[0]) : nil
    }
    guard let index = RecurrenceRule.weekdays.firstIndex(of: String(weekday.suffix(2))) else {
      return nil
    }
    let ordinal = weekday.dropLast(2)
    guard let numbers else {
      return Int(ordinal).flatMap { YearlyTransition.Day(weekday: index, ordinal: $0) }
    }
    guard ordinal.isEmpty, let first = numbers.first, (1...25).contains(first),
      numbers == Array(first..<(first + 7))
    else { return nil }
    return .weekday(index, onOrAfter: first)
  }
}
