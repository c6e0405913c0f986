/// The elements of arrays, sets and dictionaries.
extension KeyedUnarchiver {
  /// Decodes a property-list array of references, as Foundation's collections have it under
  /// `NS.objects`.
  ///
  /// Most types do not need it: an `NSArray` as a field is decoded as an `Array`.
  ///
  /// - Parameters:
  ///   - type: What each element is expected to be.
  ///   - key: The key, compared by code unit.
  /// - Returns: The elements.
  /// - Throws: ``ArchiveError`` when the key is missing, or the value is not such an array.
  public mutating func decodeElements<Element: KeyedArchiveValue>(
    _ type: Element.Type, forKey key: String
  ) throws(ArchiveError) -> [Element] {
    try decodeElements(elements(forKey: key))
  }

  /// The references of the array that the current object has under a key.
  private mutating func elements(
    forKey key: String
  ) throws(ArchiveError) -> BinaryPropertyListReferences {
    guard let position = try position(of: key) else {
      throw ArchiveError(.missingKey, at: reader.place(of: frame.dictionary), "\(key) is missing")
    }
    frame.unread.remove(position)
    let value = try field(position)
    guard case .array(let references) = try object(value) else {
      throw unexpected(value, expected: "an array under \(key)")
    }
    return references
  }

  /// Decodes an array that stands where it is referred to.
  mutating func decodeArray<Element: KeyedArchiveValue>(
    _ value: ArchivedValue, _ references: BinaryPropertyListReferences
  ) throws(ArchiveError) -> [Element] {
    guard arrayDepth < PropertyListLimits.depth else { throw archive.tooDeep("arrays", at: value) }
    arrayDepth += 1
    defer { arrayDepth -= 1 }
    return try decodeElements(references)
  }

  /// Decodes the elements of an array.
  private mutating func decodeElements<Element: KeyedArchiveValue>(
    _ references: BinaryPropertyListReferences
  ) throws(ArchiveError) -> [Element] {
    try charge(references.count)
    if isLenient { return decodeReadableElements(references) }
    var elements = [Element](largeCapacity: references.count)
    for index in 0..<references.count {
      do {
        elements.append(try Element.decode(element(index, of: references), from: &self))
      } catch {
        throw error.inside(index: index)
      }
    }
    return elements
  }

  /// Decodes the elements of an array that can be read.
  @inline(never)
  private mutating func decodeReadableElements<Element: KeyedArchiveValue>(
    _ references: BinaryPropertyListReferences
  ) -> [Element] {
    (0..<references.count).compactMap { index in
      guard let value = try? element(index, of: references) else { return nil }
      return try? Element.decode(value, from: &self)
    }
  }

  /// Decodes a dictionary: an `NSDictionary`, or a property list's own.
  mutating func decodeDictionary<Key: KeyedArchiveValue, Value: KeyedArchiveValue>(
    _ value: ArchivedValue
  ) throws(ArchiveError) -> [(Key, Value)] {
    if layout == .keyed {
      return try decodeObject(
        value, classes: FoundationClass.dictionary, expected: "a dictionary"
      ) { (object) throws(ArchiveError) in
        try object.decodeFoundationEntries()
      }
    }
    var outer = try enter(value, expected: "a dictionary")
    defer { leave(to: &outer) }
    return try decodeEntries(frame.keys, frame.values)
  }

  /// Decodes the keys and values of the current object, which is of class `NSDictionary`.
  mutating func decodeFoundationEntries<Key: KeyedArchiveValue, Value: KeyedArchiveValue>()
    throws(ArchiveError) -> [(Key, Value)]
  {
    let keys = try elements(forKey: "NS.keys")
    let values = try elements(forKey: "NS.objects")
    guard keys.count == values.count else {
      throw ArchiveError(
        .unexpectedType, "a dictionary with \(keys.count) keys and \(values.count) values")
    }
    return try decodeEntries(keys, values)
  }

  /// Decodes the keys and values of a dictionary.
  private mutating func decodeEntries<Key: KeyedArchiveValue, Value: KeyedArchiveValue>(
    _ keys: BinaryPropertyListReferences, _ values: BinaryPropertyListReferences
  ) throws(ArchiveError) -> [(Key, Value)] {
    try charge(keys.count + values.count)
    var entries: [(Key, Value)] = []
    for index in 0..<keys.count {
      do {
        let key: Key = try decodeKey(index, of: keys)
        entries.append((key, try decodeValue(index, of: values, forKey: key)))
      } catch {
        guard isLenient else { throw error }
      }
    }
    return entries
  }

  private mutating func decodeValue<Key, Value: KeyedArchiveValue>(
    _ index: Int, of values: BinaryPropertyListReferences, forKey key: Key
  ) throws(ArchiveError) -> Value {
    do {
      return try Value.decode(element(index, of: values), from: &self)
    } catch {
      throw error.inside(element: key)
    }
  }

  /// Decodes a key of a dictionary.
  ///
  /// In a plain property list it is a text, or an integer in digits.
  private mutating func decodeKey<Key: KeyedArchiveValue>(
    _ index: Int, of keys: BinaryPropertyListReferences
  ) throws(ArchiveError) -> Key {
    do {
      let value = try element(index, of: keys)
      if layout == .plain, Key.self == Int.self,
        let text = try text(value.number, object(value)), let key = Int(text) as? Key
      {
        return key
      }
      return try Key.decode(value, from: &self)
    } catch {
      throw error.inside(index: index)
    }
  }
}
