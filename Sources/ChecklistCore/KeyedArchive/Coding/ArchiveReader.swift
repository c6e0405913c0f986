/// The property list under a keyed archive, read with errors of the archive.
struct ArchiveReader: Sendable {
  let propertyList: BinaryPropertyListReader
  /// The format of the file.
  ///
  /// XML was converted to binary, which is what is read.
  let format: PropertyList.Format

  /// Takes a property list that is already open.
  init(_ propertyList: BinaryPropertyListReader, format: PropertyList.Format) {
    self.propertyList = propertyList
    self.format = format
  }

  /// Opens a property list.
  ///
  /// - Parameter isLenient: Whether XML is read as far as its first fault.
  /// - Throws: ``KeyedArchiveError`` when the bytes are no property list.
  init(_ bytes: [UInt8], isLenient: Bool = false) throws(KeyedArchiveError) {
    (format, propertyList) = try inArchive(try Self.open(bytes, isLenient: isLenient))
  }

  private static func open(
    _ bytes: [UInt8], isLenient: Bool
  ) throws(PropertyListError) -> (PropertyList.Format, BinaryPropertyListReader) {
    let format = try PropertyList.Format(detecting: bytes)
    let binary =
      switch format {
      case .binary: bytes
      case .xml where isLenient: try PropertyList(xmlToFirstFault: bytes).binary()
      case .xml: try PropertyList(xml: bytes).binary()
      }
    return (format, try BinaryPropertyListReader(binary))
  }

  /// The whole file.
  var bytes: [UInt8] { propertyList.bytes }

  /// One object, by its number in the property list.
  @inline(__always)
  func object(_ number: Int) throws(KeyedArchiveError) -> BinaryPropertyListObject {
    try inArchive(try propertyList.object(number))
  }

  // A decode calls the next two and `reference` for each object, so they do not use `inArchive`:
  // with it, `list` took 2 % more instructions for 100,000 items, and `toggle` too.

  /// One object, by its number and the offset that it was found at.
  @inline(__always)
  func object(_ number: Int, at offset: Int) throws(KeyedArchiveError) -> BinaryPropertyListObject {
    do {
      return try propertyList.object(number, at: offset)
    } catch {
      throw KeyedArchiveError(error)
    }
  }

  /// The offset of an object.
  @inline(__always)
  func checkedOffset(ofObject number: Int) throws(KeyedArchiveError) -> Int {
    do {
      return try propertyList.offset(ofObject: number)
    } catch {
      throw KeyedArchiveError(error)
    }
  }

  /// The keys and values of a dictionary whose offset is known; nil for an object of another type.
  @inline(__always)
  func dictionary(
    _ number: Int, at offset: Int
  ) throws(KeyedArchiveError) -> (
    keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences
  )? {
    if let dictionary = propertyList.dictionary(at: offset) { return dictionary }
    return try otherDictionary(number, at: offset)
  }

  /// The keys and values of a dictionary of any size; nil for an object of another type.
  @inline(never)
  private func otherDictionary(
    _ number: Int, at offset: Int
  ) throws(KeyedArchiveError) -> (
    keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences
  )? {
    guard case .dictionary(let keys, let values) = try object(number, at: offset) else {
      return nil
    }
    return (keys, values)
  }

  /// The elements of an array or a set, or the values of a dictionary; none of an object of another
  /// type.
  func values(_ number: Int) throws(KeyedArchiveError) -> BinaryPropertyListReferences {
    let offset = try checkedOffset(ofObject: number)
    if let (_, values) = try dictionary(number, at: offset) { return values }
    return try elements(number, at: offset)
  }

  /// The elements of an array or a set whose offset is known; none of an object of another type.
  func elements(
    _ number: Int, at offset: Int
  ) throws(KeyedArchiveError) -> BinaryPropertyListReferences {
    switch try object(number, at: offset) {
    case .array(let elements), .set(let elements), .orderedSet(let elements): elements
    default: BinaryPropertyListReferences(offset: 0, count: 0)
    }
  }

