import ChecklistCore
import ChecklistInterchange

extension JSONScanner {
  /// Reads what `JSONWriter.value(_: PropertyList)` writes.
  ///
  /// - Throws: `InterchangeError` with the place.
  mutating func propertyList(depth: Int = 0) throws(InterchangeError) -> PropertyList {
    guard depth < PropertyListLimits.depth else {
      throw error(PropertyListLimits.tooDeepMessage("values"))
    }
    switch try kind() {
    case .null:
      try null()
      return .null
    case .truth: return .boolean(try truth())
    case .string: return .string(try string())
    case .number: return try realOrInteger()
    case .array: return .array(try propertyLists(depth: depth + 1))
    case .object: return try dictionaryOrMark(depth: depth + 1)
    }
  }

  /// Reads a number that is finite.
  mutating func finiteNumber() throws(InterchangeError) -> Double {
    guard let number = Double(try number()), number.isFinite else {
      throw error("a number is too large")
    }
    return number
  }

  private mutating func realOrInteger() throws(InterchangeError) -> PropertyList {
    let text = try number()
    if let integer = Int128(text) { return .integer(integer) }
    let isReal = text.utf8.contains { ".eE".utf8.contains($0) }
    guard isReal, let real = Double(text), real.isFinite else {
      throw error("a number is too large")
    }
    return .real(real)
  }

  /// Reads an array of property lists.
  mutating func propertyLists(depth: Int = 0) throws(InterchangeError) -> [PropertyList] {
    var elements: [PropertyList] = []
    try beginArray()
    while try nextElement() { elements.append(try propertyList(depth: depth)) }
    return elements
  }

  /// Reads an object as the dictionary or as what its only member is a mark of.
  private mutating func dictionaryOrMark(depth: Int) throws(InterchangeError) -> PropertyList {
    var entries: [PropertyListDictionary.Entry] = []
    try beginObject()
    while let key = try nextKey() {
      if entries.isEmpty, let mark = PropertyListMark(rawValue: key) {
        let value = try marked(mark, depth: depth)
        guard try nextKey() == nil else { throw error("a mark is the only member of its object") }
        return value
      }
      entries.append(.init(key: key, value: try propertyList(depth: depth)))
    }
    return .dictionary(PropertyListDictionary(entries))
  }

  private mutating func marked(
    _ mark: PropertyListMark, depth: Int
  ) throws(InterchangeError) -> PropertyList {
    switch mark {
    case .date: return .date(try kind() == .string ? try bits() : try finiteNumber())
    case .real: return .real(try bits())
    case .data:
      guard let bytes = Base64.bytes(try string()) else { throw error("data is in base64") }
      return .data(bytes)
    case .uid:
      guard let uid = UInt64(try number()) else { throw error("a UID is a whole number") }
      return .uid(uid)
    case .set: return .set(try propertyLists(depth: depth))
    case .orderedSet: return .orderedSet(try propertyLists(depth: depth))
    case .dictionary:
      var entries: [PropertyListDictionary.Entry] = []
      for element in try propertyLists(depth: depth) {
        guard case .array(let pair) = element, pair.count == 2, case .string(let key) = pair[0]
        else { throw error("a dictionary has pairs of a key and a value") }
        entries.append(.init(key: key, value: pair[1]))
      }
      return .dictionary(PropertyListDictionary(entries))
    }
  }

  /// Reads the bits of a number.
  private mutating func bits() throws(InterchangeError) -> Double {
    guard let bits = UInt64(try string(), radix: 16) else {
      throw error("a number that is not finite is 16 hexadecimal digits")
    }
    return Double(bitPattern: bits)
  }
}
