/// The parts of a new archive: the new objects, and the archives whose objects become
/// objects of the new one.
struct ArchiveParts: Sendable {
  /// The new objects first, then the archives.
  let all: [Part]
  /// Whether it is a keyed archive.
  let isKeyed: Bool
  /// The addresses of the objects with new UIDs, by UID, as codes.
  private let objects: [Int]
  /// The classes of new objects.
  let newClasses: [KeyedArchiver.NewClass]
  /// How many objects, and how many UIDs, all parts have.
  let objectCount: Int
  let uidCount: Int

  /// One source of objects.
  struct Part: Sendable {
    let index: Int
    let reader: BinaryPropertyListReader
    /// The archive that has the objects; nil for the new objects.
    let archive: KeyedArchive?
    /// The objects with UIDs, and the new objects that replace some of them.
    let objects: BinaryPropertyListReferences
    let claims: SourceArchive.Claims
    /// The indices of its first object and of its first UID among those of all parts.
    let firstObject: PartIndex
    let firstUID: PartIndex

    /// Whether it has the new objects.
    var isNew: Bool { index == 0 }

    /// How many objects it has.
    var objectCount: Int { reader.objectCount }
  }

  /// The bytes of a part in memory, with the indices of the part that are needed for each object.
  ///
  /// The part's own reader is asked only when the view cannot answer. Parts and readers are copied
  /// for each question: looking the indices up in the parts took an eighth more instructions for an
  /// encode, and asking the reader first took a third more.
  struct View {
    let list: BinaryPropertyListView
    let objects: BinaryPropertyListReferences
    let firstObject: PartIndex
    let firstUID: PartIndex
  }

  /// Collects the parts of an archive.
  ///
  /// - Parameter archiver: The archiver that has put the archive together.
  /// - Throws: ``ArchiveError`` when there are more objects than can be numbered.
  init(_ archiver: KeyedArchiver, own: BinaryPropertyListReader) throws(ArchiveError) {
    var sources: [Part] = []
    var objectCount = 0
    var uidCount = 0
    for (index, source) in archiver.parts.enumerated() {
      let archive = source.archive
      sources.append(
        Part(
          index: index + 1, reader: archive.reader, archive: archive, objects: archive.objects,
          claims: source.claims, firstObject: PartIndex(objectCount),
          firstUID: PartIndex(uidCount)))
      objectCount += archive.reader.objectCount
      uidCount += archive.objects.count
    }
    let new = Part(
      index: 0, reader: own, archive: nil,
      objects: BinaryPropertyListReferences(offset: 0, count: archiver.objects.count),
      claims: SourceArchive.Claims(), firstObject: PartIndex(objectCount),
      firstUID: PartIndex(uidCount))
    all = [new] + sources
    self.objectCount = objectCount + own.objectCount
    self.uidCount = uidCount + archiver.objects.count
    isKeyed = archiver.layout == .keyed
    objects = archiver.objects
    newClasses = archiver.newClasses
    let count = max(self.objectCount, self.uidCount)
    guard count < NumberTable.capacity else {
      throw ArchiveError(.tooLarge, "there are \(count) objects, more than can be numbered")
    }
  }

  subscript(part: Int) -> Part {
    @inline(__always)
    get { all[part] }
  }

  /// The part whose objects keep their numbers.
  var first: Part { all[1] }

  /// How many bytes all parts have.
  var size: Int { all.reduce(0) { $0 + $1.reader.bytes.count } }

  /// Gives access to the bytes of the parts in memory.
  func withViews<Failure: Error>(
    _ body: ([View]) throws(Failure) -> Void
  ) throws(Failure) {
    try withViews([], body)
  }

  private func withViews<Failure: Error>(
    _ views: [View], _ body: ([View]) throws(Failure) -> Void
  ) throws(Failure) {
    if views.count == all.count { return try body(views) }
    let part = all[views.count]
    let list = part.reader
    try list.bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      let view = View(
        list: BinaryPropertyListView(list, bytes), objects: part.objects,
        firstObject: part.firstObject, firstUID: part.firstUID)
      try withViews(views + [view], body)
    }
  }

  /// The object that a UID leads to now.
  @inline(__always)
  func object(uid: Int, of part: Int, in views: [View]) -> ArchiveAddress {
    if part == 0 { return ArchiveAddress(objects[uid]) }
    if let new = all[part].claims.newObject(uid: uid) { return ArchiveAddress(part: 0, new) }
    return ArchiveAddress(
      part: part, views[part].list.uncheckedReference(uid, in: views[part].objects))
  }
}

/// The address of an object, or of a UID, in any part of an archive in the making.
///
/// The high half of a 64-bit number is the part: 0 for new objects, and from 1 for the archives
/// whose objects are preserved. The low half is the number or the UID. Null is the same in all
/// parts.
struct ArchiveAddress {
  /// The address as the encoder writes it in the place of a number or a UID.
  let code: Int

  init(part: Int, _ number: Int) { code = part << 32 | number }

  init(_ code: Int) { self.code = code }

  var part: Int { code >> 32 }
  var number: Int { code & 0xFFFF_FFFF }
}
