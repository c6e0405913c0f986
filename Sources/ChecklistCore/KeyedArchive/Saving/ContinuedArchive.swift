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
  /// The references to each object, except those of ``uncounted`` objects, and how deep containers
  /// nest in it.
  let facts: ObjectTable
  /// The root, and the array `$objects`: every save writes them anew.
  let uncounted: [Int]
  /// The numbers of objects whose bytes do not begin where those of the number before end.
  let breaks: [Int]
  /// The numbers of the first keys of dictionaries that were met.
  private let keys: [Int]

  /// How many objects, and how many UIDs, there are.
  var objectCount: Int { archive.reader.objectCount }
  var uidCount: Int { archive.objects.count }

  /// Checks the objects of an archive.
  ///
  /// It is nil for what a save does not continue but copies, object by object: a plain property
  /// list, in which objects stand in each other, and an archive that is damaged somewhere, has
  /// objects that overlap, or has containers before the containers in them, as Foundation writes
  /// them. This project writes no such archive.
  init?(_ archive: KeyedArchive) {
    self.archive = archive
    let reader = archive.reader
    guard archive.layout == .keyed, reader.bytes.count < Int(UInt32.max), Self.hasNull(archive)
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
    (uncounted, breaks) = (check.uncounted, check.breaks)
    keys = check.shapes.keys
  }

  /// Whether the object with the UID 0 is the null that new objects refer to.
  private static func hasNull(_ archive: KeyedArchive) -> Bool {
    guard let number = try? archive.objectNumber(uid: 0),
      let offset = archive.reader.soundOffset(ofObject: number)
    else { return false }
    return archive.hasNullText(at: offset)
  }

  /// The number of a key that a dictionary has.
  func number(ofKey key: String) -> Int? {
    keys.first { (try? archive.reader.object($0, isString: key)) == true }
  }

  /// The UID of the class record that says nothing but this name, and that the superclass is
  /// `NSObject`.
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
  private(set) var uncounted: [Int]
  private(set) var breaks: [Int] = []
  private(set) var shapes = Shapes()
  /// At how many breaks a save splits what it copies.
  private static let breakCount = 16

  /// Checks every object; nil when one of them is not sound, or nests too deep.
  init?(
    _ archive: KeyedArchive, _ list: BinaryPropertyListView, _ facts: ObjectTable,
    _ uidNumbers: UnsafeMutableBufferPointer<UInt32>
  ) {
    uncounted = [archive.reader.root]
    objects.reserveCapacity(uidNumbers.count)
    for uid in 0..<uidNumbers.count {
      guard let number = list.soundReference(uid, in: archive.objects) else { return nil }
      objects.append(number)
    }
    let reader = archive.reader
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
        facts.refer(to: objects[Int(truncatingIfNeeded: uid)])
        end = start &+ 2 &+ Int(marker & 0x0F)
      case BinaryPropertyListMarker.dictionary:
        guard
          let (keys, values) = list.dictionary(at: start)
            ?? (try? reader.dictionary(number, at: start))
        else { return nil }
        if number == reader.root {
          guard shapes.areStrings(keys, in: list) else { return nil }
        } else {
          guard shapes.count(keys, in: list, facts), Self.count(values, of: number, in: list, facts)
          else { return nil }
        }
        end = list.end(of: values)
      case BinaryPropertyListMarker.array, BinaryPropertyListMarker.set,
        BinaryPropertyListMarker.orderedSet:
        guard let elements = try? reader.elements(number, at: start) else { return nil }
        if elements == archive.objects {
          uncounted.append(number)
        } else {
          guard Self.count(elements, of: number, in: list, facts) else { return nil }
        }
        end = list.end(of: elements)
      default:
        guard let next = list.scalarEnd(at: start) ?? (try? reader.scalarEnd(number, at: start))
        else { return nil }
        end = next
        if marker == BinaryPropertyListMarker.true { booleans.1 = booleans.1 ?? number }
        if marker == BinaryPropertyListMarker.false { booleans.0 = booleans.0 ?? number }
      }
      size &+= end &- start
    }
    guard size <= list.offsetTable else { return nil }
    shapes.countKeys(in: list, facts)
  }

  /// Counts the references of a container to its elements, and notes how deep containers nest in
  /// it.
  ///
  /// - Returns: Whether all elements are there, the containers among them before it and not too
  ///   deep.
  @inline(__always)
  private static func count(
    _ elements: BinaryPropertyListReferences, of number: Int, in list: BinaryPropertyListView,
    _ facts: ObjectTable
  ) -> Bool {
    var height = 0
    for index in 0..<elements.count {
      let element = list.uncheckedReference(index, in: elements)
      // A negative number is a large one without a sign.
      if UInt(bitPattern: element) >= UInt(bitPattern: number), !isScalar(element, in: list) {
        return false
      }
      height = max(height, facts.refer(to: element))
    }
    facts.setHeight(height &+ 1, of: number)
    return height < PropertyListLimits.depth
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
    /// How many dictionaries have these keys.
    var count = 0
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

  /// Counts the references of a dictionary to its keys.
  ///
  /// - Returns: Whether all keys are strings.
  @inline(__always)
  mutating func count(
    _ keys: BinaryPropertyListReferences, in list: BinaryPropertyListView, _ facts: ObjectTable
  ) -> Bool {
    let expected = known.isEmpty ? 0 : known[latest].next
    if expected < known.count, list.hasEqualReferences(known[expected].keys, keys) {
      latest = expected
    } else if !find(keys, in: list, facts) {
      return false
    }
    known[latest].count &+= 1
    return true
  }

  @inline(never)
  private mutating func find(
    _ keys: BinaryPropertyListReferences, in list: BinaryPropertyListView, _ facts: ObjectTable
  ) -> Bool {
    for index in known.indices where list.hasEqualReferences(known[index].keys, keys) {
      known[latest].next = index
      latest = index
      return true
    }
    guard areStrings(keys, in: list) else { return false }
    if known.count == Self.capacity { countKeys(in: list, facts) }
    latest = known.count
    known.append(Shape(keys: keys))
    return true
  }

  /// Whether all keys are strings, which are remembered.
  mutating func areStrings(
    _ keys: BinaryPropertyListReferences, in list: BinaryPropertyListView
  ) -> Bool {
    for index in 0..<keys.count {
      guard let number = list.soundReference(index, in: keys),
        let offset = list.soundOffset(ofObject: number)
      else { return false }
      guard BinaryPropertyListMarker.isString(list.byte(at: offset)) else { return false }
      if self.keys.count < Self.keyCount, !self.keys.contains(number) { self.keys.append(number) }
    }
    return true
  }

  /// Counts the references to the keys of all shapes, and forgets the shapes.
  mutating func countKeys(in list: BinaryPropertyListView, _ facts: ObjectTable) {
    for shape in known {
      for index in 0..<shape.keys.count {
        facts.refer(to: list.uncheckedReference(index, in: shape.keys), times: shape.count)
      }
    }
    known.removeAll(keepingCapacity: true)
  }
}
