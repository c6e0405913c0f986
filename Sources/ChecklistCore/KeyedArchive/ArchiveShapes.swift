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
    fileprivate var next = 0
  }

  private struct Shape {
    var keys: BinaryPropertyListReferences
    /// Tells the shape from those that had its place before, to which outer objects may still point.
    var generation: Int
    /// The keys that were asked for, in that order, and their positions; -1 for one that is not there.
    var lookups: [(key: ArchiveKey, position: Int)] = []
  }

  /// How many shapes are remembered, in the manner of a ring.
  private static let capacity = 16
  private var shapes: [Shape] = []
  private var generation = 0

  /// The start of the shape of a dictionary.
  mutating func cursor(
    for keys: BinaryPropertyListReferences, in reader: BinaryPropertyListReader
  ) -> Cursor {
    let width = reader.referenceWidth
    for (index, shape) in shapes.enumerated() where shape.keys.count == keys.count {
      let known = shape.keys.offset..<shape.keys.offset + keys.count * width
      let wanted = keys.offset..<keys.offset + keys.count * width
      if reader.bytes[known] == reader.bytes[wanted] {
        return Cursor(shape: index, generation: shape.generation)
      }
    }
    let index = generation % Self.capacity
    let shape = Shape(keys: keys, generation: generation)
    if index < shapes.count { shapes[index] = shape } else { shapes.append(shape) }
    generation += 1
    return Cursor(shape: index, generation: shape.generation)
  }

  /// The position of a key; negative when it is known to be absent, nil when it is not known yet.
  @inline(__always)
  func position(of key: String, _ cursor: inout Cursor) -> Int? {
    guard shapes[cursor.shape].generation == cursor.generation else { return nil }
    let lookups = shapes[cursor.shape].lookups
    for index in cursor.next..<max(cursor.next, lookups.count)
    where lookups[index].key.matches(key) {
      cursor.next = index + 1
      return lookups[index].position
    }
    for index in 0..<min(cursor.next, lookups.count)
    where lookups[index].key.matches(key) {
      cursor.next = index + 1
      return lookups[index].position
    }
    return nil
  }

  /// Remembers where a key stands.
  mutating func learn(_ key: String, at position: Int, _ cursor: inout Cursor) {
    guard shapes[cursor.shape].generation == cursor.generation else { return }
    shapes[cursor.shape].lookups.append((ArchiveKey(key), position))
    cursor.next = shapes[cursor.shape].lookups.count
  }
}
