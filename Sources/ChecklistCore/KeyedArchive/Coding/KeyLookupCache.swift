/// Where keys stand in the dictionaries of an archive, by the dictionary's shape: its sequence of key
/// references.
///
/// An archive of 100,000 items has a handful of shapes. Once a shape is known, a field is found by one
/// comparison of the key with the one that was asked for next the last time.
struct KeyLookupCache {
  /// A place in a known shape.
  struct Cursor {
    fileprivate let shape: Int
    /// Which generation of shapes that is one of: an outer object may be of a former one.
    fileprivate let generation: Int
    /// Where the key that was asked for next the last time is remembered.
    fileprivate var next: Int
  }

  private struct Shape {
    let keys: BinaryPropertyListReferences
    /// Where the keys that were asked for first and last are remembered.
    var first = KeyLookupCache.none
    var last = KeyLookupCache.none
  }

  /// A key that was asked for, and its position; -1 for one that is not there.
  private struct Lookup {
    let key: ArchiveKey
    let position: Int
    /// Where the one that was asked for behind it is remembered.
    var next = KeyLookupCache.none
  }

  private static let none = Int.max
  /// How many shapes are remembered, and how many keys of all of them.
  ///
  /// When there are so many of either, the next new shape begins anew; until then, further keys are searched for each time.
  private static let shapeCapacity = 32
  private static let keyCapacity = 480
  private var shapes: [Shape] = []
  private var lookups: [Lookup] = []
  private var generation = 0

  /// The start of the shape of a dictionary.
  @inline(__always)
  mutating func cursor<Bytes: BinaryPropertyListBytes>(
    for keys: BinaryPropertyListReferences, in bytes: Bytes
  ) -> Cursor {
    let length = keys.count &* bytes.referenceWidth
    for index in shapes.indices where shapes[index].keys.count == keys.count {
      if bytes.hasEqualBytes(at: shapes[index].keys.offset, keys.offset, length: length) {
        return Cursor(shape: index, generation: generation, next: shapes[index].first)
      }
    }
    return learn(keys)
  }

  @inline(never)
  private mutating func learn(_ keys: BinaryPropertyListReferences) -> Cursor {
    if shapes.count == Self.shapeCapacity || lookups.count == Self.keyCapacity {
      shapes.removeAll(keepingCapacity: true)
      lookups.removeAll(keepingCapacity: true)
      generation += 1
    }
    shapes.append(Shape(keys: keys))
    return Cursor(shape: shapes.count - 1, generation: generation, next: Self.none)
  }

  /// The position of a key; negative when it is known to be absent, nil when it is not known yet.
  ///
  /// Keys are asked for in the same order every time, so the next one is nearly always the one.
  @inline(__always)
  func position(of key: String, _ cursor: inout Cursor) -> Int? {
    let index = cursor.next
    guard index < lookups.count, cursor.generation == generation, lookups[index].key.matches(key)
    else { return search(key, &cursor) }
    cursor.next = lookups[index].next
    return lookups[index].position
  }

  @inline(never)
  private func search(_ key: String, _ cursor: inout Cursor) -> Int? {
    guard cursor.generation == generation else { return nil }
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

  /// Remembers where a key stands.
  mutating func learn(_ key: String, at position: Int, _ cursor: inout Cursor) {
    guard cursor.generation == generation, lookups.count < Self.keyCapacity else { return }
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
