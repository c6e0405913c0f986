/// Texts as values.
extension ContentLine {
  /// Whether it has characters with which it cannot be kept.
  var hasControlCharacters: Bool { bytes.contains(where: \.isControlCharacter) }

  /// The value as a text with its escapes undone (RFC 5545, section 3.3.11).
  var text: String { Self.unescaped(value) }

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

  /// Divides several texts after the first.
  ///
  /// - Returns: The first text, and what follows the comma after it.
  static func firstText(
    of value: ArraySlice<UInt8>
  ) -> (first: String, rest: ArraySlice<UInt8>) {
    var isEscaped = false
    let end =
      value.firstIndex { byte in
        if isEscaped {
          isEscaped = false
          return false
        }
        isEscaped = byte == UInt8(ascii: "\\")
        return byte == UInt8(ascii: ",")
      } ?? value.endIndex
    return (unescaped(value[..<end]), value[end...].dropFirst())
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
      case _ where byte.isControlCharacter: isWhole = false
      default: append(byte)
      }
      hasReturn = byte == UInt8(ascii: "\r")
    }
    return isWhole
  }
}

extension UInt8 {
  /// Whether it is a control character, which no property may have: any but a tab.
  var isControlCharacter: Bool { self < 0x20 && self != UInt8(ascii: "\t") || self == 0x7F }
}
