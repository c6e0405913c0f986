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
  /// The identities that were given.
  private var given: IdentitySet
  /// For each identity that was asked for again, the number of the next one with the same text.
  private var numbers: [Int: Int] = [:]

  /// The identity of the list that is the file itself, whatever the file is named.
  static let ofFile = identity(StableHash("list 0 "), [])

  /// Identities of a kind of things.
  ///
  /// - Parameters:
  ///   - prefix: The bytes before the text of those that have no identity of their own.
  ///   - count: The greatest number of things.
  init(of kind: StaticString, prefix: StaticString = "", count: Int) {
    (self.kind, self.prefix) = (kind, prefix)
    first = StableHash("\(kind) 1 ")
    firstWithPrefix = StableHash("\(kind) 1 \(prefix)")
    given = IdentitySet(capacity: count)
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
    if given.insert(identity) { return identity }
    var number = numbers[identity] ?? 2
    while true {
      let other = Self.identity(StableHash("\(kind) \(number) \(prefix)"), text)
      number += 1
      if given.insert(other) {
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

/// A set of identities: faster than one of the standard library, since they are hashes.
private struct IdentitySet {
  /// The identities, each in its place or after it; zeros between them.
  private var slots: [Int]
  private let shift: UInt64
  /// It is different in each run, so that no file can have many identities with one place.
  private let factor = UInt64.random(in: .min ... .max) | 1

  /// An empty set with room for a number of identities.
  init(capacity: Int) {
    let bits = UInt64.bitWidth - (capacity + 1).leadingZeroBitCount + 1
    slots = Array(repeating: 0, count: 1 << bits)
    shift = UInt64(UInt64.bitWidth - bits)
  }

  /// Puts an identity into the set.
  ///
  /// - Returns: Whether it was not there yet.
  mutating func insert(_ identity: Int) -> Bool {
    var place = Int((UInt64(identity) &* factor) >> shift)
    while slots[place] != 0 {
      if slots[place] == identity { return false }
      place = (place + 1) & (slots.count - 1)
    }
    slots[place] = identity
    return true
  }
}
