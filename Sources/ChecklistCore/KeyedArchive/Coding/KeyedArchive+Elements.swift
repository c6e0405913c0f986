/// The objects to which references of an archive lead.
///
/// They are methods of the archive. The unarchiver calls them for each field, and would be copied
/// at each call of a method of its own that does not change it.
extension KeyedArchive {
  /// The value that a reference leads to; nil unless the reference is sound, and the UID is one as
  /// archivers write it.
  ///
  /// ``element(_:of:)`` finds the others, and has an error to make at each of its steps. A decode
  /// of 100,000 items comes here a million times.
  @inline(__always)
  func expectedElement(
    _ index: Int, of references: BinaryPropertyListReferences
  ) -> ArchivedValue? {
    reader.element(index, of: references, objects: objects, layout)
  }

  /// The value that a reference leads to.
  ///
  /// When it leads to a UID, the object of that UID.
  @inline(never)
  func element(
    _ index: Int, of references: BinaryPropertyListReferences
  ) throws(ArchiveError) -> ArchivedValue {
    let number = try reader.reference(index, in: references)
    let offset = try reader.offset(ofObject: number)
    guard layout == .keyed, let uid = try reader.uid(number, at: offset) else {
      return ArchivedValue(number: number, offset: offset, uid: nil)
    }
    let object = try objectNumber(uid: uid)
    return ArchivedValue(
      number: object, offset: try reader.offset(ofObject: object), uid: uid)
  }

  /// The keys and values of a dictionary; nil for an object of another type.
  @inline(__always)
  func dictionary(_ value: ArchivedValue) throws(ArchiveError) -> (
    keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences
  )? {
    value.uid == 0 ? nil : try reader.dictionary(value.number, at: value.offset)
  }

  /// The UID of the class record of an object.
  ///
  /// - Parameter position: The position of the field that refers to it.
  /// - Throws: ``ArchiveError`` when the field is no UID.
  @inline(never)
  func classUID(
    at position: Int, of fields: BinaryPropertyListReferences, _ value: ArchivedValue
  ) throws(ArchiveError) -> UInt64 {
    let field = try reader.reference(position, in: fields)
    guard let classUID = try reader.uid(field, at: reader.offset(ofObject: field)) else {
      throw ArchiveError(
        .unexpectedClass, at: reader.place(of: value.number),
        "\(Key.class) is not a UID")
    }
    return classUID
  }

  /// The property-list object of a value.
  func object(_ value: ArchivedValue) throws(ArchiveError) -> BinaryPropertyListObject {
    value.uid == 0 ? .null : try reader.object(value.number, at: value.offset)
  }

  /// The error for a value of another type than the expected.
  @inline(never)
  func unexpected(_ value: ArchivedValue, expected: String) -> ArchiveError {
    let found = (try? object(value))?.typeName ?? "an unreadable object"
    return ArchiveError(
      .unexpectedType, at: reader.place(of: value.number),
      "expected \(expected), found \(found)")
  }

  /// The error for a value in too many others.
  @inline(never)
  func tooDeep(_ containers: String, at value: ArchivedValue) -> ArchiveError {
    ArchiveError(
      .tooDeep, at: reader.place(of: value.number),
      PropertyListLimits.tooDeepMessage(containers, orContainThemselves: true))
  }

  /// The error for an object that has no class.
  @inline(never)
  func withoutClass(_ value: ArchivedValue, expected: String) -> ArchiveError {
    ArchiveError(
      .unexpectedClass, at: reader.place(of: value.number),
      "expected \(expected), found a dictionary without a class")
  }
}

extension BinaryPropertyListBytes {
  /// The value that a reference leads to, as ``KeyedArchive/expectedElement(_:of:)`` gives it.
  @inline(__always)
  func element(
    _ index: Int, of references: BinaryPropertyListReferences,
    objects: BinaryPropertyListReferences, _ layout: KeyedArchive.Layout
  ) -> ArchivedValue? {
    guard let number = soundReference(index, in: references),
      let offset = soundOffset(ofObject: number)
    else { return nil }
    guard byte(at: offset) & 0xF0 == BinaryPropertyListMarker.uid, layout == .keyed else {
      return ArchivedValue(number: number, offset: offset, uid: nil)
    }
    guard let uid = uid(at: offset), uid < UInt64(objects.count),
      let object = soundReference(Int(uid), in: objects),
      let objectOffset = soundOffset(ofObject: object)
    else { return nil }
    return ArchivedValue(number: object, offset: objectOffset, uid: uid)
  }
}
