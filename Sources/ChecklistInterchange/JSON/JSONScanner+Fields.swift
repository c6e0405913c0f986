/// A value of the kind that a reader expects, or something else.
enum JSONField<Value> {
  case value(Value)
  case null
  /// Another kind of value, which was passed over.
  case mismatch

  var value: Value? { if case .value(let value) = self { value } else { nil } }

  var isMismatch: Bool { if case .mismatch = self { true } else { false } }

  /// The value in another form; one that has none there is not what is expected.
  func map<Form>(_ form: (Value) -> Form?) -> JSONField<Form> {
    switch self {
    case .value(let value): form(value).map { .value($0) } ?? .mismatch
    case .null: .null
    case .mismatch: .mismatch
    }
  }
}

extension JSONScanner {
  /// Reads a string, where another value may be.
  mutating func stringField() throws(InterchangeError) -> JSONField<String> {
    try kind() == .string ? .value(try string()) : try otherField()
  }

  /// Reads a string as ``stringField()`` does, in UTF-8.
  mutating func bytesField() throws(InterchangeError) -> JSONField<ArraySlice<UInt8>> {
    try kind() == .string ? .value(try stringBytes()) : try otherField()
  }

  /// Reads a string or a number, as it is written.
  mutating func wordField() throws(InterchangeError) -> JSONField<String> {
    try kind() == .number ? .value(try number()) : try stringField()
  }

  /// Reads a whole number from 0, where another value may be.
  mutating func countField() throws(InterchangeError) -> JSONField<Int> {
    guard try kind() == .number else { return try otherField() }
    return Int(try number()).flatMap { $0 < 0 ? nil : .value($0) } ?? .mismatch
  }

  /// Reads true or false, where another value may be.
  mutating func truthField() throws(InterchangeError) -> JSONField<Bool> {
    try kind() == .truth ? .value(try truth()) : try otherField()
  }

  /// Begins an array or an object, where another value may be.
  ///
  /// - Returns: Whether it has begun; else the value was passed over.
  /// - Throws: ``InterchangeError`` when there is no value.
  mutating func begin(_ kind: Kind) throws(InterchangeError) -> Bool {
    guard try self.kind() == kind else {
      try skip()
      return false
    }
    try kind == .array ? beginArray() : beginObject()
    return true
  }

  private mutating func otherField<Value>() throws(InterchangeError) -> JSONField<Value> {
    let isNull = try kind() == .null
    try skip()
    return isNull ? .null : .mismatch
  }

  /// Passes over the next value.
  ///
  /// - Returns: The value as it is written, without white space around its parts, and with control
  ///   characters in its strings escaped.
  mutating func raw() throws(InterchangeError) -> String {
    skipSpace()
    let start = position
    try skip()
    let value = bytes[start..<position]
    if value.allSatisfy({ $0 > 0x20 }) { return String(decoding: value, as: UTF8.self) }
    var compact: [UInt8] = []
    var (isInString, isEscaped) = (false, false)
    for byte in value {
      switch byte {
      case ..<0x20 where isInString:
        let digits = Array("0123456789abcdef".utf8)
        compact += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      case ...0x20 where !isInString: break
      default: compact.append(byte)
      }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return String(decoding: compact, as: UTF8.self)
  }

  /// The names of the first members of a file's object, or of the first object in its array.
  ///
  /// - Parameter bytes: The content of the file, of which 64 KiB are looked at.
  /// - Returns: The names, up to what is no JSON; none when the file is something else.
  static func firstKeys(of bytes: [UInt8]) -> Set<String> {
    var scanner = JSONScanner(beginningOf: bytes)
    var keys: Set<String> = []
    do throws(InterchangeError) {
      if try scanner.kind() == .array {
        try scanner.beginArray()
        guard try scanner.nextElement() else { return [] }
      }
      try scanner.beginObject()
      while let key = try scanner.nextKey() {
        keys.insert(key)
        try scanner.skip()
      }
    } catch {
      // The beginning of a file may end anywhere.
    }
    return keys
  }
}
