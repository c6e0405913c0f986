/// How often something is due again.
public struct Repetition: Hashable, Sendable {
  /// The unit of the step from one date to the next.
  package enum Unit: String, Sendable {
    case day, week, month, year
  }

  /// A place in a month: the 15th, the last day, the 2nd Tuesday, the last day from Monday to
  /// Friday.
  package struct Place: Hashable, Sendable {
    /// The days that are counted.
    package enum Counted: Hashable, Sendable {
      case days
      /// The days of one name, from 0 for Monday.
      case weekday(UInt8)
      /// The days from Monday to Friday.
      case workdays
    }

    /// The number of the day among those that are counted, from 1; from the end of the month on, -1
    /// is the last one.
    package let ordinal: Int8
    package let counted: Counted

    package init(_ ordinal: Int, of counted: Counted = .days) {
      (self.ordinal, self.counted) = (Int8(clamping: ordinal), counted)
    }
  }

  /// A day that months or years come back to.
  package struct Anchor: Hashable, Sendable {
    /// The month, from 1; nil where only the day of the month counts.
    package let month: UInt8?
    /// The day of the month.
    package let day: UInt8

    package init(month: Int? = nil, day: Int) {
      (self.month, self.day) = (month.map { UInt8(clamping: $0) }, UInt8(clamping: day))
    }
  }

  // The fields are narrow: each item that repeats has them in memory.

  /// The unit of the step.
  package let unit: Unit
  private let storedCount: UInt16
  /// The days of the week, from 0 for Monday, on which weeks are due; empty for the one of the due
  /// date.
  package private(set) var weekdays = SmallSet()
  /// The months, from 1, in which years are due; empty for the one of the due date.
  package private(set) var months = SmallSet()
  /// The places in a month, in their order; empty for the day of the due date.
  package private(set) var places: [Place] = []
  /// Whether the step begins on the day on which the item is done, not on its due date.
  package var isWhenDone = false
  private var storedUntil: Int32?
  /// The day to come back to, when the present month is too short for it.
  package private(set) var anchor: Anchor?
  private var storedTime: Int32?

  /// A repetition that keeps to the day on which something is due.
  ///
  /// - Parameter count: The number of units, from 1 to 9999; another is taken as the nearest.
  package init(_ unit: Unit, _ count: Int = 1) {
    (self.unit, storedCount) = (unit, UInt16(min(max(count, 1), Self.mostSteps)))
  }

  /// The number of units in a step.
  package var count: Int { Int(storedCount) }

  /// The last day, in days since 2001-01-01; nil for no end.
  package var until: Int? {
    get { storedUntil.map { Int($0) } }
    set { storedUntil = newValue.map { Int32(clamping: $0) } }
  }

  /// The time of the day to come back to, in seconds, when the clocks have skipped it.
  package private(set) var time: Int? {
    get { storedTime.map { Int($0) } }
    set { storedTime = newValue.map { Int32(clamping: $0) } }
  }

  /// The most days, weeks, months or years of a step.
  package static let mostSteps = 9999

  /// Every so many days.
  ///
  /// - Parameter count: The number of days, from 1 to 9999; another is taken as the nearest.
  /// - Returns: The repetition.
  public static func days(_ count: Int) -> Repetition { Repetition(.day, count) }

  /// Every so many weeks.
  ///
  /// - Parameter count: The number of weeks, from 1 to 9999; another is taken as the nearest.
  /// - Returns: The repetition.
  public static func weeks(_ count: Int) -> Repetition { Repetition(.week, count) }

  /// Every so many months: on the same day of the month or, where there is none, on the last.
  ///
  /// - Parameter count: The number of months, from 1 to 9999; another is taken as the nearest.
  /// - Returns: The repetition.
  public static func months(_ count: Int) -> Repetition { Repetition(.month, count) }

  /// Every so many years: on the same day of the year or, for 29 February, on the day before.
  ///
  /// - Parameter count: The number of years, from 1 to 9999; another is taken as the nearest.
  /// - Returns: The repetition.
  public static func years(_ count: Int) -> Repetition { Repetition(.year, count) }

  /// From Monday to Friday.
  public static let weekdays = weeks(1, on: .workdays)
}

extension Repetition {
  /// Every so many weeks on days of the week, from 0 for Monday; on all of them it is every day.
  package static func weeks(_ count: Int, on weekdays: SmallSet) -> Repetition {
    if count == 1, weekdays == .week { return .days(1) }
    var rule = Repetition(.week, count)
    rule.weekdays = weekdays
    return rule
  }

