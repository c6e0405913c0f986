/// The objects of an archive that is continued, and after them the new ones, with one sequence of
/// numbers and of UIDs for both.
struct SavedObjects: Sendable {
  /// The objects of the archive that is continued; the new ones when none is.
  let old: BinaryPropertyListReader
  private let oldFacts: ObjectTable
  /// How many objects the archive that is continued has.
  let oldCount: Int
  /// The new objects; their references are numbers of either.
  let new: BinaryPropertyListReader
  private let newFacts: ObjectTable
  /// By UID: the number of its object.
  let objects: [Int]
  /// By UID: the number of the UID object that refers to it, plus one; 0 for none.
  private let uidNumbers: [UInt32]
  /// The number of the root.
  let root: Int
  /// The number of the array `$objects`, whose content is ``objects``; nil in a plain property
  /// list.
  let objectsArray: Int?

  private var isKeyed: Bool { objectsArray != nil }
  /// How many objects there are.
  var count: Int { oldCount + new.objectCount }

  /// Brings the objects together, and counts what the new ones refer to.
  ///
  /// - Throws: ``ArchiveError`` when containers would be nested too deep.
  init(
    _ archiver: KeyedArchiver, new: BinaryPropertyListReader, root: Int, objectsArray: Int?
  ) throws(ArchiveError) {
    old = archiver.continued?.archive.reader ?? new
    oldFacts = archiver.continued?.facts ?? ObjectTable(count: 0)
    oldCount = archiver.continued?.objectCount ?? 0
    self.new = new
    newFacts = ObjectTable(count: new.objectCount)
    objects = archiver.objects
    uidNumbers = archiver.uidNumbers
    (self.root, self.objectsArray) = (root, objectsArray)
    // The root comes before what it refers to, and `$objects` is no level of nesting.
    for number in oldCount..<count where number != root && number != objectsArray {
      try countReferences(of: number)
    }
    try countReferences(of: root)
    refer(to: root)
    if isKeyed { refer(to: objects[0]) }
  }

  /// Counts what a new object refers to.
  private func countReferences(of number: Int) throws(ArchiveError) {
    var height = 0
    forEachReference(of: number) { height = max(height, refer(to: $0)) }
    guard marker(number) >= BinaryPropertyListMarker.array else { return }
    guard height < PropertyListLimits.depth else {
      throw ArchiveError(.tooDeep, PropertyListLimits.tooDeepMessage(orContainThemselves: true))
    }
    newFacts.setHeight(height + 1, of: number - oldCount)
  }

  @discardableResult
  private func refer(to number: Int) -> Int {
    if number >= oldCount { return newFacts.refer(to: number - oldCount) }
    oldFacts.set(.isNeeded, number)
    return oldFacts.refer(to: number)
  }

  // MARK: What is written

  /// Whether an object is written.
  @inline(__always)
  func isWritten(_ number: Int) -> Bool {
    number < oldCount ? oldFacts.count(number) > 0 : newFacts.count(number - oldCount) > 0
  }

  /// The UIDs that are not written: those that no UID object has, except null's.
  var droppedUIDs: [Int] {
    (0..<objects.count).filter {
      $0 > 0
        && ($0 >= uidNumbers.count || uidNumbers[$0] == 0 || !isWritten(Int(uidNumbers[$0]) - 1))
    }
  }

  /// Drops what the root does not lead to any more: what no reference leads to.
  ///
  /// What has lost a reference and still has others might have them from objects to which the root
  /// does not lead: from itself, by way of others, or from a circle that another program left in
  /// the archive. That does not matter for what is needed, and for what is little.
  ///
  /// - Returns: The numbers of what is dropped, in ascending order; nil when it is not certain that
  ///   there is nothing else to drop.
  func drop(_ archiver: KeyedArchiver) -> [Int]? {
    guard let archive = archiver.continued, archive.uncounted.allSatisfy({ !isWritten($0) }) else {
      return nil
    }
    var suspects: [Int] = []
    // The references of the old root were not counted.
    forEachReference(of: old.root) { if isWritten($0) { suspects.append($0) } }
    /// Takes a reference away; tells whether none is left.
    func release(_ number: Int) -> Bool {
      if number >= oldCount { return newFacts.release(number - oldCount) }
      if oldFacts.release(number) { return true }
      if !isScalar(number), !oldFacts.has(.isSuspect, number) {
        oldFacts.set(.isSuspect, number)
        suspects.append(number)
      }
      return false
    }
    for uid in archiver.replacedUIDs where (1...oldCount).contains(Int(uidNumbers[uid])) {
      refer(to: objects[uid])
      _ = release(old.uncheckedReference(uid, in: archive.archive.objects))
    }
    var dropped = (0..<count).filter { !isWritten($0) }
    var next = 0
    while next < dropped.count {
      if !archive.uncounted.contains(dropped[next]) {
        forEachReference(of: dropped[next]) { if release($0) { dropped.append($0) } }
      }
      next += 1
    }
    guard suspects.allSatisfy({ !isWritten($0) || isNeeded($0) || isLittle($0) }) else {
      return nil
    }
    return dropped.sorted()
  }

