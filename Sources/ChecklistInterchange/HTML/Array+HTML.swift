extension [UInt8] {
  /// Appends a text to a page in HTML, with no character in it that is markup.
  ///
  /// HTML has no control characters: U+FFFD stands for each but tabs and the ends of lines.
  package mutating func append(html text: String) {
    var last: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): self += "&amp;".utf8
      case UInt8(ascii: "<"): self += "&lt;".utf8
      case UInt8(ascii: ">"): self += "&gt;".utf8
      case UInt8(ascii: "\""): self += "&quot;".utf8
      case UInt8(ascii: "\t"): append(byte)
      case UInt8(ascii: "\n"): if last != UInt8(ascii: "\r") { append(byte) }
      case UInt8(ascii: "\r"): append(UInt8(ascii: "\n"))
      case 0..<0x20, 0x7F: self += "\u{FFFD}".utf8
      // U+0080 to U+009F.
      case 0x80..<0xA0 where last == 0xC2:
        removeLast()
        self += "\u{FFFD}".utf8
      default: append(byte)
      }
      last = byte
    }
  }
}
