import ChecklistCore

/// Identities of items as other programs have them.
///
/// This program's are UUIDs of version 8 (RFC 9562) whose first seven bytes are the ASCII text
/// `chklst` and a version, and whose other 16 digits, marked H, are the identity in hexadecimal
/// digits: `63686b6c-7374-800H-8HHH-HHHHHHHHHHHH`. All programs that were tried keep them.
package enum ItemIdentity {
  private static let start = "63686b6c-7374-800"
  private static let pattern: StaticString = "63686b6c-7374-800H-8HHH-HHHHHHHHHHHH"

  /// The UUID of an identity.
  package static func uuid(of identity: Int) -> String {
    let digits = String(UInt64(bitPattern: Int64(identity)), radix: 16)
    let all = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    let first = all.prefix(1)
    let second = all.dropFirst().prefix(3)
    return "\(start)\(first)-8\(second)-\(all.dropFirst(4))"
  }

  /// The identity that a UUID of this program stands for, in upper or lower case; nil for any other
  /// text.
  package static func own(_ uuid: some StringProtocol) -> Int? {
    // An import asks it for each item.
    guard uuid.utf8.count == pattern.utf8CodeUnitCount else { return nil }
    var uuid = String(uuid)
    return uuid.withUTF8 { own($0) }
  }

  private static func own(_ uuid: UnsafeBufferPointer<UInt8>) -> Int? {
    pattern.withUTF8Buffer { pattern in
      var identity: UInt64 = 0
      for (byte, expected) in zip(uuid, pattern) {
        if expected == UInt8(ascii: "H") {
          guard let digit = byte.hexadecimalDigit else { return nil }
          identity = identity << 4 | UInt64(digit)
        } else if byte != expected {
          let isLetter = byte.hexadecimalDigit.map { $0 > 9 } ?? false
          guard isLetter, byte | 0x20 == expected else { return nil }
        }
      }
      return Int(Int64(bitPattern: identity))
    }
  }

  /// Whether a text has the form of a UUID, which nothing else in the world has.
  package static func isUUID(_ text: some StringProtocol) -> Bool {
    var position = 0
    for byte in text.utf8 {
      let isSound =
        switch position {
        case 8, 13, 18, 23: byte == UInt8(ascii: "-")
        default: byte.hexadecimalDigit != nil
        }
      guard isSound else { return false }
      position += 1
    }
    return position == 36
  }

  /// The identity of an item that another program identifies by a text: this program's own, or else
  /// 63 bits of a stable hash of the format and the text.
  ///
  /// - Parameter format: The format, in which the text is an identity.
  /// - Returns: The identity; the same at every import.
  package static func identity(_ format: InterchangeFormat, _ id: String) -> Int {
    own(id) ?? max(1, Int(StableHash("\(format.rawValue)\0\(id)").value >> 1))
  }
}
