/// Converts the text of an XML property list to UTF-8, whatever the encoding of its file is.
///
/// As in CFPropertyList.c, a byte order mark decides, and overrules what the header declares.
/// Without a mark, the header's `encoding` counts; without that, the text is UTF-8. UTF-16 and
/// UTF-32 need their mark.
package enum XMLText {
  private enum Encoding {
    case utf8
    case latin1
    case utf16(isBigEndian: Bool)
    case utf32(isBigEndian: Bool)
  }

  /// The byte order marks.
  ///
  /// UTF-32's come first, because its little-endian mark starts with that of UTF-16.
  private static let marks: [(bytes: [UInt8], encoding: Encoding)] = [
    ([0x00, 0x00, 0xFE, 0xFF], .utf32(isBigEndian: true)),
    ([0xFF, 0xFE, 0x00, 0x00], .utf32(isBigEndian: false)),
    ([0xFE, 0xFF], .utf16(isBigEndian: true)),
    ([0xFF, 0xFE], .utf16(isBigEndian: false)),
    ([0xEF, 0xBB, 0xBF], .utf8),
  ]

  /// The text of a file.
  ///
  /// Text that is UTF-8 already is not validated here. CoreFoundation's parser accepts anything in
  /// a comment, so only the strings that are read are checked.
  ///
  /// - Returns: Its text in UTF-8, without the byte order mark.
  /// - Throws: ``ArchiveError`` when the encoding is unknown or the text is not valid in it.
  package static func utf8(_ file: [UInt8]) throws(ArchiveError) -> [UInt8] {
    let mark = marks.first { file.starts(with: $0.bytes) }
    let content = file[(mark?.bytes.count ?? 0)...]
    let encoding = if let mark { mark.encoding } else { try declaredEncoding(file) }
    switch encoding {
    case .utf8: return Array(content)
    case .latin1: return content.flatMap { Unicode.Scalar($0).utf8 }
    case .utf16(let isBigEndian): return try transcodeUTF16(content, isBigEndian: isBigEndian)
    case .utf32(let isBigEndian): return try transcodeUTF32(content, isBigEndian: isBigEndian)
    }
  }

  /// Whether a file looks like XML, and where its markup begins.
  ///
  /// - Returns: Whether the file has the byte order mark of UTF-16 or UTF-32, or starts with `<`
  ///   after white space; and the offset of the first byte that shows whether it does.
  static func sniff(_ file: [UInt8]) -> (isXML: Bool, offset: Int) {
    guard let mark = marks.first(where: { file.starts(with: $0.bytes) }) else {
      return sniffMarkup(file, from: 0)
    }
    if case .utf8 = mark.encoding { return sniffMarkup(file, from: mark.bytes.count) }
    return (true, 0)
  }

  /// Whether a file looks like XML, and a tag of a name is near its beginning.
  ///
  /// - Parameter file: The whole file, of which 4 KiB are looked at.
  package static func begins(_ file: [UInt8], with name: StaticString) -> Bool {
    guard sniff(file).isXML else { return false }
    // UTF-16 has a zero beside each letter.
    var rest = file.prefix(4096).filter { $0 != 0 }[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if rest.starts(with: name.description.utf8) { return true }
    }
    return false
  }

  private static func sniffMarkup(_ file: [UInt8], from start: Int) -> (isXML: Bool, offset: Int) {
    let offset = file[start...].firstIndex { !$0.isXMLWhitespace } ?? file.count
    return (offset < file.count && file[offset] == UInt8(ascii: "<"), offset)
  }

  /// The encoding that the header names, which must be the first thing in the file.
  private static func declaredEncoding(_ file: [UInt8]) throws(ArchiveError) -> Encoding {
    let whole = XMLScanner(file)
    guard whole.isAt("<?xml"), let end = whole.find("?>") else { return .utf8 }
    var scanner = XMLScanner(Array(file[..<end]))
    _ = scanner.skip("<?xml")
    guard scanner.next?.isXMLWhitespace == true, let declaration = scanner.find("encoding=") else {
      return .utf8
    }
    scanner.offset = declaration
    _ = scanner.skip("encoding=")
    guard let quote = scanner.next, [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(quote) else {
      return .utf8
    }
    let start = scanner.offset + 1
    let name = String(decoding: file[start..<end].prefix { $0 != quote }, as: UTF8.self)
    switch name.lowercased() {
    case "utf-8", "utf8", "utf_8": return .utf8
    // CoreFoundation reads bytes above 0x7F as Latin-1 in a file that says it is ASCII.
    case "iso-8859-1", "iso_8859-1", "iso8859-1", "latin-1", "latin1", "l1", "us-ascii", "ascii":
      return .latin1
    case let name where name.hasPrefix("utf-16") || name.hasPrefix("utf-32"):
      throw scanner.error(at: start, "text in \(name) starts with a byte order mark, this does not")
    default:
      throw scanner.error(at: start, "the encoding \"\(name)\" is unknown")
    }
  }

  private static func transcodeUTF16(
    _ content: ArraySlice<UInt8>, isBigEndian: Bool
  ) throws(ArchiveError) -> [UInt8] {
    func unit(at index: Int) -> UInt16 {
      let pair = (UInt16(content[index]), UInt16(content[index + 1]))
      return isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
    }
    // By hand: the codecs of the standard library take four times as long.
    var text: [UInt8] = []
    text.reserveCapacity(content.count / 2)
    var index = content.startIndex
    while index + 1 < content.endIndex {
      let first = unit(at: index)
      index += 2
      if first < 0x80 {
        text.append(UInt8(truncatingIfNeeded: first))
        continue
      }
      var value = UInt32(first)
      if UTF16.isLeadSurrogate(first) || UTF16.isTrailSurrogate(first) {
        let second = index + 1 < content.endIndex ? unit(at: index) : 0
        guard UTF16.isLeadSurrogate(first), UTF16.isTrailSurrogate(second) else {
          throw XMLScanner(text).error(
            .loneSurrogate, at: text.count,
            "the surrogate 0x\(String(first, radix: 16)) has no partner")
        }
        value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
        index += 2
      }
      if let scalar = Unicode.Scalar(value) { text.append(contentsOf: scalar.utf8) }
    }
    guard content.count.isMultiple(of: 2) else {
      throw XMLScanner(text).error(at: text.count, "the text ends in the middle of a character")
    }
    return text
  }

  private static func transcodeUTF32(
    _ content: ArraySlice<UInt8>, isBigEndian: Bool
  ) throws(ArchiveError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(content.count / 2)
    for start in stride(from: content.startIndex, to: content.endIndex, by: 4) {
      let bytes = content[start...].prefix(4)
      guard bytes.count == 4 else {
        throw XMLScanner(text).error(at: text.count, "the text ends in the middle of a character")
      }
      let value = (isBigEndian ? Array(bytes) : bytes.reversed()).bigEndian(at: 0, width: 4)
      guard let scalar = Unicode.Scalar(UInt32(value)) else {
        throw XMLScanner(text).error(
          (0xD800...0xDFFF).contains(value) ? .loneSurrogate : .invalidXML, at: text.count,
          "0x\(String(value, radix: 16)) is not a character")
      }
      text.append(contentsOf: scalar.utf8)
    }
    return text
  }
}
