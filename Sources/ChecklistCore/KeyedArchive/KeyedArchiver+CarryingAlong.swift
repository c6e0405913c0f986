/// What values bring along that their types did not read.
extension KeyedArchiver {
  /// Takes the UID for an object: the one that references from its source archive have led to so far, or
  /// will; a new one when another value has taken that already.
  mutating func claim(_ origin: ArchivedObject?) -> UInt64 {
    if let origin, origin.uid > 0 {
      let uid = self.uid(of: UInt64(origin.uid), in: origin.archive)
      if objects[Int(uid)] == Self.unclaimed {
        objects[Int(uid)] = Self.pending
        return uid
      }
    }
    objects.append(Self.pending)
    return UInt64(objects.count - 1)
  }

  /// The UID here of an object of a source archive, whether or not it is written yet.
  mutating func uid(of uid: UInt64, in archive: KeyedArchive) -> UInt64 {
    self.uid(of: uid, in: sourceIndex(of: archive))
  }

  private mutating func uid(of uid: UInt64, in source: Int) -> UInt64 {
    if let known = sources[source].uid(of: uid) { return known }
    objects.append(Self.unclaimed)
    sources[source].setUID(of: uid, to: UInt64(objects.count - 1))
    return UInt64(objects.count - 1)
  }

  /// The UID of the class record of an object that is continued, which new objects of that class share.
  mutating func classUID(of origin: ArchivedObject) -> UInt64 {
    classUID(of: UInt64(origin.classUID), in: sourceIndex(of: origin.archive))
  }

  /// The UID here of a class record of a source archive.
  ///
  /// There is one record for new objects of a class and those that are carried along, whichever come first: else every
  /// save would add another.
  private mutating func classUID(of uid: UInt64, in source: Int) -> UInt64 {
    if let known = sources[source].uid(of: uid) { return known }
    if let name = sources[source].archive.plainClassName(uid: uid) {
      if let known = classUIDs[name], known.isNew {
        sources[source].setUID(of: uid, to: known.uid)
        return known.uid
      }
      if classUIDs[name] == nil {
        classUIDs[name] = (self.uid(of: uid, in: source), isNew: false)
      }
    }
    return self.uid(of: uid, in: source)
  }

  private mutating func sourceIndex(of archive: KeyedArchive) -> Int {
    if let index = sources.firstIndex(where: { $0.archive === archive }) { return index }
    sources.append(ArchiveSource(archive))
    return sources.count - 1
  }

  /// Writes an object as it stands in its archive.
  mutating func carryAlong(_ origin: ArchivedObject) throws(KeyedArchiveError) -> EncodedValue {
    let source = sourceIndex(of: origin.archive)
    let uid = form == .keyed ? claim(origin) : 0
    let number = try copy(origin.fields.dictionary, from: source, origin.archive)
    if form == .plain { return .inline(number) }
    objects[Int(uid)] = number
    return .reference(uid)
  }

  /// Encodes fields as they stand in a source archive, behind those of the current object.
  ///
  /// - Parameter fields: the dictionary that has them; the ones that it was not asked for are copied.
  /// - Throws: ``KeyedArchiveError`` when they cannot be read.
  public mutating func carryAlong(_ fields: ArchivedFields) throws(KeyedArchiveError) {
    let archive = fields.archive
    let source = sourceIndex(of: archive)
    guard case .dictionary(let keys, let values) = try archive.reader.object(fields.dictionary)
    else { return }
    for position in fields.unread.ascending {
      let key = try copy(key: position, of: keys, from: source, archive)
      let value = try archive.reader.reference(position, in: values)
      self.fields.append((key, try copy(value, from: source, archive)))
    }
  }

  /// Writes every object that something refers to and no value took.
  mutating func copyUnclaimedObjects() throws(KeyedArchiveError) {
    // Copying one may refer to more, so the list grows while it is walked.
    for source in sources.indices {
      let archive = sources[source].archive
      while let (sourceUID, uid) = sources[source].nextReferred() {
        guard objects[Int(uid)] == Self.unclaimed else { continue }
        let number = try archive.objectNumber(uid: sourceUID)
        objects[Int(uid)] = try copy(number, from: source, archive)
      }
    }
  }

