/// A property list in XML, and what was lost in writing it.
package struct XMLPropertyList: Sendable, Equatable {
  /// The whole file, in UTF-8.
  package let bytes: [UInt8]
  /// How many dates were rounded down to a whole second, because XML has no fractions of a second.
  package let roundedDates: Int
}

extension PropertyList {
  /// The tree in XML, in Apple's layout, with keys in their order.
  ///
  /// Dates lose their fractions of a second, which XML does not have.
  ///
  /// - Returns: The whole file, in UTF-8.
  /// - Throws: ``ArchiveError``, with the path of the value, for what XML cannot hold: null, sets
  ///   and ordered sets, dates that are not finite or lie outside the years that CoreFoundation
  ///   reads, characters that XML 1.0 does not have, a key that occurs twice, and a dictionary that
  ///   would be read as a UID. Containers that nest more than 512 deep are an error too.
  public func xml() throws(ArchiveError) -> [UInt8] {
    try xmlWithLosses().bytes
  }

  /// Does what ``xml()`` does, and counts what was lost.
  package func xmlWithLosses() throws(ArchiveError) -> XMLPropertyList {
    var writer = XMLPropertyListWriter()
    try writer.append(propertyList: self)
    return XMLPropertyList(bytes: writer.bytes, roundedDates: writer.roundedDates)
  }
}

