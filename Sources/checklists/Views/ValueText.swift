import ChecklistCore
import Terminal

/// The values of property lists as a person reads them, each on one line.
struct ValueText {
  let display: Display

  /// The scalars of a text that are shown; of a longer one, its beginning and its length.
  static let shownScalars = 200
  /// The bytes of data that are shown; of longer data, its beginning and its length.
  static let shownBytes = 16

  /// A text in quotation marks, with backslashes before what would end the line or the text.
  func string(_ text: String, showing limit: Int = shownScalars) -> DisplayText {
    let scalars = text.unicodeScalars
    let shown = scalars.prefix(limit)
    let isWhole = shown.endIndex == scalars.endIndex
    let end = isWhole ? "" : display.ellipsis
    let quoted: DisplayText = "\"\(display.text(Self.escaped(shown)))\(end)\""
    return isWhole || limit < Self.shownScalars
      ? quoted : "\(quoted) (\(display.text(scalars.count.counting("character"))))"
  }

  /// A key: bare when it is made of letters, digits and the like, else as a text.
  func key(_ key: String) -> DisplayText {
    let isPlain = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isPlain && !key.isEmpty && key.utf8.count <= 64 ? display.text(key) : string(key)
  }

  /// Data by its length and its first bytes, `<1,234 bytes: 00ff…>`.
  func data(_ bytes: ArraySlice<UInt8>) -> DisplayText {
    guard !bytes.isEmpty else { return "<0 bytes>" }
    let digits = bytes.prefix(Self.shownBytes).map { byte in
      (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
    let end = bytes.count > Self.shownBytes ? display.ellipsis : DisplayText()
    let start = "<\(bytes.count.counting("byte")): \(digits.joined())"
    return "\(display.text(start))\(end)>"
  }

  /// A date in UTC; as seconds if no calendar has it.
  static func date(_ seconds: Double) -> String {
    ISO8601.text(seconds) ?? "\(seconds) seconds from 2001"
  }

  /// A name, cut if it is long.
  static func shortened(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(shownScalars)
    let isWhole = scalars.endIndex == name.unicodeScalars.endIndex
    return escaped(scalars) + (isWhole ? "" : "...")
  }

  private static func escaped(_ scalars: Substring.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      switch scalar {
      case "\"", "\\":
        result.append("\\")
        result.append(scalar)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let number = String(scalar.value, radix: 16, uppercase: true)
        result.append(contentsOf: "\\u{\(number)}".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
