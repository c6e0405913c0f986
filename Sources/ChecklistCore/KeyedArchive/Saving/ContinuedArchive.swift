/// The archive that a save continues: its objects keep their numbers and their UIDs.
///
/// Every object of it has been checked. So nothing needs to be checked again, and an object that
/// did not change is copied with all its references as they are.
struct ContinuedArchive: Sendable {
  let archive: KeyedArchive
  /// By UID: the number of its object.
  ///
  /// The archiver takes this table and the next one, and goes on with them.
  var objects: [Int] = []
  /// By UID: the number of the UID object that refers to it, plus one; 0 for none.
  var uidNumbers: [UInt32]
  /// The numbers of `false` and `true`.
  private(set) var booleans: (Int?, Int?) = (nil, nil)
  /// The numbers of objects whose bytes do not begin where those of the number before end.
  private(set) var breaks: [Int] = []
  /// A lower bound on the bytes that its objects take when they are written again with references
  /// of the same width.
  private(set) var leastSize = 0
  private var shapes = Shapes()
  /// The most breaks at which a save splits what it copies.
  private static let breakCount = 16

  /// How many objects, and how many UIDs, there are.
  var objectCount: Int { archive.reader.objectCount }
  var uidCount: Int { archive.objects.count }

  /// Checks the objects of an archive.
  ///
  /// It is nil for what a save does not continue but copies, object by object; Saving.md lists what
  /// that is.
  init?(_ archive: KeyedArchive) {
    self.archive = archive
    uidNumbers = Array(repeating: 0, count: archive.objects.count)
    let reader = archive.reader
    guard archive.layout == .keyed, reader.bytes.count < Int(UInt32.max),
      reader.objectCount < reader.offsetTable,
      (try? reader.object(archive.objectNumber(uid: 0), isString: KeyedArchive.null)) == true,
      let array = try? reader.value(of: KeyedArchive.Key.objects, inDictionary: reader.root)
    else { return nil }
    let isSound = reader.bytes.withUnsafeBufferPointer {
      check(BinaryPropertyListView(reader, $0), array)
    }
    guard isSound else { return nil }
  }

  /// Takes one look at each object, in the order of their numbers.
  ///
  /// - Parameter array: The number of `$objects`. A save writes it and the root anew: the root
  ///   alone may refer to it, once, and nothing to the root.
  /// - Returns: Whether all are sound.
  private mutating func check(_ list: BinaryPropertyListView, _ array: Int) -> Bool {
    let reader = archive.reader
    let root = reader.root
    /// Whether an object may be referred to.
    func isSound(_ number: Int) -> Bool {
      list.hasObject(number) && number != root && number != array
    }
    func areSound(_ references: BinaryPropertyListReferences) -> Bool {
      for index in 0..<references.count {
        guard isSound(list.uncheckedReference(index, in: references)) else { return false }
      }
      return true
    }
    objects.reserveCapacity(uidNumbers.count)
    for uid in 0..<uidNumbers.count {
      let number = list.uncheckedReference(uid, in: archive.objects)
      guard isSound(number) else { return false }
      objects.append(number)
    }
    var end = BinaryPropertyListMarker.headerSize
    var size = 0
    for number in 0..<list.objectCount {
      let start = list.uncheckedOffset(ofObject: number)
      guard list.hasObject(at: start) else { return false }
      if start != end {
        if breaks.count == Self.breakCount { return false }
        breaks.append(number)
      }
      let marker = list.byte(at: start)
      switch marker & 0xF0 {
      case BinaryPropertyListMarker.uid:
        guard let uid = list.uid(at: start), uid < UInt64(uidNumbers.count),
          uidNumbers[Int(truncatingIfNeeded: uid)] == 0
        else { return false }
        uidNumbers[Int(truncatingIfNeeded: uid)] = UInt32(truncatingIfNeeded: number &+ 1)
        end = start &+ 2 &+ Int(marker & 0x0F)
        leastSize &+= 2
      case BinaryPropertyListMarker.dictionary:
        guard
          let (keys, values) = list.dictionary(at: start)
            ?? (try? reader.dictionary(number, at: start)),
          shapes.areStrings(keys, in: list),
          number == root || areSound(values)
        else { return false }
        end = list.end(of: values)
        leastSize &+= 1 &+ end &- keys.offset
      case BinaryPropertyListMarker.array, BinaryPropertyListMarker.set,
        BinaryPropertyListMarker.orderedSet:
        guard let elements = try? reader.elements(number, at: start),
          number == array || areSound(elements)
        else { return false }
        end = list.end(of: elements)
        leastSize &+= 1 &+ end &- elements.offset
      default:
        guard let next = list.scalarEnd(at: start) ?? (try? reader.scalarEnd(number, at: start))
        else { return false }
        end = next
        leastSize &+= end &- start
        if marker == BinaryPropertyListMarker.true { booleans.1 = booleans.1 ?? number }
        if marker == BinaryPropertyListMarker.false { booleans.0 = booleans.0 ?? number }
      }
      size &+= end &- start
    }
    guard size <= list.offsetTable else { return false }
    let references = list.references(at: list.uncheckedOffset(ofObject: root))
    var arrays = 0
    for index in 0..<references.count {
      let number = list.uncheckedReference(index, in: references)
      if number == array { arrays += 1 } else if !isSound(number) { return false }
    }
    return arrays == 1
  }

  /// The number of a key that a dictionary has.
  func number(ofKey key: String) -> Int? {
    shapes.keys.first { (try? archive.reader.object($0, isString: key)) == true }
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
