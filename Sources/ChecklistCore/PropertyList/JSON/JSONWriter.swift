/// Writes one JSON value (RFC 8259) into a buffer, in the order of the calls, on one line.
///
/// It has no tree, and knows only whether a comma is due. So 100,000 items take milliseconds. The
/// caller must end what it begins; ``finish()`` checks that.
package struct JSONWriter: Sendable {
  private var bytes: [UInt8] = []
  private var needsComma = false
  private var depth = 0
  /// Whether moments have the fractions of their seconds, of which some programs read none.
  private let writesFractions: Bool

  package init(writesFractions: Bool = false) { self.writesFractions = writesFractions }

  /// Begins an object.
  ///
  /// For each member, call ``key(_:)`` and then write a value.
  package mutating func beginObject() {
    begin(UInt8(ascii: "{"))
  }

  /// Ends the object begun last.
  package mutating func endObject() {
    end(UInt8(ascii: "}"))
  }

  /// Begins an array.
  package mutating func beginArray() {
    begin(UInt8(ascii: "["))
  }

  /// Ends the array begun last.
  package mutating func endArray() {
    end(UInt8(ascii: "]"))
  }

  /// Writes the name of the member whose value is written next.
  package mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string, or null.
  ///
  /// It escapes what JSON demands, and also what would act on a terminal or hide from the reader:
  /// controls, line separators, and characters without a shape, like bidirectional controls, tags
  /// and zero-width spaces. Everything else is UTF-8, with the joiners that scripts and emoji need.
  package mutating func value(_ text: String?) {
    guard let text else { return literal("null") }
    separate()
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes.append(text)
    if !bytes[start...].allSatisfy(JSONWriter.isPlain) {
      bytes.removeSubrange(start...)
      for scalar in text.unicodeScalars {
        write(scalar)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a whole number of any size.
  package mutating func value(_ number: Int128) {
    literal("\(number)")
  }

  /// Writes a whole number, or null.
  package mutating func value(_ number: Int?) {
    literal(number.map(String.init) ?? "null")
  }

  /// Writes a number, or null, which also stands for infinities and NaN.
  package mutating func value(_ number: Double?) {
    guard let number, number.isFinite else { return literal("null") }
    literal("\(number)")
  }

  /// Writes true, false or null.
  package mutating func value(_ truth: Bool?) {
    literal(truth.map { $0 ? "true" : "false" } ?? "null")
  }

  /// Writes a member whose value is a string or null.
  package mutating func member(_ name: String, _ text: String?) {
    key(name)
    value(text)
  }

  /// Writes a member whose value is a moment in UTC as ISO 8601 has it, or null.
  package mutating func member(_ name: String, _ moment: Date?) {
    key(name)
    value(moment.flatMap { writesFractions ? ISO8601.exactText($0) : ISO8601.text($0) })
  }

  /// Writes a member whose value is a whole number or null.
  package mutating func member(_ name: String, _ number: Int?) {
    key(name)
    value(number)
  }

  /// Writes a member whose value is a number or null.
  package mutating func member(_ name: String, _ number: Double?) {
    key(name)
    value(number)
  }

  /// Writes a member whose value is true, false or null.
  package mutating func member(_ name: String, _ truth: Bool?) {
    key(name)
    value(truth)
  }

  /// Writes a member whose value is an array.
  ///
  /// - Parameter elements: What the elements of the array are made from.
  package mutating func member<Elements: Sequence>(
    _ name: String, each elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }

  /// Takes the bytes that have been written so far, once there are many; the value goes on.
  ///
  /// - Returns: The bytes; none as long as there are few.
  package mutating func takeWhenLarge() -> [UInt8] {
    guard bytes.count > 65_536 else { return [] }
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Ends the line.
  ///
  /// - Returns: The bytes of the value and a newline.
  package consuming func finish() -> [UInt8] {
    precondition(depth == 0, "every object and array that was begun must be ended")
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
    depth += 1
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
    depth -= 1
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(text)
    needsComma = true
  }

  /// Whether a byte of UTF-8 is not, and does not begin, a scalar that may have to be escaped.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: false
    // The first bytes of ranges that have invisible scalars, from soft hyphens to tags.
    case 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF0, 0xF3: false
    default: true
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x0A: bytes.append("\\n")
    case 0x0D: bytes.append("\\r")
    case 0x09: bytes.append("\\t")
    case 0x22: bytes.append("\\\"")
    case 0x5C: bytes.append("\\\\")
    default:
      if Self.isInvisible(scalar) {
        for unit in UTF16.encode(scalar) ?? .init() {
          bytes.append("\\u")
          bytes.append(String(UInt32(unit), paddedTo: 4, radix: 16))
        }
      } else if let units = UTF8.encode(scalar) {
        bytes += units
      }
    }
  }

  /// Whether a scalar acts on a terminal or has no shape; a test compares it with the escapes of
  /// texts.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0x200C, 0x200D: return false
    case 0xFFF9...0xFFFB: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format, .unassigned: return scalar.properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}
