/// Reads the numbers and marks of a short text from the first to the last, without making strings.
struct FieldScanner {
  private var rest: Substring.UTF8View

  init(_ text: Substring) { rest = text.utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// A number with so many digits; nil when there are others.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    var number = 0
    var count = 0
    while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      guard count < digits.upperBound else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
      count += 1
      rest.removeFirst()
    }
    return count < digits.lowerBound ? nil : number
  }

  /// Passes over a mark; false when another one is there.
  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, byte == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }

  /// Passes over a word; false when another one is there.
  mutating func skip(word: StaticString) -> Bool {
    let matches = word.withUTF8Buffer { rest.starts(with: $0) }
    if matches { rest.removeFirst(word.utf8CodeUnitCount) }
    return matches
  }
}
