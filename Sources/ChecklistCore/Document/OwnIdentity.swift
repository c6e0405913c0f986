/// The identity that the line of an item in a file of text gives it.
package struct OwnIdentity: Sendable {
  /// The way in which the line gives it.
  package let way: DerivedIdentity.Own
  /// The identity: `abc`.
  package let text: String

  /// An identity of a line.
  package init(_ way: DerivedIdentity.Own, _ text: String) { (self.way, self.text) = (way, text) }

  private static let length = 6
  private static let characters = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

  /// The words of a file that are as long as a new identity, in lower case.
  static func words(in bytes: [UInt8]) -> Set<[UInt8]> {
    var words: Set<[UInt8]> = []
    for word in bytes.split(whereSeparator: { !$0.isDigit && !isLetter($0) })
    where word.count == length {
      // A digit stays as it is.
      words.insert(word.map { $0 | 0x20 })
    }
    return words
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Draws the text of a new identity: six digits and letters.
  ///
  /// One of the letters is none of a hexadecimal number, so that the text begins no other identity.
  ///
  /// - Parameter taken: The texts that cannot be used; the new one is added.
  static func drawn(notIn taken: inout Set<[UInt8]>) -> String {
    while true {
      // The generator of the standard library stops the program where the system has no randomness.
      let text = (0..<length).map { _ in characters[Int.random(in: characters.indices)] }
      if !text.allSatisfy({ $0.hexadecimalDigit != nil }), taken.insert(text).inserted {
        return String(decoding: text, as: UTF8.self)
      }
    }
  }
}

extension OwnIdentity: Equatable {
  /// Whether two identities are given in the same way and have the same text, by code unit.
  package static func == (one: OwnIdentity, other: OwnIdentity) -> Bool {
    one.way == other.way && one.text.hasSameCodeUnits(as: other.text)
  }
}
