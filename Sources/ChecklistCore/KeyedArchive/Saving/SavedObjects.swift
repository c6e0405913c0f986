/// The objects of an archive that is continued, and after them the new ones, with one sequence of
/// numbers and of UIDs for both.
struct SavedObjects: Sendable {
  /// The objects of the archive that is continued.
  let old: BinaryPropertyListReader
  private let oldTable: ObjectTable
  /// How many objects the archive that is continued has.
  let oldCount: Int
  /// The new objects; their references are numbers of either.
  let new: BinaryPropertyListReader
  private let newTable: ObjectTable
  /// By UID: the number of its object.
  let objects: [Int]
  /// By UID: the number of the UID object that refers to it, plus one; 0 for none.
  private let uidNumbers: [UInt32]
  /// The number of the root.
  let root: Int
  /// The number of the array `$objects`, whose content is ``objects``.
  let objectsArray: Int

  /// How many objects there are.
  var count: Int { oldCount + new.objectCount }

  /// Brings the objects together.
  init(
    _ archiver: KeyedArchiver, new: BinaryPropertyListReader, root: Int, objectsArray: Int,
    continuing archive: KeyedArchive
  ) {
    old = archive.reader
    oldCount = old.objectCount
    oldTable = ObjectTable(count: oldCount)
    self.new = new
    newTable = ObjectTable(count: new.objectCount)
    objects = archiver.objects
    uidNumbers = archiver.uidNumbers
    (self.root, self.objectsArray) = (root, objectsArray)
  }

  // MARK: What is written

  /// Finds what the root of a keyed archive leads to, and drops everything else.
  ///
  /// - Returns: The numbers of what is dropped, in ascending order.
  func drop() -> [Int] {
    old.bytes.withUnsafeBufferPointer { bytes in
      let old = BinaryPropertyListView(old, bytes)
      var reached: [Int] = []
      reach(root, &reached)
      reach(objects[0], &reached)
      while let number = reached.popLast() {
        if number < oldCount {
          reachReferences(of: number, in: old, &reached)
        } else {
          reachReferences(of: number - oldCount, in: new, &reached)
        }
      }
    }
    return (0..<count).filter { !isWritten($0) }
  }

  @inline(__always)
  private func reach(_ number: Int, _ reached: inout [Int]) {
    let isNew = number < oldCount ? oldTable.reach(number) : newTable.reach(number &- oldCount)
    if isNew { reached.append(number) }
  }

  /// Reaches the objects to which an object refers: for a UID, the one that it leads to now.
  @inline(__always)
  private func reachReferences(
    of number: Int, in list: some BinaryPropertyListBytes, _ reached: inout [Int]
  ) {
    let start = list.uncheckedOffset(ofObject: number)
    if list.byte(at: start) >= BinaryPropertyListMarker.array {
      let references = list.references(at: start)
      for index in 0..<references.count {
        reach(list.uncheckedReference(index, in: references), &reached)
      }
    } else if let uid = list.uid(at: start) {
      reach(objects[Int(truncatingIfNeeded: uid)], &reached)
    }
  }

  /// Whether an object is written: whether the root leads to it.
  @inline(__always)
  func isWritten(_ number: Int) -> Bool {
    number < oldCount ? oldTable.isReached(number) : newTable.isReached(number &- oldCount)
  }

  /// The UIDs that are not written: those that no UID object has, except null's.
  var droppedUIDs: [Int] {
    (0..<objects.count).filter {
      $0 > 0
        && ($0 >= uidNumbers.count || uidNumbers[$0] == 0 || !isWritten(Int(uidNumbers[$0]) - 1))
    }
  }

  /// How many bytes an object takes.
  func size(of number: Int) -> Int {
    let size =
      number < oldCount
      ? try? old.encoding(ofObject: number).count
      : try? new.encoding(ofObject: number - oldCount).count
    return size ?? 0
  }
}

extension BinaryPropertyListBytes {
  /// The references of a container that has been checked, as one run: the values of a dictionary
  /// stand right after its keys.
  @inline(__always)
  func references(at start: Int) -> BinaryPropertyListReferences {
    let marker = byte(at: start)
    var (first, count) = (start &+ 1, Int(marker & 0x0F))
    if count == BinaryPropertyListMarker.extendedCount {
      // The count is an integer object.
      let width = 1 &<< Int(byte(at: first) & 0x0F)
      first &+= 1 &+ width
      count = Int(truncatingIfNeeded: bigEndian(at: first &- min(width, 8), width: min(width, 8)))
    }
    let isDictionary = marker & 0xF0 == BinaryPropertyListMarker.dictionary
    return BinaryPropertyListReferences(offset: first, count: isDictionary ? 2 &* count : count)
  }
}
