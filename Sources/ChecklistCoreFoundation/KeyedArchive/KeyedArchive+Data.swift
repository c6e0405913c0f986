public import ChecklistCore
import Foundation

extension KeyedArchive {
  /// Opens a keyed archive.
  ///
  /// - Parameter data: A whole property list, binary or in XML.
  /// - Throws: `ArchiveError` when the data is not a property list, or the property list is
  ///   not a keyed archive.
  public convenience init(_ data: Data) throws(ArchiveError) {
    try self.init([UInt8](data))
  }

  /// Opens a plain property list, whose values are decoded as those of an archive are.
  ///
  /// - Parameter data: A whole property list, binary or in XML.
  /// - Throws: `ArchiveError` when the data is not a property list.
  public convenience init(propertyList data: Data) throws(ArchiveError) {
    try self.init(propertyList: [UInt8](data))
  }
}

extension KeyedUnarchiver {
  /// Decodes the root object of an archive, whose key is `root`.
  ///
  /// - Parameters:
  ///   - type: What the root object is expected to be.
  ///   - data: A whole keyed archive, binary or in XML.
  /// - Returns: The value.
  /// - Throws: `ArchiveError` when the data is not a keyed archive, or its root object is
  ///   missing or not of that type.
  public static func unarchived<Value: KeyedArchiveValue>(
    _ type: Value.Type, from data: Data
  ) throws(ArchiveError) -> Value {
    try unarchived(type, from: [UInt8](data))
  }
}
