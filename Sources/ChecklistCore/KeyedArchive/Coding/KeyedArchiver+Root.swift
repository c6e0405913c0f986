extension KeyedArchiver {
  /// Archives one value as the root object, as
  /// `NSKeyedArchiver.archivedData(withRootObject:requiringSecureCoding:)` does.
  ///
  /// Its key in `$top` is `root`.
  ///
  /// ```swift
  /// let file = try KeyedArchiver.archivedData(of: items)
  /// let again = try KeyedUnarchiver.unarchived([Item].self, from: file)
  /// ```
  ///
  /// - Parameter value: The value.
  /// - Returns: A keyed archive, in a binary property list.
  /// - Throws: ``ArchiveError`` when the value cannot be written, or what is preserved of it
  ///   cannot be read.
  public static func archivedData<Value: KeyedArchiveValue>(
    of value: Value
  ) throws(ArchiveError) -> [UInt8] {
    var archiver = KeyedArchiver()
    try archiver.encode(value, forKey: KeyedArchive.rootKey)
    return try archiver.finish()
  }
}

extension KeyedUnarchiver {
  /// Decodes the root object of an archive, as `NSKeyedUnarchiver.unarchivedObject(ofClass:from:)`
  /// does.
  ///
  /// Its key in `$top` is `root`. An archive with other keys there is opened as a ``KeyedArchive``,
  /// and its values are decoded one by one. In a hierarchy of classes, only the type itself is
  /// decoded; for a subclass, open the archive and register it with ``register(_:)``.
  ///
  /// - Parameters:
  ///   - type: What the root object is expected to be.
  ///   - bytes: A whole keyed archive, binary or in XML.
  /// - Returns: The value.
  /// - Throws: ``ArchiveError`` when the bytes are not a keyed archive, or its root object is
  ///   missing or not of that type.
  public static func unarchived<Value: KeyedArchiveValue>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(ArchiveError) -> Value {
    var unarchiver = try KeyedUnarchiver(KeyedArchive(bytes))
    return try unarchiver.decode(type, forKey: KeyedArchive.rootKey)
  }
}

extension KeyedArchive {
  /// The key of the only root object, Foundation's `NSKeyedArchiveRootObjectKey`.
  static let rootKey = "root"
}
