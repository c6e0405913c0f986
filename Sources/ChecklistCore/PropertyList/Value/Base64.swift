/// Data as text, in base64 (RFC 4648).
///
/// Foundation's own would add its `Data` to the program: see ``KeyedArchiveValue``.
package enum Base64 {
  /// The text of bytes, padded, on one line.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: Four characters for every three bytes.
  package static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    text.appendBase64(bytes)
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads what ``text(_:)`` gives.
  ///
  /// - Parameter text: Groups of four characters, the last one padded.
  /// - Returns: The bytes; nil for any other text.
  package static func bytes(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    let digits = characters.dropLast(
      characters.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count)
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for character in digits {
      guard let sextet = [UInt8].base64Alphabet.firstIndex(of: character) else { return nil }
      (bits, count) = (bits << 6 | UInt32(sextet), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    // Bits beyond the last byte are no bytes, and a text that has some is not the one of any.
    return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
  }
}

extension [UInt8] {
  fileprivate static let base64Alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Appends bytes in base64, padded to whole groups of four characters.
  mutating func appendBase64(_ data: ArraySlice<UInt8>) {
    let padding = UInt8(ascii: "=")
    for start in stride(from: data.startIndex, to: data.endIndex, by: 3) {
      let count = data.endIndex - start
      let second = count > 1 ? Int(data[start + 1]) : 0
      let third = count > 2 ? Int(data[start + 2]) : 0
      let bits = Int(data[start]) << 16 | second << 8 | third
      append(Self.base64Alphabet[bits >> 18])
      append(Self.base64Alphabet[bits >> 12 & 0x3F])
      append(count > 1 ? Self.base64Alphabet[bits >> 6 & 0x3F] : padding)
      append(count > 2 ? Self.base64Alphabet[bits & 0x3F] : padding)
    }
  }
}
