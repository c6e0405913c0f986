import ChecklistCore

extension RecurrenceRule {
  private static let workdays = "MO,TU,WE,TH,FR"
  private static let understood: Set<String> = [
    "FREQ", "INTERVAL", "WKST", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "COUNT", "UNTIL",
  ]
  /// The most dates that a rule may count.
  private static let mostDates = 10_000

  /// The repetition that the rule is.
  ///
  /// The rule is reduced: an interval of 1, the beginning of the week where it means nothing, and
  /// what the due date says anyway are left out. A number of dates becomes their last day.
  ///
  /// - Parameters:
  ///   - due: The day on which the item is due, with its time by the clocks.
  ///   - start: The day on which the task begins, from which a number of dates is counted if it is
  ///     on the rule. If the due date is not on it, the rule is that of the starts.
  ///   - zone: The zone of these clocks.
  /// - Returns: The repetition; nil when the rule is another one than a repetition can be.
  func repetition(
    due: CalendarDate, start: CalendarDate? = nil, in zone: TimeZoneRules = .utc
  ) -> Repetition? {
    let rule = rule(from: due)
    if let start, start.daysSince2001 < due.daysSince2001, rule?.hasDate(due, from: due) != true,
      let starts = self.rule(from: start), starts.hasDate(start, from: start)
    {
      guard self["COUNT"] == nil, self["UNTIL"] == nil else { return nil }
      return Self.step(of: starts.reduced(to: start), from: start, to: due)
    }
    return rule.flatMap { ending($0, due: due, start: start, in: zone) }?.reduced(to: due)
  }

  /// The rule of due dates that are always as long after the starts of a rule.
  ///
  /// - Returns: The rule, which is a step of the starts and of the due dates; nil where the due
  ///   dates are not always one step from each other.
  private static func step(
    of starts: Repetition, from start: CalendarDate, to due: CalendarDate
  ) -> Repetition? {
    guard starts == Repetition(starts.unit, starts.count) else { return nil }
    if starts.unit == .day || starts.unit == .week { return starts }
    // Months are not equally long.
    let isInMonth = (start.year, start.month) == (due.year, due.month) && due.day <= 28
    return isInMonth ? starts : nil
  }

  /// The rule without its end, counted from a day; nil when it is not understood.
  private func rule(from day: CalendarDate) -> Repetition? {
    guard names.isSubset(of: Self.understood),
      let interval = self["INTERVAL"] == nil ? 1 : number("INTERVAL"),
      (1...Repetition.mostSteps).contains(interval),
      let days = days(), let monthDays = numbers("BYMONTHDAY", upTo: 31),
      let months = numbers("BYMONTH", upTo: 12), months.allSatisfy({ $0 > 0 }),
      let positions = numbers("BYSETPOS", upTo: 366)
    else { return nil }
    var rule: Repetition?
    switch self["FREQ"] {
    case "DAILY", "WEEKLY":
      guard monthDays.isEmpty, months.isEmpty, positions.isEmpty, days.isPlain else { return nil }
      rule = daysOrWeeks(on: days.weekdays, every: interval, from: day)
    case "MONTHLY", "YEARLY":
      guard days.all.isEmpty || monthDays.isEmpty else { return nil }
      let places: [Repetition.Place]
      if monthDays.count > 1, positions == [-1] {
        rule = lastDay(of: monthDays, in: SmallSet(months), every: interval, due: day)
        break
      } else if positions.isEmpty {
        guard days.isNumbered, days.all.allSatisfy({ abs($0.ordinal) <= 5 }) else { return nil }
        places =
          days.all.map { .init($0.ordinal, of: .weekday(UInt8($0.weekday))) }
          + monthDays.map { .init($0) }
      } else {
        guard let found = self.places(positions, of: days), months.count < 2 || isMonthly else {
          return nil
        }
        places = found
      }
      rule = self.rule(on: places, in: SmallSet(months), every: interval, due: day)
    default: return nil
    }
    return rule.flatMap { $0.canBeDue ? $0 : nil }
  }

  private var isMonthly: Bool { self["FREQ"] == "MONTHLY" }

