/// Finds a scalar that a writer has already written, by its encoding.
///
/// It is a table of object numbers over the writer's own buffer, without copies of the bytes.
///
/// It is laid out like a processor's cache. A hash names a set of four places. When all four are
/// taken, the new scalar replaces another one, but not the one that was found last. The table grows
/// to 8,192 places at most. So a small file has every scalar once; in a larger one, a scalar that
/// has not been met for long may be written again. A table of all scalars took half the time of
/// encoding 100,000 items, because it had to wait for memory. A table with eight times as many
/// places took a fifth.
struct InternedScalars: Sendable {
  /// By place: a hash in the high half, and in the low half the number of its object plus one; 0
  /// for a free place.
  private var places = Array(repeating: UInt64(0), count: 64)
  private static let setSize = 4
  private static let maximumSize = 1 << 13

  /// Whether the table does not grow any more, so that it cannot remember every scalar.
  private var isFull: Bool { places.count == Self.maximumSize }

  /// Looks up a scalar.
  ///
  /// - Parameters:
  ///   - newNumber: The number that the scalar gets when there is no equal one.
  ///   - isEqual: Tells whether the scalar with a number is equal.
  /// - Returns: The number of the scalar, and whether it is a new one.
  @inline(__always)
  mutating func intern(
    hash: UInt32, newNumber: Int, isEqual: (_ number: Int) -> Bool
  ) -> (number: Int, isNew: Bool) {
    guard newNumber < Int(UInt32.max) else { return (newNumber, true) }
    while true {
      let first = set(of: hash)
      for index in first..<first + Self.setSize {
        let place = places[index]
        if place == 0 {
          places[index] = Self.place(hash, newNumber)
          return (newNumber, true)
        }
        if Self.hash(in: place) == hash {
          let number = Self.number(in: place)
          if isEqual(number) {
            places.swapAt(first, index)
            return (number, false)
          }
        }
      }
      if isFull {
        places[first + 1 + newNumber % (Self.setSize - 1)] = Self.place(hash, newNumber)
        return (newNumber, true)
      }
      grow()
    }
  }

  @inline(__always)
  private static func place(_ hash: UInt32, _ number: Int) -> UInt64 {
    UInt64(hash) << 32 | UInt64(number + 1)
  }

  @inline(__always)
  private static func hash(in place: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: place >> 32) }

  @inline(__always)
  private static func number(in place: UInt64) -> Int { Int(place & 0xFFFF_FFFF) - 1 }

  /// The first place of the set that a hash names.
  @inline(__always)
  private func set(of hash: UInt32) -> Int {
    Int(truncatingIfNeeded: hash) & (places.count / Self.setSize - 1) * Self.setSize
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: 0, count: 2 * old.count)
    for place in old where place > 0 {
      // Each set is divided between two, so there is room.
      var index = set(of: Self.hash(in: place))
      while places[index] > 0 { index += 1 }
      places[index] = place
    }
  }

  /// A multiplicative hash: the step of FNV-1a, but for eight bytes at a time.
  struct Hash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    mutating func add(_ word: UInt64) {
      state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
      state ^= state >> 32
    }

    /// The hash, whose low bits name a set.
    ///
    /// The high bits of the last word have not reached the low bits of the hash. So the last word
    /// must be a small number.
    var value: UInt32 { UInt32(truncatingIfNeeded: state) }
  }

  /// The hash of a number's encoding.
  @inline(__always)
  static func hash(_ number: NumberEncoding) -> UInt32 {
    var hash = Hash()
    hash.add(number.bits)
    hash.add(UInt64(number.marker))
    return hash.value
  }

  /// The hash of an encoding from `start` to the end of a buffer.
  ///
  /// For a long encoding, it covers the first and the last bytes, and the size.
  static func hash(_ bytes: ByteBuffer, from start: Int) -> UInt32 {
    let length = bytes.count - start
    var hash = Hash()
    bytes.forEachWord(in: start..<start + min(length, hashedSize)) { hash.add($0) }
    if length > hashedSize {
      bytes.forEachWord(in: bytes.count - hashedSize..<bytes.count) { hash.add($0) }
    }
    hash.add(UInt64(length))
    return hash.value
  }

  /// How many bytes of a long scalar are hashed at each end.
  private static let hashedSize = 64
}
