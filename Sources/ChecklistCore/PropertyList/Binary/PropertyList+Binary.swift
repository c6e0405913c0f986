extension PropertyList {
  /// Reads a binary property list as a tree.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``ArchiveError`` when the file is damaged, also when shared containers would
  ///   make the tree more than 2 times as large as the file.
  public init(binary bytes: [UInt8]) throws(ArchiveError) {
    var reader = try BinaryTreeReader(bytes)
    self = try reader.tree()
  }

  /// The tree as a binary property list, with equal scalars written once.
  ///
  /// - Returns: The whole file.
  public func binary() -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    let root = append(to: &writer)
    return writer.finish(root: root)
  }

  /// Appends the value and everything in it.
  ///
  /// A container gets its number before its elements.
  private func append(to writer: inout BinaryPropertyListWriter) -> Int {
    switch self {
    case .null: writer.appendNull()
    case .boolean(let value): writer.append(value)
    case .integer(let value): writer.append(value)
    case .real(let value): writer.append(value)
    case .date(let seconds): writer.append(date: seconds)
    case .data(let value): writer.append(value)
    case .string(let value): writer.append(value)
    case .uid(let value): writer.append(uid: value)
    case .array(let elements):
      Self.append(elements, BinaryPropertyListMarker.array, to: &writer)
    case .set(let elements):
      Self.append(elements, BinaryPropertyListMarker.set, to: &writer)
    case .orderedSet(let elements):
      Self.append(elements, BinaryPropertyListMarker.orderedSet, to: &writer)
    case .dictionary(let dictionary): Self.append(dictionary, to: &writer)
    }
  }

  private static func append(
    _ elements: [PropertyList], _ marker: UInt8, to writer: inout BinaryPropertyListWriter
  ) -> Int {
    let number = writer.reserve()
    let numbers = elements.map { $0.append(to: &writer) }
    return writer.append(sequence: numbers[...], marker: marker, as: number)
  }

  private static func append(
    _ dictionary: PropertyListDictionary, to writer: inout BinaryPropertyListWriter
  ) -> Int {
    let number = writer.reserve()
    let keys = dictionary.entries.map { writer.append($0.key) }
    let values = dictionary.entries.map { $0.value.append(to: &writer) }
    let fields = zip(keys, values).map { BinaryPropertyListWriter.Field($0, $1) }
    return writer.append(dictionary: fields[...], as: number)
  }
}

/// Builds a tree from a binary property list.
struct BinaryTreeReader {
  private let reader: BinaryPropertyListReader
  private var budget: Int
  /// The numbers of the containers that are being read.
  ///
  /// Meeting one again is a cycle.
  private var open: Set<Int> = []
  /// Strings and data that were read, by object number.
  ///
  /// A thousand references to one share its storage.
  private var shared: [Int: PropertyList] = [:]

  init(_ bytes: [UInt8]) throws(ArchiveError) {
    reader = try BinaryPropertyListReader(bytes)
    budget = bytes.count * PropertyListLimits.treeExpansion
  }

  mutating func tree() throws(ArchiveError) -> PropertyList {
    try value(reader.root)
  }

  private mutating func value(_ number: Int) throws(ArchiveError) -> PropertyList {
    try charge(1, number)
    let object = try reader.object(number)
    switch object {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .date(let seconds): return .date(seconds)
    case .uid(let value): return .uid(value)
    case .data(let range):
      if let known = shared[number] { return known }
      try charge(range.count, number)
      let data = PropertyList.data(Array(reader.bytes[range]))
      shared[number] = data
      return data
    case .asciiString, .utf16String: return .string(try string(object, number))
    case .array(let elements): return .array(try self.elements(elements, of: number))
    case .set(let elements): return .set(try self.elements(elements, of: number))
    case .orderedSet(let elements): return .orderedSet(try self.elements(elements, of: number))
    case .dictionary(let keys, let values):
      var entries: [PropertyListDictionary.Entry] = []
      try enter(number)
      for index in 0..<keys.count {
        let keyNumber = try reader.reference(index, in: keys)
        let key = try string(reader.object(keyNumber), keyNumber)
        let value = try value(reader.reference(index, in: values))
        entries.append(PropertyListDictionary.Entry(key: key, value: value))
      }
      open.remove(number)
      return .dictionary(PropertyListDictionary(entries))
    }
  }

  private mutating func elements(
    _ references: BinaryPropertyListReferences, of number: Int
  ) throws(ArchiveError) -> [PropertyList] {
    var elements: [PropertyList] = []
    try enter(number)
    for index in 0..<references.count {
      elements.append(try value(reader.reference(index, in: references)))
    }
    open.remove(number)
    return elements
  }

  /// The text of a string object, or of a key; a key that is not a string is an error.
  private mutating func string(
    _ object: BinaryPropertyListObject, _ number: Int
  ) throws(ArchiveError) -> String {
    if case .string(let known) = shared[number] { return known }
    switch object {
    case .asciiString(let range), .utf16String(let range): try charge(range.count, number)
    default: break
    }
    guard let string = try reader.string(object, number: number) else {
      throw reader.error(
        .invalidKey, number, "a dictionary key must be a string, found \(object.typeName)")
    }
    shared[number] = .string(string)
    return string
  }

  /// Takes the cost of a value from the budget.
  ///
  /// It is one, and for a string or data one for each byte, the first time.
  private mutating func charge(_ cost: Int, _ number: Int) throws(ArchiveError) {
    budget -= cost
    guard budget >= 0 else {
      throw reader.error(
        .tooLarge, number,
        "shared or overlapping objects make a tree of more than "
          + "\(PropertyListLimits.treeExpansion) times the file")
    }
  }

  private mutating func enter(_ number: Int) throws(ArchiveError) {
    guard open.insert(number).inserted else {
      throw reader.error(.cycle, number, "a container contains itself")
    }
    guard open.count <= PropertyListLimits.depth else {
      throw reader.error(.tooDeep, number, PropertyListLimits.tooDeepMessage())
    }
  }
}
