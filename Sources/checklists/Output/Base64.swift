#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Data as text.
enum Base64 {
  /// The text of bytes in base64 (RFC 4648), padded, on one line.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    Data(bytes).base64EncodedString()
  }
}
