/// Copying from archives that the save does not continue: unread fields and unchanged values, with
/// all that they lead to, each object once.
extension KeyedArchiver {
  /// An archive from which objects are copied.
  struct Source: Sendable {
    let archive: KeyedArchive
    /// By number: the number of the copy plus one; 0 for none, and ``open`` while it is made.
    fileprivate var numbers: [UInt32]
    /// By UID: the new UID plus one; 0 for none.
    fileprivate var uids: [UInt32]
    /// How many more bytes may be copied.
    fileprivate var budget: Int

    fileprivate static let open = UInt32.max

    fileprivate init(_ archive: KeyedArchive) {
      self.archive = archive
      numbers = Array(repeating: 0, count: archive.reader.objectCount)
      uids = Array(repeating: 0, count: archive.objects.count)
      budget = PropertyListLimits.rewritingExpansion * archive.reader.bytes.count
    }

    /// Takes the size of a copy from the budget.
    @inline(__always)
    fileprivate mutating func charge(_ size: Int) throws(ArchiveError) {
      budget &-= size
      if budget < 0 {
        throw ArchiveError(
          .tooLarge, "objects overlap, and would take far more than the file when written again")
      }
    }
  }

  /// An object of a source whose new UID was referred to, and which is copied in the end unless a
  /// value takes its place.
  struct Reached: Sendable {
    let source: Int
    let uid: Int
  }

  /// The index of an archive among the sources.
  mutating func source(of archive: KeyedArchive) -> Int {
    if let known = sources.firstIndex(where: { $0.archive === archive }) { return known }
    sources.append(Source(archive))
    return sources.count - 1
  }

  // MARK: UIDs

  /// Takes the new UID of an object that was decoded from a source; nil when it is taken.
  mutating func claimCopiedUID(of origin: ArchivedObject) -> UInt64? {
    let uid = newUID(of: Int(origin.uid), in: source(of: origin.archive))
    guard objects[uid] == Self.missing else {
      repeatsObjects = true
      return nil
    }
    objects[uid] = Self.claimed
    return UInt64(uid)
  }

  /// The new UID of an object of a source.
  @inline(__always)
  private mutating func newUID(of uid: Int, in source: Int) -> Int {
    if uid == 0 { return 0 }
    let known = sources[source].uids[uid]
    if known != 0 { return Int(known) &- 1 }
    objects.append(Self.missing)
    sources[source].uids[uid] = UInt32(truncatingIfNeeded: objects.count)
    reached.append(Reached(source: source, uid: uid))
    return objects.count &- 1
  }

  /// The new UID of a class of a source: of class records that say nothing but a name, one stands
  /// for all.
  mutating func copiedClassUID(_ uid: UInt64, of source: Int) -> UInt64 {
    let uid = Int(truncatingIfNeeded: uid)
    if sources[source].uids[uid] == 0,
      let name = sources[source].archive.plainClassName(uid: UInt64(uid))
    {
      if let known = plainClassUID(named: name) {
        sources[source].uids[uid] = UInt32(truncatingIfNeeded: known + 1)
      } else {
        remember(plainClass: name, UInt64(newUID(of: uid, in: source)))
      }
    }
    return UInt64(newUID(of: uid, in: source))
  }

  /// Copies the objects whose UIDs were referred to, and all that they lead to.
  mutating func copyReached() throws(ArchiveError) {
    var next = 0
    while next < reached.count {
      let (source, uid) = (reached[next].source, reached[next].uid)
      next += 1
      let new = newUID(of: uid, in: source)
      if objects[new] == Self.missing {
        let number = try sources[source].archive.objectNumber(uid: UInt64(uid))
        objects[new] = try copy(number, of: source)
      }
    }
    reached = []
  }

  // MARK: Objects

  /// Copies an object that a value was decoded from.
  mutating func copy(_ origin: ArchivedObject) throws(ArchiveError) -> EncodedValue {
    let source = source(of: origin.archive)
    let number = origin.fields.dictionary
    if layout == .plain { return .inline(try copy(number, of: source)) }
    let uid = claim(origin)
    objects[Int(uid)] = try copy(number, of: source)
    return .reference(uid)
  }

  /// The number of the copy of an object.
  @inline(__always)
  mutating func copy(_ number: Int, of source: Int, inside depth: Int = 0) throws(ArchiveError)
    -> Int
  {
    let known = sources[source].numbers[number]
    guard known != 0, known != Source.open else {
      return try copyNew(number, of: source, inside: depth)
    }
    if layout == .plain {
      let reader = sources[source].archive.reader
      let marker = reader.byte(at: reader.uncheckedOffset(ofObject: number))
      if marker >= BinaryPropertyListMarker.array { repeatsObjects = true }
    }
    return Int(known) &- 1
  }