  /// Whether the root leads to an object because it is new, or because a new object refers to it.
  private func isNeeded(_ number: Int) -> Bool {
    number >= oldCount || oldFacts.has(.isNeeded, number)
  }

  /// Whether an object is, or leads by a UID to, a number, a text, a class record, or what has
  /// nothing but numbers and a class, as a date has.
  private func isLittle(_ number: Int) -> Bool {
    let object = target(of: number) ?? number
    if isNeeded(object) || isScalar(object) || isClassRecord(object) { return true }
    guard let (keys, values) = dictionary(object), keys.count <= 4 else { return false }
    return (0..<values.count).allSatisfy {
      let value = old.uncheckedReference($0, in: values)
      return marker(value) < BinaryPropertyListMarker.data
        || target(of: value).map(isClassRecord) == true
    }
  }

  private func isClassRecord(_ number: Int) -> Bool {
    guard number < oldCount, let (keys, _) = dictionary(number), keys.count <= 4 else {
      return false
    }
    return (try? old.position(of: KeyedArchive.Key.classname, in: keys)).map { $0 >= 0 } == true
  }

  private func dictionary(
    _ number: Int
  ) -> (keys: BinaryPropertyListReferences, values: BinaryPropertyListReferences)? {
    try? old.dictionary(number, at: old.uncheckedOffset(ofObject: number))
  }

  // MARK: Objects

  /// The list that has an object, and its number there.
  private func place(_ number: Int) -> (list: BinaryPropertyListReader, number: Int) {
    number < oldCount ? (old, number) : (new, number - oldCount)
  }

  /// How many bytes an object takes.
  func size(of number: Int) -> Int {
    let (list, own) = place(number)
    return (try? list.encoding(ofObject: own).count) ?? 0
  }

  private func marker(_ number: Int) -> UInt8 {
    let (list, own) = place(number)
    return list.byte(at: list.uncheckedOffset(ofObject: own))
  }

  /// The number of the object that a UID leads to now; nil for an object that is no UID.
  private func target(of number: Int) -> Int? {
    let (list, own) = place(number)
    guard isKeyed, let uid = list.uid(at: list.uncheckedOffset(ofObject: own)) else { return nil }
    return objects[Int(truncatingIfNeeded: uid)]
  }

  /// Whether an object is a number, a date of a plain property list, or a text.
  private func isScalar(_ number: Int) -> Bool {
    let marker = marker(number)
    return marker < BinaryPropertyListMarker.data || BinaryPropertyListMarker.isString(marker)
  }

  /// Goes through the objects that an object refers to: for a UID, the one that it leads to now.
  private func forEachReference(of number: Int, _ body: (Int) -> Void) {
    let (list, own) = place(number)
    let start = list.uncheckedOffset(ofObject: own)
    if list.byte(at: start) >= BinaryPropertyListMarker.array {
      let references = list.references(at: start)
      for index in 0..<references.count { body(list.uncheckedReference(index, in: references)) }
    } else if let target = target(of: number) {
      body(target)
    }
  }
}

extension BinaryPropertyListReader {
  /// The references of a container that has been checked, as one run: the values of a dictionary
  /// stand right after its keys.
  func references(at start: Int) -> BinaryPropertyListReferences {
    if let (keys, _) = try? dictionary(0, at: start) {
      return BinaryPropertyListReferences(offset: keys.offset, count: 2 &* keys.count)
    }
    guard let elements = try? elements(0, at: start) else {
      preconditionFailure("the container has been checked")
    }
    return elements
  }
}
