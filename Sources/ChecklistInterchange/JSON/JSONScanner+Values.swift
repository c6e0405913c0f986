import ChecklistCore

extension JSONScanner {
  /// Reads null.
  package mutating func null() throws(InterchangeError) {
    try literal("null")
  }

  /// Reads true or false.
  package mutating func truth() throws(InterchangeError) -> Bool {
    let isTrue = next == UInt8(ascii: "t")
    try literal(isTrue ? "true" : "false")
    return isTrue
  }

  private mutating func literal(_ word: StaticString) throws(InterchangeError) {
    skipSpace()
    guard word.withUTF8Buffer({ bytes[position...].starts(with: $0) }) else {
      throw expected("a value")
    }
    position += word.utf8CodeUnitCount
  }

  /// Reads a number.
  package mutating func number() throws(InterchangeError) -> String {
    skipSpace()
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try digits() }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(InterchangeError) {
    let start = position
    while let next, next.isDigit { position += 1 }
    if position == start { throw expected("a digit") }
  }

  /// Reads a string.
  package mutating func string() throws(InterchangeError) -> String {
    String(decoding: try stringBytes(), as: UTF8.self)
  }

  /// Reads a string, which stays in the bytes of the text unless it has escapes.
  mutating func stringBytes() throws(InterchangeError) -> ArraySlice<UInt8> {
    skipSpace()
    guard skip(UInt8(ascii: "\"")) else { throw expected("a string") }
    var (start, decoded) = (position, [UInt8]())
    let limit = position + Self.mostStringBytes
    while try skipPlain(until: limit) == UInt8(ascii: "\\") {
      decoded += bytes[start..<position]
      try unescape(to: &decoded)
      start = position
    }
    defer { position += 1 }
    if decoded.isEmpty { return bytes[start..<position] }
    decoded += bytes[start..<position]
    return decoded[...]
  }

  /// Passes over a string.
  mutating func skipString() throws(InterchangeError) {
    skipSpace()
    guard skip(UInt8(ascii: "\"")) else { throw expected("a string") }
    var decoded: [UInt8] = []
    let limit = position + Self.mostStringBytes
    while try skipPlain(until: limit) == UInt8(ascii: "\\") {
      decoded.removeAll(keepingCapacity: true)
      try unescape(to: &decoded)
    }
    position += 1
  }

  /// Passes over what stands for itself in a string, up to a limit; what follows is a backslash, or
  /// the quotation mark at the end.
  private mutating func skipPlain(until limit: Int) throws(InterchangeError) -> UInt8 {
    while true {
      var end = position
      while end < bytes.count, end <= limit, !bytes[end].isSpecialInJSON { end += 1 }
      position = end
      guard position <= limit else { throw error("a string has more than 16 MiB") }
      guard let next else { throw error("the file ends in a string") }
      if next >= 0x20 { return next }
      guard allowsControlCharacters else {
        throw error("a control character in a string must be escaped")
      }
      if next == UInt8(ascii: "\n") { beginLine(at: position + 1) }
      position += 1
    }
  }

  /// Reads an escape in a string.
  private mutating func unescape(to decoded: inout [UInt8]) throws(InterchangeError) {
    position += 1
    guard let escaped = next else { throw error("the file ends in a string") }
    position += 1
    switch escaped {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(escaped)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "r"): decoded.append(UInt8(ascii: "\r"))
    case UInt8(ascii: "t"): decoded.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "u"):
      let first = try codeUnit()
      var value = UInt32(first)
      if UTF16.isLeadSurrogate(first), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) {
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second) else { throw error("a surrogate has no partner") }
        value = 0x1_0000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
      }
      guard let scalar = Unicode.Scalar(value) else { throw error("a surrogate has no partner") }
      decoded += UTF8.encode(scalar) ?? .init()
    default:
      position -= 1
      throw expected("an escape")
    }
  }

  /// Reads the four digits of a code unit of UTF-16.
  private mutating func codeUnit() throws(InterchangeError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next?.hexadecimalDigit else { throw expected("a hexadecimal digit") }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}

extension UInt8 {
  /// Whether it does not stand for itself in a string: a quotation mark, a backslash, or a control
  /// character.
  fileprivate var isSpecialInJSON: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
