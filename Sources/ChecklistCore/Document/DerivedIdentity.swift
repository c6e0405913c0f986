/// The identity of a list or an item that a text file does not give one: 63 bits of a stable hash.
///
/// One whose text nothing else has is known by its text. Where a text repeats, the last 31 bits are
/// those of the text, and the first 32 those of what tells one from the others: so a beginning that
/// somebody types never means another one.
package enum DerivedIdentity {
  private static let textBits = 31

  /// The identity of the only list or item with a text.
  package static func ofText(_ hash: StableHash) -> Int { max(1, Int(hash.value >> 1)) }

  /// The identity of one of several with a text.
  ///
  /// - Parameters:
  ///   - text: The identity that the only one with the text would have.
  ///   - surroundings: What tells it from the others.
  package static func of(_ text: Int, in surroundings: StableHash) -> Int {
    let first = UInt64(surroundings.value >> 32) << UInt64(textBits)
    return max(1, Int(first) | text & (1 << textBits - 1))
  }

  /// Whether two identities can be those of one text.
  package static func haveSameText(_ one: Int, _ other: Int) -> Bool {
    (one ^ other) & (1 << textBits - 1) == 0
  }
}
