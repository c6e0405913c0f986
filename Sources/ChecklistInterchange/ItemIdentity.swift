import ChecklistCore

/// Identities of items as other programs have them.
///
/// This program's are UUIDs of version 8 (RFC 9562) whose first seven bytes are the ASCII text
/// `chklst` and a version, and whose other 16 digits, marked H, are the identity in hexadecimal
/// digits: `63686b6c-7374-800H-8HHH-HHHHHHHHHHHH`. All programs that were tried keep them.
package enum ItemIdentity {
  private static let start = "63686b6c-7374-800"

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
    // The bit makes capital letters small, and printable characters of a UUID have it else.
    let bytes = uuid.utf8.map { $0 > 0x20 ? $0 | 0x20 : $0 }
    guard bytes.count == 36, bytes.starts(with: start.utf8), bytes[18] == UInt8(ascii: "-"),
      bytes[19] == UInt8(ascii: "8"), bytes[23] == UInt8(ascii: "-")
    else { return nil }
    var identity: UInt64 = 0
    for index in [17...17, 20...22, 24...35].joined() {
      guard let digit = bytes[index].hexadecimalDigit else { return nil }
      identity = identity << 4 | UInt64(digit)
    }
    return Int(truncatingIfNeeded: identity)
  }

  /// The identity of an item that another program identifies by a text: this program's own, or else
  /// 63 bits of a stable hash of the format and the text.
  ///
  /// - Parameters:
  ///   - format: The format, in which the text is an identity.
  ///   - id: The text.
  /// - Returns: The identity; the same at every import.
  package static func identity(_ format: InterchangeFormat, _ id: String) -> Int {
    own(id) ?? max(1, Int(StableHash("\(format.rawValue)\0\(id)").value >> 1))
  }
}

extension UInt8 {
  /// The value of a digit in ASCII, whose letters are small; nil for any other byte.
  var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