  @inline(never)
  private mutating func copyNew(
    _ number: Int, of source: Int, inside depth: Int
  ) throws(ArchiveError) -> Int {
    let reader = sources[source].archive.reader
    let object = try reader.object(number)
    let new: Int
    switch object {
    case .uid(let uid) where layout == .keyed:
      let count = sources[source].uids.count
      guard uid == 0 || uid < UInt64(count) else {
        throw ArchiveError(
          .invalidReference, at: reader.place(of: number),
          "UID \(uid) is not the UID of an object; there are \(count)")
      }
      new = append(uid: UInt64(newUID(of: Int(uid), in: source)))
    case .dictionary(let keys, let values):
      try open(number, of: source, inside: depth, keys.count + values.count)
      var copies: [BinaryPropertyListWriter.Field] = []
      copies.reserveCapacity(keys.count)
      for index in 0..<keys.count {
        let key = try copy(key: reader.reference(index, in: keys), of: source)
        let value = try reader.reference(index, in: values)
        if layout == .keyed, key == self.number(ofOwnKey: KeyedArchive.Key.class),
          let uid = try reader.uid(value), uid > 0,
          (try? sources[source].archive.objectNumber(uid: uid)) != nil
        {
          _ = copiedClassUID(uid, of: source)
        }
        copies.append(.init(key, try copy(value, of: source, inside: depth + 1)))
      }
      new = writer.append(dictionary: copies[...])
    case .array(let elements), .set(let elements), .orderedSet(let elements):
      try open(number, of: source, inside: depth, elements.count)
      var copies: [Int] = []
      copies.reserveCapacity(elements.count)
      for index in 0..<elements.count {
        let element = try reader.reference(index, in: elements)
        copies.append(try copy(element, of: source, inside: depth + 1))
      }
      let marker = reader.byte(at: reader.uncheckedOffset(ofObject: number)) & 0xF0
      new = writer.append(sequence: copies[...], marker: marker)
    case .boolean(let boolean): new = writer.append(boolean)
    default:
      let encoding = try reader.encoding(ofObject: number)
      try sources[source].charge(encoding.count)
      new = writer.append(encoding: reader.bytes[encoding])
    }
    sources[source].numbers[number] = UInt32(truncatingIfNeeded: new + 1)
    return new
  }

  /// Begins the copy of a container.
  private mutating func open(
    _ number: Int, of source: Int, inside depth: Int, _ count: Int
  ) throws(ArchiveError) {
    let reader = sources[source].archive.reader
    guard depth < PropertyListLimits.depth, sources[source].numbers[number] != Source.open else {
      throw ArchiveError(
        .tooDeep, at: reader.place(of: number),
        PropertyListLimits.tooDeepMessage(orContainThemselves: true))
    }
    sources[source].numbers[number] = Source.open
    try sources[source].charge(1 + count * reader.referenceWidth)
  }

  /// The number of the copy of a key, which may have been copied as a value before.
  mutating func copy(key number: Int, of source: Int) throws(ArchiveError) -> Int {
    let reader = sources[source].archive.reader
    let object = try reader.object(number)
    guard object.isString else {
      throw reader.error(
        .invalidKey, number, "a dictionary key must be a string, found \(object.typeName)")
    }
    let known = sources[source].numbers[number]
    if known != 0 { return Int(known) &- 1 }
    try sources[source].charge(object.textSize)
    guard let text = try? reader.string(object, number: number) else {
      return try copy(number, of: source)
    }
    let new = self.number(ofStoredKey: text)
    sources[source].numbers[number] = UInt32(truncatingIfNeeded: new + 1)
    return new
  }

  // MARK: Depth

  /// Checks that copies do not nest too deep: those that share a container may.
  ///
  /// What the save continues nests as it did.
  ///
  /// - Parameter list: The new objects. A container comes after those in it, except the root and
  ///   `$objects`, which is no level of nesting.
  func checkNesting(
    in list: BinaryPropertyListReader, root: Int, objectsArray: Int?
  ) throws(ArchiveError) {
    if sources.isEmpty { return }
    let first = continued?.objectCount ?? 0
    var heights = [UInt16](repeating: 0, count: list.objectCount)
    func setHeight(of number: Int) throws(ArchiveError) {
      let start = list.uncheckedOffset(ofObject: number)
      guard list.byte(at: start) >= BinaryPropertyListMarker.array, number + first != objectsArray
      else { return }
      let references = list.references(at: start)
      var height: UInt16 = 0
      for index in 0..<references.count {
        let other = list.uncheckedReference(index, in: references) - first
        if other >= 0 { height = max(height, heights[other]) }
      }
      guard height < PropertyListLimits.depth else {
        throw ArchiveError(.tooDeep, PropertyListLimits.tooDeepMessage(orContainThemselves: true))
      }
      heights[number] = height + 1
    }
    for number in heights.indices { try setHeight(of: number) }
    try setHeight(of: root - first)
  }
}
