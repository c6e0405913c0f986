/// An entry of a dictionary in a binary property list: its key, and the number of its value.
package struct BinaryPropertyListEntry: Sendable, Equatable {
  /// The key.
  package let key: String
  /// The number of the object that is the value.
  package let value: Int
}

extension BinaryPropertyListReader {
  /// The entries of a dictionary.
  ///
  /// - Parameter keys: The references to its keys, as ``object(_:)`` gave them.
  /// - Returns: The entries in the order of the file.
  /// - Throws: ``ArchiveError`` when a key is not a sound string, or when long keys are there
  ///   so often that all keys together would take more bytes than the file.
  package func entries(
    _ keys: BinaryPropertyListReferences, _ values: BinaryPropertyListReferences
  ) throws(ArchiveError) -> [BinaryPropertyListEntry] {
    var entries: [BinaryPropertyListEntry] = []
    entries.reserveCapacity(keys.count)
    var budget = bytes.count
    for index in 0..<keys.count {
      let number = try reference(index, in: keys)
      let object = try object(number)
      budget -= object.textSize
      guard budget >= 0 else {
        throw ArchiveError(
          .tooLarge, at: .byte(keys.offset), object: number,
          "the keys of a dictionary would take more than the file")
      }
      guard let key = try string(object, number: number) else {
        throw ArchiveError(
          .invalidKey, at: .byte(try offset(ofObject: number)), object: number,
          "a dictionary key must be a string, found \(object.typeName)")
      }
      let value = try reference(index, in: values)
      entries.append(BinaryPropertyListEntry(key: key, value: value))
    }
    return entries
  }
}
