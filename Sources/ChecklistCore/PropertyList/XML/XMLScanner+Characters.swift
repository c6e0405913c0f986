extension XMLScanner {
  /// Reads the characters up to the next tag, with references and CDATA sections resolved.
  ///
  /// Line ends stay as they are, as in CoreFoundation. An XML parser would make them line feeds.
  ///
  /// - Returns: The text, with the code units that it has in the file.
  /// - Throws: ``PropertyListError`` for an unknown reference, a section that does not end, or
  ///   bytes that are not valid UTF-8.
  mutating func characters() throws(PropertyListError) -> String {
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
  ///
  /// - Returns: The range of the content.
  mutating func rawContent() -> Range<Int> {
    let start = offset
    offset = text[start...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
    return start..<offset
  }

  private mutating func plainCharacters() throws(PropertyListError) -> String {
    let start = offset
    while let byte = next, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") { offset += 1 }
    return try string(start..<offset)
  }

  private mutating func characterDataSection() throws(PropertyListError) -> String {
    let start = offset
    guard skip("<![CDATA[") else {
      throw error(at: start, "only characters may stand here, not \(nextDescription)")
    }
    let content = offset
    guard let end = find("]]>") else {
      throw error(at: start, "the CDATA section is not closed")
    }
    offset = end
    _ = skip("]]>")
    return try string(content..<end)
  }

  /// One of the five entities that XML defines, or a character by number.
  private mutating func reference() throws(PropertyListError) -> Unicode.Scalar {
    let start = offset
    let content = text[(start + 1)...].prefix(Self.referenceLength)
    guard let end = content.firstIndex(of: UInt8(ascii: ";")) else {
      throw error(at: start, "the reference that begins with \"&\" does not end with \";\"")
    }
    let name = String(decoding: content[..<end], as: UTF8.self)
    offset = end + 1
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else {
      throw error(at: start, "the entity &\(name); is not one of the five that XML defines")
    }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt32(digits, radix: isHexadecimal ? 16 : 10)
    else {
      throw error(at: start, "the reference &\(name); does not give a character's number")
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw error(
        (0xD800...0xDFFF).contains(value) ? .loneSurrogate : .invalidXML, at: start,
        "the reference &\(name); is no character")
    }
    return scalar
  }

  /// How many bytes are searched for the end of a reference.
  ///
  /// Leading zeros are allowed, but not without limit.
  private static let referenceLength = 32

  private func string(_ range: Range<Int>) throws(PropertyListError) -> String {
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
