import ChecklistCore

extension WrittenDate {
  /// Reads a date.
  ///
  /// - Parameter text: The text in UTF-8, with white space at the ends or without; nil when it is
  ///   no date.
  init?(_ text: ArraySlice<UInt8>) {
    // A longer text is no date, and need not be looked through.
    guard text.count <= 80 else { return nil }
    var reader = Reader(rest: text.trimmed)
    guard let day = reader.day() else { return nil }
    self.day = day
    time = reader.time()
    secondsAheadOfUTC = time == nil ? nil : reader.secondsAheadOfUTC()
    guard reader.rest.isEmpty else { return nil }
  }

  /// Reads a date from the first byte to the last.
  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func day() -> Day? {
      guard let first = rest.first, first.isDigit else { return dayWithNames() }
      let start = rest
      guard let (number, digits) = number(digits: 1...8) else { return nil }
      if digits == 8 { return .known(number / 10_000, number / 100 % 100, number % 100) }
      guard let mark = rest.first, "-/.".utf8.contains(mark) else {
        rest = start
        return dayWithNames()
      }
      rest.removeFirst()
      guard let (second, _) = self.number(digits: 1...2) else {
        rest = start
        return dayWithNames()
      }
      guard skip(mark), let (third, lastDigits) = self.number(digits: 1...4) else { return nil }
      if digits == 4 { return lastDigits <= 2 ? .known(number, second, third) : nil }
      guard digits <= 2, lastDigits == 4 || lastDigits == 2 else { return nil }
      let year = lastDigits == 4 ? third : 2000 + third
      // With full stops, the day always comes first.
      return mark == UInt8(ascii: ".")
        ? .known(year, second, number) : .numbers(number, second, year: year)
    }

    /// Reads `24 Dec 2026`, `24-Dec-2026`, `Dec 24, 2026`, after a day of the week or without one.
    private mutating func dayWithNames() -> Day? {
      var (day, month): (Int?, Int?)
      while true {
        _ = rest.popAll { " ,-.".utf8.contains($0) }
        if let (number, digits) = number(digits: 1...4) {
          if let day, let month { return digits == 4 ? .known(number, month, day) : nil }
          guard day == nil, digits <= 2 else { return nil }
          day = number
          continue
        }
        let name = rest.popAll(\.isLetter)
        if name.isEmpty { return nil }
        if Self.position(of: name, in: CalendarDate.weekdayNames) != nil { continue }
        guard month == nil, let index = Self.position(of: name, in: CalendarDate.monthNames) else {
          return nil
        }
        month = index + 1
      }
    }

    /// The position of a name that begins so, with three letters or more.
    private static func position(of name: ArraySlice<UInt8>, in names: [String]) -> Int? {
      guard name.count >= 3 else { return nil }
      return names.firstIndex { full in
        full.utf8.count >= name.count && zip(full.utf8, name).allSatisfy { $0 | 0x20 == $1 | 0x20 }
      }
    }

    /// Reads a time after `T` or spaces; nothing is read where none is.
    mutating func time() -> Time? {
      let start = rest
      if let time = timeAfterMark() { return time }
      rest = start
      return nil
    }

    private mutating func timeAfterMark() -> Time? {
      let start = rest
      if !skip(UInt8(ascii: "T")) { _ = rest.popAll { $0 == UInt8(ascii: " ") || $0 == 0x2C } }
      guard rest.startIndex > start.startIndex, var (hour, _) = number(digits: 1...2),
        skip(UInt8(ascii: ":")), let (minute, _) = number(digits: 2...2), minute < 60
      else { return nil }
      var (second, fraction) = (0, 0.0)
      if skip(UInt8(ascii: ":")), let (number, _) = number(digits: 2...2) {
        // The calendar has no leap seconds.
        second = min(number, 59)
        if number > 60 { return nil }
        if skip(UInt8(ascii: ".")) {
          var place = 0.1
          for digit in rest.popAll(\.isDigit) {
            fraction += place * Double(digit - UInt8(ascii: "0"))
            place /= 10
          }
        }
      }
      if let isAfternoon = halfOfDay() {
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (isAfternoon ? 12 : 0)
      }
      return hour < 24 ? Time(hour: hour, minute: minute, second: second, fraction: fraction) : nil
    }

    private mutating func halfOfDay() -> Bool? {
      let words = rest.drop { $0 == UInt8(ascii: " ") }
      let word = words.prefix(2).map { $0 | 0x20 }
      guard word.last == UInt8(ascii: "m"), "ap".utf8.contains(word[0]) else { return nil }
      rest = words.dropFirst(2)
      return word[0] == UInt8(ascii: "p")
    }

    /// Reads the distance from UTC; nil when none is written.
    mutating func secondsAheadOfUTC() -> Int? {
      let start = rest
      _ = rest.popAll { $0 == UInt8(ascii: " ") }
      for name in ["Z", "UTC", "GMT"] where rest.elementsEqual(name.utf8) {
        rest = []
        return 0
      }
      let isAhead = skip(UInt8(ascii: "+"))
      if isAhead || skip(UInt8(ascii: "-")), let (hours, _) = number(digits: 2...2) {
        _ = skip(UInt8(ascii: ":"))
        let minutes = number(digits: 2...2)?.value ?? 0
        if hours < 24, minutes < 60 { return (isAhead ? 60 : -60) * (hours * 60 + minutes) }
      }
      rest = start
      return nil
    }

    private mutating func number(digits: ClosedRange<Int>) -> (value: Int, digits: Int)? {
      var (value, count) = (0, 0)
      while count < digits.upperBound, let byte = rest.first, byte.isDigit {
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
        count += 1
        rest.removeFirst()
      }
      return digits.contains(count) ? (value, count) : nil
    }

    private mutating func skip(_ mark: UInt8) -> Bool {
      guard rest.first == mark else { return false }
      rest.removeFirst()
      return true
    }
  }
}

extension ArraySlice<UInt8> {
  /// Removes the first elements as long as they satisfy a condition.
  fileprivate mutating func popAll(_ condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let found = prefix(while: condition)
    self = self[found.endIndex...]
    return found
  }
}
