extension PropertyList {
  /// Reads a property list in XML.
  ///
  /// It reads what CFPropertyList.c reads. The file may have a header, a document type, comments
  /// and processing instructions, or none of them. The text is UTF-8, or UTF-16 or UTF-32 with a
  /// byte order mark. Elements may have any attributes. A dictionary whose only key is `CF$UID`,
  /// with an integer, is a UID. When a key occurs twice, the last value counts, and the earlier
  /// ones are dropped.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``ArchiveError`` with the line and column of the fault.
  public init(xml bytes: [UInt8]) throws(ArchiveError) {
    var reader = XMLPropertyListReader(XMLScanner(try XMLText.utf8(bytes)))
    self = try reader.propertyList()
  }

  /// Reads a damaged property list in XML up to the first fault, where all open elements end.
  init(xmlToFirstFault bytes: [UInt8]) throws(ArchiveError) {
    var reader = XMLPropertyListReader(XMLScanner(try XMLText.utf8(bytes)))
    reader.endsAtFault = true
    self = try reader.propertyList()
  }
}

/// Builds a tree from the text of an XML property list.
struct XMLPropertyListReader {
  private var scanner: XMLScanner
  /// How many arrays, dictionaries and inner `plist` elements are open.
  private var depth = 0
  /// Whether a fault in a container ends it, and the containers around it.
  var endsAtFault = false
  private var hasEnded = false

  init(_ scanner: XMLScanner) {
    self.scanner = scanner
  }

  /// Reads the whole text: a `plist` element with one value, or the value alone.
  ///
  /// - Throws: ``ArchiveError`` for a fault, and for anything but comments after the value.
  mutating func propertyList() throws(ArchiveError) -> PropertyList {
    try scanner.skipProlog()
    let tag = try scanner.openingTag()
    let value = tag.element == .plist ? try content(of: tag) : try element(tag)
    if endsAtFault { return value }
    try scanner.skipMiscellany()
    // The first versions of Mac OS X ended their files with the zero byte of a C string.
    while scanner.next == 0 { scanner.offset += 1 }
    guard scanner.next == nil else {
      throw scanner.error(
        at: scanner.offset,
        "expected the end of the property list, found \(scanner.nextDescription)")
    }
    return value
  }

  private mutating func content(of tag: XMLTag) throws(ArchiveError) -> PropertyList {
    guard try !isAtEnd(of: tag) else {
      throw scanner.error(at: tag.start, "the property list holds no value")
    }
    let value = try element(scanner.openingTag())
    if endsAtFault { return value }
    guard try isAtEnd(of: tag) else {
      throw scanner.error(
        at: scanner.offset,
        "a property list has one value, found another: \(scanner.nextDescription)")
    }
    try scanner.closingTag(of: tag)
    return value
  }

  /// Whether the content of an element ends after white space and comments from here.
  private mutating func isAtEnd(of tag: XMLTag) throws(ArchiveError) -> Bool {
    if tag.isEmpty || hasEnded { return true }
    try scanner.skipMiscellany()
    return scanner.isAtClosingTag
  }

  private mutating func element(_ tag: XMLTag) throws(ArchiveError) -> PropertyList {
    switch tag.element {
    case .array: return .array(try array(tag))
    case .dict: return try dictionary(tag)
    case .key, .string: return .string(try string(tag))
    case .true, .false:
      if !tag.isEmpty { try scanner.closingTag(of: tag) }
      return .boolean(tag.element == .true)
    case .integer: return .integer(try scanner.integer(rawContent(of: tag)))
    case .date: return .date(try scanner.date(rawContent(of: tag)))
    case .data: return .data(try scanner.data(rawContent(of: tag)))
    case .real:
      try requireContent(of: tag)
      let start = scanner.offset
      return .real(try scanner.real(string(tag), at: start))
    case .plist:
      // CoreFoundation reads a `plist` inside another as the value in it.
      try enter(tag)
      let value = try content(of: tag)
      depth -= 1
      return value
    }
  }

  // MARK: Scalars

  private mutating func string(_ tag: XMLTag) throws(ArchiveError) -> String {
    if tag.isEmpty { return "" }
    let string = try scanner.characters()
    try scanner.closingTag(of: tag)
    return string
  }

  private mutating func rawContent(of tag: XMLTag) throws(ArchiveError) -> Range<Int> {
    try requireContent(of: tag)
    let range = scanner.rawContent()
    try scanner.closingTag(of: tag)
    return range
  }

  private func requireContent(of tag: XMLTag) throws(ArchiveError) {
    guard !tag.isEmpty else {
      throw scanner.error(at: tag.start, "the element <\(tag.element.rawValue)/> has no content")
    }
  }

  // MARK: Containers

  private mutating func array(_ tag: XMLTag) throws(ArchiveError) -> [PropertyList] {
    var elements: [PropertyList] = []
    try enter(tag)
    do {
      while try !isAtEnd(of: tag) {
        elements.append(try element(scanner.openingTag()))
      }
      try leave(tag)
    } catch {
      try end(at: error)
    }
    return elements
  }

  private mutating func dictionary(_ tag: XMLTag) throws(ArchiveError) -> PropertyList {
    var dictionary = PropertyListDictionary()
    try enter(tag)
    do {
      while try !isAtEnd(of: tag) { dictionary.entries.append(try entry(of: tag)) }
      try leave(tag)
    } catch {
      try end(at: error)
    }
    dictionary.dropRepeatedKeys()
    if let uid = dictionary.archivedUID { return .uid(uid) }
    return .dictionary(dictionary)
  }

  private mutating func entry(of tag: XMLTag) throws(ArchiveError) -> PropertyListDictionary.Entry {
    let keyTag = try scanner.openingTag()
    guard keyTag.element == .key else {
      throw scanner.error(
        .invalidKey, at: keyTag.start,
        "a dictionary has keys with values, found <\(keyTag.element.rawValue)> for a key")
    }
    let key = try string(keyTag)
    guard try !isAtEnd(of: tag) else {
      throw scanner.error(at: keyTag.start, "the key \"\(key)\" has no value")
    }
    let value = try element(scanner.openingTag())
    return PropertyListDictionary.Entry(key: key, value: value)
  }

  private mutating func enter(_ tag: XMLTag) throws(ArchiveError) {
    guard depth < PropertyListLimits.depth else {
      throw scanner.error(.tooDeep, at: tag.start, PropertyListLimits.tooDeepMessage())
    }
    depth += 1
  }

  private mutating func leave(_ tag: XMLTag) throws(ArchiveError) {
    depth -= 1
    if !tag.isEmpty, !hasEnded { try scanner.closingTag(of: tag) }
  }

  private mutating func end(at error: ArchiveError) throws(ArchiveError) {
    guard endsAtFault else { throw error }
    hasEnded = true
  }
}

extension PropertyListDictionary {
  /// The UID that the dictionary means; nil when it is not one.
  ///
  /// CoreFoundation takes every number for a UID and keeps its low 32 bits. Here, a number that is
  /// not a UID stays a number.
  fileprivate var archivedUID: UInt64? {
    guard entries.count == 1, entries[0].key.hasSameCodeUnits(as: "CF$UID"),
      case .integer(let number) = entries[0].value
    else { return nil }
    return UInt64(exactly: number)
  }
}
