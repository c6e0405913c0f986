/// The elements of arrays, sets and dictionaries.
extension KeyedArchiver {
  /// Encodes a field of the current object as a property-list array of references, as Foundation's
  /// collections have it under `NS.objects`.
  ///
  /// Most types do not need it: an `Array` as a field is encoded as an `NSArray`.
  ///
  /// - Parameters:
  ///   - elements: The elements; in a plain property list, they stand in the array themselves.
  ///   - key: The key, used once in an object.
  /// - Throws: ``ArchiveError`` as ``encode(_:forKey:)`` does.
  public mutating func encodeElements<Element: KeyedArchiveValue>(
    _ elements: [Element], forKey key: String
  ) throws(ArchiveError) {
    let keyNumber = number(ofKey: key)
    let number = try encodeElements(elements)
    fields.append(.init(keyNumber, number))
  }

  /// Appends a property-list array: of references, or in a plain property list of the elements
  /// themselves.
  ///
  /// - Parameters:
  ///   - marker: The marker of the kind of sequence, without a count.
  /// - Throws: ``ArchiveError`` when an element cannot be written.
  mutating func encodeElements<Element: KeyedArchiveValue>(
    _ elements: [Element], marker: UInt8 = BinaryPropertyListMarker.array
  ) throws(ArchiveError) -> Int {
    guard arrayDepth < PropertyListLimits.depth else { throw Self.tooDeep("arrays") }
    arrayDepth += 1
    defer { arrayDepth -= 1 }
    var numbers: [Int] = []
    numbers.reserveCapacity(elements.count)
    for index in elements.indices {
      do {
        numbers.append(try encodeElement(elements[index]))
      } catch {
        throw error.inside(index: index)
      }
    }
    return writer.append(sequence: numbers[...], marker: marker)
  }

  /// Appends the values of a dictionary, as ``encodeElements(_:marker:)`` does.
  ///
  /// - Throws: ``ArchiveError`` when a value cannot be written.
  private mutating func encodeValues<Key, Value: KeyedArchiveValue>(
    of entries: [(key: Key, value: Value)]
  ) throws(ArchiveError) -> [Int] {
    var numbers: [Int] = []
    for entry in entries {
      do {
        numbers.append(try encodeElement(entry.value))
      } catch {
        throw error.inside(element: entry.key)
      }
    }
    return numbers
  }

  /// The number of what stands in an array for an element.
  @inline(__always)
  private mutating func encodeElement<Element: KeyedArchiveValue>(
    _ element: Element
  ) throws(ArchiveError) -> Int {
    switch try element.encoded(by: &self) {
    case .inline(let number) where layout == .plain: number
    case .inline(let number): append(uid: reference(toScalar: number))
    // The text, as PropertyListEncoder has it.
    case .reference where layout == .plain: writer.append(KeyedArchive.null)
    case .reference(let uid): append(uid: uid)
    }
  }

  /// Encodes a dictionary: an `NSDictionary`, or a property list's own.
  ///
  /// - Parameter entries: The keys and values, in the order to write them.
  /// - Throws: ``ArchiveError`` when a key or a value cannot be written.
  mutating func encodeDictionary<Key: KeyedArchiveValue, Value: KeyedArchiveValue>(
    _ entries: [(key: Key, value: Value)]
  ) throws(ArchiveError) -> EncodedValue {
    if layout == .plain {
      return try encodeObject(continuing: nil, class: "") { (object) throws(ArchiveError) in
        let keys = try entries.map { (entry) throws(ArchiveError) in
          try object.plainKey(entry.key)
        }
        let values = try object.encodeValues(of: entries)
        for (key, value) in zip(keys, values) { object.fields.append(.init(key, value)) }
      }
    }
    return try encodeObject(ofClass: FoundationClass.dictionary) {
      (object) throws(ArchiveError) in
      try object.encodeElements(entries.map(\.key), forKey: "NS.keys")
      let values = try object.encodeValues(of: entries)
      object.setField("NS.objects", to: object.writer.append(sequence: values[...]))
    }
  }

  /// The number of a key of a plain property list's dictionary: a text, or an integer in digits, as
  /// `PropertyListEncoder` has it.
  private mutating func plainKey<Key: KeyedArchiveValue>(_ key: Key) throws(ArchiveError) -> Int {
    if let integer = key as? Int { return writer.append("\(integer)") }
    guard case .inline(let number) = try key.encoded(by: &self), writer.isString(number) else {
      throw ArchiveError(
        .unrepresentable,
        "the keys of a plain property list are strings or integers, found \(Key.self)")
    }
    return number
  }
}
