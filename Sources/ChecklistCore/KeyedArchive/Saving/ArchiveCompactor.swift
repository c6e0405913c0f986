/// Completes an archive that has other archives as parts.
///
/// It works like a garbage collector, in three steps.
///
/// 1. Marking: it marks the objects that the root leads to, through references and UIDs, and checks
///    them on the way.
/// 2. Numbering: it gives numbers and UIDs without gaps. The objects of the first part keep theirs.
///    New objects take those of dropped objects, or higher ones.
/// 3. Writing: it writes the marked objects in the order of their numbers.
///
/// An object that nothing leads to, such as the text of a deleted item, is not written.
///
/// The parts may have equal objects. Of equal keys, booleans, UIDs and plain class records, one
/// stands for all: one of a part, if there is any, and not a new one. So after a change, the
/// remaining objects of the first part refer to the same numbers as before. Their bytes are copied
/// unchanged, in about as many runs as there are changes. This is not possible when there are fewer
/// numbers than before, or when another program wrote the file in another order. Then the objects
/// of the first part are written like all others: one by one, with the numbers that they refer to
/// now.
struct ArchiveCompactor {
  /// One source of objects for the new archive.
  struct Part {
    let index: Int
    let reader: ArchiveReader
    /// The archive that has the objects; nil for the new objects.
    let archive: KeyedArchive?
    /// The objects with UIDs, and the new objects that replace some of them.
    let objects: BinaryPropertyListReferences
    let claims: SourceArchive.Claims
    /// The indices of its first object in `marks` and of its first UID in `uidMarks`.
    let firstMark: Int
    let firstUID: Int

    /// Whether it has the new objects.
    var isNew: Bool { index == 0 }

    /// How many objects it has.
    var objectCount: Int { reader.propertyList.objectCount }
  }

  /// The bytes of a part in memory, with the numbers of the part that are needed for each object.
  ///
  /// The part's own reader is asked only when the view cannot answer. Parts and readers are copied
  /// for each question: looking the numbers up in the parts took an eighth more instructions for an
  /// encode, and asking the reader first took a third more.
  struct PartView {
    let list: BinaryPropertyListView
    let objects: BinaryPropertyListReferences
    let firstMark: Int
    let firstUID: Int
  }

  /// What is known about an object.
  ///
  /// Once all objects are marked, the new number plus one replaces ``live``.
  enum Mark {
    static let unseen: UInt32 = 0
    static let live: UInt32 = 1
    /// Found to be needed, and not looked at yet.
    ///
    /// One is added for each container around the object, on the longest path to it that was met.
    static let reached: UInt32 = 2
    /// The bit of an object that is not written, because another object stands for it.
    static let replaced: UInt32 = 1 << 31
  }

  // These are not tuples: for an array of tuples, the runtime must make a type first, which a small
  // command has to wait for.

  /// What others are compared with: the encoding of a key, or the name of a plain class record.
  struct Known {
    let bytes: [UInt8]
    var mark: Int
  }

  /// The mark of an object that is not written, and that of the object that stands for it.
  struct Replacement {
    let replaced: Int
    let first: Int
  }

  let parts: [Part]
  let isKeyed: Bool
  /// The addresses of the objects with new UIDs, by UID.
  let objects: [Int]
  let root: ArchiveAddress
  /// The number of the array `$objects`, which is written in the end.
  let objectsArray: Int?
  /// The classes of new objects.
  let newClasses: [KeyedArchiver.NewClass]

  let marks: ObjectTable
  /// How many more bytes the marked objects may take.
  var budget: Int
  /// The numbers of new objects that are to be looked at.
  var pendingNew: [Int] = []
  /// How far the objects of the parts have been looked at.
  var scan = Scan()
  /// The addresses of objects that were found to be needed after the scan had passed them.
  var pending: [Int] = []
  /// The numbers of new UID objects that lead to classes.
  ///
  /// They are looked at last, so that an equal class of a part stays as it is.
  var pendingClasses: [Int] = []
  /// Containers that hold a container which was looked at earlier.
  ///
  /// Such a container may contain itself.
  var referringBack: [Nested] = []
  /// The shapes of the dictionaries whose keys have been looked at, by part.
  var keyLookups: [KeyLookupCache]
  /// By UID: the mark of the UID that stands for it, plus one; 0 when nothing leads to it.
  let uidMarks: ObjectTable
  /// By UID: the mark of the UID object that is written for it, plus one.
  let uidObjects: ObjectTable
  /// The marks of null and the booleans, by their marker byte; -1 before one is met.
  var constants = Array(repeating: -1, count: 16)
  var keys: [Known] = []
  var classes: [Known] = []
  /// The objects, and the UIDs, that others stand for.
  var replacements: [Replacement] = []
  var replacedUIDs: [Replacement] = []
  /// Whether the bytes of each marked object of the first part end where those of the next number
  /// begin.
  var isFirstPartInOrder = true
  /// How many objects and UIDs are written.
  var objectCount = 0
  var uidCount = 0
  var order = Order()
  var uidOrder = Order()
  /// Whether the bytes of the first part's objects are copied unchanged.
  var copiesFirstPart = false

  /// Marks and numbers the objects of the new file.
  ///
  /// - Parameters:
  ///   - archiver: The archiver that has put the archive together.
  ///   - own: The objects that it has written.
  ///   - root: The root object.
  ///   - objectsArray: The number of the array `$objects`; nil for a plain property list.
  /// - Throws: ``KeyedArchiveError`` when something that is preserved is damaged.
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
    keyLookups = Array(repeating: KeyLookupCache(), count: parts.count)
    uidMarks = ObjectTable(count: isKeyed ? uidCount : 0)
    uidObjects = ObjectTable(count: isKeyed ? uidCount : 0)
    try Self.withViews(of: parts) { (views) throws(KeyedArchiveError) in
      try mark(views)
      number()
    }
  }

  /// Gives access to the bytes of parts in memory.
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
