/// Reads the words of a ``DuePhrase`` from the first to the last.
struct DuePhraseParser {
  private var words: ArraySlice<String> = []
  private var day: DuePhrase.Day?
  /// Seconds after the start of the day.
  private var time: Int?
  /// How many seconds the zone of the time is ahead of UTC, if it has one.
  private var offset: Int?
  /// Whether the time is one of the evening.
  private var isTonight = false

  /// Takes what was typed.
  init(_ text: String) {
    for word in text.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let startsWithDigit = word.first?.isDigit == true
      if startsWithDigit, word.contains(":") {
        // The T of 2026-12-24T18:00 counts as a space.
        words += word.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
          .map(String.init)
      } else if startsWithDigit, word.allSatisfy({ $0.isDigit || $0 == "." }) {
        words += word.splitAfterDots
      } else if Self.halves.contains(String(word)), words.last?.first?.isDigit == true {
        // The space of 5 pm does not count.
        words[words.endIndex - 1] += word
      } else {
        words.append(String(word))
      }
    }
  }

  /// Reads a day, a time, both in either order, or a span of minutes or hours.
  mutating func read() throws(PhraseError) -> DuePhrase.Meaning {
    var last = ""
    while let word = words.popFirst() {
      defer { last = word }
      if word == "at" || word == "on" { continue }
      if let span = try span(word) {
        switch span {
        case .days(let days): try set(.ahead(days))
        case .months(let months): try set(.monthsAhead(months))
        case .seconds(let seconds):
          guard day == nil, time == nil, words.isEmpty else {
            throw PhraseError("minutes and hours from now need no day and no time")
          }
          return .ahead(seconds)
        }
      } else if let found = try day(word) {
        try set(found)
      } else if let found = try time(word, after: last) {
        guard time == nil else { throw PhraseError("it names two times") }
        time = found
      } else {
        // In "24 foo", the month is not known.
        throw PhraseError(unknownWord: word.isNumber ? words.first ?? word : word)
      }
    }
    if isTonight, time == nil { return .tonight }
    switch (day, time, offset) {
    case (.date(let date), let time?, let offset?):
      return .moment(date.secondsSince2001 + time - offset)
    case (_, _, _?):
      throw PhraseError("a time with a zone needs a date, as in 2026-12-24T18:00Z")
    case (let day?, let time, nil): return .day(day, time: time)
    case (nil, let time?, nil): return .time(time)
    case (nil, nil, nil): throw PhraseError()
    }
  }

  private mutating func set(_ found: DuePhrase.Day) throws(PhraseError) {
    guard day == nil else { throw PhraseError("it names two days") }
    day = found
  }

  // MARK: Days

  /// `+3d`, `+3 days`, `3d`, `3 days`, or `in 3 days`.
  private mutating func span(_ word: String) throws(PhraseError) -> TimeSpan? {
    if word.hasPrefix("+") {
      let count = String(word.dropFirst())
      let unit = count.isNumber ? words.popFirst() ?? "" : ""
      return try TimeSpan(count + unit, after: "+")
    }
    let digits = word.prefix(while: \.isDigit)
    if !digits.isEmpty {
      let unit =
        digits.count == word.count ? words.first ?? "" : String(word.dropFirst(digits.count))
      guard TimeSpan.isUnit(unit) else { return nil }
      if digits.count == word.count { words.removeFirst() }
      return try TimeSpan(digits + unit)
    }
    guard word == "in" else { return nil }
    guard let count = words.popFirst() else {
      throw PhraseError("in how many minutes, hours, days?")
    }
    switch count {
    case "a", "an": return try TimeSpan("1" + (words.popFirst() ?? ""), after: "in ")
    case _ where count.isNumber:
      return try TimeSpan(count + (words.popFirst() ?? ""), after: "in ")
    default: return try TimeSpan(count, after: "in ")
    }
  }

  /// A day in words, or a date.
  private mutating func day(_ word: String) throws(PhraseError) -> DuePhrase.Day? {
    switch word {
    case "yesterday": return .ahead(-1)
    case "today": return .ahead(0)
    case "tomorrow": return .ahead(1)
    case "tonight":
      isTonight = true
      return .ahead(0)
    case "this": return try this()
    case "next": return try next()
    case "end": return try end()
    case "eom": return .dayOfNextMonth(0)
    case "eoy": return .dayOfNextYear(0)
    default: break
    }
    if let weekday = weekday(word) { return .weekday(weekday) }
    if let date = try date(word) { return .date(date) }
    try refuseSlashes(word)
    return try dayOfYear(word)
  }

  /// A weekday by at least three letters of its name, or the weekend by its first day.
  private func weekday(_ word: String) -> Int? {
    word == "weekend" ? 5 : CalendarDate.weekdayNames.index(ofAbbreviation: word, letters: 3)
  }

  /// The phrase after `this`.
  private mutating func this() throws(PhraseError) -> DuePhrase.Day {
    let word = words.popFirst()
    if let weekday = word.flatMap(weekday) { return .weekday(weekday, canBeToday: true) }
    guard let day = word.flatMap(Self.lastDay) else {
      throw PhraseError(
        "'this' must be followed by week, month, year or a day of the week", unknownWord: word)
    }
    return day
  }

  /// The phrase after `next`.
  private mutating func next() throws(PhraseError) -> DuePhrase.Day {
    let word = words.popFirst()
    switch word {
    case "week": return .dayOfNextWeek(0)
    case "month": return .dayOfNextMonth(1)
    case "year": return .dayOfNextYear(1)
    default:
      guard let weekday = word.flatMap(weekday) else {
        throw PhraseError(
          "'next' must be followed by week, month, year or a day of the week", unknownWord: word)
      }
      return .dayOfNextWeek(weekday)
    }
  }

  /// The phrase after `end`.
  private mutating func end() throws(PhraseError) -> DuePhrase.Day {
    guard words.popFirst() == "of", let day = words.popFirst().flatMap(Self.lastDay) else {
      throw PhraseError("after 'end' comes 'of week', 'of month' or 'of year'")
    }
    return day
  }

  /// The last day of this week, month or year.
  private static func lastDay(of word: String) -> DuePhrase.Day? {
    switch word {
    case "week": .dayOfNextWeek(-1)
    case "month": .dayOfNextMonth(0)
    case "year": .dayOfNextYear(0)
    default: nil
    }
  }

  /// `2026-12-24`.
  private func date(_ word: String) throws(PhraseError) -> CalendarDate? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    // 24-12-2026 is refused as 24/12/2026 is.
    guard parts.count == 3, parts.allSatisfy(\.isNumber), parts[2].utf8.count != 4
    else { return nil }
    return try inCalendar(
      CalendarDate(
        year: try year(parts[0]), month: try number(parts[1], "month", 1...12),
        day: try number(parts[2], "day", 1...31)))
  }

  /// Refuses `12/24/2026` and `12/24`, in which the month is first for some people and the day for
  /// others.
  private func refuseSlashes(_ word: String) throws(PhraseError) {
    var parts = word.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    // 2026/12/24 has the year first.
    if parts[0].utf8.count == 4 { parts.append(parts.removeFirst()) }
    guard parts.count == 3 || parts.count == 2 && word.contains("/"),
      parts.allSatisfy(\.isNumber)
    else { return }
    // Where there is no year, a leap year, so that 29 February is a day.
    let year = parts.count == 3 ? try year(parts[2]) : 2000
    let numbers = parts.prefix(2).map { Int($0) ?? 0 }
    let dates = [numbers, numbers.reversed()].compactMap {
      CalendarDate(inCalendarYear: year, month: $0[0], day: $0[1])
    }
    let spellings = dates.map {
      parts.count == 3 ? $0.isoDay : "\($0.day) \(CalendarDate.monthNames[$0.month - 1])"
    }
    guard let first = spellings.first, let last = spellings.last else { return }
    throw PhraseError("for \(word) write \(first == last ? first : "\(first) or \(last)")")
  }

  /// `24 Dec`, `24.12.` or `Dec 24`, and the year if it follows; `24th` alone.
  private mutating func dayOfYear(_ word: String) throws(PhraseError) -> DuePhrase.Day? {
    guard let (month, day) = try monthAndDay(word, words.first ?? "") else {
      let digits = word.withoutOrdinal
      guard digits.count < word.count else { return nil }
      return .dayOfMonth(try number(digits, "day", 1...31))
    }
    words.removeFirst()
    guard let text = words.first, text.isNumber else {
      // In a leap year, so that 29 February is a day.
      _ = try inCalendar(CalendarDate(year: 2000, month: month, day: day))
      return .dayOfYear(month: month, day: day)
    }
    words.removeFirst()
    return .date(try inCalendar(CalendarDate(year: try year(text), month: month, day: day)))
  }

  private func monthAndDay(
    _ first: String, _ second: String
  ) throws(PhraseError) -> (month: Int, day: Int)? {
    if let month = CalendarDate.monthNames.index(ofAbbreviation: first, letters: 3) {
      guard second.withoutOrdinal.isNumber else {
        throw PhraseError("which day of \(CalendarDate.monthNames[month])?")
      }
      return (month + 1, try number(second.withoutOrdinal, "day", 1...31))
    }
    let digits = first.hasSuffix(".") ? first.dropLast() : first.withoutOrdinal
    guard digits.isNumber else { return nil }
    if let month = CalendarDate.monthNames.index(ofAbbreviation: second, letters: 3) {
      return (month + 1, try number(digits, "day", 1...31))
    }
    guard first.hasSuffix("."), second.first?.isDigit == true else { return nil }
    guard second.hasSuffix(".") else {
      throw PhraseError("a day is written as in 24.12., a time as in 18:00")
    }
    return (try number(second.dropLast(), "month", 1...12), try number(digits, "day", 1...31))
  }

  private func year(_ digits: some StringProtocol) throws(PhraseError) -> Int {
    guard digits.utf8.count == 4, let year = Int(digits), year > 0 else {
      throw PhraseError("a year has four digits")
    }
    return year
  }

  private func inCalendar(_ date: CalendarDate) throws(PhraseError) -> CalendarDate {
    guard date.isInCalendar else {
      throw PhraseError("\(CalendarDate.monthNames[date.month - 1]) has no day \(date.day)")
    }
    return date
  }

  // MARK: Times

  /// The halves of the day.
  private static let halves = ["am", "pm"]

  /// `noon` or `midnight`; `9:00` or `09:00:00`; `5pm` or `5:30pm`; with a zone `18:00Z`,
  /// `18:00+01:00` or `18:00.000-0500`.
  private mutating func time(_ word: String, after last: String) throws(PhraseError) -> Int? {
    if let hour = try hour(word, after: last) { return hour }
    switch word {
    case "noon": return 12 * 3600
    case "midnight": return 24 * 3600
    default: break
    }
    var clock = word.prefix { $0.isDigit || $0 == ":" }
    let half = clock.isEmpty ? nil : Self.halves.first { $0 == word.dropFirst(clock.count) }
    if half == nil {
      guard word.contains(":") else { return nil }
      clock = word.prefix { !"z+-".contains($0) }
    }
    // Fractions of a second are not kept.
    let parts = clock.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    guard (half == nil ? 2...3 : 1...3).contains(fields.count),
      parts.dropFirst().allSatisfy(\.isNumber)
    else { throw PhraseError(unknownWord: word) }
    var hour = try number(
      fields[0], half.map { "\($0) hour" } ?? "hour", half == nil ? 0...23 : 1...12)
    if half != nil { hour = hour % 12 + (half == "pm" ? 12 : 0) }
    let minute = fields.count > 1 ? try number(fields[1], "minute", 0...59) : 0
    let second = fields.count > 2 ? try number(fields[2], "second", 0...59) : 0
    let zone = half == nil ? word.dropFirst(clock.count) : ""
    if !zone.isEmpty { offset = try self.offset(zone) }
    return hour * 3600 + minute * 60 + second
  }

  /// The 9 of `tomorrow 9` and `at 9`; of `tonight 9`, it is 21:00.
  private func hour(_ word: String, after last: String) throws(PhraseError) -> Int? {
    guard word.isNumber, day != nil || last == "at" else { return nil }
    let hour = try number(word, "hour", 0...23)
    return (isTonight && hour < 12 ? hour + 12 : hour) * 3600
  }

  /// `z`, `+01:00`, `-0500` or `+01`.
  private func offset(_ zone: Substring) throws(PhraseError) -> Int {
    if zone == "z" { return 0 }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard digits.isNumber, [2, 4].contains(digits.utf8.count) else {
      throw PhraseError("the zone '\(zone)' is not one like Z or +01:00")
    }
    let seconds =
      try number(digits.prefix(2), "hour", 0...23) * 3600
      + (digits.count == 4 ? number(digits.suffix(2), "minute", 0...59) * 60 : 0)
    return zone.hasPrefix("-") ? -seconds : seconds
  }

  /// A number of one or two digits.
  private func number(
    _ digits: some StringProtocol, _ name: String, _ range: ClosedRange<Int>
  ) throws(PhraseError) -> Int {
    guard digits.isNumber, digits.utf8.count <= 2, let number = Int(digits), range.contains(number)
    else { throw PhraseError("there is no \(name) \(digits)") }
    return number
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
}

extension StringProtocol {
  /// Whether it is made of digits, one at least.
  fileprivate var isNumber: Bool { !isEmpty && allSatisfy(\.isDigit) }

  /// The `24` of `24th`; any other text as it is.
  fileprivate var withoutOrdinal: SubSequence {
    let isOrdinal = ["st", "nd", "rd", "th"].contains { $0 == self.suffix(2) }
    return isOrdinal && dropLast(2).isNumber ? dropLast(2) : self[...]
  }

  /// `24.12.2026` as `24.`, `12.` and `2026`.
  fileprivate var splitAfterDots: [String] {
    var parts = [""]
    for character in self {
      if parts[parts.count - 1].hasSuffix(".") { parts.append("") }
      parts[parts.count - 1].append(character)
    }
    return parts
  }
}
