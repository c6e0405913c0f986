extension TerminalText {
  /// The text on one line: each line break is a space.
  package static func onOneLine(_ text: String) -> String {
    guard !isPrintableASCII(text) else { return text }
    var bytes = Array(text.utf8)
    bytes.joinLines(from: 0)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Replaces each line break of a UTF-8 text by a space.
  ///
  /// A line break is CR LF, or one of LF, VT, FF, CR, NEL, LS and PS, as Unicode has them (UAX 14).
  ///
  /// - Parameter start: The offset where the text begins; it goes to the end.
  package mutating func joinLines(from start: Int) {
    if isPlainASCII(from: start) { return }
    var end = start
    var next = start
    while next < count {
      let length = lineBreakLength(at: next)
      self[end] = length == 0 ? self[next] : UInt8(ascii: " ")
      end += 1
      next += Swift.max(length, 1)
    }
    removeSubrange(end...)
  }

  /// Whether a text is ASCII without controls, as most are; false as well for some that are.
  ///
  /// It looks at eight bytes at once. One by one, that was a twentieth of the work of `list`.
  private func isPlainASCII(from start: Int) -> Bool {
    withUnsafeBytes { bytes in
      var offset = start
      while offset <= bytes.count - 8 {
        let eight = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // Without 0x20, the smaller bytes and perhaps others have their highest bit too.
        let high = eight | (eight &- 0x2020_2020_2020_2020)
        if high & 0x8080_8080_8080_8080 != 0 { return false }
        offset += 8
      }
      return bytes[offset...].allSatisfy { $0 &- 0x20 < 0x60 }
    }
  }

  /// The number of bytes of the line break at an offset; 0 where there is none.
  private func lineBreakLength(at offset: Int) -> Int {
    func has(_ bytes: UInt8...) -> Bool { self[offset...].starts(with: bytes) }
    switch self[offset] {
    case 0x0D: return has(0x0D, 0x0A) ? 2 : 1
    case 0x0A...0x0C: return 1
    case 0xC2: return has(0xC2, 0x85) ? 2 : 0
    case 0xE2: return has(0xE2, 0x80, 0xA8) || has(0xE2, 0x80, 0xA9) ? 3 : 0
    default: return 0
    }
  }
}
