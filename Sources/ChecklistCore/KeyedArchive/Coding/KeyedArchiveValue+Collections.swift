extension Array: KeyedArchiveValue where Element: KeyedArchiveValue {
  /// Decodes an object of class `NSArray` or `NSMutableArray`, or a property list's own array.
  ///
  /// An array of `UInt8` is decoded from data too.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> [Element] {
    if Element.self == UInt8.self, let bytes = try unarchiver.bytes(value) as? [Element] {
      return bytes
    }
    switch try unarchiver.object(value) {
    case .array(let references): return try unarchiver.decodeArray(value, references)
    default:
      return try unarchiver.decodeObject(
        value, classes: FoundationClass.array, expected: "an array"
      ) { (object) throws(ArchiveError) in
        try object.decodeElements(Element.self, forKey: "NS.objects")
      }
    }
  }

  /// Encodes an object of class `NSArray`, or a plain property list's own array.
  ///
  /// An array of `UInt8` is encoded as data.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    if Element.self == UInt8.self, let bytes = self as? [UInt8] {
      return archiver.encoded(scalar: archiver.writer.append(bytes))
    }
    if archiver.layout == .plain { return .inline(try archiver.encodeElements(self)) }
    return try archiver.encodeObject(ofClass: FoundationClass.array) {
      (object) throws(ArchiveError) in
      try object.encodeElements(self, forKey: "NS.objects")
    }
  }

  /// True: the array that the field held before gives its class and its other fields.
  public static var continuesArchivedObject: Bool { true }
}

extension Set: KeyedArchiveValue where Element: KeyedArchiveValue {
  /// Decodes an object of class `NSSet` or `NSMutableSet`, or a plain property list's array.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Set<Element> {
    switch try unarchiver.object(value) {
    case .array(let references), .set(let references):
      return Set(try unarchiver.decodeArray(value, references))
    default:
      return try unarchiver.decodeObject(
        value, classes: FoundationClass.set, expected: "a set"
      ) { (object) throws(ArchiveError) in
        Set(try object.decodeElements(Element.self, forKey: "NS.objects"))
      }
    }
  }

  /// Encodes an object of class `NSSet`, or an array in a plain property list, as
  /// `PropertyListEncoder` does.
  ///
  /// Elements that are `Comparable`, or have raw values that are, are written in their order, so
  /// that equal sets give equal bytes.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    let elements = stableOrder { $0 }
    if archiver.layout == .plain { return .inline(try archiver.encodeElements(elements)) }
    return try archiver.encodeObject(ofClass: FoundationClass.set) {
      (object) throws(ArchiveError) in
      try object.encodeElements(elements, forKey: "NS.objects")
    }
  }

  /// True: the set that the field held before gives its class and its other fields.
  public static var continuesArchivedObject: Bool { true }
}

extension Dictionary: KeyedArchiveValue
where Key: KeyedArchiveValue, Value: KeyedArchiveValue {
  /// Decodes an object of class `NSDictionary` or `NSMutableDictionary`, or a plain property list's
  /// own dictionary.
  ///
  /// When Swift takes two keys for equal, as it takes canonically equivalent strings, the last one
  /// wins.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> [Key: Value] {
    Dictionary(try unarchiver.decodeDictionary(value)) { $1 }
  }

  /// Encodes an object of class `NSDictionary`, or a plain property list's own dictionary.
  ///
  /// Keys that are `Comparable`, or have raw values that are, are written in their order, so that
  /// equal dictionaries give equal bytes. A plain property list can hold keys that are encoded as
  /// strings, and `Int` in digits.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    try archiver.encodeDictionary(stableOrder(by: \.key))
  }

  /// True: the dictionary that the field held before gives its class and its other fields.
  public static var continuesArchivedObject: Bool { true }
}

/// A collection of one's own needs only to declare that it is a ``KeyedArchiveValue``.
extension KeyedArchiveValue where Self: RangeReplaceableCollection, Element: KeyedArchiveValue {
  /// Decodes what an `Array` is decoded from.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Self {
    Self(try [Element].decode(value, from: &unarchiver))
  }

  /// Encodes what an `Array` is encoded as.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    try Array(self).encoded(by: &archiver)
  }

  /// True, as for an `Array`.
  public static var continuesArchivedObject: Bool { true }
}
