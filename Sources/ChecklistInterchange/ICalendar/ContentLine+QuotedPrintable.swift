/// Values in the way of vCalendar 1.0, whose bytes are written as `=C3=A9`.
extension ContentLine {
  /// Whether the value is written in that way.
  var isQuotedPrintable: Bool {
    // Few lines have parameters at all.
    guard bytes[name.bytes.endIndex] == UInt8(ascii: ";") else { return false }
    return hasParameter("ENCODING", "QUOTED-PRINTABLE") || parameter("QUOTED-PRINTABLE") != nil
  }

  /// The same property as iCalendar has it, without parameters; nil for a character set other than
  /// UTF-8 and ISO 8859-1, or what is not in it.
  var withoutQuotedPrintable: ContentLine? {
    guard let text = quotedText else { return nil }
    var bytes = Array(name.bytes)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendEscaped(text)
    return ContentLine(number: number, bytes: bytes[...])
  }

  private var quotedText: String? {
    var bytes: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(\.hexadecimalDigit)
      guard byte == UInt8(ascii: "="), digits.count == 2 else {
        bytes.append(byte)
        continue
      }
      rest = rest.dropFirst(2)
      bytes.append(digits[0] << 4 | digits[1])
    }
    guard let set = parameter("CHARSET").map(Name.init), !set.isSame(as: "UTF-8"),
      !set.isSame(as: "US-ASCII")
    else { return String(validating: bytes, as: UTF8.self) }
    guard set.isSame(as: "ISO-8859-1") else { return nil }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
