/// The size of a content and a checksum of it, which tell it from every other content.
///
/// The checksum is stored in histories. So it never changes, and is the same on all platforms. It
/// finds accidents, and is no protection against a person who makes another content on purpose.
package struct Fingerprint: Equatable, Sendable {
  /// In bytes.
  package let size: Int
  /// The checksum.
  package let checksum: UInt64

  /// The fingerprint of no bytes.
  static let empty = Fingerprint(size: 0, checksum: 0)

  /// A fingerprint that was stored.
  package init(size: Int, checksum: UInt64) {
    self.size = size
    self.checksum = checksum
  }

  /// The fingerprint of a content.
  package init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    self = bytes.withUnsafeBytes { bytes in
      var hasher = Hasher()
      hasher.add(UnsafeRawBufferPointer(rebasing: bytes[range]))
      return hasher.fingerprint
    }
  }

  /// The checksum of a part of a content.
  static func checksum(of bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    Fingerprint(bytes, range).checksum
  }

  /// Computes the fingerprint of a content that comes in pieces.
  ///
  /// It takes 8 bytes at a time as a little-endian number. Each number goes into one of four sums
  /// in turn, so that a processor works on four of them at once.
  struct Hasher {
    private var size = 0
    /// The bytes since the last whole number.
    private var pending: UInt64 = 0
    private var sums: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)

    /// An odd number, the 64 bits of the golden ratio.
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      var offset = 0
      while offset < bytes.count, !size.isMultiple(of: 8) {
        add(bytes[offset])
        offset += 1
      }
      func number(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      // Four numbers make the same sum first again. With the sums at hand, it is three times as
      // fast.
      var (first, second, third, fourth) = sums
      let start = offset
      while offset + 32 <= bytes.count {
        first = Self.mixed(first, number(offset))
        second = Self.mixed(second, number(offset + 8))
        third = Self.mixed(third, number(offset + 16))
        fourth = Self.mixed(fourth, number(offset + 24))
        offset += 32
      }
      sums = (first, second, third, fourth)
      size += offset - start
      while offset + 8 <= bytes.count {
        add(number(offset))
        offset += 8
        size += 8
      }
      while offset < bytes.count {
        add(bytes[offset])
        offset += 1
      }
    }

    private mutating func add(_ byte: UInt8) {
      pending |= UInt64(byte) << UInt64(size % 8 * 8)
      size += 1
      guard size.isMultiple(of: 8) else { return }
      add(pending)
      pending = 0
    }

    @inline(__always)
    private mutating func add(_ number: UInt64) {
      sums = (sums.1, sums.2, sums.3, Self.mixed(sums.0, number))
    }

    @inline(__always)
    private static func mixed(_ sum: UInt64, _ number: UInt64) -> UInt64 {
      let product = (sum ^ number) &* factor
      return product ^ product >> 32
    }

    /// The fingerprint of what was added so far.
    var fingerprint: Fingerprint {
      if size == 0 { return .empty }
      var checksum = Self.mixed(UInt64(size), pending)
      for sum in [sums.0, sums.1, sums.2, sums.3] { checksum = Self.mixed(checksum, sum) }
      return Fingerprint(size: size, checksum: checksum)
    }
  }
}
