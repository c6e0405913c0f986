/// Reads the text of an XML property list piece by piece: white space, comments, tags, characters.
///
/// It knows the XML that CFPropertyList.c knows, and no more. There are no custom entities and no
/// internal DTD subset. Attributes are skipped up to the next `>`, whatever they hold.
package struct XMLScanner {
  /// The text, in UTF-8.
  package let text: [UInt8]
  /// Where the next piece begins, in bytes from the start of the text.
  package var offset = 0

  package init(_ text: [UInt8]) {
    self.text = text
  }

  /// The next byte; nil at the end of the text.
  @inline(__always)
  package var next: UInt8? { offset < text.count ? text[offset] : nil }

  /// Whether the next piece is a closing tag.
  var isAtClosingTag: Bool { isAt("</") }

  /// Whether these bytes come next.
  package func isAt(_ expected: String) -> Bool {
    text[offset...].starts(with: expected.utf8)
  }

  /// Skips these bytes, when they come next.
  package mutating func skip(_ expected: String) -> Bool {
    guard isAt(expected) else { return false }
    offset += expected.utf8.count
    return true
  }

  /// The offset at which these bytes come next.
  ///
  /// - Returns: The offset of the first of them, or nil.
  package func find(_ expected: String) -> Int? {
    guard let first = expected.utf8.first else { return offset }
    var start = offset
    while let found = text[start...].firstIndex(of: first) {
      if text[found...].starts(with: expected.utf8) { return found }
      start = found + 1
    }
    return nil
  }

  /// Skips white space as XML defines it.
  package mutating func skipWhitespace() {
    while let byte = next, byte.isXMLWhitespace { offset += 1 }
  }

  /// Skips white space, comments and processing instructions.
  ///
  /// - Throws: ``ArchiveError`` when one of them does not end.
  package mutating func skipMiscellany() throws(ArchiveError) {
    while true {
      skipWhitespace()
      if isAt("<!--") {
        try skip("<!--", through: "-->", "comment")
      } else if isAt("<?") {
        try skip("<?", through: "?>", "processing instruction")
      } else {
        return
      }
    }
  }

  /// Skips everything that may stand before the first element, document type declarations included.
  ///
  /// - Throws: ``ArchiveError`` when a piece does not end or declares entities or elements of
  ///   its own.
  mutating func skipProlog() throws(ArchiveError) {
    try skipMiscellany()
    while isAt("<!DOCTYPE") {
      let start = offset
      while let byte = next, byte != UInt8(ascii: ">") {
        guard byte != UInt8(ascii: "[") else {
          throw error(at: offset, "internal document types and their entities are not supported")
        }
        offset += 1
      }
      guard skip(">") else { throw error(at: start, "the document type is not closed") }
      try skipMiscellany()
    }
  }

  /// Skips a piece of the text that has an end of its own.
  ///
  /// - Throws: ``ArchiveError`` when it does not end.
  package mutating func skip(
    _ opening: String, through closing: String, _ name: String
  ) throws(ArchiveError) {
    let start = offset
    offset += opening.utf8.count
    guard let end = find(closing) else { throw error(at: start, "the \(name) is not closed") }
    offset = end + closing.utf8.count
  }

  // MARK: Tags

  /// Reads an opening tag; its attributes are skipped, as CoreFoundation does.
  ///
  /// - Throws: ``ArchiveError`` when something else comes next, or an element that property
  ///   lists do not have.
  mutating func openingTag() throws(ArchiveError) -> XMLTag {
    let start = offset
    guard next == UInt8(ascii: "<") else {
      throw error(at: start, "expected an element, found \(nextDescription)")
    }
    guard let end = text[start...].firstIndex(of: UInt8(ascii: ">")) else {
      throw error(at: start, "the tag is not closed")
    }
    let isEmpty = end > start + 1 && text[end - 1] == UInt8(ascii: "/")
    let content = text[start + 1..<(isEmpty ? end - 1 : end)]
    let name = String(decoding: content.prefix { !$0.isXMLWhitespace }.prefix(40), as: UTF8.self)
    guard let element = XMLElement(rawValue: name) else {
      throw error(at: start, "a property list has no element <\(name)>")
    }
    offset = end + 1
    return XMLTag(element: element, start: start, isEmpty: isEmpty)
  }

  /// Reads the closing tag of an element.
  ///
  /// - Throws: ``ArchiveError`` when anything else comes next.
  mutating func closingTag(of tag: XMLTag) throws(ArchiveError) {
    let start = offset
    let name = tag.element.rawValue
    if isAtClosingTag, text[(offset + 2)...].starts(with: name.utf8) {
      offset += 2 + name.utf8.count
      skipWhitespace()
      if skip(">") { return }
      offset = start
    }
    throw error(at: start, "expected </\(name)>, found \(nextDescription)")
  }

  // MARK: Errors

  /// An error with the line and the column of an offset.
  ///
  /// - Parameter offset: Where it is wrong, in bytes from the start of the text.
  package func error(
    _ kind: ArchiveError.Kind = .invalidXML, at offset: Int, _ message: String
  ) -> ArchiveError {
    var line = 1
    var column = 1
    for index in text[..<offset].indices {
      let byte = text[index]
      let isLineEnd =
        byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
          && !(index + 1 < text.count && text[index + 1] == UInt8(ascii: "\n"))
      if isLineEnd {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return ArchiveError(kind, at: .line(line, column: column), message)
  }

  /// The words for what comes next, in a message.
  package var nextDescription: String {
    guard let byte = next else { return "the end of the file" }
    guard byte == UInt8(ascii: "<") else { return text.describeCharacter(at: offset) }
    let tag = text[offset...].prefix(40).prefix { $0 != UInt8(ascii: ">") }
    return "\(String(decoding: tag, as: UTF8.self))>"
  }
}

/// The opening tag of an element.
struct XMLTag {
  let element: XMLElement
  /// The offset of its `<`.
  let start: Int
  /// Whether it ends with `/>`, so that no closing tag follows.
  let isEmpty: Bool
}

/// The elements of a property list in XML.
enum XMLElement: String {
  case plist
  case array
  case dict
  case key
  case string
  case `true`
  case `false`
  case integer
  case real
  case date
  case data
}

extension UInt8 {
  /// Whether XML counts the byte as white space.
  @inline(__always)
  package var isXMLWhitespace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}

extension [UInt8] {
  /// The words for the character at an offset, in a message.
  ///
  /// - Returns: The character in quotes when it can be shown, else its number.
  func describeCharacter(at offset: Int) -> String {
    let byte = self[offset]
    if (0x21...0x7E).contains(byte) { return "\"\(Unicode.Scalar(byte))\"" }
    var iterator = self[offset...].prefix(4).makeIterator()
    var codec = UTF8()
    if case .scalarValue(let scalar) = codec.decode(&iterator) {
      return "U+\(String(scalar.value, paddedTo: 4, radix: 16, uppercase: true))"
    }
    return "the byte 0x\(String(byte, radix: 16))"
  }
}