  /// Copies a property-list object of a source archive, with UIDs that lead to the same objects here.
  ///
  /// - Parameters:
  ///   - number: the object.
  ///   - source: the index of the source.
  ///   - archive: its archive.
  ///   - depth: how many containers it is in.
  /// - Returns: the number of the copy.
  /// - Throws: ``KeyedArchiveError`` when it is not sound.
  private mutating func copy(
    _ number: Int, from source: Int, _ archive: KeyedArchive, depth: Int = 0
  ) throws(KeyedArchiveError) -> Int {
    if let known = sources[source].copy(of: number) { return known }
    let offset = try archive.reader.checkedOffset(ofObject: number)
    let copy: Int
    if form == .keyed, let uid = try archive.reader.uid(number, at: offset) {
      // The object must be there: the fault is better told now than by whoever reads the copy.
      _ = try archive.objectNumber(uid: uid)
      copy = append(uid: uid == 0 ? 0 : self.uid(of: uid, in: source))
    } else {
      guard depth < PropertyListLimits.depth else {
        throw KeyedArchiveError(
          .tooDeep, at: archive.reader.offset(ofObject: number),
          "containers are nested more than \(PropertyListLimits.depth) deep, or contain themselves"
        )
      }
      let (object, end) = try archive.reader.objectWithEnd(number, at: offset)
      switch object {
      case .dictionary(let keys, let values):
        copy = try self.copy(keys, values, from: source, archive, depth)
      case .array(let elements):
        copy = try self.copy(
          elements, BinaryPropertyListMarker.array, from: source, archive, depth)
      case .set(let elements):
        copy = try self.copy(elements, BinaryPropertyListMarker.set, from: source, archive, depth)
      case .orderedSet(let elements):
        copy = try self.copy(
          elements, BinaryPropertyListMarker.orderedSet, from: source, archive, depth)
      default: copy = writer.append(encoding: archive.reader.bytes[offset..<end], isUnique: true)
      }
    }
    sources[source].setCopy(of: number, to: copy)
    return copy
  }

  private mutating func copy(
    _ keys: BinaryPropertyListReferences, _ values: BinaryPropertyListReferences,
    from source: Int, _ archive: KeyedArchive, _ depth: Int
  ) throws(KeyedArchiveError) -> Int {
    let start = fields.count
    for index in 0..<keys.count {
      let key = try copy(key: index, of: keys, from: source, archive)
      let value = try archive.reader.reference(index, in: values)
      if key == classKey, let uid = try archive.reader.uid(value) {
        _ = try archive.objectNumber(uid: uid)
        fields.append((key, append(uid: uid == 0 ? 0 : classUID(of: uid, in: source))))
      } else {
        fields.append((key, try copy(value, from: source, archive, depth: depth + 1)))
      }
    }
    let copy = writer.append(dictionary: fields[start...])
    fields.removeLast(fields.count - start)
    return copy
  }

  /// Copies a key, which is shared with the keys that are written here.
  @inline(__always)
  private mutating func copy(
    key position: Int, of keys: BinaryPropertyListReferences, from source: Int,
    _ archive: KeyedArchive
  ) throws(KeyedArchiveError) -> Int {
    let number = try archive.reader.reference(position, in: keys)
    if let known = sources[source].copy(of: number) { return known }
    let copy = writer.append(encoding: try archive.reader.encoding(ofObject: number))
    sources[source].setCopy(of: number, to: copy)
    return copy
  }

  private mutating func copy(
    _ elements: BinaryPropertyListReferences, _ marker: UInt8, from source: Int,
    _ archive: KeyedArchive, _ depth: Int
  ) throws(KeyedArchiveError) -> Int {
    var numbers: [Int] = []
    for index in 0..<elements.count {
      let number = try archive.reader.reference(index, in: elements)
      numbers.append(try copy(number, from: source, archive, depth: depth + 1))
    }
    return writer.append(sequence: numbers[...], marker: marker)
  }
}