  /// The end of a scalar whose offset is known.
  @inline(__always)
  func scalarEnd(_ number: Int, at offset: Int) throws(KeyedArchiveError) -> Int {
    if let end = propertyList.scalarEnd(at: offset) { return end }
    return try inArchive(try propertyList.decode(number, at: offset).end)
  }

  /// The value of a UID; nil for an object of another type.
  func uid(_ number: Int) throws(KeyedArchiveError) -> UInt64? {
    try uid(number, at: checkedOffset(ofObject: number))
  }

  /// The value of a UID whose offset is known; nil for an object of another type.
  @inline(__always)
  func uid(_ number: Int, at offset: Int) throws(KeyedArchiveError) -> UInt64? {
    if let uid = propertyList.uid(at: offset) { return uid }
    guard propertyList.bytes[offset] & 0xF0 == BinaryPropertyListMarker.uid,
      case .uid(let uid) = try object(number, at: offset)
    else { return nil }
    return uid
  }

  /// One reference of a run.
  @inline(__always)
  func reference(
    _ index: Int, in references: BinaryPropertyListReferences
  ) throws(KeyedArchiveError) -> Int {
    do {
      return try propertyList.reference(index, in: references)
    } catch {
      throw KeyedArchiveError(error)
    }
  }

  /// The text of a string object; nil for an object of another type.
  func text(
    _ number: Int, _ object: BinaryPropertyListObject
  ) throws(KeyedArchiveError) -> String? {
    try inArchive(try propertyList.string(object, number: number))
  }

  /// The text of a string object; nil for an object of another type.
  func text(_ number: Int) throws(KeyedArchiveError) -> String? {
    try text(number, object(number))
  }

  /// Whether an object is a string of exactly these code units.
  func object(_ number: Int, isString text: String) throws(KeyedArchiveError) -> Bool {
    try inArchive(try propertyList.object(number, isString: text))
  }

  /// The position of the first key with this text; negative when there is none.
  func position(
    of key: String, in keys: BinaryPropertyListReferences
  ) throws(KeyedArchiveError) -> Int {
    for position in 0..<keys.count where try object(reference(position, in: keys), isString: key) {
      return position
    }
    return -1
  }

  /// The number of the value that a dictionary has for the first key with this text.
  ///
  /// - Returns: The number; nil when the key is not there, or the object is not a dictionary.
  func value(of key: String, inDictionary number: Int) throws(KeyedArchiveError) -> Int? {
    guard case .dictionary(let keys, let values) = try object(number) else { return nil }
    let position = try position(of: key, in: keys)
    return position < 0 ? nil : try reference(position, in: values)
  }

  /// The positions of a dictionary's keys, except those with these texts.
  func positions(
    in dictionary: Int, except known: [String]
  ) throws(KeyedArchiveError) -> FieldPositions {
    guard case .dictionary(let keys, _) = try object(dictionary) else { return FieldPositions() }
    var positions = FieldPositions(below: keys.count)
    for key in known {
      let position = try position(of: key, in: keys)
      if position >= 0 { positions.remove(position) }
    }
    return positions
  }

  /// The offset of an object in the file, for an error about it; nil when the file is XML.
  func offset(ofObject number: Int) -> Int? {
    format == .binary ? try? propertyList.offset(ofObject: number) : nil
  }
}

/// Reads from a property list, and turns its error into one of a keyed archive.
///
/// - Returns: What `read` gave.
/// - Throws: ``KeyedArchiveError``, made of the ``PropertyListError`` that `read` threw.
@inline(__always)
func inArchive<Result>(
  _ read: @autoclosure () throws(PropertyListError) -> Result
) throws(KeyedArchiveError) -> Result {
  do throws(PropertyListError) {
    return try read()
  } catch {
    throw KeyedArchiveError(error)
  }
}
