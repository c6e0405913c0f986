import ChecklistCore

/// The words for how often a task comes again: `weekly`, `3mo`, `P10D`.
enum TaskwarriorRecurrence {
  /// The repetition that a word means; nil for any other, and for less than a day.
  static func repetition(_ word: String) -> Repetition? {
    let word = word.lowercased()
    switch word {
    case "daily": return .days(1)
    case "weekdays": return .weekdays
    case "weekly", "sennight": return .weeks(1)
    case "biweekly", "fortnight": return .weeks(2)
    case "monthly": return .months(1)
    case "bimonthly": return .months(2)
    case "quarterly": return .months(3)
    case "semiannual": return .months(6)
    case "yearly", "annual": return .years(1)
    case "biannual", "biyearly": return .years(2)
    default: break
    }
    let isPeriod = word.hasPrefix("p")
    let rest = word.dropFirst(isPeriod ? 1 : 0)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let number = digits.isEmpty && !isPeriod ? 1 : Int(digits)
    guard let number, (1...Repetition.mostSteps).contains(number) else { return nil }
    let unit = rest.dropFirst(digits.count).drop { $0 == " " }
    switch (isPeriod, unit) {
    case (true, "d"), (false, "d"), (false, "day"), (false, "days"): return .days(number)
    case (true, "w"), (false, "w"), (false, "wk"), (false, "wks"), (false, "week"),
      (false, "weeks"):
      return .weeks(number)
    case (true, "m"), (false, "mo"), (false, "mos"), (false, "mth"), (false, "mths"),
      (false, "month"), (false, "months"):
      return .months(number)
    case (false, "q"), (false, "qtr"), (false, "qtrs"), (false, "quarter"), (false, "quarters"):
      return 3 * number <= Repetition.mostSteps ? .months(3 * number) : nil
    case (true, "y"), (false, "y"), (false, "yr"), (false, "yrs"), (false, "year"),
      (false, "years"):
      return .years(number)
    default: return nil
    }
  }
}
