extension [UInt8] {
  /// Appends a text to a page in HTML, with no character in it that is markup.
  ///
  /// HTML has no control characters: U+FFFD stands for each but tabs and the ends of lines. Marks
  /// that change the direction of text are shown as their numbers: they would reorder what follows.
  package mutating func append(html text: String) {
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": self += "&amp;".utf8
      case "<": self += "&lt;".utf8
      case ">": self += "&gt;".utf8
      case "\"": self += "&quot;".utf8
      case "\t": append(UInt8(ascii: "\t"))
      case "\n": if last != "\r" { append(UInt8(ascii: "\n")) }
      case "\r": append(UInt8(ascii: "\n"))
      case "\0"..<" ", "\u{7F}"..<"\u{A0}": self += "\u{FFFD}".utf8
      default: append(markOrText: scalar)
      }
      last = scalar
    }
  }

  /// Appends a character, or the number of a mark that changes the direction of text, `\u{202E}`.
  package mutating func append(markOrText scalar: Unicode.Scalar) {
    // Most characters come before the first mark.
    if scalar.value < 0x61C || !scalar.properties.isBidiControl {
      self += scalar.utf8
    } else {
      self += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8
    }
  }
}
