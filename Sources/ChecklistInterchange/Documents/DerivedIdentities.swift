import ChecklistCore

/// Gives lists and items of a text file identities that are the same at every read, as long as
/// their texts are: 63 bits of a stable hash of the kind, the text and which of its kind with this
/// text it is.
struct DerivedIdentities {
  private let kind: StaticString
  /// The hashes of what stands before the text of a first thing, with a prefix of its text.
  private let first: StableHash
  private let firstWithPrefix: StableHash
  private let prefix: StaticString
  /// For each identity that was given, the number of the next one with the same text.
  private var numbers: [Int: Int] = [:]

  /// The identity of the list that is the file itself, whatever the file is named.
  static let ofFile = identity(StableHash("list 0 "), [])

  /// Identities of a kind of things.
  ///
  /// - Parameter prefix: The bytes before the text of those that have no identity of their own.
  init(of kind: StaticString, prefix: StaticString = "", count: Int = 0) {
    (self.kind, self.prefix) = (kind, prefix)
    first = StableHash("\(kind) 1 ")
    firstWithPrefix = StableHash("\(kind) 1 \(prefix)")
    numbers.reserveCapacity(count)
  }

  /// The identity of the next thing that is known by a text.
  mutating func next(_ text: ArraySlice<UInt8>) -> Int {
    next(text, first, prefix: "")
  }

  /// The identity of the next thing that is known by the prefix and a text.
  mutating func next(withPrefix text: ArraySlice<UInt8>) -> Int {
    next(text, firstWithPrefix, prefix: prefix)
  }

  private mutating func next(
    _ text: ArraySlice<UInt8>, _ first: StableHash, prefix: StaticString
  ) -> Int {
    let identity = Self.identity(first, text)
    guard var number = numbers[identity] else {
      numbers[identity] = 2
      return identity
    }
    while true {
      let other = Self.identity(StableHash("\(kind) \(number) \(prefix)"), text)
      number += 1
      if numbers[other] == nil {
        numbers[other] = 2
        numbers[identity] = number
        return other
      }
    }
  }

  private static func identity(_ start: StableHash, _ text: ArraySlice<UInt8>) -> Int {
    var hash = start
    hash.add(text)
    return max(1, Int(hash.value >> 1))
  }
}
