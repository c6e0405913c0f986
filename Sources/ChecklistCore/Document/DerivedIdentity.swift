/// The identity of a list or an item that a text file does not give one: 63 bits of a stable hash.
///
/// One whose text nothing else has is known by its text. Where a text repeats, the last 31 bits are
/// those of the text, and the first 32 those of what tells one from the others: so a beginning that
/// somebody types never means another one.
package enum DerivedIdentity {
  private static let textBits = 31

  /// The ways in which a line of a text file gives an item an identity of its own.
  package enum Own: String, CaseIterable, Sendable {
    /// A block id of Obsidian: `^abc`.
    case block
    /// An identity of Obsidian's Tasks: `🆔 abc`.
    case task
    /// The field of todo.txt: `id:abc`.
    case id

    /// What an item that has it is known by, in place of its text.
    package func text(_ identity: some Collection<UInt8>) -> [UInt8] {
      Array("\(rawValue) ".utf8) + identity
    }
  }

  /// The hash of what stands before the text of a thing.
  package static func start(of kind: StaticString) -> StableHash { StableHash("\(kind) 1 ") }

  /// The identities of an item whose line gives it one: one for each way.
  package static func own(_ identity: String) -> [Int] {
    Own.allCases.map { own in
      var hash = start(of: "item")
      hash.add(own.text(identity.utf8)[...])
      return ofText(hash)
    }
  }

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
