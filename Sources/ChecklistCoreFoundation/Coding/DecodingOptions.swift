/// What all decoders of one property list share.
struct DecodingOptions {
  var userInfo: [CodingUserInfoKey: Any] = [:]
  /// Whether a boolean may stand for the integer that is equal to it, and the other way.
  ///
  /// In an archive that `NSKeyedArchiver` wrote, equal numbers may be one object, whichever of them
  /// came first: `true` and 1 are equal.
  var takesEqualNumbers = false
}
