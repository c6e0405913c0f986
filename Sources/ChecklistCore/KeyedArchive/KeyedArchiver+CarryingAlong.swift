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
    let index = sourceIndex(of: archive)
    if let known = sources[index].uid(of: uid) { return known }
    objects.append(Self.unclaimed)
    sources[index].setUID(of: uid, to: UInt64(objects.count - 1))
    return UInt64(objects.count - 1)
  }

  /// The UID of the class record of an object that is continued, which new objects of that class share.
  mutating func classUID(of origin: ArchivedObject) -> UInt64 {
    let source = UInt64(origin.classUID)
    if let known = sources[sourceIndex(of: origin.archive)].uid(of: source) { return known }
    let uid = self.uid(of: source, in: origin.archive)
    if let chain = try? origin.archive.classChain(uid: source), chain.count == 2,
      chain[1] == "NSObject", classUIDs[chain[0]] == nil
    {
      classUIDs[chain[0]] = uid
    }
    return uid
  }

  private mutating func sourceIndex(of archive: KeyedArchive) -> Int {
    if let index = sources.firstIndex(where: { $0.archive === archive }) { return index }
    sources.append(ArchiveSource(archive))
    return sources.count - 1
  }

  /// Encodes fields as they stand in a source archive, behind those of the current object.
  ///
  /// - Parameter fields: the dictionary that has them; the ones that it was not asked for are copied.
  /// - Throws: ``KeyedArchiveError`` when they cannot be read.
  public mutating func carryAlong(_ fields: ArchivedFields) throws(KeyedArchiveError) {
    let index = sourceIndex(of: fields.archive)
    guard
      case .dictionary(let keys, let values) = try fields.archive.reader.object(fields.dictionary)
    else { return }
    for position in fields.unread.ascending {
      fieldKeys.append(try copy(position, of: keys, from: index, depth: 0))
      fieldValues.append(try copy(position, of: values, from: index, depth: 0))
    }
  }

  /// Writes every object that something refers to and no value took.
  mutating func copyUnclaimedObjects() throws(KeyedArchiveError) {
    // Copying one may refer to more, so the list grows while it is walked.
    for index in sources.indices {
      while let (source, uid) = sources[index].nextReferred() {
        guard objects[Int(uid)] == Self.unclaimed else { continue }
        let number = try sources[index].archive.objectNumber(uid: source)
        let copy = try copy(number, from: index, depth: 0)
        objects[Int(uid)] = copy
      }
    }
  }

  private mutating func copy(
    _ position: Int, of references: BinaryPropertyListReferences, from source: Int, depth: Int
  ) throws(KeyedArchiveError) -> Int {
    let number = try sources[source].archive.reader.reference(position, in: references)
    return try copy(number, from: source, depth: depth)
  }

  /// Copies a property-list object of a source archive, with UIDs that lead to the same objects here.
  private mutating func copy(
    _ number: Int, from source: Int, depth: Int
  ) throws(KeyedArchiveError) -> Int {
    if let known = sources[source].copy(of: number) { return known }
    let reader = sources[source].archive.reader
    guard depth < PropertyListLimits.depth else {
      throw KeyedArchiveError(
        .tooDeep, at: reader.offset(ofObject: number),
        "containers are nested more than \(PropertyListLimits.depth) deep, or contain themselves")
    }
    let copy: Int
    switch try reader.object(number) {
    case .uid(0): copy = append(uid: 0)
    case .uid(let uid) where form == .keyed:
      // The object must be there: the fault is better told now than by whoever reads the copy.
      _ = try sources[source].archive.objectNumber(uid: uid)
      copy = append(uid: self.uid(of: uid, in: sources[source].archive))
    case .array(let elements):
      copy = try copySequence(elements, BinaryPropertyListMarker.array, source, depth)
    case .set(let elements):
      copy = try copySequence(elements, BinaryPropertyListMarker.set, source, depth)
    case .orderedSet(let elements):
      copy = try copySequence(elements, BinaryPropertyListMarker.orderedSet, source, depth)
    case .dictionary(let keys, let values):
      var numbers: ([Int], [Int]) = ([], [])
      for index in 0..<keys.count {
        numbers.0.append(try self.copy(index, of: keys, from: source, depth: depth + 1))
        numbers.1.append(try self.copy(index, of: values, from: source, depth: depth + 1))
      }
      copy = writer.append(dictionary: numbers.0[...], numbers.1[...])
    default:
      copy = writer.append(encoding: try reader.encoding(ofObject: number))
    }
    sources[source].setCopy(of: number, to: copy)
    return copy
  }

  private mutating func copySequence(
    _ elements: BinaryPropertyListReferences, _ marker: UInt8, _ source: Int, _ depth: Int
  ) throws(KeyedArchiveError) -> Int {
    var numbers: [Int] = []
    for index in 0..<elements.count {
      numbers.append(try copy(index, of: elements, from: source, depth: depth + 1))
    }
    return writer.append(sequence: numbers[...], marker: marker)
  }
}
