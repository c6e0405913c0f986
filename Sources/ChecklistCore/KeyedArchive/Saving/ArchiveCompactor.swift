/// Completes an archive that has others as parts.
///
/// It works as a garbage collector does. First it marks what the root leads to, through references and UIDs, and checks it on
/// the way. Then it gives numbers and UIDs without gaps: the objects of the first part keep theirs, and what is new takes
/// those of what is dropped, or higher ones. Then it writes what is marked in the order of the numbers. What nothing leads to,
/// as a deleted item and its text, is not there any more.
///
/// The parts may have the same more than once. Of equal keys, booleans, UIDs and plain class records, one stands for all, and
/// one of a part for a new one. So after a change, the objects of the first part that are still there refer to the same
/// numbers as before: their bytes are copied as they stand, in as many runs as there are changes. Where that is not so, since
/// the numbers became fewer or the file is another program's, the objects of the first part are written like all others,
/// one by one with the numbers that they refer to now.
struct ArchiveCompactor {
  /// Objects of the archive in the making.
  struct Part {
    let index: Int
    let reader: ArchiveReader
    /// The archive that has them; nil for what was written anew.
    let archive: KeyedArchive?
    /// The objects with UIDs, and those in their places.
    let objects: BinaryPropertyListReferences
    let claims: SourceArchive.Claims
    /// Where its objects begin in `marks`, and its UIDs in `uidMarks`.
    let firstMark: Int
    let firstUID: Int

    /// Whether it is what was written anew.
    var isNew: Bool { index == 0 }

    /// How many objects it has.
    var objectCount: Int { reader.propertyList.objectCount }
  }

  /// A part at its place in memory, with the numbers that are asked for with each object.
  ///
  /// The reader of the part is asked only for what the list does not tell at a glance. Looking up the numbers in the parts, or
  /// asking the reader first, took an eighth and a third more instructions for an encode, since parts and readers are
  /// copied for each question.
  struct PartView {
    let list: BinaryPropertyListView
    let objects: BinaryPropertyListReferences
    let firstMark: Int
    let firstUID: Int
  }

  /// What is known of an object.
  ///
  /// Once all are marked, the new number plus one takes the place of ``live``.
  enum Mark {
    static let unseen: UInt32 = 0
    static let live: UInt32 = 1
    /// Found to be needed, and not looked at yet; more by one for each container around it, on the longest way there
    /// that was met.
    static let reached: UInt32 = 2
    /// What the number of an object has that is not written, since another stands for it.
    static let replaced: UInt32 = 1 << 31
  }

  // Not tuples: a small command waits longer for the runtime to make the types of arrays of these.

  /// A key, by its encoding, or a plain class record, by its name, that others are compared with.
  struct Known {
    let bytes: [UInt8]
    var mark: Int
  }

  /// The mark of what is not written, and of what stands for it.
  struct Replacement {
    let replaced: Int
    let first: Int
  }

  let parts: [Part]
  let isKeyed: Bool
  /// The addresses of the objects with new UIDs.
  let objects: [Int]
  let root: ArchiveAddress
  /// The number of `$objects`, which is written in the end.
  let objectsArray: Int?
  /// The classes of new objects.
  let newClasses: [KeyedArchiver.NewClass]

  let marks: ObjectTable
  /// How many more bytes the objects may take.
  var budget: Int
  /// New objects that are to be looked at.
  var pendingNew: [Int] = []
  /// How far the objects of the parts were looked at.
  var scan = Scan()
  /// The addresses of objects that were found to be needed when the scan was past them.
  var pending: [Int] = []
  /// New UID objects that are classes, which are looked at last so that an equal class of a part can stay what it is.
  var pendingClasses: [Int] = []
  /// Containers that contain one which was looked at before them, and so perhaps themselves.
  var referringBack: [Nested] = []
  /// The shapes of dictionaries whose keys were looked at, by part.
  var shapes: [KeyLookupCache]
  /// By UID: the mark of the one that stands for it plus one; 0 for one that nothing leads to.
  let uidMarks: ObjectTable
  /// The mark of the UID object that is written for a UID plus one, by UID.
  let uidObjects: ObjectTable
  /// The marks of null and the booleans, by their marker byte; -1 before one is met.
  var constants = Array(repeating: -1, count: 16)
  var keys: [Known] = []
  var classes: [Known] = []
  /// Objects, and UIDs, for which others stand.
  var replacements: [Replacement] = []
  var replacedUIDs: [Replacement] = []
  /// Whether all objects of the first part that something leads to stand right before the next by number.
  var isFirstPartInOrder = true
  /// How many objects and UIDs are written.
  var objectCount = 0
  var uidCount = 0
  var order = Order()
  var uidOrder = Order()
  /// Whether the objects of the first part are written byte by byte as they stand there.
  var copiesFirstPart = false

