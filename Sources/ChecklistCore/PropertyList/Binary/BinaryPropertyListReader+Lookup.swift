extension BinaryPropertyListReader {
  /// Opens a property list of either format; one in XML is converted.
  ///
  /// - Parameters:
  ///   - file: The whole file.
  ///   - isLenient: Whether XML is read as far as its first fault.
  /// - Throws: ``ArchiveError`` when the bytes are no property list.
  package init(file: [UInt8], isLenient: Bool = false) throws(ArchiveError) {
    switch try PropertyList.Format(detecting: file) {
    case .binary: try self.init(file)
    case .xml:
      let tree = isLenient ? try PropertyList(xmlToFirstFault: file) : try PropertyList(xml: file)
      try self.init(tree.binary())
      format = .xml
    }
  }

  /// An offset in the file, for an error about it; nil when the file is XML.
  func place(at offset: Int) -> Int? { format == .binary ? offset : nil }

  /// The offset of an object in the file, for an error about it; nil when the file is XML.
  func place(of number: Int) -> Int? { (try? offset(ofObject: number)).flatMap { place(at: $0) } }

  /// The keys and values of a dictionary whose offset is known; nil for an object of another type.
  @inline(__always)
  func dictionary(_ number: Int, at offset: Int) throws(ArchiveError) -> (
    keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences
  )? {
    if let dictionary = dictionary(at: offset) { return dictionary }
    return try otherDictionary(number, at: offset)
  }

  /// The keys and values of a dictionary of any size; nil for an object of another type.
  @inline(never)
  private func otherDictionary(_ number: Int, at offset: Int) throws(ArchiveError) -> (
    keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences
  )? {
    guard case .dictionary(let keys, let values) = try object(number, at: offset) else {
      return nil
    }
    return (keys, values)
  }

  /// The elements of an array or a set, or the values of a dictionary; none of an object of another
  /// type.
  func values(_ number: Int) throws(ArchiveError) -> BinaryPropertyListReferences {
    let offset = try offset(ofObject: number)
    if let (_, values) = try dictionary(number, at: offset) { return values }
    return try elements(number, at: offset)
  }

  /// The elements of an array or a set whose offset is known; none of an object of another type.
  func elements(
    _ number: Int, at offset: Int
  ) throws(ArchiveError) -> BinaryPropertyListReferences {
    switch try object(number, at: offset) {
    case .array(let elements), .set(let elements), .orderedSet(let elements): elements
    default: BinaryPropertyListReferences(offset: 0, count: 0)
    }
  }

  /// The end of a scalar whose offset is known.
  @inline(__always)
  func scalarEnd(_ number: Int, at offset: Int) throws(ArchiveError) -> Int {
    if let end = scalarEnd(at: offset) { return end }
    return try decode(number, at: offset).end
  }

  /// The value of a UID; nil for an object of another type.
  func uid(_ number: Int) throws(ArchiveError) -> UInt64? {
    try uid(number, at: offset(ofObject: number))
  }

  /// The value of a UID whose offset is known; nil for an object of another type.
  @inline(__always)
  func uid(_ number: Int, at offset: Int) throws(ArchiveError) -> UInt64? {
    if let uid = uid(at: offset) { return uid }
    guard bytes[offset] & 0xF0 == BinaryPropertyListMarker.uid,
      case .uid(let uid) = try object(number, at: offset)
    else { return nil }
    return uid
  }

  /// The text of a string object; nil for an object of another type.
  func string(_ number: Int) throws(ArchiveError) -> String? {
    try string(object(number), number: number)
  }

  /// The position of the first key with this text; negative when there is none.
  func position(of key: String, in keys: BinaryPropertyListReferences) throws(ArchiveError) -> Int {
    for position in 0..<keys.count where try object(reference(position, in: keys), isString: key) {
      return position
    }
    return -1
  }

  /// The number of the value that a dictionary has for the first key with this text.
  ///
  /// - Returns: The number; nil when the key is not there, or the object is not a dictionary.
  func value(of key: String, inDictionary number: Int) throws(ArchiveError) -> Int? {
    guard case .dictionary(let keys, let values) = try object(number) else { return nil }
    let position = try position(of: key, in: keys)
    return position < 0 ? nil : try reference(position, in: values)
  }
}
