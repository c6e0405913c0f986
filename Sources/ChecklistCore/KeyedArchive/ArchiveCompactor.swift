/// Completes an archive that has others as parts.
///
/// It works as a copying garbage collector does. First it marks what the root leads to, through references and UIDs, and
/// checks it on the way; then it copies what is marked into the new file, what is new behind all else, with numbers and
/// UIDs without gaps. What nothing leads to, as a deleted item and its text, is not there any more.
///
/// The parts may have the same more than once. Of equal keys, booleans, UIDs and plain class records, the first that is met
/// stands for all.
struct ArchiveCompactor {
  /// Objects of the archive in the making.
  ///
  /// A class, since it is handed on for each of them.
  final class Part: Sendable {
    let index: Int
    let reader: ArchiveReader
    /// The archive that has them; nil for what was written anew.
    let archive: KeyedArchive?
    /// The objects with UIDs, and those in their places.
    let objects: BinaryPropertyListReferences
    let claims: ArchivePart.Claims
    /// Where its objects begin in `marks`, and its UIDs in `uidMarks`.
    let firstMark: Int
    let firstUID: Int

    init(
      index: Int, reader: ArchiveReader, archive: KeyedArchive?,
      objects: BinaryPropertyListReferences, claims: ArchivePart.Claims, firstMark: Int,
      firstUID: Int
    ) {
      self.index = index
      self.reader = reader
      self.archive = archive
      self.objects = objects
      self.claims = claims
      self.firstMark = firstMark
      self.firstUID = firstUID
    }

    /// Whether it is what was written anew.
    var isNew: Bool { index == 0 }
  }

  /// What is known of an object.
  ///
  /// Once all are marked, the new number plus one takes the place of ``live``.
  enum Mark {
    static let unseen: UInt32 = 0
    static let live: UInt32 = 1
    /// A container that is being looked at: meeting it again is a cycle.
    static let open: UInt32 = 2
    /// What the number of an object has that is not written, since another stands for it.
    static let replaced: UInt32 = 1 << 31
  }

  // Not tuples: a small command waits longer for the runtime to make the types of arrays of these.

  /// A key, by its encoding, or a plain class record, by its name, that others are compared with.
  private struct Known {
    let bytes: [UInt8]
    let mark: Int
  }

  /// The mark of what is not written, and of what stands for it.
  private struct Replacement {
    let replaced: Int
    let first: Int
  }

  /// How many times the size of the parts the objects may take when each is written by itself; those of a sound file do
  /// not overlap.
  private static let expansion = 2
  /// Longer keys, in bytes, are not compared with others.
  private static let comparedKeySize = 64
  /// How many keys and classes others are compared with: more than any program has.
  private static let comparedCount = 64

  let parts: [Part]
  let isKeyed: Bool
  /// The addresses of the objects with new UIDs.
  private let objects: [Int]
  let root: ArchiveAddress
  /// The number of `$objects`, which is written in the end.
  let objectsArray: Int?
  /// The classes of new objects.
  private let newClasses: [KeyedArchiver.NewClass]

  private(set) var marks: [UInt32]
  private var budget: Int
  /// The addresses of objects that UIDs lead to, which are looked at later.
  private var pending: [Int] = []
  /// The shapes of dictionaries whose keys were looked at, by part.
  private var shapes: [ArchiveShapes]
  /// By UID: the mark of the one that stands for it plus one; 0 for one that nothing leads to.
  private(set) var uidMarks: [UInt32]
  /// The mark of the UID object that is written for a UID plus one, by UID.
  private var uidObjects: [UInt32]
  /// The marks of null and the booleans, by their marker byte; -1 before one is met.
  private var constants = Array(repeating: -1, count: 16)
  private var keys: [Known] = []
  private var classes: [Known] = []
  /// Objects, and UIDs, for which others stand.
  private var replacements: [Replacement] = []
  private var replacedUIDs: [Replacement] = []
  /// How many objects and UIDs are written.
  private(set) var objectCount = 0
  private(set) var uidCount = 0