  /// Marks what is to be in the file.
  ///
  /// - Parameters:
  ///   - archiver: Has put the archive together.
  ///   - own: What it has written.
  ///   - root: The root object.
  ///   - objectsArray: The number of `$objects`, which a plain property list does not have.
  /// - Throws: ``KeyedArchiveError`` when something that is carried along is damaged.
  init(
    _ archiver: KeyedArchiver, own: ArchiveReader, root: ArchiveAddress, objectsArray: Int?
  ) throws(KeyedArchiveError) {
    self.root = root
    var sources: [Part] = []
    var markCount = 0
    var uidCount = 0
    for (index, part) in archiver.parts.enumerated() {
      let archive = part.archive
      sources.append(
        Part(
          index: index + 1, reader: archive.reader, archive: archive,
          objects: archive.objects, claims: part.claims, firstMark: markCount, firstUID: uidCount))
      markCount += archive.reader.propertyList.objectCount
      uidCount += archive.objects.count
    }
    let new = Part(
      index: 0, reader: own, archive: nil,
      objects: BinaryPropertyListReferences(offset: 0, count: archiver.objects.count),
      claims: SourceArchive.Claims(), firstMark: markCount, firstUID: uidCount)
    parts = [new] + sources
    markCount += own.propertyList.objectCount
    uidCount += archiver.objects.count
    guard max(markCount, uidCount) < Int(Mark.replaced) else {
      throw KeyedArchiveError(
        .tooLarge, "there are \(max(markCount, uidCount)) objects, more than can be numbered")
    }
    isKeyed = archiver.layout == .keyed
    objects = archiver.objects
    self.objectsArray = objectsArray
    newClasses = archiver.newClasses
    marks = ObjectTable(count: markCount)
    budget = PropertyListLimits.rewritingExpansion * parts.reduce(0) { $0 + $1.reader.bytes.count }
    shapes = Array(repeating: KeyLookupCache(), count: parts.count)
    uidMarks = ObjectTable(count: isKeyed ? uidCount : 0)
    uidObjects = ObjectTable(count: isKeyed ? uidCount : 0)
    try Self.withViews(of: parts) { (views) throws(KeyedArchiveError) in
      try mark(views)
      number()
    }
  }

  /// Looks at parts at their places in memory.
  static func withViews<Failure: Error>(
    of parts: [Part], _ views: [PartView] = [], _ body: ([PartView]) throws(Failure) -> Void
  ) throws(Failure) {
    if views.count == parts.count { return try body(views) }
    let part = parts[views.count]
    let list = part.reader.propertyList
    try list.bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      let view = PartView(
        list: BinaryPropertyListView(list, bytes), objects: part.objects,
        firstMark: part.firstMark, firstUID: part.firstUID)
      try withViews(of: parts, views + [view], body)
    }
  }

  /// The object that a UID leads to now.
  @inline(__always)
  func object(uid: Int, of part: Int, in views: [PartView]) -> ArchiveAddress {
    if part == 0 { return ArchiveAddress(objects[uid]) }
    if let new = parts[part].claims.newObject(uid: uid) { return ArchiveAddress(part: 0, new) }
    return ArchiveAddress(
      part: part, views[part].list.uncheckedReference(uid, in: views[part].objects))
  }
}
