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
}

extension [UInt8] {
  private static let base64Alphabet = Array(
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
