/// Finds the scalar that a writer has already written, by its encoding.
///
/// A table of object numbers over the writer's own buffer, without copies of the bytes. Encodings of scalars are
/// prefix-free, so a comparison needs only the new one's length.
///
/// It is laid out as a processor's cache is: a hash names a set of four places, and when all are taken, the new scalar
/// takes the place of another, but not of the one that was last met again. The table grows up to 8,192 places, so small files
/// have every scalar once; in larger ones, one that was not met for long may be written again. A table of all scalars took half the
/// time of encoding 100,000 items, waiting for memory, and one of eight times as many places a fifth.
struct InternedScalars: Sendable {
  /// The high half of the hash, the object number plus one; 0 where the place is free.
  private var places = Array(repeating: (hash: UInt32(0), number: UInt32(0)), count: 64)
  private static let setSize = 4
  private static let maximumSize = 1 << 13

  /// Whether it grows no more, so that not every scalar is remembered.
  private var isFull: Bool { places.count == Self.maximumSize }

  /// Looks up the scalar at the end of a buffer.
  ///
  /// - Parameters:
  ///   - bytes: the buffer, which ends with the new scalar's encoding.
  ///   - start: where that encoding begins.
  ///   - objects: the offset of each object in the buffer.
  ///   - newNumber: the number that the scalar takes when there is no equal one.
  /// - Returns: the number of the scalar and whether it is a new one.
  mutating func intern(
    _ bytes: ByteBuffer, from start: Int, objects: [Int], newNumber: Int
  ) -> (number: Int, isNew: Bool) {
    guard newNumber < Int(UInt32.max) else { return (newNumber, true) }
    let hash = Self.hash(bytes, from: start)
    while true {
      let first = set(of: hash)
      for index in first..<first + Self.setSize {
        let place = places[index]
        if place.number == 0 {
          places[index] = (hash, UInt32(newNumber + 1))
          return (newNumber, true)
        }
        if place.hash == hash {
          let number = Int(place.number - 1)
          if Self.isEqual(bytes, at: objects[number], to: start) {
            places.swapAt(first, index)
            return (number, false)
          }
        }
      }
      if isFull {
        places[first + 1 + newNumber % (Self.setSize - 1)] = (hash, UInt32(newNumber + 1))
        return (newNumber, true)
      }
      grow()
    }
  }

  /// The first place of the set that a hash names.
  @inline(__always)
  private func set(of hash: UInt32) -> Int {
    Int(truncatingIfNeeded: hash) & (places.count / Self.setSize - 1) * Self.setSize
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: (0, 0), count: 2 * old.count)
    for place in old where place.number > 0 {
      // Each set becomes two, so there is room.
      var index = set(of: place.hash)
      while places[index].number > 0 { index += 1 }
      places[index] = place
    }
  }

  /// Whether the bytes from `start` to the end of the buffer stand at `offset` too.
  private static func isEqual(
    _ bytes: ByteBuffer, at offset: Int, to start: Int
  ) -> Bool {
    let length = bytes.count - start
    return offset + length <= start && bytes.hasEqualBytes(at: offset, start, length: length)
  }

  /// A multiplicative hash of the bytes from `start` on, of many of the first and the last and of how many there are: FNV-1a's
  /// step, eight bytes at a time.
  private static func hash(_ bytes: ByteBuffer, from start: Int) -> UInt32 {
    let length = bytes.count - start
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    bytes.forEachWord(in: start..<start + min(length, hashedSize), add)
    if length > hashedSize { bytes.forEachWord(in: bytes.count - hashedSize..<bytes.count, add) }
    // Without a last step, the high bits of the last number would not reach the low ones, which name the set.
    add(UInt64(length))
    return UInt32(truncatingIfNeeded: hash)
  }

  /// How many bytes of a long scalar are hashed at either end.
  private static let hashedSize = 64
}
