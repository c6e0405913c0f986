extension ContiguousArray: KeyedArchiveValue where Element: KeyedArchiveValue {}

/// A collection of bytes, as `Data` is, needs only to declare that it is a ``KeyedArchiveValue``.
extension KeyedArchiveValue where Self: RangeReplaceableCollection, Self.Element == UInt8 {
  /// Decodes data, or an object of class `NSData` or `NSMutableData`.
  public static func decode(
    _ value: ArchivedValue, from unarchiver: inout KeyedUnarchiver
  ) throws(ArchiveError) -> Self {
    switch try unarchiver.object(value) {
    case .data(let range): return try unarchiver.data(value.number, range)
    default:
      return try unarchiver.decodeObject(
        value, classes: FoundationClass.data, expected: "data"
      ) { (object) throws(ArchiveError) in
        try object.decode(Self.self, forKey: "NS.data")
      }
    }
  }

  /// Encodes a data object.
  public func encoded(by archiver: inout KeyedArchiver) throws(ArchiveError) -> EncodedValue {
    archiver.encoded(scalar: archiver.writer.append([UInt8](self)))
  }
}

extension KeyedUnarchiver {
  /// The bytes of data, of an object of class `NSData`, or of an array of bytes.
  mutating func bytes(_ value: ArchivedValue) throws(ArchiveError) -> [UInt8] {
    switch try object(value) {
    case .data(let range): return try data(value.number, range)
    case .array(let references): return try decodeArray(value, references)
    default:
      return try decodeObject(
        value, classes: FoundationClass.data + FoundationClass.array, expected: "data"
      ) { (object) throws(ArchiveError) in
        try object.position(of: "NS.data") == nil
          ? try object.decodeElements(UInt8.self, forKey: "NS.objects")
          : try object.decode([UInt8].self, forKey: "NS.data")
      }
    }
  }
}
