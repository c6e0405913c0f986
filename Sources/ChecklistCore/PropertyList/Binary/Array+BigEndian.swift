extension [UInt8] {
  /// An unsigned big-endian integer.
  ///
  /// References and offsets are half of a file. So 8 bytes are loaded at once, including bytes
  /// after the integer. Loading them one by one took a third of the time of a decode.
  ///
  /// - Parameters:
  ///   - offset: The offset of the integer, all of whose bytes are there.
  ///   - width: 1 to 8 bytes.
  @inline(__always)
  func bigEndian(at offset: Int, width: Int) -> UInt64 {
    guard offset >= 0, offset <= count &- 8 else { return lastBigEndian(at: offset, width: width) }
    return eightBigEndian(at: offset, width: width)
  }

  /// The same, when 8 bytes are there.
  @inline(__always)
  func eightBigEndian(at offset: Int, width: Int) -> UInt64 {
    let eight = withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    return UInt64(bigEndian: eight) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* width)
  }

  /// The same, when fewer than 8 bytes are left.
  @inline(never)
  private func lastBigEndian(at offset: Int, width: Int) -> UInt64 {
    self[offset..<offset + width].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether the same bytes stand at two places.
  ///
  /// - Parameters:
  ///   - second: Another. From both on, all bytes are there.
  ///   - length: How many bytes are compared.
  @inline(__always)
  func hasEqualBytes(at first: Int, _ second: Int, length: Int) -> Bool {
    withUnsafeBytes { $0.hasEqualBytes(at: first, $0, at: second, length: length) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the same bytes stand at an offset here and at one in another buffer.
  @inline(__always)
  package func hasEqualBytes(
    at first: Int, _ other: UnsafeRawBufferPointer, at second: Int, length: Int
  ) -> Bool {
    precondition(
      first >= 0 && second >= 0 && length >= 0 && first <= count - length
        && second <= other.count - length, "the bytes are there")
    @inline(__always)
    func hasEqualWords(at index: Int) -> Bool {
      loadUnaligned(fromByteOffset: first &+ index, as: UInt64.self)
        == other.loadUnaligned(fromByteOffset: second &+ index, as: UInt64.self)
    }
    var index = 0
    while index &+ 8 <= length {
      if !hasEqualWords(at: index) { return false }
      index &+= 8
    }
    // The last word may overlap the one before it.
    if length >= 8 { return hasEqualWords(at: length &- 8) }
    while index < length {
      if self[first &+ index] != other[second &+ index] { return false }
      index &+= 1
    }
    return true
  }
}
