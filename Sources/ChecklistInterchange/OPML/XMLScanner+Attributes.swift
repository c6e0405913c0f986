import ChecklistCore

/// A tag with its attributes, of any vocabulary.
struct XMLTagWithAttributes {
  /// The most attributes of a tag; those of outlines are some ten.
  static let mostAttributes = 1000

  /// The name of the element.
  let name: ArraySlice<UInt8>
  /// The offset of its `<`.
  let start: Int
  /// The names of the attributes, and their values as they stand between the quotes.
  let attributes: [(name: ArraySlice<UInt8>, value: Range<Int>)]
  /// Whether it ends with `/>`, so that no closing tag follows.
  let isEmpty: Bool
}

extension XMLScanner {
  /// Reads an opening tag with its attributes.
  ///
  /// - Throws: ``ArchiveError`` when something else comes next, or an attribute occurs twice.
  mutating func tagWithAttributes() throws(ArchiveError) -> XMLTagWithAttributes {
    let start = offset
    guard skip("<") else {
      throw error(at: start, "expected an element, found \(nextDescription)")
    }
    let name = try name()
    var attributes: [(name: ArraySlice<UInt8>, value: Range<Int>)] = []
    var known: Set<ArraySlice<UInt8>> = []
    while true {
      let end = offset
      skipWhitespace()
      if skip("/>") || skip(">") { break }
      guard next != nil else { throw error(at: start, "the tag is not closed") }
      guard offset > end else {
        throw error(at: offset, "expected white space, found \(nextDescription)")
      }
      let attribute = offset
      let name = try self.name()
      guard known.insert(name).inserted else {
        let shown = String(decoding: name.prefix(40), as: UTF8.self)
        throw error(at: attribute, "the tag has the attribute \"\(shown)\" twice")
      }
      guard attributes.count < XMLTagWithAttributes.mostAttributes else {
        throw error(
          at: start, "the tag has more than \(XMLTagWithAttributes.mostAttributes) attributes")
      }
      attributes.append((name, try attributeRange()))
    }
    return XMLTagWithAttributes(
      name: name, start: start, attributes: attributes, isEmpty: text[offset - 2] == 0x2F)
  }

  /// Reads the closing tag of an element.
  ///
  /// - Throws: ``ArchiveError`` when anything else comes next.
  mutating func closingTag(of name: ArraySlice<UInt8>) throws(ArchiveError) {
    let start = offset
    if skip("</"), text[offset...].starts(with: name) {
      offset += name.count
      skipWhitespace()
      if skip(">") { return }
    }
    offset = start
    let shown = String(decoding: name.prefix(40), as: UTF8.self)
    throw error(at: start, "expected </\(shown)>, found \(nextDescription)")
  }

  private mutating func name() throws(ArchiveError) -> ArraySlice<UInt8> {
    let start = offset
    while let byte = next, !byte.endsXMLName { offset += 1 }
    guard offset > start else {
      throw error(at: start, "expected a name, found \(nextDescription)")
    }
    return text[start..<offset]
  }

  /// Reads `="value"`, with white space around the sign or without.
  private mutating func attributeRange() throws(ArchiveError) -> Range<Int> {
    skipWhitespace()
    guard skip("=") else {
      throw error(at: offset, "expected a value after \"=\", found \(nextDescription)")
    }
    skipWhitespace()
    guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error(at: offset, "a value is in quotes, not \(nextDescription)")
    }
    let start = offset + 1
    guard let end = text[start...].firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "<") })
    else { throw error(at: offset, "the quote that begins here is not closed") }
    guard text[end] == quote else {
      throw error(at: end, "\"<\" is not allowed in a value: write &lt;")
    }
    offset = end + 1
    return start..<end
  }

  /// The value of an attribute.
  ///
  /// The end of a line and a tab are a space each, as XML has it; a reference to one is the
  /// character itself.
  ///
  /// - Throws: ``ArchiveError`` for an unknown reference, and for one to NUL.
  func attributeValue(_ range: Range<Int>) throws(ArchiveError) -> String {
    let needsWork = text[range].contains { $0 == UInt8(ascii: "&") || (0x09...0x0D).contains($0) }
    guard needsWork else { return try string(range) }
    var value: [UInt8] = []
    value.reserveCapacity(range.count)
    var scanner = self
    scanner.offset = range.lowerBound
    while scanner.offset < range.upperBound {
      let byte = text[scanner.offset]
      if byte == UInt8(ascii: "&") {
        let start = scanner.offset
        let character = try scanner.reference()
        guard character != "\0" else { throw error(at: start, "XML has no character NUL") }
        value += UTF8.encode(character) ?? .init()
        continue
      }
      scanner.offset += 1
      let isFirstOfTwo = byte == UInt8(ascii: "\r") && scanner.next == UInt8(ascii: "\n")
      if !isFirstOfTwo { value.append(byte.isXMLWhitespace ? UInt8(ascii: " ") : byte) }
    }
    return String(decoding: value, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether a name cannot have the byte.
  fileprivate var endsXMLName: Bool {
    switch self {
    case UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "<"): true
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"): true
    case UInt8(ascii: "!"), UInt8(ascii: "?"): true
    default: isXMLWhitespace
    }
  }
}