  /// Every so many months on places in the month.
  package static func months(_ count: Int, on places: [Place]) -> Repetition {
    var rule = Repetition(.month, count)
    rule.places = places.inOrder
    return rule
  }

  /// Each year in months, from 1, on places in them.
  package static func years(in months: SmallSet, on places: [Place]) -> Repetition {
    var rule = Repetition(.year)
    (rule.months, rule.places) = (months, places.inOrder)
    return rule
  }

  /// Whether months are left out that do not have one of its days.
  package var leavesOutMonths: Bool {
    unit == .month && places.contains { $0.counted == .days && abs(Int($0.ordinal)) > 28 }
  }

  /// Whether a month can be too short for the day that the rule keeps to.
  var hasAnchor: Bool { (unit == .month || unit == .year) && places.isEmpty }

  /// The same for something that is due on another day, which it keeps to from now on.
  package var withoutAnchor: Repetition { with(anchor: nil) }

  /// The rule that comes back to a day; nothing else is due at a time that the clocks skip.
  package func with(anchor: Anchor?, time: Int? = nil) -> Repetition {
    var rule = self
    (rule.anchor, rule.time) = (anchor, time)
    return rule
  }

  /// The rule without what the due date says anyway: on Wednesday, for what is due on one.
  ///
  /// - Parameter due: The day on which something is due.
  /// - Returns: The rule, which has the same dates after that day.
  package func reduced(to due: CalendarDate) -> Repetition {
    if isWhenDone { return self }
    var rule = self
    let saysDay = places == [Place(due.day)]
    switch unit {
    case .week where weekdays == [due.weekday]: rule.weekdays = []
    // A day that some months do not have is left out there.
    case .month where saysDay && due.day <= 28: rule.places = []
    case .year where months == [due.month] && (places.isEmpty || saysDay && !due.isLeapDay):
      (rule.months, rule.places) = ([], [])
      rule.anchor = anchor.map { Anchor(month: due.month, day: Int($0.day)) }
    default: break
    }
    return rule
  }

  /// Whether another rule has the same dates after a day on which something is due.
  package func isSame(as other: Repetition, due: CalendarDate) -> Bool {
    self == other || inFull(on: due) == other.inFull(on: due)
  }

  private func inFull(on due: CalendarDate) -> Repetition {
    let rule = reduced(to: due)
    guard !isWhenDone, !rule.months.isEmpty, rule.places.isEmpty, due.day <= 28 else {
      return rule.anchored(to: due)
    }
    var full = rule.withoutAnchor
    full.places = [Place(due.day)]
    return full
  }
}

extension [Repetition.Place] {
  /// Each once: days before weekdays, and those from the end of a month after the others.
  fileprivate var inOrder: [Repetition.Place] {
    var places: [Repetition.Place] = []
    for place in self where !places.contains(place) { places.append(place) }
    return places.sorted { $0.rank < $1.rank }
  }
}

extension Repetition.Place {
  /// Its place among others.
  fileprivate var rank: Int {
    let group =
      switch counted {
      case .days: 0
      case .weekday(let day): 1 + Int(day)
      case .workdays: 8
      }
    return (group == 0 ? 0 : 1000) + (ordinal < 0 ? 500 : 0)
      + (ordinal < 0 ? 32 + Int(ordinal) : Int(ordinal)) * 10 + group
  }
}

/// A set of numbers from 0 to 15.
package struct SmallSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt16 = 0

  package init() {}

  /// The numbers that are named; others than from 0 to 15 are left out.
  package init(_ numbers: some Sequence<Int>) {
    for number in numbers { insert(number) }
  }

  package init(arrayLiteral numbers: Int...) { self.init(numbers) }

  /// The days from Monday to Friday.
  static let workdays = SmallSet(0..<5)
  /// All days of a week.
  static let week = SmallSet(0..<7)

  /// Whether there is none.
  package var isEmpty: Bool { bits == 0 }

  /// How many there are.
  package var count: Int { bits.nonzeroBitCount }

  /// The numbers from the least on.
  package var ascending: [Int] { (0..<16).filter(contains) }

  /// Whether a number is in it.
  package func contains(_ number: Int) -> Bool {
    (0..<16).contains(number) && bits & (1 << UInt16(number)) != 0
  }

  /// Adds a number from 0 to 15.
  package mutating func insert(_ number: Int) {
    if (0..<16).contains(number) { bits |= 1 << UInt16(number) }
  }
}

extension CalendarDate {
  /// Whether it is 29 February.
  fileprivate var isLeapDay: Bool { month == 2 && day == 29 }
}
