/// Reads the words of a ``DuePhrase`` from the first to the last.
struct DuePhraseParser {
  private var words: ArraySlice<String>
  private var day: DuePhrase.Day?
  /// Seconds after midnight.
  private var time: Int?
  /// How many seconds the zone of the time is ahead of UTC, if it has one.
  private var offset: Int?

  /// Takes what was typed.
  init(_ text: String) {
    words =
      text.lowercased().split(whereSeparator: \.isWhitespace).flatMap { word in
        // The T of 2026-12-24T18:00 counts as a space.
        word.first?.isDigit == true && word.contains(":")
          ? word.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init) : [String(word)]
      }[...]
  }

  /// Reads a day, a time, both in either order, or a span of minutes or hours.
  mutating func read() throws(PhraseError) -> DuePhrase.Meaning {
    while let word = words.popFirst() {
      if let span = try span(word) {
        switch span {
        case .days(let days): try set(.ahead(days))
        case .seconds(let seconds):
          guard day == nil, time == nil, words.isEmpty else {
            throw PhraseError("minutes and hours from now need no day and no time")
          }
          return .ahead(seconds)
        }
      } else if let found = try day(word) {
        try set(found)
      } else if word.contains(":") {
        try readTime(word)
      } else {
        throw PhraseError(unknownWord: word)
      }
    }
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
    guard day == nil else { throw PhraseError("there are two days in it") }
    day = found
  }

  // MARK: Days

  /// `+3d`, or `in 3 days`.
  private mutating func span(_ word: String) throws(PhraseError) -> TimeSpan? {
    if word.hasPrefix("+") { return try TimeSpan(String(word.dropFirst())) }
    guard word == "in" else { return nil }
    guard let count = words.popFirst() else {
      throw PhraseError("in how many minutes, hours, days?")
    }
    switch count {
    case "a", "an": return try TimeSpan("1" + (words.popFirst() ?? ""))
    case _ where count.isNumber: return try TimeSpan(count + (words.popFirst() ?? ""))
    default: return try TimeSpan(count)
    }
  }

  /// `today`, `tomorrow`, a weekday by at least three letters of its name, or a date.
  private mutating func day(_ word: String) throws(PhraseError) -> DuePhrase.Day? {
    switch word {
    case "today": return .ahead(0)
    case "tomorrow": return .ahead(1)
    default: break
    }
    if let weekday = CalendarDate.weekdayNames.index(ofAbbreviation: word) {
      return .weekday(weekday)
    }
    if let date = try date(word) { return .date(date) }
    return try dayOfYear(word)
  }

  /// `2026-12-24`.
  private func date(_ word: String) throws(PhraseError) -> CalendarDate? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy(\.isNumber) else { return nil }
    return try inCalendar(
      CalendarDate(
        year: try year(parts[0]), month: try number(parts[1], "month", 1...12),
        day: try number(parts[2], "day", 1...31)))
  }

  /// `24 Dec`, or `24 Dec 2026`.
  private mutating func dayOfYear(_ word: String) throws(PhraseError) -> DuePhrase.Day? {
    guard word.isNumber, let name = words.first,
      let month = CalendarDate.monthNames.index(ofAbbreviation: name)
    else { return nil }
    words.removeFirst()
    let day = try number(word, "day", 1...31)
    guard let text = words.first, text.isNumber else {
      // In a leap year, so that 29 February is a day.
      _ = try inCalendar(CalendarDate(year: 2000, month: month + 1, day: day))
      return .dayOfYear(month: month + 1, day: day)
    }
    words.removeFirst()
    return .date(try inCalendar(CalendarDate(year: try year(text), month: month + 1, day: day)))
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

  /// `9:00`, or `09:00:00`; with a zone `18:00Z`, `18:00+01:00` or `18:00.000-0500`.
  private mutating func readTime(_ word: String) throws(PhraseError) {
    guard time == nil else { throw PhraseError("there are two times in it") }
    let clock = word.prefix { !"z+-".contains($0) }
    // Fractions of a second are not kept.
    let parts = clock.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), parts.dropFirst().allSatisfy(\.isNumber) else {
      throw PhraseError(unknownWord: word)
    }
    time =
      try number(fields[0], "hour", 0...23) * 3600 + number(fields[1], "minute", 0...59) * 60
      + (fields.count == 3 ? number(fields[2], "second", 0...59) : 0)
    let zone = word.dropFirst(clock.count)
    if !zone.isEmpty { offset = try self.offset(zone) }
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
}

extension [String] {
  /// The position of the name that begins with a text of at least three letters.
  fileprivate func index(ofAbbreviation text: String) -> Int? {
    text.count < 3 ? nil : firstIndex { $0.lowercased().hasPrefix(text) }
  }
}
