import ChecklistCore
import Terminal

/// What `inspect` prints for a person: a property list as an indented tree, a keyed archive from
/// `$top` down with each object in full where it is first met, and as a reference after that.
///
/// It walks the file and prints as it goes, so a file of any size takes little memory: a byte for
/// each object, and what references to shared objects look like.
struct InspectionText {
  let file: InspectedFile
  /// The path of the file, as it was given.
  private let filePath: String
  let values: ValueText
  /// The console that it is printed to.
  var console: Console
  /// What has become of each object, by UID.
  var states: [State]
  /// Objects that were met too deep down, to be printed by themselves.
  var postponed: [UInt64] = []
  /// The level of the line that is being printed.
  var level = 0
  /// The keys and indices that lead to it.
  var path: [String] = []
  /// How much may still be printed, so that shared values cannot make the text endless.
  private var budget: Int

  // Kept because they look the same again and again, or would take long to make.
  var classNames: [UInt64: String] = [:]
  var references: [UInt64: InlineText] = [:]
  private var longTexts: [Int: InlineText] = [:]

  /// What has become of an object.
  enum State: UInt8 {
    case unseen
    /// A scalar, or a class: shown wherever it is referred to.
    case inlined
    /// It is being printed: what refers to it is inside it.
    case open
    case printed
    case postponed
  }

  /// The level at which objects are no longer printed in their place.
  static let deepestObject = 32
  /// The level at which lines are no longer indented more.
  private static let deepestIndent = 40
  /// The most columns of a line that several values share.
  private static let widestLine = 110
  /// The most fields that share lines; more are easier to find one below the other.
  static let mostPackedFields = 12

  /// Takes what is printed and where.
  init(_ file: InspectedFile, path: String, on console: Console) {
    self.file = file
    filePath = path
    self.console = console
    values = ValueText(display: console.output)
    states = Array(repeating: .unseen, count: file.graph?.objectCount ?? 0)
    budget = file.propertyList.bytes.count * PropertyListLimits.textExpansion
  }

  var display: Display { values.display }
  var reader: BinaryPropertyListReader { file.propertyList }

  /// Prints the file.
  ///
  /// - Throws: `ArchiveError` for the first part that is broken, when it is reached;
  ///   `ConsoleError`.
  mutating func print() throws {
    do {
      try printHeader()
      if let graph = file.graph {
        try print(graph)
      } else {
        try print(InlineText(), value: reader.root)
      }
    } catch var error as ArchiveError where error.lacksPlace {
      error.path = path.joined()
      if file.format == .xml { error.position = nil }
      throw error
    }
  }

  private mutating func printHeader() throws {
    var line = InlineText(display.text(filePath.shownPath), on: display, as: .heading)
    let kind = FileReport.Kind(file.format).rawValue
    let objects = file.graph.map { ", \($0.objectCount.counting("object"))" } ?? ""
    line.append(
      display.text(
        ": \(file.graph == nil ? "" : "keyed archive, ")\(kind)\(objects), "
          + file.size.counting("byte")), on: display)
    try printLine(line)
    if let graph = file.graph {
      try printLine(
        InlineText(
          display.text("\(graph.archiver), version \(graph.version)"), on: display, as: .dim))
    } else if let fault = file.archiveFault {
      try printLine(
        InlineText(display.text("not a keyed archive: \(fault)"), on: display, as: .dim))
    }
    try printLine(InlineText())
  }

  // MARK: Values

  /// Prints a value after its label.
  mutating func print(_ label: InlineText, value number: Int) throws {
    if let inline = try inline(number) {
      try printLine(label + inline)
    } else {
      try printBlock(label, number)
    }
  }

  /// The value, if a line can hold it with others; nil for what takes lines of its own.
  mutating func inline(_ number: Int) throws -> InlineText? {
    let object = try reader.object(number)
    // Of a long text only the beginning is printed, and looked at once.
    try charge(16 + min(object.textSize, 4 * ValueText.shownScalars))
    switch object {
    case .uid(let uid):
      return file.graph == nil
        ? InlineText("UID \(uid)", on: display, as: .number) : try inlineReference(uid)
    case .array(let elements) where elements.count == 0: return empty("array")
    case .set(let elements) where elements.count == 0: return empty("set")
    case .orderedSet(let elements) where elements.count == 0: return empty("ordered set")
    case .dictionary(let keys, _) where keys.count == 0: return empty("dictionary")
    default: return try scalar(number, object)
    }
  }

  private func empty(_ kind: DisplayText) -> InlineText {
    InlineText("\(kind), empty", on: display, as: .dim)
  }

