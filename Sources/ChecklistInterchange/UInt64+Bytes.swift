/// Eight bytes of a text at once, to rule out that one of them is special.
extension UInt64 {
  /// The highest bit of each byte, which the bytes of ASCII do not have.
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// A number in which some byte has its highest bit if one of the bytes is the given one, and none
  /// has it if none is.
  @inline(__always)
  func marks(of byte: UInt8) -> UInt64 {
    let difference = self ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    return (difference &- 0x0101_0101_0101_0101) & ~difference
  }
}
