/// Finds keys in the dictionaries of an archive by the shape of a dictionary, which is its sequence
/// of key references.
///
/// An archive of 100,000 items has a handful of shapes. For a known shape, one comparison finds a
/// field: that of its key with the key that came next the last time.
struct KeyLookupCache {
  /// A position in a known shape.
  struct Cursor {
    fileprivate let shape: Int
    /// The epoch of the shape: the cursor of an outer object may be of an earlier one.
    fileprivate let epoch: Int
    /// The index of the lookup that came next the last time.
    fileprivate var next: Int
  }

  private struct Shape {
    let keys: BinaryPropertyListReferences
    /// The indices of the first and the last lookup in this shape.
    var first = KeyLookupCache.none
    var last = KeyLookupCache.none
    /// Where the reference to the class stands; -1 when there is none, nil when that is not known
    /// yet.
    var classPosition: Int?
  }

  /// A key that was asked for, and its position; -1 when it is not there.
  private struct Lookup {
    let key: ArchiveKey
    let position: Int
    /// The index of the lookup that came after this one.
    var next = KeyLookupCache.none
  }

  private static let none = Int.max
  /// How many shapes are remembered, and how many keys of all of them together.
  ///
  /// When one of these numbers is reached, the next new shape clears the cache and begins a new
  /// epoch. Until then, a further key is searched for each time.
  private static let shapeCapacity = 32
  private static let keyCapacity = 480
  private var shapes: [Shape] = []
  private var lookups: [Lookup] = []
  private var epoch = 0
  /// The index of the shape that was met last, which most dictionaries have too.
  private var latest = 0

  /// A cursor at the start of a dictionary's shape.
  @inline(__always)
  mutating func cursor<Bytes: BinaryPropertyListBytes>(
    for keys: BinaryPropertyListReferences, in bytes: Bytes
  ) -> Cursor {
    if !hasShape(latest, keys, in: bytes) { find(keys, in: bytes) }
    return Cursor(shape: latest, epoch: epoch, next: shapes[latest].first)
  }

  /// Whether there is a shape of this index, and it is that of a dictionary.
  @inline(__always)
  private func hasShape<Bytes: BinaryPropertyListBytes>(
    _ index: Int, _ keys: BinaryPropertyListReferences, in bytes: Bytes
  ) -> Bool {
    index < shapes.count && bytes.hasEqualReferences(shapes[index].keys, keys)
  }

  @inline(never)
  private mutating func find<Bytes: BinaryPropertyListBytes>(
    _ keys: BinaryPropertyListReferences, in bytes: Bytes
  ) {
    if let known = shapes.indices.first(where: { hasShape($0, keys, in: bytes) }) {
      latest = known
    } else {
      learn(keys)
    }
  }

  private mutating func learn(_ keys: BinaryPropertyListReferences) {
    if shapes.count == Self.shapeCapacity || lookups.count == Self.keyCapacity {
      shapes.removeAll(keepingCapacity: true)
      lookups.removeAll(keepingCapacity: true)
      epoch += 1
    }
    latest = shapes.count
    shapes.append(Shape(keys: keys))
  }

  /// The position of a key; negative when the key is known to be absent, nil when that is not known
  /// yet.
  ///
  /// Keys are asked for in the same order every time, so the lookup that came next the last time is
  /// nearly always the right one.
  @inline(__always)
  func position(of key: String, _ cursor: inout Cursor) -> Int? {
    let index = cursor.next
    guard index < lookups.count, cursor.epoch == epoch, lookups[index].key.matches(key)
    else { return search(key, &cursor) }
    cursor.next = lookups[index].next
    return lookups[index].position
  }

  @inline(never)
  private func search(_ key: String, _ cursor: inout Cursor) -> Int? {
    guard cursor.epoch == epoch else { return nil }
    var index = shapes[cursor.shape].first
    while index != Self.none {
      if lookups[index].key.matches(key) {
        cursor.next = lookups[index].next
        return lookups[index].position
      }
      index = lookups[index].next
    }
    return nil
  }

  /// The position of the reference to the class; negative when there is none, nil when that is not
  /// known yet.
  @inline(__always)
  func classPosition(_ cursor: Cursor) -> Int? {
    cursor.epoch == epoch ? shapes[cursor.shape].classPosition : nil
  }

  /// Remembers the position of the reference to the class; negative when there is none.
  mutating func learnClass(at position: Int, _ cursor: Cursor) {
    if cursor.epoch == epoch { shapes[cursor.shape].classPosition = position }
  }

  /// Remembers the position of a key; negative when it is absent.
  mutating func learn(_ key: String, at position: Int, _ cursor: inout Cursor) {
    guard cursor.epoch == epoch, lookups.count < Self.keyCapacity else { return }
    let index = lookups.count
    lookups.append(Lookup(key: ArchiveKey(key), position: position))
    let last = shapes[cursor.shape].last
    if last == Self.none {
      shapes[cursor.shape].first = index
    } else {
      lookups[last].next = index
    }
    shapes[cursor.shape].last = index
    cursor.next = Self.none
  }
}
