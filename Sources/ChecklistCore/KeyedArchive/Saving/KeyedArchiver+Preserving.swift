/// Preserving unread fields and unchanged values. They stay as they are in their archive, which
/// becomes a part of the new one.
extension KeyedArchiver {
  /// Makes an archive a part of this one, unless it is one already.
  ///
  /// - Returns: The index of the part, for an address.
  private mutating func part(of archive: KeyedArchive) -> Int {
    if let index = parts.firstIndex(where: { $0.archive === archive }) { return index + 1 }
    writer.widenForParts()
    parts.append(SourceArchive(archive))
    return parts.count
  }

  /// The UID in this archive of an object of another archive.
  mutating func uid(of uid: UInt32, in archive: KeyedArchive) -> UInt64 {
    uid == 0 ? 0 : UInt64(ArchiveAddress(part: part(of: archive), Int(uid)).code)
  }

  /// Takes a UID for a value.
  ///
  /// It is the UID of the object that the value was decoded from, so that all other references to
  /// the object lead to the value. When another value has taken that UID, it is a new one.
  mutating func claim(_ origin: ArchivedObject?) -> UInt64 {
    if let uid = origin.flatMap({ claimOwnUID(of: $0) }) { return uid }
    objects.append(Self.missing)
    return UInt64(objects.count - 1)
  }

  /// Takes the UID of an object of another archive; nil when it is taken, or the object has none.
  private mutating func claimOwnUID(of origin: ArchivedObject) -> UInt64? {
    guard origin.uid > 0 else { return nil }
    let part = part(of: origin.archive)
    guard parts[part - 1].claim(origin.uid) else { return nil }
    return UInt64(ArchiveAddress(part: part, Int(origin.uid)).code)
  }

  /// Sets the new object of a UID that was claimed.
  mutating func setObject(_ uid: UInt64, to number: Int) {
    let address = ArchiveAddress(Int(uid))
    if address.part == 0 {
      objects[address.number] = number
    } else {
      parts[address.part - 1].replaceObject(address.number, by: number)
    }
  }

  /// Preserves an object as it is in its archive.
  mutating func preserveUnread(_ origin: ArchivedObject) -> EncodedValue {
    if let uid = claimOwnUID(of: origin) { return .reference(uid) }
    let address = ArchiveAddress(part: part(of: origin.archive), origin.fields.dictionary).code
    if layout == .plain { return .inline(address) }
    objects.append(address)
    return .reference(UInt64(objects.count - 1))
  }

  /// Preserves unread fields as they are in their archive, after the other fields of the current
  /// object.
  ///
  /// - Parameter fields: The dictionary that has the fields, and which of them were not read.
  /// - Throws: ``ArchiveError`` when the fields cannot be read.
  public mutating func preserveUnread(_ fields: ArchivedFields) throws(ArchiveError) {
    if fields.unread.isEmpty { return }
    let reader = fields.archive.reader
    let part = part(of: fields.archive)
    guard case .dictionary(let keys, let values) = try reader.object(fields.dictionary)
    else { return }
    for position in fields.unread.ascending {
      let key = ArchiveAddress(part: part, try reader.reference(position, in: keys))
      let value = ArchiveAddress(part: part, try reader.reference(position, in: values))
      self.fields.append(.init(key.code, value.code))
    }
  }

  /// Encodes a text of the current object.
  ///
  /// A long text that the object has in its archive already stays there: other objects may share
  /// it, and each save would add another copy.
  mutating func encode(text: LazyText, forKey key: String) throws(ArchiveError) {
    if let long = text.longText, let former = try formerReference(to: long, forKey: key) {
      setField(key, to: former)
    } else {
      try encode(text.text, forKey: key)
    }
  }

  /// The reference of the current object under a key in its archive, if it leads to this text.
  private mutating func formerReference(
    to text: String, forKey key: String
  ) throws(ArchiveError) -> Int? {
    guard text.utf8.count > LongTexts<Int>.shortSize, let fields = frame.origin,
      let field = try fields.archive.reader.value(
        of: fields.archive.layout.storedKey(key), inDictionary: fields.dictionary)
    else { return nil }
    let reader = fields.archive.reader
    var number = field
    if case .uid(let uid) = try reader.object(field) {
      number = try fields.archive.objectNumber(uid: uid)
    }
    let address = ArchiveAddress(part: part(of: fields.archive), number).code
    if formerTexts[text] != address {
      let object = try reader.object(number)
      guard let former = try reader.string(object, number: number),
        former.utf8.elementsEqual(text.utf8)
      else { return nil }
      formerTexts[text] = address
    }
    return ArchiveAddress(part: part(of: fields.archive), field).code
  }

  /// The references of the array that the current object has under a key in its archive.
  func formerReferences(forKey key: String) throws(ArchiveError) -> FormerReferences? {
    guard let fields = frame.origin,
      let part = parts.firstIndex(where: { $0.archive === fields.archive }),
      let number = try fields.archive.reader.value(
        of: fields.archive.layout.storedKey(key), inDictionary: fields.dictionary),
      case .array(let references) = try fields.archive.reader.object(number)
    else { return nil }
    return FormerReferences(part: part + 1, reader: fields.archive.reader, references: references)
  }
}

/// The references of an array in an archive.
///
/// They are used again for the elements that are still there.
struct FormerReferences {
  /// How many elements may be missing between two that are still there.
  ///
  /// If more are missing, the rest gets new references.
  private static let lookahead = 8
  let part: Int
  let reader: BinaryPropertyListReader
  let references: BinaryPropertyListReferences
  /// The index at which the next element is expected.
  private var next = 0

  init(part: Int, reader: BinaryPropertyListReader, references: BinaryPropertyListReferences) {
    self.part = part
    self.reader = reader
    self.references = references
  }

  /// The address of the UID object of an element that comes after those that were asked for before.
  @inline(__always)
  mutating func find(_ uid: UInt64) -> Int? {
    let address = ArchiveAddress(Int(truncatingIfNeeded: uid))
    guard address.part == part else { return nil }
    for index in next..<min(next + 1 + Self.lookahead, references.count) {
      guard let number = try? reader.reference(index, in: references),
        let found = try? reader.uid(number), found == UInt64(address.number)
      else { continue }
      next = index + 1
      return ArchiveAddress(part: part, number).code
    }
    return nil
  }
}
