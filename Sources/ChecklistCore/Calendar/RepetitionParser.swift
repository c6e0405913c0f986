/// Reads the words of a rule from the first to the last: what is typed, stored, and written in
/// files of text.
///
/// ```
/// rule   := ["every"] (step | days | places | months) ["on" ["the"] …] ["when done"] ["until" DAY]
/// step   := [N | "other"] (d|day|w|week|month|y|year)[s] | weekday[s] | daily | weekly | …
/// days   := names of days of the week, two letters or more                        tue,fri
/// places := 1st … 31st | last | 2nd last, each alone or before a day's name or "weekday"
/// months := names of months, three letters or more, and places in them
/// ```
struct RepetitionParser {
  private var words: ArraySlice<String> = []
  /// Reads the day after `until`.
  private let readDay: (String) throws(PhraseError) -> CalendarDate

  private var step: (unit: Repetition.Unit, count: Int)?
  private var weekdays = SmallSet()
  private var months = SmallSet()
  private var places: [Repetition.Place] = []
  private var anchor: Repetition.Anchor?
  private var time: Int?
  private var isWhenDone = false
  private var lastDay: CalendarDate?

  /// Takes what was written.
  init(_ text: String, day: @escaping (String) throws(PhraseError) -> CalendarDate) {
    readDay = day
    let text = text.lowercased()
    var start = text.startIndex
    func endWord(at end: String.Index, in words: inout ArraySlice<String>) {
      if start < end { words.append(String(text[start..<end])) }
      start = end
    }
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"):
        endWord(at: index, in: &words)
        start = text.utf8.index(after: index)
      case UInt8(ascii: ","):
        endWord(at: index, in: &words)
        endWord(at: text.utf8.index(after: index), in: &words)
      case UInt8(ascii: "@"): endWord(at: index, in: &words)
      default: break
      }
    }
    endWord(at: text.endIndex, in: &words)
  }

  /// Words that only join others.
  private static let links = ["on", "in", "the", "of", "every", "and", "&", ","]

  /// Reads the rule.
  mutating func read() throws(PhraseError) -> Repetition {
    let whole = words.joined(separator: " ")
    let isEvery = words.first == "every"
    if isEvery { words.removeFirst() }
    guard let first = words.first else { throw PhraseError(unknownWord: whole) }
    var isStep = isEvery && readOrdinalStep(first)
    if !isStep { isStep = try readStep(first) }
    if isStep { words.removeFirst() }
    var link: String?
    while let word = words.popFirst() {
      if Self.links.contains(word) {
        link = word
        continue
      }
      if try !readPart(word), try !readEnding(word, after: link) {
        throw PhraseError(unknownWord: word)
      }
      link = nil
    }
    if let link { throw PhraseError("a day or a place must follow '\(link)'") }
    var rule = try rule()
    if anchor != nil || time != nil {
      if anchor.map({ ($0.month == nil) != (rule.unit == .month || !rule.months.isEmpty) }) == true
        || anchor != nil && !rule.hasAnchor
      {
        throw PhraseError("only months and years come back to a day")
      }
      rule = rule.with(anchor: anchor, time: time)
    }
    rule.isWhenDone = isWhenDone
    rule.until = lastDay?.daysSince2001
    return rule
  }

  /// Whether nothing but a step is read.
  private var isBlank: Bool { weekdays.isEmpty && months.isEmpty && places.isEmpty }

  // MARK: Steps

  /// `2w`, `2 weeks`, `week`, `other week`, or a word for a step: `daily`.
  private mutating func readStep(_ word: String) throws(PhraseError) -> Bool {
    switch word {
    case "daily": step = (.day, 1)
    case "weekly": step = (.week, 1)
    case "fortnightly": step = (.week, 2)
    case "monthly": step = (.month, 1)
    case "quarterly": step = (.month, 3)
    case "yearly", "annually": step = (.year, 1)
    case "weekday", "weekdays":
      step = (.week, 1)
      weekdays = .workdays
    case "other":
      words.removeFirst()
      guard let unit = words.first.flatMap(Self.unit) else {
        throw PhraseError("after 'every other' comes day, week, month or year")
      }
      step = (unit.unit, 2 * unit.count)
    default:
      let digits = word.prefix { $0.asciiValue?.isDigit == true }
      guard digits.isEmpty else {
        return try readStep(digits, String(word.dropFirst(digits.count)))
      }
      step = Self.unit(word)
    }
    return step != nil
  }

  /// `every 2nd week`, but not `every 2nd day of the month`.
  private mutating func readOrdinalStep(_ word: String) -> Bool {
    let next = Array(words.dropFirst().prefix(2))
    guard let number = Self.ordinal(word), number > 1, let unit = next.first.flatMap(Self.unit),
      next.count == 1 || !["of", "in"].contains(next[1])
    else { return false }
    words.removeFirst()
    step = (unit.unit, number * unit.count)
    return true
  }

  /// A number and its unit, which may be the next word.
  private mutating func readStep(
    _ digits: Substring, _ rest: String
  ) throws(PhraseError) -> Bool {
    if Self.suffixes.contains(rest) { return false }
    var name = rest
    if name.isEmpty {
      guard let next = words.dropFirst().first else {
        throw PhraseError("d, w, month or y must follow the number")
      }
      name = next
      words.removeFirst()
    }
    if name.hasPrefix("weekday") { throw PhraseError("weekdays has no number before it") }
    if ["m", "min", "minute", "minutes", "h", "hour", "hours"].contains(name) {
      throw PhraseError(
        name == "m"
          ? "\(digits)m can be read as months or as minutes: write \(digits)month; "
            + "items cannot repeat by the minute"
          : "items cannot repeat by the minute or the hour"
      )
    }
    guard let unit = Self.unit(name) else { throw PhraseError(unknownWord: name) }
    let most = Repetition.mostSteps
    guard let number = Int(digits), (1...most).contains(number), number * unit.count <= most else {
      throw PhraseError("the number is from 1 to \(most)")
    }
    step = (unit.unit, number * unit.count)
    return true
  }

  /// The unit that a word means; a quarter is three months.
  private static func unit(_ word: String) -> (unit: Repetition.Unit, count: Int)? {
    switch word {
    case "d", "day", "days": (.day, 1)
    case "w", "week", "weeks": (.week, 1)
    case "month", "months": (.month, 1)
    case "quarter", "quarters": (.month, 3)
    case "y", "year", "years": (.year, 1)
    default: nil
    }
  }

  // MARK: Days, places and months

  /// A day of the week, a place in a month, a month, or the day or time to come back to.
  private mutating func readPart(_ word: String) throws(PhraseError) -> Bool {
    if let weekday = Self.weekday(word) {
      weekdays.insert(weekday)
    } else if let ordinal = Self.ordinal(word) {
      try readPlace(ordinal)
    } else if let month = CalendarDate.monthNames.index(ofAbbreviation: word, letters: 3) {
      months.insert(month + 1)
    } else if word.hasPrefix("@") {
      return readStored(word)
    } else {
      switch word {
      case "eom": places.append(Repetition.Place(-1))
      case "eoy":
        places.append(Repetition.Place(-1))
        months.insert(12)
      // The month of "on the 1st of the month".
      case "month" where step == nil && !places.isEmpty: step = (.month, 1)
      default: return readDayOfYear(word)
      }
    }
    return true
  }

  /// What follows `1st`, `2nd` or `last`.
  private mutating func readPlace(_ first: Int) throws(PhraseError) {
    var ordinal = first
    if ordinal > 0, words.first == "last" {
      words.removeFirst()
      ordinal = -ordinal
    }
    var counted = Repetition.Place.Counted.days
    var most = 31
    if let word = words.first {
      if let weekday = Self.weekday(word) {
        (counted, most) = (.weekday(UInt8(weekday)), 5)
      } else if ["weekday", "weekdays"].contains(word) {
        (counted, most) = (.workdays, 23)
      }
      if counted != .days || word == "day" { words.removeFirst() }
    }
    guard Int(ordinal.magnitude) <= most else {
      throw PhraseError("no month has \(ordinal.magnitude) such days")
    }
    places.append(Repetition.Place(ordinal, of: counted))
  }

  /// `24 December`, of a year.
  private mutating func readDayOfYear(_ word: String) -> Bool {
    guard step?.unit == .year, months.isEmpty, let day = Int(word), (1...31).contains(day),
      let month = words.first.flatMap({
        CalendarDate.monthNames.index(ofAbbreviation: $0, letters: 3)
      })
    else { return false }
    words.removeFirst()
    months.insert(month + 1)
    places.append(Repetition.Place(day))
    return true
  }

  /// The day or the time to come back to, as documents have it: `@31`, `@02-29`, `@02:30`.
  private mutating func readStored(_ word: String) -> Bool {
    guard time == nil else { return false }
    var scanner = FieldScanner(word)
    _ = scanner.skip("@")
    let start = scanner
    if let hour = scanner.number(digits: 2...2), hour < 24, scanner.skip(":"),
      let minute = scanner.number(digits: 2...2), minute < 60
    {
      let second = scanner.skip(":") ? scanner.number(digits: 2...2) : 0
      guard let second, second < 60, scanner.isAtEnd else { return false }
      time = hour * 3600 + minute * 60 + second
      return true
    }
    scanner = start
    guard anchor == nil, let number = scanner.number(digits: 1...2) else { return false }
    if scanner.isAtEnd, (1...31).contains(number) {
      anchor = Repetition.Anchor(day: number)
      return true
    }
    guard (1...12).contains(number), scanner.skip("-"),
      let day = scanner.number(digits: 2...2), (1...31).contains(day), scanner.isAtEnd
    else { return false }
    anchor = Repetition.Anchor(month: number, day: day)
    return true
  }

  /// A day of the week by two letters of its name or more, from 0 for Monday; of several days too.
  private static func weekday(_ word: String) -> Int? {
    let name = word.count > 4 && word.hasSuffix("s") ? String(word.dropLast()) : word
    return CalendarDate.weekdayNames.index(ofAbbreviation: name, letters: 2)
  }

  private static let suffixes = ["st", "nd", "rd", "th"]

  /// `1st`, `first` or `last`, which is -1.
  private static func ordinal(_ word: String) -> Int? {
    switch word {
    case "last": return -1
    case "first": return 1
    case "second": return 2
    case "third": return 3
    case "fourth": return 4
    case "fifth": return 5
    default:
      guard suffixes.contains(String(word.suffix(2))), let number = Int(word.dropLast(2)),
        (1...31).contains(number), word.first?.asciiValue?.isDigit == true
      else { return nil }
      return number
    }
  }

  // MARK: The end

  /// `when done`, or `until` and a day.
  private mutating func readEnding(
    _ word: String, after link: String?
  ) throws(PhraseError) -> Bool {
    guard link == nil, step != nil || !isBlank else { return false }
    switch word {
    case "when":
      guard words.first == "done" else { return false }
      words.removeFirst()
      isWhenDone = true
    case "until":
      let end = words.firstIndex(of: "when") ?? words.endIndex
      let day = words[..<end].joined(separator: " ")
      guard !day.isEmpty, lastDay == nil else {
        throw PhraseError("a day must follow 'until', as in 'until 2026-12-24'")
      }
      lastDay = try readDay(day)
      words = words[end...]
    default: return false
    }
    return true
  }

  // MARK: The rule

  /// The rule that the parts are together.
  private func rule() throws(PhraseError) -> Repetition {
    let unit =
      step?.unit
      ?? (!months.isEmpty ? .year : !places.isEmpty ? .month : weekdays.isEmpty ? nil : .week)
    let count = step?.count ?? 1
    switch unit {
    case .day where isBlank: return .days(count)
    case .week where months.isEmpty && places.isEmpty: return .weeks(count, on: weekdays)
    case .month where weekdays.isEmpty && months.isEmpty: return .months(count, on: places)
    case .year where isBlank: return .years(count)
    case .year where weekdays.isEmpty && !months.isEmpty && count == 1:
      let rule = Repetition.years(in: months, on: places)
      if rule.canBeDue { return rule }
      throw PhraseError("no year has such a day")
    case .day: throw PhraseError("a number of days has no 'on'")
    case .week: throw PhraseError("weeks are on days of the week, as in 'every week on tue'")
    case .month where !months.isEmpty:
      throw PhraseError("the name of a month is for years, as in 'every January on the 1st'")
    case .month:
      throw PhraseError("which one of the month, as in 'every month on the 1st Friday'?")
    case .year where months.isEmpty:
      throw PhraseError("years are on days of months, as in 'every January on the 15th'")
    case .year where count > 1:
      throw PhraseError("months by name come each year: leave out the number")
    case .year: throw PhraseError("which one of the month, as in 'every November on the 4th Thu'?")
    case nil: throw PhraseError(unknownWord: words.joined(separator: " "))
    }
  }
}
