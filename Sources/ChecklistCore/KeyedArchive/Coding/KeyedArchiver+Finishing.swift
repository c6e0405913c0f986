/// Completing the file from what has been encoded.
extension KeyedArchiver {
  /// A plain property list of one value.
  ///
  /// - Parameter value: Its only value, which is not nil.
  /// - Returns: A binary property list.
  /// - Throws: ``ArchiveError`` when the value cannot be written.
  public consuming func finish<Value: KeyedArchiveValue>(
    root value: Value
  ) throws(ArchiveError) -> [UInt8] {
    try complete(root: value).bytes
  }

  /// The archive of what has been encoded, binary; `PropertyList(bytes).xml()` makes XML of it.
  ///
  /// - Returns: A binary property list.
  /// - Throws: ``ArchiveError`` when what is preserved cannot be read, and the error that was
  ///   thrown before when something could not be encoded.
  public consuming func finish() throws(ArchiveError) -> [UInt8] {
    try complete(preserving: nil).bytes
  }

  /// Does what ``finish(root:)`` does, but leaves the writing to the result.
  mutating func complete<Value: KeyedArchiveValue>(
    root value: Value
  ) throws(ArchiveError) -> EncodedArchive {
    guard layout == .plain else {
      throw ArchiveError(
        .unrepresentable,
        "a keyed archive has its root objects under keys of \(KeyedArchive.Key.top)")
    }
    if let failure { throw failure }
    guard case .inline(let number) = try value.encoded(by: &self) else {
      throw ArchiveError(.unrepresentable, "the root of a plain property list cannot be nil")
    }
    return try completeNew(root: number, objectsArray: nil)
  }

  /// Does what ``finish()`` does, with fields of the root of another archive, but leaves the
  /// writing to the result.
  ///
  /// - Parameter properties: The fields to preserve from the root dictionary of the archive that
  ///   this one continues, without the four that every keyed archive has.
  mutating func complete(
    preserving properties: ArchivedFields?
  ) throws(ArchiveError) -> EncodedArchive {
    guard layout == .keyed else {
      throw ArchiveError(.unrepresentable, "a plain property list has a root and no keys")
    }
    if let failure { throw failure }
    if let fields = frame.origin { try preserveUnread(fields) }
    let top = closeFields()
    let array = writer.reserve()
    setOwnField(KeyedArchive.Key.version, to: writer.append(KeyedArchive.version))
    setOwnField(KeyedArchive.Key.archiver, to: writer.append(KeyedArchive.archiverName))
    setOwnField(KeyedArchive.Key.top, to: top)
    setOwnField(KeyedArchive.Key.objects, to: array)
    if let properties { try preserveUnread(properties) }
    try copyReached()
    // In an archive that is continued, its content is known only at the end.
    _ = writer.append(sequence: continued == nil ? objects[...] : [], as: array)
    _ = writer.append(dictionary: fields[...], as: root)
    guard let continued else { return try completeNew(root: root, objectsArray: array) }
    let new = try BinaryPropertyListReader(writer.finish(root: 0))
    try checkNesting(in: new, root: root, objectsArray: array)
    let saved = SavedObjects(
      self, new: new, root: root, objectsArray: array, continuing: continued.archive)
    return EncodedArchive(SplicedArchive(saved, continuing: continued))
  }

  /// Completes a file that continues no archive.
  ///
  /// - Parameter objectsArray: The number of the array `$objects`; nil for a plain property list.
  private mutating func completeNew(
    root: Int, objectsArray: Int?
  ) throws(ArchiveError) -> EncodedArchive {
    let bytes = writer.finish(root: root)
    try checkNesting(
      in: BinaryPropertyListReader(bytes), root: root, objectsArray: objectsArray)
    return EncodedArchive(bytes)
  }
}
