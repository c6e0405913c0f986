/// Reads JSON (RFC 8259) a value at a time, from the first byte to the last, without a tree.
///
/// Whoever reads asks what comes next and takes it, or passes over it.
package struct JSONScanner {
  /// The kind of a value.
  package enum Kind {
    case object, array, string, number, truth, null
  }

  /// How many arrays and objects may lie in each other in a value that is passed over.
  static let mostDepth = 512
  /// The most bytes of a string: 16 MiB, as of a line in other formats.
  static let mostStringBytes = 16 << 20

  /// The text in UTF-8.
  let bytes: [UInt8]
  /// Whether strings may have control characters, which Taskwarrior does not escape.
  let allowsControlCharacters: Bool
  /// The offset of the next byte.
  var position = 0
  /// The line of the next byte, from 1.
  package internal(set) var line = 1
  /// Where that line begins.
  var lineStart = 0
  /// Whether the array or object that is read has had no element yet.
  private var isFirst = true

  /// Reads a text.
  ///
  /// - Parameter allowsControlCharacters: Whether strings may have them.
  init(_ text: InputText, allowsControlCharacters: Bool = false) {
    bytes = text.bytes
    self.allowsControlCharacters = allowsControlCharacters
  }

  /// Reads a text in UTF-8.
  ///
  /// - Throws: ``InterchangeError`` with the line where it is no UTF-8.
  package init(_ bytes: [UInt8]) throws(InterchangeError) {
    self.init(try InputText(bytes, hasItemsInLines: false))
  }

  /// Reads the beginning of a file, of which nobody knows yet whether it is JSON.
  init(beginningOf bytes: [UInt8]) {
    self.bytes = Array(bytes.drop { [0xEF, 0xBB, 0xBF].contains($0) }.prefix(65_536))
    allowsControlCharacters = true
  }
}

/// The name of a member.
struct JSONName {
  /// The name in UTF-8, with its escapes undone.
  let bytes: ArraySlice<UInt8>

  /// The name as a string.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Lets names be the cases of a switch.
  static func ~= (pattern: StaticString, name: JSONName) -> Bool {
    pattern.utf8CodeUnitCount == name.bytes.count
      && pattern.withUTF8Buffer { name.bytes.elementsEqual($0) }
  }
}

/// The names of the members that a reader knows, as bytes.
struct JSONNames<Field: CaseIterable & RawRepresentable & Sendable>: Sendable
where Field.RawValue == String {
  private let fields = Field.allCases.map { (name: Array($0.rawValue.utf8), field: $0) }

  /// The field that a member has; nil for any other member.
  subscript(name: JSONName) -> Field? {
    fields.first { $0.name.elementsEqual(name.bytes) }?.field
  }
}

// MARK: Arrays and objects

extension JSONScanner {
  /// Whether only white space follows.
  package mutating func isAtEnd() -> Bool {
    skipSpace()
    return position == bytes.count
  }

  /// The kind of the next value.
  package mutating func kind() throws(InterchangeError) -> Kind {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .truth
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"): return .number
    case let byte? where byte.isDigit: return .number
    default: throw expected("a value")
    }
  }

  /// Begins an object; ``nextKey()`` follows.
  package mutating func beginObject() throws(InterchangeError) {
    skipSpace()
    guard skip(UInt8(ascii: "{")) else { throw expected("an object") }
    isFirst = true
  }

  /// The name of the next member, whose value must be read or passed over then; nil at the end of
  /// the object, which is passed over.
  package mutating func nextKey() throws(InterchangeError) -> String? {
    try nextName()?.text
  }

  /// The name of the next member as ``nextKey()`` gives it, without making a string of it.
  mutating func nextName() throws(InterchangeError) -> JSONName? {
    guard try hasNext(UInt8(ascii: "}"), "a comma or the end of the object") else { return nil }
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw expected("the name of a member") }
    let name = try stringBytes()
    skipSpace()
    guard skip(UInt8(ascii: ":")) else { throw expected("a colon") }
    return JSONName(bytes: name)
  }

  /// Begins an array; ``nextElement()`` follows.
  package mutating func beginArray() throws(InterchangeError) {
    skipSpace()
    guard skip(UInt8(ascii: "[")) else { throw expected("an array") }
    isFirst = true
  }

  /// Whether there is another element, which must be read or passed over then; the end of the array
  /// is passed over.
  package mutating func nextElement() throws(InterchangeError) -> Bool {
    try hasNext(UInt8(ascii: "]"), "a comma or the end of the array")
  }

  private mutating func hasNext(
    _ end: UInt8, _ what: StaticString
  ) throws(InterchangeError) -> Bool {
    skipSpace()
    let isFirst = self.isFirst
    // What lies around it has had an element then, which is this one.
    self.isFirst = false
    if skip(end) { return false }
    guard isFirst || skip(UInt8(ascii: ",")) else { throw expected("\(what)") }
    return true
  }

  /// Passes over the next value.
  package mutating func skip() throws(InterchangeError) {
    // Whether each array or object that has begun is an object.
    var open: [Bool] = []
    repeat {
      switch try kind() {
      case .string: try skipString()
      case .number: _ = try number()
      case .truth: _ = try truth()
      case .null: try null()
      case .object:
        try beginObject()
        open.append(true)
      case .array:
        try beginArray()
        open.append(false)
      }
      guard open.count <= Self.mostDepth else {
        throw error("more than \(Self.mostDepth) arrays and objects are nested")
      }
      while let isObject = open.last {
        if try isObject ? nextName() != nil : nextElement() { break }
        open.removeLast()
      }
    } while !open.isEmpty
  }
}

// MARK: Bytes

extension JSONScanner {
  /// The next byte; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Passes over a byte; false when another one is there.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Passes over white space.
  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"): beginLine(at: position + 1)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default: return
      }
      position += 1
    }
  }

  /// Counts a line.
  mutating func beginLine(at start: Int) {
    (line, lineStart) = (line + 1, start)
  }

  /// Something else is there than what must be.
  func expected(_ what: String) -> InterchangeError {
    guard let next else { return error("expected \(what), found the end of the file") }
    let found = (0x21..<0x7F).contains(next) ? ", found '\(Unicode.Scalar(next))'" : ""
    return error("expected \(what)\(found)")
  }

  /// The error about the next byte, with its place.
  package func error(_ message: String) -> InterchangeError {
    // A byte that continues a character is no column.
    let column = bytes[lineStart..<min(position, bytes.count)].count { $0 & 0xC0 != 0x80 } + 1
    return InterchangeError(line: line, "\(message) (column \(column))")
  }
}
