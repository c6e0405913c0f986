extension Repetition: CustomStringConvertible {
  /// The rule in words: `every 2 weeks`.
  public var description: String { words }
}

extension Repetition {
  /// The rule in words, which can be typed too: `every day`, `every 2 weeks on Monday`, `every
  /// month on the 2nd Tuesday`, `every 4 days when done`.
  package var words: String { step + ending }

  /// The rule in words, with the day to come back to: `every month, on day 31`.
  package var longWords: String {
    guard let anchor else { return words }
    guard let month = anchor.month else { return "\(step), on day \(anchor.day)\(ending)" }
    let name = CalendarDate.monthNames[Int(month) - 1]
    return "\(step), on \(anchor.day) \(name)\(ending)"
  }

  /// As documents have it: a step as it is typed (`1d`, `2w`, `weekdays`, `1month`, `1y`), another
  /// rule in words.
  ///
  /// The day and the time to come back to are after `@`: `1month@31`, `1y@02-29`, `1d@02:30`.
  package var storedText: String {
    var stored = shortStep ?? step
    if let anchor {
      let day = String(Int(anchor.day), paddedTo: 2)
      stored +=
        "@\(anchor.month.map { "\(String(Int($0), paddedTo: 2))-\(day)" } ?? "\(anchor.day)")"
    }
    if let time {
      stored += "@\(String(time / 3600, paddedTo: 2)):\(String(time / 60 % 60, paddedTo: 2))"
      if time % 60 > 0 { stored += ":\(String(time % 60, paddedTo: 2))" }
    }
    return stored + ending
  }

  /// The step as it is typed; nil for days, months and places, which only words have.
  private var shortStep: String? {
    if isWeekdays { return "weekdays" }
    guard weekdays.isEmpty, months.isEmpty, places.isEmpty else { return nil }
    switch unit {
    case .day: return "\(count)d"
    case .week: return "\(count)w"
    case .month: return "\(count)month"
    case .year: return "\(count)y"
    }
  }

  /// Whether it is due from Monday to Friday.
  package var isWeekdays: Bool { unit == .week && count == 1 && weekdays == .workdays }

  /// The step in words.
  private var step: String {
    if isWeekdays { return "every weekday" }
    var words = "every "
    if months.isEmpty {
      words += count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s"
    } else {
      words += months.ascending.map { CalendarDate.monthNames[$0 - 1] }.joined(separator: " and ")
    }
    if !weekdays.isEmpty {
      let names = weekdays.ascending.map { CalendarDate.weekdayNames[$0] }
      words += " on \(names.joined(separator: ", "))"
    }
    if !places.isEmpty { words += " on the \(places.map(\.words).joined(separator: " and "))" }
    return words
  }

  /// The words after the step.
  private var ending: String {
    (isWhenDone ? " when done" : "") + (lastDay.map { " until \($0.isoDay)" } ?? "")
  }

  /// The last day on which it can be due; nil for no end.
  package var lastDay: CalendarDate? {
    until.map { CalendarDate(secondsSince2001: $0 * CalendarDate.secondsInDay) }
  }
}

extension Repetition.Place {
  /// The place in words: `15th`, `last`, `2nd last Friday`, `1st weekday`.
  fileprivate var words: String {
    let number = Int(ordinal.magnitude)
    let name =
      switch counted {
      case .days: ""
      case .weekday(let day): " \(CalendarDate.weekdayNames[Int(day)])"
      case .workdays: " weekday"
      }
    let suffix =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    if ordinal == -1 { return "last\(name)" }
    return "\(number)\(suffix)\(ordinal < 0 ? " last" : "")\(name)"
  }
}
