public import ChecklistCore

extension KeyedArchiver {
  /// Encodes any `Encodable` value as a field, as `NSKeyedArchiver.encodeEncodable(_:forKey:)`
  /// does.
  ///
  /// The archive gets the value's property list as objects of Foundation's classes. Nil is encoded
  /// as a reference to `$null`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key, used once in an object.
  /// - Throws: `ArchiveError` with the path of what cannot be written. The archive cannot be
  ///   finished then.
  public mutating func encodeEncodable<Value: Encodable>(
    _ value: Value, forKey key: String
  ) throws(ArchiveError) {
    let list: PropertyList
    do throws(ArchiveError) {
      list = try PropertyList(encodingForArchive: value)
    } catch {
      throw fail(error.inside(key: key))
    }
    try encode(list.meansNil ? nil : list, forKey: key)
  }
}