  /// Marks what is to be in the file.
  ///
  /// - Parameters:
  ///   - archiver: has put the archive together.
  ///   - own: what it has written.
  ///   - root: the root object.
  ///   - objectsArray: the number of `$objects`, which a plain property list does not have.
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
    // Behind the others, so that their objects keep their numbers when none is dropped.
    let new = Part(
      index: 0, reader: own, archive: nil,
      objects: BinaryPropertyListReferences(offset: 0, count: archiver.objects.count),
      claims: ArchivePart.Claims(), firstMark: markCount, firstUID: uidCount)
    parts = [new] + sources
    markCount += own.propertyList.objectCount
    uidCount += archiver.objects.count
    guard markCount < Int(Mark.replaced) else {
      throw KeyedArchiveError(
        .tooLarge, "there are \(markCount) objects, more than can be numbered")
    }
    isKeyed = archiver.form == .keyed
    objects = archiver.objects
    self.objectsArray = objectsArray
    newClasses = archiver.newClasses
    marks = Array(repeating: Mark.unseen, count: markCount)
    budget = Self.expansion * parts.reduce(0) { $0 + $1.reader.bytes.count }
    shapes = Array(repeating: ArchiveShapes(), count: parts.count)
    uidMarks = Array(repeating: 0, count: isKeyed ? uidCount : 0)
    uidObjects = uidMarks
    try mark()
    renumber()
  }

  // MARK: Marking

  /// Marks what the root leads to.
  private mutating func mark() throws(KeyedArchiveError) {
    try reach(root.number, parts[root.part], depth: 0)
    if isKeyed { try reachObject(uid: 0, of: parts[0]) }
    while let code = pending.popLast() {
      let address = ArchiveAddress(code)
      try reach(address.number, parts[address.part], depth: 0)
    }
  }

  @inline(__always)
  private mutating func reach(
    _ number: Int, _ part: Part, depth: Int, isClass: Bool = false
  ) throws(KeyedArchiveError) {
    switch marks[part.firstMark &+ number] {
    case Mark.unseen: try visit(number, part, depth: depth, isClass: isClass)
    case Mark.open: throw tooDeep(number, part)
    default: break
    }
  }

  /// Looks at an element, or a value, of a container.
  @inline(__always)
  private mutating func reach(
    _ index: Int, in references: BinaryPropertyListReferences, _ part: Part, depth: Int,
    isClass: Bool = false
  ) throws(KeyedArchiveError) {
    // What is new may refer to any part, a part only to itself.
    if part.isNew {
      let address = newReference(index, in: references)
      try reach(address.number, parts[address.part], depth: depth, isClass: isClass)
    } else {
      let number = try part.reader.reference(index, in: references)
      try reach(number, part, depth: depth, isClass: isClass)
    }
  }

  func newReference(
    _ index: Int, in references: BinaryPropertyListReferences
  ) -> ArchiveAddress {
    ArchiveAddress(parts[0].reader.propertyList.uncheckedReference(index, in: references))
  }

  /// Looks at an object that was not seen before, and at all below it.
  private mutating func visit(
    _ number: Int, _ part: Part, depth: Int, isClass: Bool
  ) throws(KeyedArchiveError) {
    let start = try part.reader.checkedOffset(ofObject: number)
    let mark = part.firstMark + number
    let marker = part.reader.bytes[start]
    switch marker & 0xF0 {
    case BinaryPropertyListMarker.dictionary:
      guard let (keys, values) = try part.reader.dictionary(number, at: start) else { return }
      try enter(number, part, depth)
      let classPosition = try classPosition(keys, part)
      for index in 0..<values.count {
        try reach(index, in: values, part, depth: depth + 1, isClass: index == classPosition)
      }
      marks[mark] = Mark.live
    case BinaryPropertyListMarker.array, BinaryPropertyListMarker.set,
      BinaryPropertyListMarker.orderedSet:
      try enter(number, part, depth)
      let elements = try part.reader.elements(number, at: start)
      for index in 0..<elements.count { try reach(index, in: elements, part, depth: depth + 1) }
      marks[mark] = Mark.live
    case BinaryPropertyListMarker.uid where isKeyed:
      marks[mark] = Mark.live
      let uid = try reachObject(of: number, at: start, part, isClass: isClass)
      if uidObjects[uid] == 0 {
        uidObjects[uid] = UInt32(mark + 1)
      } else {
        replacements.append(Replacement(replaced: mark, first: Int(uidObjects[uid]) - 1))
      }
    default:
      marks[mark] = Mark.live
      try charge(part.reader.scalarEnd(number, at: start) - start)
      if marker < 16 {
        let first = constants[Int(marker)]
        if first < 0 {
          constants[Int(marker)] = mark
        } else {
          replacements.append(Replacement(replaced: mark, first: first))
        }
      }
    }
  }

  private mutating func enter(
    _ number: Int, _ part: Part, _ depth: Int
  ) throws(KeyedArchiveError) {
    guard depth < PropertyListLimits.depth else { throw tooDeep(number, part) }
    marks[part.firstMark + number] = Mark.open
  }

  private func tooDeep(_ number: Int, _ part: Part) -> KeyedArchiveError {
    KeyedArchiveError(
      .tooDeep, at: part.reader.offset(ofObject: number),
      "containers are nested more than \(PropertyListLimits.depth) deep, or contain themselves")
  }

  @inline(__always)
  private mutating func charge(_ bytes: Int) throws(KeyedArchiveError) {
    budget -= bytes
    guard budget >= 0 else {
      throw KeyedArchiveError(
        .tooLarge, "objects overlap, and would take far more than the file when written again")
    }
  }

  // MARK: UIDs

  /// Notes that a UID object leads to an object.
  ///
  /// - Returns: the UID that is written for it.
  private mutating func reachObject(
    of number: Int, at start: Int, _ part: Part, isClass: Bool
  ) throws(KeyedArchiveError) -> Int {
    let uid = try part.reader.uid(number, at: start) ?? 0
    if part.isNew {
      let address = ArchiveAddress(Int(truncatingIfNeeded: uid))
      return try reachObject(uid: address.number, of: parts[address.part], isClass: isClass)
    }
    if uid == 0 { return try reachObject(uid: 0, of: parts[0]) }
    guard uid < UInt64(part.objects.count) else {
      throw KeyedArchiveError(
        .invalidReference, at: part.reader.offset(ofObject: number),
        "UID \(uid) names no object, there are \(part.objects.count)")
    }
    return try reachObject(uid: Int(uid), of: part, isClass: isClass)
  }

  /// Notes that something leads to an object.
  ///
  /// - Parameters:
  ///   - uid: its UID in a part.
  ///   - part: the part.
  ///   - isClass: whether it is the class of an object.
  /// - Returns: the mark of the UID that stands for it.
  /// - Throws: ``KeyedArchiveError`` when there is no such object.
  @discardableResult
  private mutating func reachObject(
    uid: Int, of part: Part, isClass: Bool = false
  ) throws(KeyedArchiveError) -> Int {
    let mark = part.firstUID + uid
    if uidMarks[mark] > 0 { return Int(uidMarks[mark]) - 1 }
    if isClass, let name = plainClassName(uid, of: part) {
      let name = Array(name.utf8)
      if let first = classes.first(where: { $0.bytes == name })?.mark {
        uidMarks[mark] = UInt32(first + 1)
        replacedUIDs.append(Replacement(replaced: mark, first: first))
        return first
      }
      if classes.count < Self.comparedCount { classes.append(Known(bytes: name, mark: mark)) }
    }
    uidMarks[mark] = UInt32(mark + 1)
    if !part.isNew { _ = try part.reader.reference(uid, in: part.objects) }
    pending.append(object(uid: uid, of: part).code)
    return mark
  }

  /// The object that a UID leads to now.
  @inline(__always)
  func object(uid: Int, of part: Part) -> ArchiveAddress {
    if part.isNew { return ArchiveAddress(objects[uid]) }
    if let new = part.claims.newObject(uid: uid) { return ArchiveAddress(part: 0, new) }
    return ArchiveAddress(
      part: part.index, part.reader.propertyList.uncheckedReference(uid, in: part.objects))
  }

  /// The name of a class whose record says nothing but that, and that it has no superclass but `NSObject`.
  private func plainClassName(_ uid: Int, of part: Part) -> String? {
    guard let archive = part.archive else {
      return newClasses.first { $0.isNew && $0.uid == UInt64(uid) }?.name
    }
    return archive.plainClassName(uid: UInt64(uid))
  }

  // MARK: Keys

  /// Where `$class` is among the keys of a dictionary, negative when it is not; keys are looked at when they are met the
  /// first time.
  @inline(__always)
  private mutating func classPosition(
    _ keys: BinaryPropertyListReferences, _ part: Part
  ) throws(KeyedArchiveError) -> Int {
    var cursor = shapes[part.index].cursor(for: keys, in: part.reader.propertyList)
    if let known = shapes[part.index].position(of: KeyedArchive.Key.class, &cursor) { return known }
    let position = try visitKeys(keys, part)
    shapes[part.index].learn(KeyedArchive.Key.class, at: position, &cursor)
    return position
  }

  /// Looks at the keys of a dictionary.
  ///
  /// - Returns: where `$class` is; -1 when it is not there.
  @inline(never)
  private mutating func visitKeys(
    _ keys: BinaryPropertyListReferences, _ part: Part
  ) throws(KeyedArchiveError) -> Int {
    var classPosition = -1
    for index in 0..<keys.count {
      let key =
        part.isNew
        ? newReference(index, in: keys)
        : ArchiveAddress(part: part.index, try part.reader.reference(index, in: keys))
      if try visitKey(key.number, parts[key.part]), classPosition < 0 { classPosition = index }
    }
    return classPosition
  }

  /// Looks at a key, and tells whether it is `$class`.
  private mutating func visitKey(_ number: Int, _ part: Part) throws(KeyedArchiveError) -> Bool {
    let start = try part.reader.checkedOffset(ofObject: number)
    let marker = part.reader.bytes[start] & 0xF0
    guard
      marker == BinaryPropertyListMarker.asciiString
        || marker == BinaryPropertyListMarker.utf16String
    else {
      let found = try part.reader.object(number).typeName
      throw KeyedArchiveError(
        part.reader.propertyList.error(
          .invalidKey, number, "a dictionary key is a string, here is \(found)"))
    }
    let mark = part.firstMark + number
    let end = try part.reader.scalarEnd(number, at: start)
    let encoding = Array(part.reader.bytes[start..<min(end, start + Self.comparedKeySize)])
    if marks[mark] == Mark.unseen {
      marks[mark] = Mark.live
      try charge(end - start)
      if end - start < Self.comparedKeySize {
        if let first = keys.first(where: { $0.bytes == encoding })?.mark {
          replacements.append(Replacement(replaced: mark, first: first))
        } else if keys.count < Self.comparedCount {
          keys.append(Known(bytes: encoding, mark: mark))
        }
      }
    }
    return encoding.dropFirst().elementsEqual(KeyedArchive.Key.class.utf8)
  }

  // MARK: Numbering

  /// Gives new numbers and UIDs to what is marked.
  private mutating func renumber() {
    for replacement in replacements { marks[replacement.replaced] = Mark.unseen }
    var count: UInt32 = 0
    for mark in marks.indices where marks[mark] == Mark.live {
      count += 1
      marks[mark] = count
    }
    for replacement in replacements {
      marks[replacement.replaced] = marks[replacement.first] | Mark.replaced
    }
    objectCount = Int(count)

    guard isKeyed else { return }
    // Null is first.
    let null = parts[0].firstUID
    uidMarks[null] = 0
    var uidCount: UInt32 = 1
    for mark in uidMarks.indices where Int(uidMarks[mark]) == mark + 1 {
      uidCount += 1
      uidMarks[mark] = uidCount
    }
    uidMarks[null] = 1
    for replacement in replacedUIDs {
      uidMarks[replacement.replaced] = uidMarks[replacement.first] | Mark.replaced
    }
    self.uidCount = Int(uidCount)
  }
}
