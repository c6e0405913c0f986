import ChecklistCore

/// Gives lists and items of a text file identities that are the same at every read, as long as
/// their texts are: 63 bits of a stable hash of the kind, the text and which of its kind with this
/// text it is.
struct DerivedIdentities {
  private let kind: StaticString
  private let first: StableHash
  /// For each identity that was given, the number of the next one with the same text.
  private var numbers: [Int: Int] = [:]

  /// Identities of a kind of things.
  init(of kind: StaticString, count: Int = 0) {
    self.kind = kind
    first = StableHash("\(kind) 1 ")
    numbers.reserveCapacity(count)
  }

  /// The identity of the next thing that has a text.
  mutating func next(_ text: some Sequence<UInt8>) -> Int {
    var hash = first
    hash.add(text)
    let identity = Self.identity(hash)
    guard var number = numbers[identity] else {
      numbers[identity] = 2
      return identity
    }
    while true {
      var hash = StableHash("\(kind) \(number) ")
      hash.add(text)
      number += 1
      let other = Self.identity(hash)
      if numbers[other] == nil {
        numbers[other] = 2
        numbers[identity] = number
        return other
      }
    }
  }

  private static func identity(_ hash: StableHash) -> Int { max(1, Int(hash.value >> 1)) }
}