/// Writes a tree in the layout of CFPropertyList.c: a tab for each level, and an element on its own
/// line.
struct XMLPropertyListWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var roundedDates = 0
  /// The keys and indices that lead to the value that is being written.
  private var path: [PathComponent] = []

  private enum PathComponent {
    case key(String)
    case index(Int)
  }

  /// Appends the whole file.
  ///
  /// - Throws: ``ArchiveError`` for what XML cannot hold.
  mutating func append(propertyList root: PropertyList) throws(ArchiveError) {
    append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try append(root)
    append("</plist>\n")
  }

  // MARK: Values

  private mutating func append(_ value: PropertyList) throws(ArchiveError) {
    switch value {
    case .boolean(let boolean): appendLine(boolean ? "<true/>" : "<false/>")
    case .integer(let integer): appendLine("<integer>\(integer)</integer>")
    case .real(let real): appendLine("<real>\(Self.text(of: real))</real>")
    case .string(let string): try append(string, in: .string)
    case .date(let seconds): try append(date: seconds)
    case .data(let data): append(data)
    case .uid(let uid): try append(uid)
    case .array(let elements): try append(elements)
    case .dictionary(let dictionary): try append(dictionary)
    case .null: throw unrepresentable("null")
    case .set: throw unrepresentable("a set")
    case .orderedSet: throw unrepresentable("an ordered set")
    }
  }

  /// The shortest decimal text that is read as the same double.
  ///
  /// The sign and the payload of a NaN are lost.
  private static func text(of real: Double) -> String {
    if real.isNaN { return "nan" }
    if real.isInfinite { return real < 0 ? "-infinity" : "+infinity" }
    let text = "\(real)"
    // Apple writes whole numbers without a fraction, and zeros with one.
    return text.hasSuffix(".0") && real != 0 ? String(text.dropLast(2)) : text
  }

  private mutating func append(date seconds: Double) throws(ArchiveError) {
    // The years that are allowed span less than 2^56 seconds. A date outside need not fit in an
    // integer.
    guard seconds.magnitude < 0x1p56 else {
      throw unrepresentable("a date that is \(seconds) seconds from 2001")
    }
    let truncated = Int(seconds)
    let isWhole = Double(truncated) == seconds
    let date = CalendarDate(secondsSince2001: isWhole || seconds > 0 ? truncated : truncated - 1)
    guard Self.years.contains(date.year) else { throw unrepresentable("the year \(date.year)") }
    if !isWhole { roundedDates += 1 }
    appendLine("<date>\(date)</date>")
  }

  /// The years that CoreFoundation reads back: it counts them from 2001, in 32 bits.
  private static let years = Int(Int32.min) + 2001...Int(Int32.max)

  private mutating func append(_ data: [UInt8]) {
    appendLine("<data>")
    // Apple counts a tab as 8 of 76 columns, and stops indenting data at 8 tabs.
    let tabs = min(path.count, 8)
    let bytesInLine = (76 - 8 * tabs) / 4 * 3
    for start in stride(from: 0, to: data.count, by: bytesInLine) {
      indent(tabs)
      bytes.appendBase64(data[start..<min(start + bytesInLine, data.count)])
      append("\n")
    }
    appendLine("</data>")
  }

  private mutating func append(_ uid: UInt64) throws(ArchiveError) {
    try checkDepth()
    appendLine("<dict>")
    appendLine("\t<key>CF$UID</key>")
    appendLine("\t<integer>\(uid)</integer>")
    appendLine("</dict>")
  }

  // MARK: Containers

  private mutating func append(_ elements: [PropertyList]) throws(ArchiveError) {
    try checkDepth()
    guard !elements.isEmpty else { return appendLine("<array/>") }
    appendLine("<array>")
    for (index, element) in elements.enumerated() {
      path.append(.index(index))
      try append(element)
      path.removeLast()
    }
    appendLine("</array>")
  }

  private mutating func append(_ dictionary: PropertyListDictionary) throws(ArchiveError) {
    try checkDepth()
    guard !dictionary.entries.isEmpty else { return appendLine("<dict/>") }
    if dictionary.looksLikeUID {
      throw unrepresentable("a dictionary that would be read as a UID")
    }
    let repeated = dictionary.firstRepeatedKey
    appendLine("<dict>")
    for (index, entry) in dictionary.entries.enumerated() {
      path.append(.key(entry.key))
      if index == repeated { throw unrepresentable("a key that occurs twice") }
      try append(entry.key, in: .key)
      try append(entry.value)
      path.removeLast()
    }
    appendLine("</dict>")
  }

  private func checkDepth() throws(ArchiveError) {
    guard path.count < PropertyListLimits.depth else {
      throw error(.tooDeep, PropertyListLimits.tooDeepMessage())
    }
  }

  // MARK: Errors

  private func unrepresentable(_ what: String) -> ArchiveError {
    error(.unrepresentableInFormat, "XML cannot hold \(what)")
  }

  private func error(_ kind: ArchiveError.Kind, _ message: String) -> ArchiveError {
    var text = ""
    for component in path {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      }
    }
    return ArchiveError(kind, at: .path(text), message)
  }

  // MARK: Text

  private mutating func append(_ string: String, in element: XMLElement) throws(ArchiveError) {
    indent(path.count)
    append("<\(element.rawValue)>")
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "&"): append("&amp;")
      // All XML parsers but Apple's would read the character itself as a line feed.
      case UInt8(ascii: "\r"): append("&#13;")
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"), 0x20...0xBD, 0xC0...: bytes.append(byte)
      case 0xBE, 0xBF:
        // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
        guard !bytes.suffix(2).elementsEqual([0xEF, 0xBF]) else {
          throw unrepresentable("the character U+FF\(byte == 0xBE ? "FE" : "FF")")
        }
        bytes.append(byte)
      default:
        let number = String(byte, paddedTo: 4, radix: 16, uppercase: true)
        throw unrepresentable("the character U+\(number)")
      }
    }
    append("</\(element.rawValue)>\n")
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func appendLine(_ text: String) {
    indent(path.count)
    append(text)
    append("\n")
  }

  private mutating func indent(_ tabs: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: tabs))
  }
}

extension PropertyListDictionary {
  /// Whether readers of XML would take the dictionary for a UID.
  ///
  /// CoreFoundation does so for any number.
  fileprivate var looksLikeUID: Bool {
    guard entries.count == 1, entries[0].key.hasSameCodeUnits(as: "CF$UID") else { return false }
    return switch entries[0].value {
    case .integer, .real: true
    default: false
    }
  }
}
