/// A property of a calendar: `NAME;PARAMETER=value:value` (RFC 5545, section 3.1).
struct ContentLine {
  /// A name, in which upper and lower case are the same.
  struct Name {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Whether it is a name in capital letters.
    func isSame(as name: StaticString) -> Bool {
      name.utf8CodeUnitCount == bytes.count
        && name.withUTF8Buffer { name in
          zip(name, bytes).allSatisfy { $0 == Self.capital($1) }
        }
    }

    /// Whether two are the same.
    func isSame(as other: Name) -> Bool {
      bytes.count == other.bytes.count
        && zip(bytes, other.bytes).allSatisfy { Self.capital($0) == Self.capital($1) }
    }

    private static func capital(_ byte: UInt8) -> UInt8 {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & 0xDF : byte
    }

    /// Lets names be the cases of a switch.
    static func ~= (pattern: StaticString, name: Name) -> Bool { name.isSame(as: pattern) }
  }

  /// The line of the file on which it begins, from 1.
  let number: Int
  /// The whole of it, with its folds undone.
  let bytes: ArraySlice<UInt8>
  /// Its name.
  let name: Name
  /// Where the value begins.
  private let valueStart: Int

  /// Takes a line apart; nil when it is no property.
  init?(number: Int, bytes: ArraySlice<UInt8>) {
    let end = bytes.firstIndex { !Self.isNameByte($0) } ?? bytes.endIndex
    guard end > bytes.startIndex, end < bytes.endIndex else { return nil }
    let colon: Int
    switch bytes[end] {
    case UInt8(ascii: ":"): colon = end
    case UInt8(ascii: ";"):
      let rest = bytes[end...]
      guard let found = Self.unquotedColon(in: rest) ?? rest.firstIndex(of: UInt8(ascii: ":"))
      else { return nil }
      colon = found
    default: return nil
    }
    (self.number, self.bytes, name) = (number, bytes, Name(bytes[..<end]))
    valueStart = colon + 1
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-_.".utf8.contains(byte)
  }

  private static func unquotedColon(in bytes: ArraySlice<UInt8>) -> Int? {
    var isQuoted = false
    return bytes.firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ":") && !isQuoted
    }
  }

  /// The value as it is written.
  var value: ArraySlice<UInt8> { bytes[valueStart...] }

  /// The value as a name: of a component, or a word.
  var valueName: Name {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = value.firstIndex { !isBlank($0) } ?? value.endIndex
    let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return Name(value[start..<end])
  }

  /// The value as it is written, as a string.
  var rawText: String { String(decoding: value, as: UTF8.self) }

  /// The value as a whole number; nil when it is none, or has more than 18 digits.
  var integer: Int? {
    value.count <= 19 ? Int(String(decoding: valueName.bytes, as: UTF8.self)) : nil
  }

  /// The value of a parameter without its quotes; nil when it is not there, empty when it has none.
  func parameter(_ name: StaticString) -> ArraySlice<UInt8>? {
    var start = self.name.bytes.endIndex
    while start < valueStart - 1 {
      var isQuoted = false
      let end =
        bytes[(start + 1)..<(valueStart - 1)].firstIndex { byte in
          if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
          return byte == UInt8(ascii: ";") && !isQuoted
        } ?? valueStart - 1
      let parameter = bytes[(start + 1)..<end]
      let equals = parameter.firstIndex(of: UInt8(ascii: "=")) ?? end
      if Name(parameter[..<equals]).isSame(as: name) {
        let value = parameter[equals...].dropFirst()
        let isInQuotes =
          value.count >= 2 && value.first == UInt8(ascii: "\"")
          && value.last == UInt8(ascii: "\"")
        return isInQuotes ? value.dropFirst().dropLast() : value
      }
      start = end
    }
    return nil
  }

  /// Whether a parameter has a value, in upper or lower case.
  func hasParameter(_ name: StaticString, _ value: StaticString) -> Bool {
    parameter(name).map { Name($0).isSame(as: value) } ?? false
  }
}
