extension ArraySlice<UInt8> {
  /// The bytes without white space of ASCII at the ends.
  var trimmed: ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = firstIndex { !isSpace($0) } ?? endIndex
    guard let last = self[start...].lastIndex(where: { !isSpace($0) }) else { return [] }
    return self[start...last]
  }

  /// The text without white space of ASCII at the ends.
  var trimmedText: String { String(decoding: trimmed, as: UTF8.self) }
}