  /// A rule of days or weeks.
  private func daysOrWeeks(
    on weekdays: SmallSet, every interval: Int, from day: CalendarDate
  ) -> Repetition? {
    if self["FREQ"] == "DAILY" {
      if weekdays.isEmpty { return .days(interval) }
      return interval == 1 ? .weeks(1, on: weekdays) : nil
    }
    if interval > 1, let name = self["WKST"] {
      // Ours begin on Monday: each date must be in the same week of the rule.
      guard let first = Self.weekdays.firstIndex(of: name) else { return nil }
      let begin = day.weekday - (day.weekday - first + 7) % 7
      guard weekdays.ascending.allSatisfy({ begin + ($0 - first + 7) % 7 == $0 }) else {
        return nil
      }
    }
    return .weeks(interval, on: weekdays)
  }

  /// The places that are the positions among days of the week: of one, or of those from Monday to
  /// Friday.
  private func places(_ positions: [Int], of days: Days) -> [Repetition.Place]? {
    guard days.isPlain, !days.all.isEmpty else { return nil }
    let weekdays = days.weekdays
    let counted: Repetition.Place.Counted
    if weekdays.count == 1 {
      counted = .weekday(UInt8(weekdays.ascending[0]))
    } else if weekdays == SmallSet(0..<5) {
      counted = .workdays
    } else {
      return nil
    }
    let most = weekdays.count == 1 ? 5 : 23
    guard positions.allSatisfy({ abs($0) <= most }) else { return nil }
    return positions.map { .init($0, of: counted) }
  }

  /// The last one of the 28th, the 29th, and so on: a day that falls back where a month is too
  /// short for it, and comes back.
  private func lastDay(
    of monthDays: [Int], in months: SmallSet, every interval: Int, due: CalendarDate
  ) -> Repetition? {
    guard let day = monthDays.last, monthDays == Array(28...max(day, 28)) else { return nil }
    let isAnchor = due.day == min(day, due.daysInMonth)
    if isMonthly, months.isEmpty {
      if isAnchor { return .months(interval).with(anchor: .init(day: day)) }
      return day == 31 ? .months(interval, on: [.init(-1)]) : nil
    }
    guard isAnchor, !months.isEmpty else { return nil }
    if isMonthly {
      return interval == 1 ? .years(in: months, on: []).with(anchor: .init(day: day)) : nil
    }
    guard months == [due.month] else { return nil }
    return .years(interval).with(anchor: .init(month: due.month, day: day))
  }

  /// A rule of months or years on places; without any, on the day of the due date, which is left
  /// out in months that do not have it.
  private func rule(
    on places: [Repetition.Place], in months: SmallSet, every interval: Int, due: CalendarDate
  ) -> Repetition? {
    if isMonthly, months.isEmpty {
      return .months(interval, on: places.isEmpty && due.day > 28 ? [.init(due.day)] : places)
    }
    let isLeapDay = due.month == 2 && due.day == 29
    let saysDay = places.isEmpty || places == [.init(due.day)]
    if !isMonthly, months.isEmpty || months == [due.month], saysDay,
      months == [due.month] || places.isEmpty
    {
      if !isLeapDay { return .years(interval) }
      // It comes each four years anyway.
      return 4 % interval == 0 ? .years(in: [2], on: [.init(29)]) : nil
    }
    guard interval == 1 else { return nil }
    if months.isEmpty {
      // The days of all months; days of the week would be those of the year.
      return places.allSatisfy { $0.counted == .days } ? .months(1, on: places) : nil
    }
    return .years(in: months, on: places.isEmpty ? [.init(due.day)] : places)
  }

  /// The rule with its last day; nil where that is not understood.
  private func ending(
    _ rule: Repetition, due: CalendarDate, start: CalendarDate?, in zone: TimeZoneRules
  ) -> Repetition? {
    var rule = rule
    switch (self["COUNT"], self["UNTIL"]) {
    case (nil, nil): break
    case (_?, nil):
      let first = start.flatMap { start in
        start.daysSince2001 <= due.daysSince2001 && rule.hasDate(due, from: start) ? start : nil
      }
      guard let count = number("COUNT"), (1...Self.mostDates).contains(count),
        let day = rule.lastDay(of: count, from: first ?? due)
      else { return nil }
      rule.until = day.daysSince2001
    case (nil, let text?):
      guard let time = CalendarTime(Array(text.utf8)[...]) else { return nil }
      var last = time.date
      if case .utc = time.zone { last = zone.clock(at: TimeZoneRules.utc.moments(of: last)[0]) }
      rule.until = last.daysSince2001
      // On that day the time may be over.
      if case .day = time.zone { break }
      let isOver =
        (last.hour, last.minute, last.second) < (due.hour, due.minute, due.second)
      if isOver { rule.until = last.daysSince2001 - 1 }
    default: return nil
    }
    return rule
  }
}

