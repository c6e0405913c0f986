/// What values bring along that their types did not read, and values that did not change: both stay what they are in
/// their archive, which becomes a part of the new one.
extension KeyedArchiver {
  /// Makes an archive a part of this one, if it is not yet.
  ///
  /// - Returns: Which one it is, in an address.
  private mutating func part(of archive: KeyedArchive) -> Int {
    if let index = parts.firstIndex(where: { $0.archive === archive }) { return index + 1 }
    writer.widenForParts()
    parts.append(SourceArchive(archive))
    return parts.count
  }

  /// The UID here of an object of another archive.
  mutating func uid(of uid: UInt32, in archive: KeyedArchive) -> UInt64 {
    uid == 0 ? 0 : UInt64(ArchiveAddress(part: part(of: archive), Int(uid)).code)
  }

  /// Takes the UID of the object that a value was decoded from, to which everything else that refers to it leads; a
  /// new one when another value has taken that already.
  mutating func claim(_ origin: ArchivedObject?) -> UInt64 {
    if let uid = origin.flatMap({ claimOwnUID(of: $0) }) { return uid }
    objects.append(Self.missing)
    return UInt64(objects.count - 1)
  }

  /// Takes the UID of an object of another archive, unless it is taken or has none.
  private mutating func claimOwnUID(of origin: ArchivedObject) -> UInt64? {
    guard origin.uid > 0 else { return nil }
    let part = part(of: origin.archive)
    guard parts[part - 1].claim(origin.uid) else { return nil }
    return UInt64(ArchiveAddress(part: part, Int(origin.uid)).code)
  }

  /// Gives a UID that was claimed to a new object.
  mutating func setObject(_ uid: UInt64, to number: Int) {
    let address = ArchiveAddress(Int(uid))
    if address.part == 0 {
      objects[address.number] = number
    } else {
      parts[address.part - 1].replaceObject(address.number, by: number)
    }
  }

  /// Keeps an object as it stands in its archive.
  mutating func preserveUnread(_ origin: ArchivedObject) -> EncodedValue {
    if let uid = claimOwnUID(of: origin) { return .reference(uid) }
    let address = ArchiveAddress(part: part(of: origin.archive), origin.fields.dictionary).code
    if layout == .plain { return .inline(address) }
    objects.append(address)
    return .reference(UInt64(objects.count - 1))
  }

  /// Encodes fields as they stand in their archive, behind those of the current object.
  ///
  /// - Parameter fields: The dictionary that has them; the ones that it was not asked for are carried along.
  /// - Throws: ``KeyedArchiveError`` when they cannot be read.
  public mutating func preserveUnread(_ fields: ArchivedFields) throws(KeyedArchiveError) {
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

  /// The references of the array that the current object had under a key in its archive.
  func formerReferences(forKey key: String) throws(KeyedArchiveError) -> FormerReferences? {
    guard let fields = frame.origin,
      let part = parts.firstIndex(where: { $0.archive === fields.archive }),
      let number = try fields.archive.reader.value(of: key, inDictionary: fields.dictionary),
      case .array(let references) = try fields.archive.reader.object(number)
    else { return nil }
    return FormerReferences(part: part + 1, reader: fields.archive.reader, references: references)
  }
}

/// The references of an array in an archive, which are still good for those of its elements that are still there.
struct FormerReferences {
  /// How many elements may have been taken out between two that are still there; more, and the rest is referred to anew.
  private static let lookahead = 8
  let part: Int
  let reader: ArchiveReader
  let references: BinaryPropertyListReferences
  /// Where the next element is expected.
  private var next = 0

  init(part: Int, reader: ArchiveReader, references: BinaryPropertyListReferences) {
    self.part = part
    self.reader = reader
    self.references = references
  }

  /// The address of a UID object, of an element that comes behind those that were asked for before.
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
