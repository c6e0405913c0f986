internal import Foundation

/// What all decoders of one property list share.
final class DecodingState {
  let userInfo: [CodingUserInfoKey: Any]
  /// Whether a boolean may stand for the integer that is equal to it, and the other way.
  ///
  /// In an archive that `NSKeyedArchiver` wrote, equal numbers may be one object, whichever of them
  /// came first: `true` and 1 are equal.
  let takesEqualNumbers: Bool
  private var data = LongCopies<[UInt8], Data>()

  init(userInfo: [CodingUserInfoKey: Any] = [:], takesEqualNumbers: Bool = false) {
    self.userInfo = userInfo
    self.takesEqualNumbers = takesEqualNumbers
  }

  /// The data of bytes in the property list.
  func data(of bytes: [UInt8]) -> Data { data.copy(of: bytes) }
}
