extension UUID {
  /// A new UUID of version 4 (RFC 9562), of bytes that the kernel draws.
  ///
  /// Foundation's on Linux reads `/dev/urandom`. Where this cannot be opened, because too
  /// many files are open or there is no `/dev`, its bytes are zeros, and no error tells. The
  /// generator of the standard library needs no file: it calls getrandom(2), and arc4random_buf(3)
  /// on Apple systems.
  static func random() -> UUID {
    let high = UInt64.random(in: 0 ... .max) & ~0xF000 | 0x4000
    let low = UInt64.random(in: 0 ... .max) >> 2 | 1 << 63
    func byte(_ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> (56 - index % 8 * 8))
    }
    return UUID(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7), byte(8), byte(9),
        byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
      ))
  }
}