extension RecurrenceRule {
  /// The rule of a repetition.
  ///
  /// A repetition that keeps to a day which some months do not have comes on their last one. A rule
  /// says so by the last of some days.
  ///
  /// - Parameters:
  ///   - due: The day on which the item is due.
  ///   - until: Writes the last day, which has a time where the due date has one.
  /// - Returns: The rule: `FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1` for the 31st; nil for a
  ///   repetition that iCalendar does not have: from the day on which something is done, or on days
  ///   and weekdays of a month.
  static func text(
    of repetition: Repetition, due: CalendarDate,
    until: (CalendarDate) -> String? = { $0.calendarDay }
  ) -> String? {
    guard !repetition.isWhenDone, var text = step(of: repetition, due: due) else { return nil }
    if let day = repetition.lastDay {
      guard let last = until(day) else { return nil }
      text += ";UNTIL=\(last)"
    }
    return text
  }

  private static func step(of repetition: Repetition, due: CalendarDate) -> String? {
    func every(_ unit: String, _ rest: String? = nil) -> String {
      let count = repetition.count
      return "FREQ=\(unit)" + (count == 1 ? "" : ";INTERVAL=\(count)")
        + (rest.map { ";\($0)" } ?? "")
    }
    func list(_ numbers: some Sequence<Int>) -> String {
      numbers.map(String.init).joined(separator: ",")
    }
    let months = repetition.months.isEmpty ? "" : "BYMONTH=\(list(repetition.months.ascending));"
    if !repetition.places.isEmpty {
      guard let places = text(of: repetition.places) else { return nil }
      // Positions are those of a month only in a rule of months.
      let isYearly = repetition.unit == .year && repetition.places[0].counted != .workdays
      return every(isYearly ? "YEARLY" : "MONTHLY", months + places)
    }
    let anchor = repetition.anchored(to: due).anchor
    let day = anchor.map { Int($0.day) } ?? due.day
    let days = day > 28 ? "BYMONTHDAY=\(list(28...day));BYSETPOS=-1" : nil
    switch repetition.unit {
    case .day: return every("DAILY")
    case .week where repetition.weekdays.isEmpty: return every("WEEKLY")
    case .week:
      let names = repetition.weekdays.ascending.map { weekdays[$0] }
      return every("WEEKLY", "BYDAY=\(names.joined(separator: ","))")
    case .month: return every("MONTHLY", days)
    case .year where !months.isEmpty:
      return days.map { every("MONTHLY", months + $0) }
        ?? every("YEARLY", "\(months)BYMONTHDAY=\(day)")
    case .year:
      guard let days, anchor?.month == 2 else { return every("YEARLY") }
      return every("YEARLY", "BYMONTH=2;\(days)")
    }
  }

  /// The parts for places in a month; nil for places of several kinds.
  private static func text(of places: [Repetition.Place]) -> String? {
    var (days, names, positions): ([String], [String], [String]) = ([], [], [])
    for place in places {
      switch place.counted {
      case .days: days.append("\(place.ordinal)")
      case .weekday(let weekday): names.append("\(place.ordinal)\(weekdays[Int(weekday)])")
      case .workdays: positions.append("\(place.ordinal)")
      }
    }
    switch (days.isEmpty, names.isEmpty, positions.isEmpty) {
    case (false, true, true): return "BYMONTHDAY=\(days.joined(separator: ","))"
    case (true, false, true): return "BYDAY=\(names.joined(separator: ","))"
    case (true, true, false):
      return "BYDAY=\(workdays);BYSETPOS=\(positions.joined(separator: ","))"
    default: return nil
    }
  }
}
