import ChecklistCore

/// Gives lists and items of a text file identities that are the same at every read, as long as
/// their texts are, and finds those whose texts repeat.
struct DerivedIdentities {
  /// The hashes of what stands before a text.
  private let start: StableHash
  private let startWithPrefix: StableHash
  /// The identities that were given.
  private(set) var given: IdentitySet
  /// How many things have an identity that more than one has.
  private(set) var counts: [Int: Int] = [:]

  /// The identity of the list that is the file itself, whatever the file is named.
  static let ofFile = DerivedIdentity.ofText(StableHash("list 0 "))

  /// Identities of a kind of things.
  ///
  /// - Parameters:
  ///   - prefix: The bytes before the text of those that have no identity of their own.
  ///   - count: The greatest number of things.
  init(of kind: StaticString, prefix: StaticString = "", count: Int) {
    start = DerivedIdentity.start(of: kind)
    startWithPrefix = StableHash("\(kind) 1 \(prefix)")
    given = IdentitySet(capacity: count)
  }

  /// The identity of the next thing that is known by a text.
  mutating func next(_ text: ArraySlice<UInt8>) -> Int { next(identity(of: text)) }

  /// The identity of the next thing that is known by the prefix and a text.
  mutating func next(withPrefix text: ArraySlice<UInt8>) -> Int {
    next(identity(withPrefix: text))
  }

  /// The identity of a thing that is known by a text, before it is given.
  func identity(of text: ArraySlice<UInt8>) -> Int { Self.identity(text, start) }

  /// The identity of a thing that is known by the prefix and a text, before it is given.
  func identity(withPrefix text: ArraySlice<UInt8>) -> Int { Self.identity(text, startWithPrefix) }

  private static func identity(_ text: ArraySlice<UInt8>, _ start: StableHash) -> Int {
    var hash = start
    hash.add(text)
    return DerivedIdentity.ofText(hash)
  }

  private mutating func next(_ identity: Int) -> Int {
    add(identity)
    return identity
  }

  /// Gives the next thing the identity of its text, which is known.
  mutating func add(_ identity: Int) {
    if !given.insert(identity) { counts[identity, default: 1] += 1 }
  }

  /// The identity of one of several with a text, which nothing else has.
  ///
  /// - Parameters:
  ///   - text: The identity that all of them were given.
  ///   - surroundings: What tells it from the others.
  mutating func identity(_ text: Int, in surroundings: StableHash) -> Int {
    var hash = surroundings
    while true {
      let identity = DerivedIdentity.of(text, in: hash)
      if given.insert(identity) { return identity }
      hash.add(1)
    }
  }
}

/// A set of identities: faster than one of the standard library, since they are hashes.
struct IdentitySet {
  /// The identities, each in its place or after it; zeros between them.
  private var slots: [Int]
  private let shift: UInt64
  /// It is different in each run, so that no file can have many identities with one place.
  private let factor = UInt64.random(in: .min ... .max) | 1

  /// An empty set with room for the identities of a number of things: of their texts, and those
  /// that things have whose texts repeat.
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
