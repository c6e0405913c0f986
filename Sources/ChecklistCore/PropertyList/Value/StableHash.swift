/// A hash that is the same in every process and on every machine, unlike Swift's own: 64-bit
/// FNV-1a.
///
/// It names what must be found again later, as an item without an identity. Anybody can make a text
/// fit one: what must not be mixed up with another person's has a ``DocumentKey``.
package struct StableHash {
  /// The hash of the bytes so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of a text in UTF-8.
  package init(_ text: String) {
    add(text.utf8)
  }

  /// The hash of bytes.
  package init(_ bytes: [UInt8]) {
    add(bytes)
  }

  /// Adds bytes after those so far.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    value = bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(value) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
  }

  /// Adds the eight bytes of a number.
  package mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      value = (value ^ (number >> shift & 0xFF)) &* 0x0000_0100_0000_01B3
    }
  }

  /// Adds the eight bytes of a number.
  package mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  private mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }
}
