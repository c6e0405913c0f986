/// The objects of an archive that is continued, and after them the new ones, with one sequence of
/// numbers and of UIDs for both.
struct SavedObjects: Sendable {
  /// The objects of the archive that is continued.
  let old: BinaryPropertyListReader
  /// The new objects; their references are numbers of either.
  let new: BinaryPropertyListReader
  /// By UID: the number of its object.
  let objects: [Int]
  /// The number of the root.
  let root: Int
  /// The number of the array `$objects`, whose content is ``objects``.
  let objectsArray: Int

  /// How many objects the archive that is continued has.
  var oldCount: Int { old.objectCount }
  /// How many objects there are.
  var count: Int { oldCount + new.objectCount }

  /// Brings the objects together.
  init(
    _ archiver: KeyedArchiver, new: BinaryPropertyListReader, root: Int, objectsArray: Int,
    continuing archive: KeyedArchive
  ) {
    old = archive.reader
    self.new = new
    objects = archiver.objects
    (self.root, self.objectsArray) = (root, objectsArray)
  }

  // MARK: What is written

  /// What the root leads to, while it is being found.
  private struct Walk {
    /// By number: whether the root leads to the object.
    var objects: [Bool]
    /// By UID: whether the root leads to a UID object of it.
    var uids: [Bool]
    /// The numbers of objects whose references are still to be followed.
    var open: [Int] = []

    @inline(__always)
    mutating func reach(_ number: Int) {
      if objects[number] { return }
      objects[number] = true
      open.append(number)
    }
  }

  /// Finds what the root of a keyed archive leads to, and drops everything else, except null.
  ///
  /// - Returns: The numbers and the UIDs of what is dropped, in ascending order.
  func drop() -> (objects: [Int], uids: [Int]) {
    var walk = Walk(
      objects: Array(repeating: false, count: count),
      uids: Array(repeating: false, count: objects.count))
    old.bytes.withUnsafeBufferPointer { bytes in
      let old = BinaryPropertyListView(old, bytes)
      walk.reach(root)
      reach(uid: 0, &walk)
      while let number = walk.open.popLast() {
        if number < oldCount {
          reachReferences(of: number, in: old, &walk)
        } else {
          reachReferences(of: number - oldCount, in: new, &walk)
        }
      }
    }
    return (
      walk.objects.indices.filter { !walk.objects[$0] }, walk.uids.indices.filter { !walk.uids[$0] }
    )
  }

  /// Reaches the object that a UID leads to now.
  @inline(__always)
  private func reach(uid: Int, _ walk: inout Walk) {
    walk.uids[uid] = true
    walk.reach(objects[uid])
  }

  /// Reaches the objects to which an object refers.
  @inline(__always)
  private func reachReferences(
    of number: Int, in list: some BinaryPropertyListBytes, _ walk: inout Walk
  ) {
    let start = list.uncheckedOffset(ofObject: number)
    if list.byte(at: start) >= BinaryPropertyListMarker.array {
      let references = list.references(at: start)
      for index in 0..<references.count {
        walk.reach(list.uncheckedReference(index, in: references))
      }
    } else if let uid = list.uid(at: start) {
      reach(uid: Int(truncatingIfNeeded: uid), &walk)
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
