extension PropertyListDictionary {
  /// The index of the first entry whose key an earlier entry has too, by code unit; nil when all
  /// keys are different.
  var firstRepeatedKey: Int? {
    // Comparing the few keys that most dictionaries have is cheaper than hashing them.
    if entries.count <= 8 {
      return entries.indices.first { index in
        entries[..<index].contains { $0.key.hasSameCodeUnits(as: entries[index].key) }
      }
    }
    var seen: Set<CodeUnits> = []
    return entries.indices.first { !seen.insert(CodeUnits(entries[$0].key)).inserted }
  }

  /// Keeps only the last of the entries with the same key.
  mutating func dropRepeatedKeys() {
    guard firstRepeatedKey != nil else { return }
    var seen: Set<CodeUnits> = []
    entries = entries.reversed().filter { seen.insert(CodeUnits($0.key)).inserted }.reversed()
  }
}
