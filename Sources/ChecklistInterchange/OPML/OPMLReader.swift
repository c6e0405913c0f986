import ChecklistCore

/// Makes items of the outlines of a file in OPML.
///
/// It follows the elements with a stack of its own, so that deep ones take no stack of the program.
struct OPMLReader {
  private var scanner: XMLScanner
  private let options: ImportOptions
  private var open: [Element] = []
  private var lists = ListsByName()
  private var warnings = InterchangeWarnings()
  private var unplacedAttributes = UnplacedNames()
  /// The title of the file.
  private var title: String?
  /// The top outline that is open, which is an item if no other is below it.
  private var top: (outline: OPMLOutline, hasChildren: Bool)?
  private var hasBody = false
  /// An offset, and the line on which it is.
  private var place = (offset: 0, line: 1)

  /// An element that is open.
  private struct Element {
    let name: ArraySlice<UInt8>
    let kind: Kind
  }

  private enum Kind {
    case root, head, title, body
    /// An outline, and how many outlines are around it.
    case outline(depth: Int)
    case other
  }

  init(_ text: [UInt8], _ options: ImportOptions) {
    scanner = XMLScanner(text)
    self.options = options
  }

  /// Reads the whole file.
  ///
  /// - Throws: ``InterchangeError`` with the line where it is not well formed.
  mutating func read() throws(InterchangeError) -> ImportedFile {
    do throws(ArchiveError) {
      try readElements()
    } catch {
      throw InterchangeError(error)
    }
    guard hasBody else { throw InterchangeError("the outline has no body") }
    unplacedAttributes.warn(&warnings, "attribute", "attributes")
    var file = ImportedFile(lists: lists.lists)
    file.warnings = warnings
    return file
  }

  private mutating func readElements() throws(ArchiveError) {
    if let nul = scanner.text.firstIndex(of: 0) {
      throw scanner.error(at: nul, "XML has no character NUL")
    }
    try scanner.skipMiscellany()
    guard !scanner.isAt("<!DOCTYPE") else {
      throw scanner.error(
        at: scanner.offset, "document types and the entities that they define are not supported")
    }
    guard scanner.isAt("<opml") else {
      throw scanner.error(
        at: scanner.offset, "an outline begins with <opml>, found \(scanner.nextDescription)")
    }
    try readOpeningTag()
    while let element = open.last {
      let characters = try characters()
      if case .title = element.kind { title = (title ?? "") + characters }
      if scanner.isAt("</") {
        try scanner.closingTag(of: element.name)
        close(open.removeLast())
      } else {
        try readOpeningTag()
      }
    }
    try scanner.skipMiscellany()
    guard scanner.next == nil else {
      throw scanner.error(
        at: scanner.offset, "expected the end of the outline, found \(scanner.nextDescription)")
    }
  }

  /// Reads the characters up to the next tag, over comments.
  private mutating func characters() throws(ArchiveError) -> String {
    var text = ""
    while true {
      text += try scanner.plainCharacters()
      if scanner.isAt("<!--") {
        try scanner.skip("<!--", through: "-->", "comment")
      } else if scanner.isAt("<?") {
        try scanner.skip("<?", through: "?>", "processing instruction")
      } else if scanner.isAt("<!") {
        text += try scanner.characterDataSection()
      } else if scanner.next == UInt8(ascii: "&") {
        let character = try scanner.reference()
        if character != "\0" { text.unicodeScalars.append(character) }
      } else {
        return text
      }
    }
  }

  private mutating func readOpeningTag() throws(ArchiveError) {
    let tag = try scanner.tagWithAttributes()
    guard open.count < PropertyListLimits.depth else {
      throw scanner.error(.tooDeep, at: tag.start, PropertyListLimits.tooDeepMessage("elements"))
    }
    let element = Element(name: tag.name, kind: kind(of: tag.name))
    switch element.kind {
    case .body: hasBody = true
    case .outline(let depth): try readOutline(tag, depth: depth)
    default: break
    }
    if tag.isEmpty { close(element) } else { open.append(element) }
  }

  private func kind(of name: ArraySlice<UInt8>) -> Kind {
    func isNamed(_ other: StaticString) -> Bool {
      other.withUTF8Buffer { name.elementsEqual($0) }
    }
    switch open.last?.kind {
    case nil where isNamed("opml"): return .root
    case .root where isNamed("head"): return .head
    case .root where isNamed("body"): return .body
    case .head where isNamed("title"): return .title
    case .body where isNamed("outline"): return .outline(depth: 0)
    case .outline(let depth) where isNamed("outline"): return .outline(depth: depth + 1)
    default: return .other
    }
  }
}

// MARK: Outlines

extension OPMLReader {
  private mutating func readOutline(_ tag: XMLTagWithAttributes, depth: Int) throws(ArchiveError) {
    var outline = OPMLOutline(line: line(of: tag.start))
    for attribute in tag.attributes {
      let name = String(decoding: attribute.name, as: UTF8.self)
      outline.read(name, try scanner.attributeValue(attribute.value), &warnings)
    }
    for name in outline.unplaced { unplacedAttributes.add(name) }
    if depth == 0 {
      top = (outline, hasChildren: false)
      return
    }
    if top?.hasChildren == false, top?.outline.note != nil {
      warnings.add(
        "note of a list was left out", "notes of lists were left out", line: top?.outline.line)
    }
    top?.hasChildren = true
    var item = outline.item(options)
    if depth > 1 { item.set(.level, .number(depth - 1)) }
    lists.add(item, to: top?.outline.text)
  }

  /// Ends an element; a top outline with none below it is an item of the list that the title names.
  private mutating func close(_ element: Element) {
    guard case .outline(depth: 0) = element.kind, let top else { return }
    self.top = nil
    if top.hasChildren { return }
    lists.add(top.outline.item(options), to: title.map { Array($0.utf8)[...].trimmedText })
  }

  /// The line of an offset that is not before the last one.
  private mutating func line(of offset: Int) -> Int {
    place.line += scanner.text[place.offset..<offset].count { $0 == UInt8(ascii: "\n") }
    place.offset = offset
    return place.line
  }
}
