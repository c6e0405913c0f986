/// Finds the scalar that a writer has already written, by its encoding.
///
/// A hash table with open addressing over the writer's own buffer: it holds object numbers, and no copies
/// of the bytes. Encodings of scalars are prefix-free, so a comparison needs only the new one's length.
struct InternedScalars: Sendable {
  /// The high half of the hash, the object number plus one; 0 where the slot is free.
  private var slots: [(hash: UInt32, number: UInt32)] = []
  private var count = 0

  /// How many slots are tried.
  ///
  /// Giving up costs a few bytes in the file, and keeps a file whose texts were
  /// made to collide from making a save quadratic.
  private static let probes = 16

  /// Looks up the scalar at the end of a buffer.
  ///
  /// - Parameters:
  ///   - bytes: the buffer, which ends with the new scalar's encoding.
  ///   - start: where that encoding begins.
  ///   - objects: the offset of each object in the buffer.
  ///   - newNumber: the number that the scalar takes when there is no equal one.
  /// - Returns: the number of the scalar and whether it is a new one.
  mutating func intern(
    _ bytes: [UInt8], from start: Int, objects: [Int], newNumber: Int
  ) -> (number: Int, isNew: Bool) {
    guard newNumber < Int(UInt32.max) else { return (newNumber, true) }
    if 2 * count >= slots.count { grow() }
    let hash = Self.hash(bytes, from: start)
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: hash) & mask
    for _ in 0..<Self.probes {
      let slot = slots[index]
      if slot.number == 0 {
        slots[index] = (hash, UInt32(newNumber + 1))
        count += 1
        return (newNumber, true)
      }
      if slot.hash == hash {
        let number = Int(slot.number - 1)
        if Self.isEqual(bytes, at: objects[number], to: start) { return (number, false) }
      }
      index = (index + 1) & mask
    }
    return (newNumber, true)
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: (0, 0), count: max(64, 2 * old.count))
    let mask = slots.count - 1
    for slot in old where slot.number > 0 {
      var index = Int(truncatingIfNeeded: slot.hash) & mask
      while slots[index].number > 0 { index = (index + 1) & mask }
      slots[index] = slot
    }
  }

  /// Whether the bytes from `start` to the end of the buffer stand at `offset` too.
  private static func isEqual(_ bytes: [UInt8], at offset: Int, to start: Int) -> Bool {
    let length = bytes.count - start
    return offset + length <= start && bytes[offset..<offset + length] == bytes[start...]
  }

  /// A multiplicative hash of the bytes from `start` to the end: FNV-1a's step, eight bytes at a time.
  private static func hash(_ bytes: [UInt8], from start: Int) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = start
    while index < bytes.count {
      let width = min(8, bytes.count - index)
      hash = (hash ^ bytes.bigEndian(at: index, width: width)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      index += width
    }
    return UInt32(truncatingIfNeeded: hash)
  }
}
