/// The archive that a save continues: its objects keep their numbers and their UIDs.
///
/// Every object of it has been checked. So nothing needs to be checked again, and an object that
/// did not change is copied with all its references as they are.
struct ContinuedArchive: Sendable {
  let archive: KeyedArchive
  /// By UID: the number of its object.
  ///
  /// The archiver takes this table and the next one, and goes on with them.
  var objects: [Int]
  /// By UID: the number of the UID object that refers to it, plus one; 0 for none.
  var uidNumbers: [UInt32]
  /// The numbers of `false` and `true`.
  let booleans: (Int?, Int?)
  /// How deep containers nest in each object; the one save that continues the archive also notes
  /// there what its root leads to.
  let facts: ObjectTable
  /// The numbers of objects whose bytes do not begin where those of the number before end.
  let breaks: [Int]
  /// A lower bound on the bytes that its objects take when they are written again with references
  /// of the same width.
  let leastSize: Int
  /// The numbers of the first dictionary keys that were met.
  private let keys: [Int]

  /// How many objects, and how many UIDs, there are.
  var objectCount: Int { archive.reader.objectCount }
  var uidCount: Int { archive.objects.count }

  /// Checks the objects of an archive.
  ///
  /// It is nil for what a save does not continue but copies, object by object; Saving.md lists what
  /// that is.
  init?(_ archive: KeyedArchive) {
    self.archive = archive
    let reader = archive.reader
    guard archive.layout == .keyed, reader.bytes.count < Int(UInt32.max),
      reader.objectCount < reader.offsetTable,
      (try? reader.object(archive.objectNumber(uid: 0), isString: KeyedArchive.null)) == true
    else { return nil }
    let facts = ObjectTable(count: reader.objectCount)
    var uidNumbers = [UInt32](repeating: 0, count: archive.objects.count)
    let check = reader.bytes.withUnsafeBufferPointer { bytes in
      uidNumbers.withUnsafeMutableBufferPointer { uidNumbers in
        ObjectCheck(archive, BinaryPropertyListView(reader, bytes), facts, uidNumbers)
      }
    }
    guard let check else { return nil }
    (self.facts, self.uidNumbers) = (facts, uidNumbers)
    (objects, booleans) = (check.objects, check.booleans)
    (breaks, leastSize) = (check.breaks, check.leastSize)
    keys = check.shapes.keys
  }

  /// The number of a key that a dictionary has.
  func number(ofKey key: String) -> Int? {
    keys.first { (try? archive.reader.object($0, isString: key)) == true }
  }

  /// The UID of a class record that gives only this name, with `NSObject` as its superclass.
  func classUID(named name: String) -> UInt64? {
    let reader = archive.reader
    /// The keys of the last dictionary that was no class record.
    var others: BinaryPropertyListReferences?
    for uid in 0..<uidCount {
      let number = reader.uncheckedReference(uid, in: archive.objects)
      guard let (keys, _) = reader.dictionary(at: reader.uncheckedOffset(ofObject: number)),
        keys.count == 2, others.map({ reader.hasEqualReferences($0, keys) }) != true
      else { continue }
      guard let position = try? reader.position(of: KeyedArchive.Key.classname, in: keys),
        position >= 0
      else {
        others = keys
        continue
      }
      if archive.plainClassName(uid: UInt64(uid))?.hasSameCodeUnits(as: name) == true {
        return UInt64(uid)
      }
    }
    return nil
  }
}

/// One look at each object of an archive, in the order of their numbers.
private struct ObjectCheck {
  private(set) var objects: [Int] = []
  private(set) var booleans: (Int?, Int?) = (nil, nil)
  private(set) var breaks: [Int] = []
  private(set) var leastSize = 0
  private(set) var shapes = Shapes()
  /// The most breaks at which a save splits what it copies.
  private static let breakCount = 16
  /// The height of the root and of `$objects`, with which no other container can have them in it.
  private static let own = PropertyListLimits.depth + 1

