import ChecklistCore

/// The plain text of what outliners write with HTML in it.
///
/// OPML 2.0 lets a text have HTML. WorkFlowy uses it for bold and links; others hardly do, so that
/// what is not known as a tag stays.
enum MarkupText {
  /// The tags that are dropped; `br` ends a line.
  private static let tags: Set<String> = [
    "a", "abbr", "b", "big", "br", "code", "del", "div", "em", "font", "i", "ins", "kbd", "mark",
    "p", "s", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u",
  ]

  /// The text without tags, whose entities are characters.
  static func plain(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return text
    }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var offset = 0
    /// The offset before which no `>` is.
    var nextClosing = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "<"):
        nextClosing = max(nextClosing, offset)
        // Each byte is looked at once, however many tags are not closed.
        while nextClosing < bytes.count, bytes[nextClosing] != UInt8(ascii: ">") {
          nextClosing += 1
        }
        if nextClosing < bytes.count, let name = tagName(bytes[offset + 1..<nextClosing]) {
          if name == "br" { plain.append(UInt8(ascii: "\n")) }
          offset = nextClosing
        } else {
          plain.append(bytes[offset])
        }
      case UInt8(ascii: "&"):
        let name = bytes[(offset + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
        if name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";"),
          let character = character(named: String(decoding: name, as: UTF8.self))
        {
          plain += UTF8.encode(character) ?? .init()
          offset = name.endIndex
        } else {
          plain.append(bytes[offset])
        }
      default: plain.append(bytes[offset])
      }
      offset += 1
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static func character(named name: String) -> Unicode.Scalar? {
    if name == "nbsp" { return "\u{A0}" }
    let character = XMLScanner.character(named: name)
    return character == "\0" ? nil : character
  }

  /// The name of a tag.
  ///
  /// - Parameter tag: What stands between `<` and `>`.
  /// - Returns: The name; nil for what is no known tag.
  private static func tagName(_ tag: ArraySlice<UInt8>) -> String? {
    let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix(8)
      .prefix { !$0.isXMLWhitespace && $0 != UInt8(ascii: "/") }
    let text = String(decoding: name, as: UTF8.self).lowercased()
    return tags.contains(text) ? text : nil
  }
}
