import ChecklistCore
import Foundation
import TestSupport

/// A value as an expectation file writes it: JSON, with objects of one key for what JSON has not.
enum ExpectedValue {
  case null
  case boolean(Bool)
  /// The text of a number, which may have 128 bits.
  case number(String)
  case string(String)
  case array([ExpectedValue])
  case object([(key: String, value: ExpectedValue)])

  /// Where and how a value differs.
  ///
  /// - Parameters:
  ///   - actual: what was read.
  ///   - path: the path of the value, for the result.
  /// - Returns: nil when they agree: integers in all bits, reals by bit pattern, dates to the
  ///   microsecond that expectations are rounded to.
  func difference(from actual: PropertyList, at path: String = "$") -> String? {
    func differs() -> String { "\(path): expected \(self), found \(actual)" }
    switch (self, actual) {
    case (.null, .null): return nil
    case (.boolean(let expected), .boolean(let value)): return expected == value ? nil : differs()
    case (.string(let expected), .string(let value)):
      return expected.utf8.elementsEqual(value.utf8) ? nil : differs()
    case (.number(let text), .integer(let value)):
      return Int128(text) == value ? nil : differs()
    case (.number(let text), .real(let value)):
      guard text.contains(where: { ".eE".contains($0) }) else { return differs() }
      return Double(text)?.bitPattern == value.bitPattern ? nil : differs()
    case (.array(let expected), .array(let values)):
      return Self.difference(expected, values, path)
    case (.object(let expected), .dictionary(let dictionary)):
      guard expected.count == dictionary.entries.count else { return differs() }
      for (key, value) in expected {
        guard let found = dictionary[key] else { return "\(path): no key \(key)" }
        if let difference = value.difference(from: found, at: "\(path).\(key)") {
          return difference
        }
      }
      return nil
    case (.object(let expected), _):
      guard expected.count == 1, let only = expected.first else { return differs() }
      return only.value.marks(only.key, actual, path) ? nil : differs()
    default: return differs()
    }
  }

  private static func difference(
    _ expected: [ExpectedValue], _ values: [PropertyList], _ path: String
  ) -> String? {
    guard expected.count == values.count else {
      return "\(path): expected \(expected.count) elements, found \(values.count)"
    }
    for (index, pair) in zip(expected, values).enumerated() {
      if let difference = pair.0.difference(from: pair.1, at: "\(path)[\(index)]") {
        return difference
      }
    }
    return nil
  }

  /// Whether an object with one key, which says what kind of value follows, means a value.
  private func marks(_ kind: String, _ actual: PropertyList, _ path: String) -> Bool {
    switch (kind, self, actual) {
    case ("real", .string(let name), .real(let value)):
      let special: [String: Double] = [
        "nan": .nan, "inf": .infinity, "-inf": -.infinity, "-0.0": -0.0,
      ]
      return name == "nan" ? value.isNaN : special[name]?.bitPattern == value.bitPattern
    case ("data-base64", .string(let text), .data(let value)):
      return Data(base64Encoded: text).map { [UInt8]($0) } == value
    case ("date", .string(let text), .date(let seconds)):
      guard let expected = Self.secondsSince2001(text) else { return false }
      return abs(expected - seconds) < 0.6e-6
    case ("date-seconds-since-2001", .string(let text), .date(let seconds)),
      ("date-s", .number(let text), .date(let seconds)):
      guard let expected = Double(text) else { return false }
      return expected == seconds || expected.isNaN && seconds.isNaN
    case ("CF$UID", .number(let text), .uid(let value)): return UInt64(text) == value
    case ("set", .array(let expected), .set(let values)),
      ("set", .array(let expected), .orderedSet(let values)):
      return Self.difference(expected, values, path) == nil
    default: return false
    }
  }

  /// The moment of `YYYY-MM-DDThh:mm:ss[.ffffff]Z`, by the C library's calendar.
  private static func secondsSince2001(_ text: String) -> Double? {
    let parts = text.dropLast().split { "-T:.".contains($0) }
    let numbers = parts.prefix(6).compactMap { Int32($0) }
    guard text.last == "Z", numbers.count == 6 else { return nil }
    var components = tm()
    components.tm_year = numbers[0] - 1900
    components.tm_mon = numbers[1] - 1
    components.tm_mday = numbers[2]
    components.tm_hour = numbers[3]
    components.tm_min = numbers[4]
    components.tm_sec = numbers[5]
    let seconds = Double(timegm(&components) - 978_307_200)
    return parts.count == 7 ? seconds + (Double("0.\(parts[6])") ?? .nan) : seconds
  }
}

extension ExpectedValue {
  /// Parses JSON; Foundation's parser would take numbers of 128 bits for doubles.
  ///
  /// - Parameter json: the text.
  /// - Throws: ``SyntaxError``.
  init(json: String) throws {
    var parser = Parser(text: Array(json.utf8))
    self = try parser.value()
  }

  /// What is wrong with an expectation file.
  struct SyntaxError: Error {
    let offset: Int
  }

  private struct Parser {
    let text: [UInt8]
    var offset = 0

    mutating func value() throws -> ExpectedValue {
      switch try next() {
      case UInt8(ascii: "{"): return .object(try members())
      case UInt8(ascii: "["): return .array(try elements())
      case UInt8(ascii: "\""): return .string(try string())
      default:
        let word = String(
          decoding: text[offset...].prefix { !",]} \n".utf8.contains($0) }, as: UTF8.self)
        offset += word.utf8.count
        switch word {
        case "null": return .null
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default:
          guard Double(word) != nil else { throw SyntaxError(offset: offset) }
          return .number(word)
        }
      }
    }

    private mutating func members() throws -> [(key: String, value: ExpectedValue)] {
      var members: [(key: String, value: ExpectedValue)] = []
      offset += 1
      while try next() != UInt8(ascii: "}") {
        let key = try string()
        guard try next() == UInt8(ascii: ":") else { throw SyntaxError(offset: offset) }
        offset += 1
        members.append((key, try value()))
        if try next() == UInt8(ascii: ",") { offset += 1 }
      }
      offset += 1
      return members
    }

    private mutating func elements() throws -> [ExpectedValue] {
      var elements: [ExpectedValue] = []
      offset += 1
      while try next() != UInt8(ascii: "]") {
        elements.append(try value())
        if try next() == UInt8(ascii: ",") { offset += 1 }
      }
      offset += 1
      return elements
    }

    private mutating func string() throws -> String {
      let start = offset
      offset += 1
      while offset < text.count, text[offset] != UInt8(ascii: "\"") {
        offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard offset < text.count else { throw SyntaxError(offset: start) }
      offset += 1
      return try JSONDecoder().decode(String.self, from: Data(text[start..<offset]))
    }

    /// The next byte that is no white space.
    private mutating func next() throws -> UInt8 {
      while offset < text.count, text[offset].isWhitespace { offset += 1 }
      guard offset < text.count else { throw SyntaxError(offset: offset) }
      return text[offset]
    }
  }
}

extension UInt8 {
  fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