  /// A scalar; nil for a container.
  mutating func scalar(_ number: Int, _ object: BinaryPropertyListObject) throws -> InlineText? {
    switch object {
    case .null: return InlineText("null", on: display, as: .dim)
    case .boolean(let boolean): return InlineText(boolean ? "true" : "false", on: display)
    case .integer(let integer): return InlineText(display.text("\(integer)"), on: display)
    case .real(let real): return InlineText(display.text("\(real)"), on: display)
    case .date(let seconds): return InlineText(display.text(ValueText.date(seconds)), on: display)
    case .data(let range): return InlineText(values.data(reader.bytes[range]), on: display)
    case .uid(let uid): return InlineText("UID \(uid)", on: display, as: .number)
    case .asciiString, .utf16String:
      if let known = longTexts[number] { return known }
      let string = try reader.string(object, number: number) ?? ""
      let text = InlineText(values.string(string), on: display)
      if object.textSize > ValueText.shownScalars { longTexts[number] = text }
      return text
    case .array, .orderedSet, .set, .dictionary: return nil
    }
  }

  /// Prints a container, or an object, with all that it holds.
  mutating func printBlock(_ label: InlineText, _ number: Int) throws {
    switch try reader.object(number) {
    case .uid(let uid) where file.graph != nil: try printObject(label, uid)
    case .array(let elements): try printElements(label, "array", elements)
    case .set(let elements): try printElements(label, "set", elements)
    case .orderedSet(let elements): try printElements(label, "ordered set", elements)
    case .dictionary(let keys, let values):
      guard level < PropertyListLimits.depth else { throw tooDeep(number) }
      let fields = try charged(reader.entries(keys, values))
      if fields.count <= Self.mostPackedFields, let inlines = try inlines(fields) {
        try printPacked(label, inlines, in: ("{", "}"))
      } else {
        var header = label
        header.append(
          display.text("dictionary, \(fields.count.counting("entry"))"), on: display, as: .dim)
        try printUnpacked(header, fields)
      }
    default: preconditionFailure("a scalar takes no lines of its own")
    }
  }

  private func tooDeep(_ number: Int) -> ArchiveError {
    ArchiveError(
      .tooDeep, at: .byte((try? reader.offset(ofObject: number)) ?? 0), object: number,
      PropertyListLimits.tooDeepMessage(orContainThemselves: true))
  }

  private mutating func printElements(
    _ label: InlineText, _ kind: DisplayText, _ elements: BinaryPropertyListReferences
  ) throws {
    var header = label
    header.append(
      "\(kind), \(display.text(elements.count.counting("element")))", on: display, as: .dim)
    try printLine(header)
    try printElements(elements)
  }

  /// Prints elements one level deeper; short ones share lines that begin with the index of the
  /// first.
  mutating func printElements(_ elements: BinaryPropertyListReferences) throws {
    level += 1
    var packer = LinePacker(indent: indent, limit: lineWidth)
    for index in 0..<elements.count {
      let number = try reader.reference(index, in: elements)
      guard level <= PropertyListLimits.depth else { throw tooDeep(number) }
      path.append("[\(index)]")
      if let inline = try inline(number) {
        if packer.isFull(for: inline) { try printPacked(&packer) }
        if packer.isEmpty { packer.begin(with: indexLabel(index)) }
        packer.add(inline)
      } else {
        try printPacked(&packer)
        try printBlock(indexLabel(index), number)
      }
      path.removeLast()
    }
    try printPacked(&packer)
    level -= 1
  }

  func indexLabel(_ index: Int) -> InlineText {
    InlineText("[\(index)] ", on: display, as: .dim)
  }

  /// Fields, counted as printed.
  mutating func charged(_ fields: [BinaryPropertyListEntry]) throws -> [BinaryPropertyListEntry] {
    for field in fields { try charge(16 + field.key.utf8.count) }
    return fields
  }

  private mutating func charge(_ amount: Int) throws {
    budget -= amount
    guard budget >= 0 else {
      throw ArchiveError(
        .tooLarge, at: .path(path.joined()),
        "shared values would print as far more than the file holds")
    }
  }

  // MARK: Lines

  /// The spaces before a line of the current level.
  var indent: Int { 2 * min(level, Self.deepestIndent) }
  var lineWidth: Int { min(display.width, Self.widestLine) }

  mutating func printPacked(_ packer: inout LinePacker) throws {
    guard !packer.isEmpty else { return }
    try writeLine(packer.take())
  }

  mutating func printLine(_ line: InlineText) throws {
    try writeLine(.spaces(line.width == 0 ? 0 : indent) + line.text)
  }

  private mutating func writeLine(_ line: DisplayText) throws {
    console.writeLine(shown: line)
    try console.flushWhenLarge()
  }
}
