/// Texts as lines that survive any editor.
///
/// Editors strip white space at the ends of lines, change line ends, and cannot show some
/// characters. Controls, line separators, and white space where it could be lost are written as
/// `\u{…}`, with their number in hexadecimal digits. `\u{}` stands for nothing, so that an empty
/// text has a line too. Any other backslash stands for itself.
enum LineEscaping {
  /// The lines of a text.
  ///
  /// The first and the last are not blank, and none begins or ends a comment.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - isPage: Whether blank lines and white space before a line are written as they are; else no
  ///     line is blank or begins with white space.
  /// - Returns: The lines, at least one.
  static func lines(of text: String, isPage: Bool = false) -> [String] {
    var lines: [String] = []
    var blanks = 0
    for segment in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      guard !segment.isEmpty else {
        blanks += 1
        continue
      }
      var line = escaped(Substring(segment), keepsIndent: isPage)
      if lines.isEmpty {
        line = lineBreaks(blanks) + line
      } else if isPage {
        lines += repeatElement("", count: blanks)
      } else {
        lines[lines.count - 1] += lineBreaks(blanks)
      }
      lines.append(line)
      blanks = 0
    }
    if let last = lines.indices.last {
      lines[last] += lineBreaks(blanks)
    } else {
      lines = [blanks > 1 ? lineBreaks(blanks - 1) : "\\u{}"]
    }
    return lines
  }

  /// The text that lines mean; white space that does not count must have been trimmed.
  static func text(of lines: [Substring]) -> String {
    lines.map(unescaped).joined(separator: "\n")
  }

  /// A line with its first character written as its number, so that nothing is taken for a marker.
  static func escapingFirst(_ line: String) -> String {
    guard let first = line.unicodeScalars.first else { return line }
    return escape(first) + String(line.unicodeScalars.dropFirst())
  }

  // MARK: Escapes

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static func lineBreaks(_ count: Int) -> String {
    String(repeating: "\\u{A}", count: count)
  }

  private static func escaped(_ line: Substring, keepsIndent: Bool) -> String {
    let scalars = Array(line.unicodeScalars)
    let beginsComment = line.utf8.starts(with: "<!--".utf8) || line.utf8.starts(with: "-->".utf8)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let isAtEnd = index == scalars.count - 1 || index == 0 && !keepsIndent
      if isAtEnd && scalar.properties.isWhitespace || index == 0 && beginsComment
        || mustBeEscaped(scalar) || scalars[index...].starts(with: ["\\", "u", "{"])
      {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether editors change a character, or take it for the end of a line.
  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t": false
    case "\u{2028}", "\u{2029}", "\u{FEFF}": true
    default: scalar.properties.generalCategory == .control
    }
  }

  private static func unescaped(_ line: Substring) -> String {
    var result = String.UnicodeScalarView()
    var rest = line.unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\", rest.starts(with: ["u", "{"]) else {
        result.append(scalar)
        continue
      }
      let digits = rest.dropFirst(2).prefix { $0.isASCII && $0.properties.isASCIIHexDigit }
      let value = UInt32(Substring(digits), radix: 16).flatMap(Unicode.Scalar.init)
      let following = rest[digits.endIndex...]
      if following.first == "}", digits.count <= 6, value != nil || digits.isEmpty {
        if let value { result.append(value) }
        rest = following.dropFirst()
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
