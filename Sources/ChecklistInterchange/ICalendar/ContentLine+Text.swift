/// Texts as values.
extension ContentLine {
  /// Whether it is written in the way of vCalendar 1.0.
  var isQuotedPrintable: Bool {
    // Few lines have parameters at all.
    guard bytes[name.bytes.endIndex] == UInt8(ascii: ";") else { return false }
    return hasParameter("ENCODING", "QUOTED-PRINTABLE") || parameter("QUOTED-PRINTABLE") != nil
  }

  /// The value as a text with its escapes undone (RFC 5545, section 3.3.11); nil when it is in an
  /// encoding that is not known.
  var text: String? { isQuotedPrintable ? quotedText : Self.unescaped(value) }

  /// A text with its escapes undone.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isEscaped = false
    for byte in bytes {
      guard isEscaped else {
        isEscaped = byte == UInt8(ascii: "\\")
        if !isEscaped { result.append(byte) }
        continue
      }
      isEscaped = false
      switch Unicode.Scalar(byte) {
      case "n", "N": result.append(UInt8(ascii: "\n"))
      case "\\", ";", ",": result.append(byte)
      // Not an escape, so both are meant.
      default: result += [UInt8(ascii: "\\"), byte]
      }
    }
    if isEscaped { result.append(UInt8(ascii: "\\")) }
    return String(decoding: result, as: UTF8.self)
  }

  /// A text with escapes, in one line.
  static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    result.appendEscaped(text)
    return String(decoding: result, as: UTF8.self)
  }

  /// The value of vCalendar 1.0, whose bytes are written as `=C3=A9`; nil for a character set other
  /// than UTF-8 and ISO 8859-1, or what is not in it.
  private var quotedText: String? {
    var bytes: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "="), digits.count == 2,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        rest = rest.dropFirst(2)
        // A line break is CR and LF there.
        if code != UInt8(ascii: "\r") { bytes.append(code) }
      } else {
        bytes.append(byte)
      }
    }
    guard let set = parameter("CHARSET").map(Name.init), !set.isSame(as: "UTF-8"),
      !set.isSame(as: "US-ASCII")
    else { return String(validating: bytes, as: UTF8.self) }
    guard set.isSame(as: "ISO-8859-1") else { return nil }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The value of a parameter with its escapes undone (RFC 6868).
  func parameterText(_ name: StaticString) -> String? {
    guard let value = parameter(name) else { return nil }
    let text = String(decoding: value, as: UTF8.self)
    guard value.contains(UInt8(ascii: "^")) else { return text }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let meaning: Unicode.Scalar? =
        switch (scalar, rest.first) {
        case ("^", "n"): "\n"
        case ("^", "'"): "\""
        case ("^", "^"): "^"
        default: nil
        }
      if meaning != nil { rest.removeFirst() }
      result.unicodeScalars.append(meaning ?? scalar)
    }
    return result
  }

  /// The first of several texts, and what follows the comma after it.
  ///
  /// - Parameter separator: A comma; in vCalendar 1.0, a semicolon.
  func firstText(
    separator: UInt8
  ) -> (first: String, rest: ArraySlice<UInt8>) {
    var isEscaped = false
    let end =
      value.firstIndex { byte in
        if isEscaped {
          isEscaped = false
          return false
        }
        isEscaped = byte == UInt8(ascii: "\\")
        return byte == separator
      } ?? value.endIndex
    return (Self.unescaped(value[..<end]), value[end...].dropFirst())
  }
}

extension [UInt8] {
  /// Appends a text with escapes, in one line.
  ///
  /// Control characters are left out, which no calendar may have (RFC 5545, section 3.1): servers
  /// send calendars in XML, and one such character makes all of it unreadable. CR is a line break.
  ///
  /// - Returns: Whether the text says the same when it is read.
  @discardableResult
  mutating func appendEscaped(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { appendEscaped($0) }
  }

  /// Appends a text in UTF-8 in the same way.
  @discardableResult
  mutating func appendEscaped(_ text: some Collection<UInt8>) -> Bool {
    var isWhole = true
    var hasReturn = false
    for byte in text {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
        append(UInt8(ascii: "\\"))
        append(byte)
      case UInt8(ascii: "\n"):
        // CR and LF are one line break.
        if !hasReturn { self += [UInt8(ascii: "\\"), UInt8(ascii: "n")] }
      case UInt8(ascii: "\r"):
        self += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        isWhole = false
      case 0..<0x20 where byte != UInt8(ascii: "\t"), 0x7F: isWhole = false
      default: append(byte)
      }
      hasReturn = byte == UInt8(ascii: "\r")
    }
    return isWhole
  }
}
