public import ChecklistCore

extension KeyedUnarchiver {
  /// Decodes any `Decodable` value from a field, as `NSKeyedUnarchiver.decodeDecodable(_:forKey:)`
  /// does.
  ///
  /// A boolean is decoded from 0 and 1 too, and a number from a boolean, because `NSKeyedArchiver`
  /// may write equal numbers as one object.
  ///
  /// - Parameters:
  ///   - type: What it is expected to be.
  ///   - key: The key, compared by code unit.
  /// - Returns: The value.
  /// - Throws: `ArchiveError` when the key is missing, or the value is not of that type. Its
  ///   path leads to the fault.
  public mutating func decodeDecodable<Value: Decodable>(
    _ type: Value.Type, forKey key: String
  ) throws(ArchiveError) -> Value {
    try decode(type, from: decode(PropertyList.self, forKey: key), forKey: key)
  }

  /// Decodes any `Decodable` value from a field, or nil when the key is missing or its value is
  /// null.
  ///
  /// - Parameters:
  ///   - type: What it is expected to be.
  ///   - key: The key, compared by code unit.
  /// - Returns: The value, or nil.
  /// - Throws: `ArchiveError` when there is a value of another type. Its path leads to the fault.
  public mutating func decodeDecodableIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: String
  ) throws(ArchiveError) -> Value? {
    guard let list = try decodeIfPresent(PropertyList.self, forKey: key) else { return nil }
    return try decode(Value?.self, from: list, forKey: key)
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from list: PropertyList, forKey key: String
  ) throws(ArchiveError) -> Value {
    do throws(ArchiveError) {
      return try list.decodedForArchive(as: type)
    } catch {
      throw error.inside(key: key)
    }
  }
}
