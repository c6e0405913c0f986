import ChecklistCore

/// A rule by which something comes again: `FREQ=MONTHLY;INTERVAL=2` (RFC 5545, section 3.3.10).
struct RecurrenceRule: Equatable {
  /// The values by the names of the parts, in capital letters, without an interval of 1.
  private let parts: [String: String]

  /// Reads a rule; nil when it is none.
  init?(_ text: String) {
    guard text.utf8.count <= 1024 else { return nil }
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2,
        parts.updateValue(String(sides[1]), forKey: String(sides[0])) == nil
      else { return nil }
    }
    guard parts["FREQ"] != nil else { return nil }
    if parts["INTERVAL"] == "1" { parts["INTERVAL"] = nil }
    self.parts = parts
  }

  /// A part of it.
  subscript(name: String) -> String? { parts[name] }

  /// The names of its parts.
  var names: Set<String> { Set(parts.keys) }

  /// A part of it as a number.
  func number(_ name: String) -> Int? { parts[name].flatMap { $0.utf8.count < 9 ? Int($0) : nil } }
}

extension RecurrenceRule {
  /// The days of the week, from Monday.
  static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  private static let workdays = "MO,TU,WE,TH,FR"

  /// The rule of a repetition.
  ///
  /// A repetition that keeps to a day which some months do not have comes on their last one. A rule
  /// says so by the last of some days.
  ///
  /// - Parameter due: The day on which the item is due.
  /// - Returns: The rule: `FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1` for the 31st.
  static func text(of repetition: Repetition, due: CalendarDate) -> String {
    func every(_ count: Int, _ unit: String) -> String {
      "FREQ=\(unit)" + (count == 1 ? "" : ";INTERVAL=\(count)")
    }
    let anchor = repetition.anchored(to: due).anchor
    let day = anchor?.day ?? due.day
    let days = day > 28 ? "BYMONTHDAY=\((28...day).map(String.init).joined(separator: ","))" : nil
    switch repetition.step {
    case .days(let count): return every(count, "DAILY")
    case .weeks(let count): return every(count, "WEEKLY")
    case .weekdays: return "FREQ=WEEKLY;BYDAY=\(workdays)"
    case .months(let count):
      return every(count, "MONTHLY") + (days.map { ";\($0);BYSETPOS=-1" } ?? "")
    case .years(let count):
      guard let days, anchor?.month == 2 else { return every(count, "YEARLY") }
      return every(count, "YEARLY") + ";BYMONTH=2;\(days);BYSETPOS=-1"
    }
  }

  /// The repetition that the rule is.
  ///
  /// - Parameter due: The day on which the item is due.
  /// - Returns: The repetition; nil when the rule is another one than a repetition can be.
  func repetition(due: CalendarDate) -> Repetition? {
    let count = parts["INTERVAL"] == nil ? 1 : number("INTERVAL") ?? 0
    guard (1...Repetition.mostSteps).contains(count) else { return nil }
    let step: Repetition.Step
    switch parts["FREQ"] {
    case "DAILY": step = .days(count)
    case "WEEKLY" where parts["BYDAY"] != nil: return isWorkdays ? .weekdays : nil
    case "WEEKLY": step = .weeks(count)
    case "MONTHLY": step = .months(count)
    case "YEARLY": step = .years(count)
    default: return nil
    }
    var repetition = Repetition(step)
    if let last = parts["BYMONTHDAY"]?.split(separator: ",").last, let day = Int(last),
      day != due.day, (29...31).contains(day), due.day == due.daysInMonth
    {
      repetition = Repetition(step, month: parts["BYMONTH"].map { _ in due.month }, day: day)
    }
    return RecurrenceRule(Self.text(of: repetition, due: due)) == self ? repetition : nil
  }

  private var isWorkdays: Bool {
    let days = parts["BYDAY"]?.split(separator: ",") ?? []
    return names == ["FREQ", "BYDAY"] && days.count == 5
      && Set(days) == Set(Self.workdays.split(separator: ","))
  }
}
