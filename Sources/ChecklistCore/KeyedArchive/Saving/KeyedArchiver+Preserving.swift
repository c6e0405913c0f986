/// Preserving unread fields and unchanged values: they stay as they are in the archive that is
/// continued, and are copied from other ones.
extension KeyedArchiver {
  // MARK: UIDs

  /// The UID in this archive of a class record of another archive.
  mutating func uid(of uid: UInt32, in archive: KeyedArchive) -> UInt64 {
    if archive === continued?.archive { return UInt64(uid) }
    return copiedClassUID(UInt64(uid), of: source(of: archive))
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

  /// Takes the UID of an object of an archive; nil when it is taken, or the object has none.
  @inline(__always)
  private mutating func claimOwnUID(of origin: ArchivedObject) -> UInt64? {
    guard origin.uid > 0 else { return nil }
    guard origin.archive === continued?.archive else { return claimCopiedUID(of: origin) }
    let uid = Int(origin.uid)
    if claims.isEmpty { claims = Array(repeating: 0, count: continued?.uidCount ?? 0) }
    if claims[uid] != 0 {
      repeatsObjects = true
      return nil
    }
    claims[uid] = 1
    return UInt64(uid)
  }

  // MARK: Objects

  /// Preserves an object as it is in its archive.
  @inline(__always)
  mutating func preserve(_ origin: ArchivedObject) throws(ArchiveError) -> EncodedValue {
    guard origin.archive === continued?.archive else { return try copy(origin) }
    if let uid = claimOwnUID(of: origin) { return .reference(uid) }
    objects.append(origin.fields.dictionary)
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
    guard case .dictionary(let keys, let values) = try reader.object(fields.dictionary)
    else { return }
    for position in fields.unread.ascending {
      let key = try reader.reference(position, in: keys)
      let value = try reader.reference(position, in: values)
      if fields.archive === continued?.archive {
        self.fields.append(.init(key, value))
      } else {
        let source = source(of: fields.archive)
        self.fields.append(.init(try copy(key: key, of: source), try copy(value, of: source)))
      }
    }
  }

  /// Encodes a text of the current object.
  ///
  /// A long text that the object has in its archive already is preserved: other objects may share
  /// it, and each save would add another copy.
  mutating func encode(text: LazyText, forKey key: String) throws(ArchiveError) {
    if let long = text.longText, let former = try formerField(with: long, forKey: key) {
      setField(key, to: former)
    } else {
      try encode(text.text, forKey: key)
    }
  }

  /// What the current object has under a key in its archive, preserved, if it leads to this text.
  private mutating func formerField(
    with text: String, forKey key: String
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
    let isContinued = fields.archive === continued?.archive
    let place = isContinued ? number : (source(of: fields.archive) + 1) << 32 | number
    if formerTexts[text] != place {
      let object = try reader.object(number)
      guard [text.utf8.count, 2 * text.utf16.count].contains(object.textSize),
        let former = try reader.string(object, number: number),
        former.utf8.elementsEqual(text.utf8)
      else { return nil }
      formerTexts[text] = place
    }
    return isContinued ? field : try copy(field, of: source(of: fields.archive))
  }
}

extension ArchivedFields {
  /// The object that one of the fields refers to, when it has a sound class.
  func object(forKey key: String) throws(ArchiveError) -> ArchivedObject? {
    let reader = archive.reader
    let key = archive.layout.storedKey(key)
    guard let field = try reader.value(of: key, inDictionary: dictionary),
      case .uid(let uid) = try? reader.object(field), uid > 0,
      let number = try? archive.objectNumber(uid: uid),
      case .dictionary = try? reader.object(number),
      let classField = try reader.value(of: KeyedArchive.Key.class, inDictionary: number),
      case .uid(let classUID) = try? reader.object(classField),
      (try? archive.classRecord(uid: classUID)) != nil
    else { return nil }
    let own = [KeyedArchive.Key.class, "NS.objects", "NS.keys"]
    let unread = try reader.positions(in: number, except: own)
    return ArchivedObject(
      fields: ArchivedFields(archive: archive, dictionary: number, unread: unread),
      uid: UInt32(truncatingIfNeeded: uid), classUID: UInt32(truncatingIfNeeded: classUID))
  }
}

extension KeyedArchive {
  /// The fields of the root dictionary, without the four that every keyed archive has.
  func rootFields() throws(ArchiveError) -> ArchivedFields {
    let own = [Key.archiver, Key.version, Key.objects, Key.top]
    let root = reader.root
    return ArchivedFields(
      archive: self, dictionary: root, unread: try reader.positions(in: root, except: own))
  }
}
