/// Where keys stand in the dictionaries of an archive, by the dictionary's shape: its sequence of key
/// references.
///
/// An archive of 100,000 items has a handful of shapes. Once a shape is known, a field is found by one
/// comparison of the key with the one that was asked for next the last time.
struct ArchiveShapes {
  /// A place in a known shape.
  struct Cursor {
    fileprivate var shape = 0
    fileprivate var generation = 0
    /// Where the key that was asked for next the last time is remembered.
    fileprivate var next = 0
  }

  private struct Shape {
    var keys: BinaryPropertyListReferences
    /// Tells the shape from those that had its place before, to which outer objects may still point.
    var generation: Int
    /// How many keys were asked for.
    var lookupCount = 0
  }

  /// A key that was asked for, and its position; -1 for one that is not there.
  private struct Lookup {
    var key = ArchiveKey("")
    var position = -1
    var generation = -1
  }

  /// How many shapes are remembered, in the manner of a ring.
  private static let capacity = 16
  /// How many keys of a shape are remembered, and a place that stays empty behind them.
  private static let keyCapacity = 15
  private static let stride = keyCapacity + 1
  private var shapes: [Shape] = []
  /// The keys of each shape in the order in which they were asked for.
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
        return Cursor(
          shape: index, generation: shapes[index].generation, next: index &* Self.stride)
      }
    }
    return learn(keys)
  }

  private mutating func learn(_ keys: BinaryPropertyListReferences) -> Cursor {
    let index = generation % Self.capacity
    let first = index * Self.stride
    let shape = Shape(keys: keys, generation: generation)
    if index < shapes.count {
      // Lookups of the shape that was there are of another generation.
      shapes[index] = shape
    } else {
      shapes.append(shape)
      for _ in 0..<Self.stride { lookups.append(Lookup()) }
    }
    generation += 1
    return Cursor(shape: index, generation: shape.generation, next: first)
  }

  /// The position of a key; negative when it is known to be absent, nil when it is not known yet.
  ///
  /// Keys are asked for in the same order every time, so the next one is nearly always the one.
  @inline(__always)
  func position(of key: String, _ cursor: inout Cursor) -> Int? {
    let index = cursor.next
    guard lookups[index].generation == cursor.generation, lookups[index].key.matches(key) else {
      return search(key, &cursor)
    }
    cursor.next = index &+ 1
    return lookups[index].position
  }

  @inline(never)
  private func search(_ key: String, _ cursor: inout Cursor) -> Int? {
    let first = cursor.shape * Self.stride
    for index in first..<first + Self.keyCapacity
    where lookups[index].generation == cursor.generation && lookups[index].key.matches(key) {
      cursor.next = index + 1
      return lookups[index].position
    }
    return nil
  }

  /// Remembers where a key stands.
  mutating func learn(_ key: String, at position: Int, _ cursor: inout Cursor) {
    let count = shapes[cursor.shape].lookupCount
    guard shapes[cursor.shape].generation == cursor.generation, count < Self.keyCapacity else {
      return
    }
    let index = cursor.shape * Self.stride + count
    lookups[index] = Lookup(
      key: ArchiveKey(key), position: position, generation: cursor.generation)
    shapes[cursor.shape].lookupCount = count + 1
    cursor.next = index + 1
  }
}
