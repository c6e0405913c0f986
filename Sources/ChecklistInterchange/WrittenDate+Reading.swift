import ChecklistCore

extension WrittenDate {
  /// Reads a date.
  ///
  /// - Parameter text: The text in UTF-8, with white space at the ends or without; nil when it is
  ///   no date.
  init?(_ text: ArraySlice<UInt8>) {
    // A longer text is no date, and need not be looked through.
    guard text.count <= 80 else { return nil }
    var reader = Reader(text.trimmed)
    guard let day = reader.day() else { return nil }
    self.day = day
    time = reader.time()
    secondsAheadOfUTC = time == nil ? nil : reader.secondsAheadOfUTC()
    guard reader.isAtEnd else { return nil }
  }

  /// Reads a date from the first byte to the last.
  private struct Reader {
    private let text: ArraySlice<UInt8>
    /// The index of the next byte.
    private var position: Int

    init(_ text: ArraySlice<UInt8>) {
      self.text = text
      position = text.startIndex
    }

    var isAtEnd: Bool { position == text.endIndex }

    private var next: UInt8? { isAtEnd ? nil : text[position] }

    private var rest: ArraySlice<UInt8> { text[position...] }

    mutating func day() -> Day? {
      guard let first = next, first.isDigit else { return dayWithNames() }
      let start = position
      guard let (number, digits) = number(digits: 1...8) else { return nil }
      if digits == 8 { return .known(number / 10_000, number / 100 % 100, number % 100) }
      guard let mark = next, isDateMark(mark) else {
        position = start
        return dayWithNames()
      }
      position += 1
      guard let (second, _) = self.number(digits: 1...2) else {
        position = start
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

    private func isDateMark(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".")
    }

    /// Reads `24 Dec 2026`, `24-Dec-2026`, `24/Dec/26`, `Dec 24, 2026`, after a day of the week or
    /// without one.
    private mutating func dayWithNames() -> Day? {
      var (day, month): (Int?, Int?)
      while true {
        let marks = popAll { " ,-./".utf8.contains($0) }
        if let (number, digits) = number(digits: 1...4) {
          if let day, let month {
            if digits == 4 { return .known(number, month, day) }
            // Without a mark, it may be an hour.
            let isYear =
              digits == 2 && marks.count == 1 && "-/".utf8.contains(marks[marks.startIndex])
            return isYear ? .known(2000 + number, month, day) : nil
          }
          guard day == nil, digits <= 2 else { return nil }
          day = number
          continue
        }
        let name = popAll(\.isLetter)
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
      let start = position
      if let time = timeAfterMark() { return time }
      position = start
      return nil
    }

    private mutating func timeAfterMark() -> Time? {
      let start = position
      if !skip(UInt8(ascii: "T")) { _ = popAll { $0 == UInt8(ascii: " ") || $0 == 0x2C } }
      guard position > start, var (hour, _) = number(digits: 1...2),
        skip(UInt8(ascii: ":")), let (minute, _) = number(digits: 2...2), minute < 60
      else { return nil }
      var (second, fraction) = (0, 0.0)
      if skip(UInt8(ascii: ":")), let (number, _) = number(digits: 2...2) {
        // The calendar has no leap seconds.
        second = min(number, 59)
        if number > 60 { return nil }
        if skip(UInt8(ascii: ".")) {
          var place = 0.1
          for digit in popAll(\.isDigit) {
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
      position = words.startIndex + 2
      return word[0] == UInt8(ascii: "p")
    }

    /// Reads the distance from UTC; nil when none is written.
    mutating func secondsAheadOfUTC() -> Int? {
      let start = position
      _ = popAll { $0 == UInt8(ascii: " ") }
      for name in ["Z", "UTC", "GMT"] as [StaticString] where isRest(name) {
        position = text.endIndex
        return 0
      }
      let isAhead = skip(UInt8(ascii: "+"))
      if isAhead || skip(UInt8(ascii: "-")), let (hours, _) = number(digits: 2...2) {
        _ = skip(UInt8(ascii: ":"))
        let minutes = number(digits: 2...2)?.value ?? 0
        if hours < 24, minutes < 60 { return (isAhead ? 60 : -60) * (hours * 60 + minutes) }
      }
      position = start
      return nil
    }

    private func isRest(_ name: StaticString) -> Bool {
      name.utf8CodeUnitCount == text.endIndex - position
        && name.withUTF8Buffer { rest.elementsEqual($0) }
    }

    private mutating func number(digits: ClosedRange<Int>) -> (value: Int, digits: Int)? {
      var (value, count) = (0, 0)
      while count < digits.upperBound, let byte = next, byte.isDigit {
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
        count += 1
        position += 1
      }
      return digits.contains(count) ? (value, count) : nil
    }

    private mutating func skip(_ mark: UInt8) -> Bool {
      guard next == mark else { return false }
      position += 1
      return true
    }

    /// Passes over the bytes that satisfy a condition.
    private mutating func popAll(_ condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
      let found = rest.prefix(while: condition)
      position = found.endIndex
      return found
    }
  }
}
