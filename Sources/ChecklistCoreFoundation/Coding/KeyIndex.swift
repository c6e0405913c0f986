internal import ChecklistCore

/// The keys of a dictionary in their order, which are found by code unit.
struct KeyIndex {
  private(set) var keys: [String] = []
  /// The positions of the keys, when there are many.
  private var positions: [CodeUnits: Int] = [:]

  /// Comparing the few keys that most dictionaries have is cheaper than hashing them.
  private static let few = 8

  /// Creates an index.
  ///
  /// - Parameter keys: The keys, in order. When there are two that are equal, the first one counts.
  init(_ keys: [String] = []) {
    self.keys = keys
    if keys.count > Self.few { indexAll() }
  }

  /// The position of the first key with these code units; nil when there is none.
  func position(of key: String) -> Int? {
    keys.count > Self.few
      ? positions[CodeUnits(key)] : keys.firstIndex { $0.hasSameCodeUnits(as: key) }
  }

  /// Adds a key that is not there yet.
  mutating func append(_ key: String) {
    keys.append(key)
    if keys.count > Self.few + 1 {
      positions[CodeUnits(key)] = keys.count - 1
    } else if keys.count > Self.few {
      indexAll()
    }
  }

  private mutating func indexAll() {
    positions = Dictionary(
      zip(keys.lazy.map(CodeUnits.init), keys.indices), uniquingKeysWith: { first, _ in first })
  }
}
