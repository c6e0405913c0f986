extension PropertyList: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value on one line, for people: `["name": "Milk", "due": date(2026-12-24T17:00:00Z)]`.
  ///
  /// Control and invisible characters are escaped. Long texts and data are shortened.
  public var description: String {
    var printer = PropertyListPrinter()
    printer.write(self)
    return printer.text
  }

  /// The value as in ``description``, with a line for each element and each entry.
  public var debugDescription: String {
    var printer = PropertyListPrinter(isIndented: true)
    printer.write(self)
    return printer.text
  }
}

extension PropertyListDictionary: CustomStringConvertible, CustomDebugStringConvertible {
  /// The entries on one line, as in ``PropertyList/description``.
  public var description: String { PropertyList.dictionary(self).description }

  /// The entries on a line each, as in ``PropertyList/debugDescription``.
  public var debugDescription: String { PropertyList.dictionary(self).debugDescription }
}

/// Shows property lists to people.
private struct PropertyListPrinter {
  private(set) var text = ""
  /// Whether elements and entries have lines of their own.
  private let isIndented: Bool
  private var depth = 0

  /// How many bytes of data, and characters of a long text, are shown.
  private static let shownBytes = 16
  private static let shownScalars = 100

  init(isIndented: Bool = false) {
    self.isIndented = isIndented
  }

  mutating func write(_ value: PropertyList) {
    switch value {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .real(let value): text += "\(value)"
    case .date(let seconds): text += "date(\(ISO8601.text(seconds) ?? "\(seconds)"))"
    case .data(let bytes): text += "data(\(Self.summary(of: bytes)))"
    case .string(let string): write(string)
    case .uid(let value): text += "uid(\(value))"
    case .array(let elements): write(elements)
    case .set(let elements): mark("set", elements)
    case .orderedSet(let elements): mark("orderedSet", elements)
    case .dictionary(let dictionary):
      list(dictionary.entries, empty: "[:]") { printer, entry in
        printer.write(entry.key)
        printer.text += ": "
        printer.write(entry.value)
      }
    }
  }

  private mutating func write(_ elements: [PropertyList]) {
    list(elements, empty: "[]") { $0.write($1) }
  }

  private mutating func mark(_ name: String, _ elements: [PropertyList]) {
    text += "\(name)("
    write(elements)
    text += ")"
  }

  private mutating func list<Element>(
    _ elements: [Element], empty: String, _ write: (inout Self, Element) -> Void
  ) {
    if elements.isEmpty {
      text += empty
      return
    }
    text += "["
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { text += isIndented ? "," : ", " }
      breakLine()
      write(&self, element)
    }
    depth -= 1
    breakLine()
    text += "]"
  }

  private mutating func breakLine() {
    if isIndented { text += "\n" + String(repeating: "  ", count: depth) }
  }

  /// Writes a text as a Swift literal.
  ///
  /// A thousand values may share a long text, so only its beginning is shown.
  private mutating func write(_ string: String) {
    let isLong = string.utf8.count > LongTexts<Int>.shortSize
    let shown =
      isLong ? string.unicodeScalars.prefix(Self.shownScalars) : string.unicodeScalars[...]
    text += "\""
    for scalar in shown {
      switch scalar {
      case "\"", "\\", "\n", "\r", "\t", "\0": text += scalar.escaped(asASCII: false)
      case _ where JSONWriter.isInvisible(scalar):
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += isLong ? "…\" (\(string.utf8.count) bytes)" : "\""
  }

  /// The size of data, and its first bytes: `3 bytes: 00 01 02`.
  private static func summary(of bytes: [UInt8]) -> String {
    let shown = bytes.prefix(shownBytes).map { String($0, paddedTo: 2, radix: 16) }
    let size = bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    if bytes.isEmpty { return size }
    return "\(size): \(shown.joined(separator: " "))\(bytes.count > shownBytes ? " …" : "")"
  }
}
