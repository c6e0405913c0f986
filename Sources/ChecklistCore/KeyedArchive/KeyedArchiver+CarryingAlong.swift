/// What values bring along that their types did not read, and values that did not change: both stay what they are in
/// their archive, which becomes a part of the new one.
extension KeyedArchiver {
  /// Makes an archive a part of this one, if it is not yet.
  ///
  /// - Returns: its index in `parts`.
  private mutating func part(of archive: KeyedArchive) -> Int {
    if let index = parts.firstIndex(where: { $0.archive === archive }) { return index }
    writer.widenForParts()
    parts.append(ArchivePart(archive, index: parts.count + 1))
    return parts.count - 1
  }

  /// The UID here of an object of a part.
  func uid(of uid: UInt32, in part: ArchivePart) -> UInt64 {
    uid == 0 ? 0 : UInt64(ArchiveAddress(part: part.index, Int(uid)).code)
  }

  /// The UID here of an object of another archive.
  mutating func uid(of uid: UInt32, in archive: KeyedArchive) -> UInt64 {
    self.uid(of: uid, in: parts[part(of: archive)])
  }

  /// Takes the UID of the object that a value was decoded from, to which everything else that refers to it leads; a
  /// new one when another value has taken that already.
  mutating func claim(_ origin: ArchivedObject?) -> UInt64 {
    if let origin, origin.uid > 0 {
      let part = part(of: origin.archive)
      if parts[part].claim(origin.uid) { return uid(of: origin.uid, in: parts[part]) }
    }
    objects.append(Self.missing)
    return UInt64(objects.count - 1)
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
  mutating func carryAlong(_ origin: ArchivedObject) -> EncodedValue {
    let part = part(of: origin.archive)
    if origin.uid > 0, parts[part].claim(origin.uid) {
      return .reference(uid(of: origin.uid, in: parts[part]))
    }
    let address = ArchiveAddress(part: part + 1, origin.fields.dictionary).code
    if form == .plain { return .inline(address) }
    objects.append(address)
    return .reference(UInt64(objects.count - 1))
  }

  /// Encodes fields as they stand in their archive, behind those of the current object.
  ///
  /// - Parameter fields: the dictionary that has them; the ones that it was not asked for are carried along.
  /// - Throws: ``KeyedArchiveError`` when they cannot be read.
  public mutating func carryAlong(_ fields: ArchivedFields) throws(KeyedArchiveError) {
    if fields.unread.isEmpty { return }
    let reader = fields.archive.reader
    let part = part(of: fields.archive) + 1
    guard case .dictionary(let keys, let values) = try reader.object(fields.dictionary)
    else { return }
    for position in fields.unread.ascending {
      let key = ArchiveAddress(part: part, try reader.reference(position, in: keys))
      let value = ArchiveAddress(part: part, try reader.reference(position, in: values))
      self.fields.append((key.code, value.code))
    }
  }
}
