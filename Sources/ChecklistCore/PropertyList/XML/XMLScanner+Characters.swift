extension XMLScanner {
  /// Reads the characters up to the next tag, with references and CDATA sections resolved.
  ///
  /// Line ends stay as they are, as in CoreFoundation. An XML parser would make them line feeds.
  ///
  /// - Returns: The text, with the code units that it has in the file.
  /// - Throws: ``ArchiveError`` for an unknown reference, a section that does not end, or
  ///   bytes that are not valid UTF-8.
  mutating func characters() throws(ArchiveError) -> String {
    var result = try plainCharacters()
    while true {
      if next == UInt8(ascii: "&") {
        result.unicodeScalars.append(try reference())
      } else if isAt("<!") {
        result += try characterDataSection()
      } else {
        return result
      }
      result += try plainCharacters()
    }
  }

  /// Skips to the next tag, for an element in which references are not resolved.
  mutating func rawContent() -> Range<Int> {
    let start = offset
    offset = text[start...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
    return start..<offset
  }

  /// Reads the characters up to the next tag or reference.
  ///
  /// - Returns: The text, with the code units that it has in the file.
  /// - Throws: ``ArchiveError`` for bytes that are not valid UTF-8.
  package mutating func plainCharacters() throws(ArchiveError) -> String {
    let start = offset
    while let byte = next, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") { offset += 1 }
    return try string(start..<offset)
  }

  /// Reads a CDATA section.
  ///
  /// - Throws: ``ArchiveError`` when something else comes next, or it does not end.
  package mutating func characterDataSection() throws(ArchiveError) -> String {
    let start = offset
    guard skip("<![CDATA[") else {
      throw error(at: start, "only characters are allowed here, not \(nextDescription)")
    }
    let content = offset
    guard let end = find("]]>") else {
      throw error(at: start, "the CDATA section is not closed")
    }
    offset = end
    _ = skip("]]>")
    return try string(content..<end)
  }

  /// Reads a reference: one of the five entities that XML defines, or a character by number.
  ///
  /// - Throws: ``ArchiveError`` for any other reference.
  package mutating func reference() throws(ArchiveError) -> Unicode.Scalar {
    let start = offset
    let content = text[(start + 1)...].prefix(Self.referenceLength)
    guard let end = content.firstIndex(of: UInt8(ascii: ";")) else {
      throw error(at: start, "the reference that begins with \"&\" does not end with \";\"")
    }
    let name = String(decoding: content[..<end], as: UTF8.self)
    offset = end + 1
    if let scalar = Self.character(named: name) { return scalar }
    guard name.hasPrefix("#") else {
      throw error(at: start, "the entity &\(name); is not one of the five that XML defines")
    }
    guard let value = Self.number(in: name) else {
      throw error(at: start, "the reference &\(name); does not give a character's number")
    }
    throw error(
      (0xD800...0xDFFF).contains(value) ? .loneSurrogate : .invalidXML, at: start,
      "the reference &\(name); is not a character")
  }

  /// The character that a reference means.
  ///
  /// - Parameter name: What stands between `&` and `;`.
  /// - Returns: The character; nil for a reference that XML does not define.
  package static func character(named name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": "<"
    case "gt": ">"
    case "amp": "&"
    case "quot": "\""
    case "apos": "'"
    default: number(in: name).flatMap(Unicode.Scalar.init)
    }
  }

  /// The number of a character in a reference: `#65`, `#x41`.
  private static func number(in name: String) -> UInt32? {
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    // An integer may have a sign, a reference may not.
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
      return nil
    }
    return UInt32(digits, radix: isHexadecimal ? 16 : 10)
  }

  /// How many bytes are searched for the end of a reference.
  ///
  /// Leading zeros are allowed, but not without limit.
  private static let referenceLength = 32

  /// The text of a range.
  ///
  /// - Parameter range: Offsets in bytes.
  /// - Throws: ``ArchiveError`` for bytes that are not valid UTF-8.
  package func string(_ range: Range<Int>) throws(ArchiveError) -> String {
    if let string = String(validating: text[range], as: UTF8.self) { return string }
    var iterator = text[range].makeIterator()
    var codec = UTF8()
    var offset = range.lowerBound
    while case .scalarValue(let scalar) = codec.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    throw error(at: offset, "the byte 0x\(String(text[offset], radix: 16)) is not valid in UTF-8")
  }
}
