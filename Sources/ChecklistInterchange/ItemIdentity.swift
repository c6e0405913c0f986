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
    let bytes = Array(uuid.lowercased().utf8)
    guard bytes.count == 36, bytes.starts(with: start.utf8), bytes[18] == UInt8(ascii: "-"),
      bytes[19] == UInt8(ascii: "8"), bytes[23] == UInt8(ascii: "-")
    else { return nil }
    let digits = bytes[17..<18] + bytes[20..<23] + bytes[24...]
    guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else { return nil }
    return UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
      .map { Int(Int64(bitPattern: $0)) }
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