  /// Checks every object; nil when one of them is not sound, or nests too deep.
  init?(
    _ archive: KeyedArchive, _ list: BinaryPropertyListView, _ facts: ObjectTable,
    _ uidNumbers: UnsafeMutableBufferPointer<UInt32>
  ) {
    objects.reserveCapacity(uidNumbers.count)
    for uid in 0..<uidNumbers.count {
      guard let number = list.soundReference(uid, in: archive.objects) else { return nil }
      objects.append(number)
    }
    let reader = archive.reader
    // A save writes the root and `$objects` anew: the root alone may refer to `$objects`, once, and
    // nothing to the root.
    facts.setHeight(Self.own, of: reader.root)
    var root: BinaryPropertyListReferences?
    var end = BinaryPropertyListMarker.headerSize
    var size = 0
    for number in 0..<list.objectCount {
      let start = list.uncheckedOffset(ofObject: number)
      guard list.hasObject(at: start) else { return nil }
      if start != end {
        if breaks.count == Self.breakCount { return nil }
        breaks.append(number)
      }
      let marker = list.byte(at: start)
      switch marker & 0xF0 {
      case BinaryPropertyListMarker.uid:
        guard let uid = list.uid(at: start), uid < UInt64(uidNumbers.count),
          uidNumbers[Int(truncatingIfNeeded: uid)] == 0
        else { return nil }
        uidNumbers[Int(truncatingIfNeeded: uid)] = UInt32(truncatingIfNeeded: number &+ 1)
        end = start &+ 2 &+ Int(marker & 0x0F)
        leastSize &+= 2
      case BinaryPropertyListMarker.dictionary:
        guard
          let (keys, values) = list.dictionary(at: start)
            ?? (try? reader.dictionary(number, at: start)),
          shapes.areStrings(keys, in: list),
          number == reader.root || Self.nest(values, in: number, of: list, facts)
        else { return nil }
        if number == reader.root { root = values }
        end = list.end(of: values)
        leastSize &+= 1 &+ end &- keys.offset
      case BinaryPropertyListMarker.array, BinaryPropertyListMarker.set,
        BinaryPropertyListMarker.orderedSet:
        guard let elements = try? reader.elements(number, at: start) else { return nil }
        if elements == archive.objects {
          facts.setHeight(Self.own, of: number)
        } else {
          guard Self.nest(elements, in: number, of: list, facts) else { return nil }
        }
        end = list.end(of: elements)
        leastSize &+= 1 &+ end &- elements.offset
      default:
        guard let next = list.scalarEnd(at: start) ?? (try? reader.scalarEnd(number, at: start))
        else { return nil }
        end = next
        leastSize &+= end &- start
        if marker == BinaryPropertyListMarker.true { booleans.1 = booleans.1 ?? number }
        if marker == BinaryPropertyListMarker.false { booleans.0 = booleans.0 ?? number }
      }
      size &+= end &- start
    }
    guard size <= list.offsetTable, let root else { return nil }
    var uses = 0
    for index in 0..<root.count {
      guard let value = list.soundReference(index, in: root) else { return nil }
      if facts.height(of: value) == Self.own { uses += 1 }
    }
    guard uses == 1, !objects.contains(where: { facts.height(of: $0) == Self.own }) else {
      return nil
    }
  }

  /// Notes how deep containers nest in a container.
  ///
  /// - Returns: Whether all elements are there, the containers among them before it and not too
  ///   deep.
  @inline(__always)
  private static func nest(
    _ elements: BinaryPropertyListReferences, in number: Int, of list: BinaryPropertyListView,
    _ facts: ObjectTable
  ) -> Bool {
    var height = 0
    for index in 0..<elements.count {
      let element = list.uncheckedReference(index, in: elements)
      // A negative number is a large one without a sign.
      if UInt(bitPattern: element) >= UInt(bitPattern: number), !isScalar(element, in: list) {
        return false
      }
      height = max(height, facts.height(of: element))
    }
    guard height < PropertyListLimits.depth else { return false }
    facts.setHeight(height &+ 1, of: number)
    return true
  }

  @inline(never)
  private static func isScalar(_ number: Int, in list: BinaryPropertyListView) -> Bool {
    guard let offset = list.soundOffset(ofObject: number) else { return false }
    return list.byte(at: offset) < BinaryPropertyListMarker.array
  }
}

/// The sequences of keys that dictionaries have: a few, each in many dictionaries.
private struct Shapes {
  private struct Shape {
    let keys: BinaryPropertyListReferences
    /// The index of the shape of the dictionary that came next the last time.
    var next = 0
  }

  private var known: [Shape] = []
  private var latest = 0
  /// The numbers of the first keys that were met.
  private(set) var keys: [Int] = []
  private static let capacity = 32
  /// How many keys are remembered: more than most archives have.
  private static let keyCount = 256

  /// Whether all keys of a dictionary are strings.
  @inline(__always)
  mutating func areStrings(
    _ keys: BinaryPropertyListReferences, in list: BinaryPropertyListView
  ) -> Bool {
    let expected = known.isEmpty ? 0 : known[latest].next
    guard expected < known.count, list.hasEqualReferences(known[expected].keys, keys) else {
      return find(keys, in: list)
    }
    latest = expected
    return true
  }

  @inline(never)
  private mutating func find(
    _ keys: BinaryPropertyListReferences, in list: BinaryPropertyListView
  ) -> Bool {
    if let index = known.firstIndex(where: { list.hasEqualReferences($0.keys, keys) }) {
      known[latest].next = index
      latest = index
      return true
    }
    for index in 0..<keys.count {
      guard let number = list.soundReference(index, in: keys),
        let offset = list.soundOffset(ofObject: number),
        BinaryPropertyListMarker.isString(list.byte(at: offset))
      else { return false }
      if self.keys.count < Self.keyCount, !self.keys.contains(number) { self.keys.append(number) }
    }
    if known.count == Self.capacity { known.removeAll(keepingCapacity: true) }
    latest = known.count
    known.append(Shape(keys: keys))
    return true
  }
}
