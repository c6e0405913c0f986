package import ChecklistCore

extension Checklist {
  /// Nests some of its items.
  package mutating func nest(using random: inout SplitMix64) {
    for index in items.indices.dropFirst() where Bool.random(using: &random) {
      items[index].level = Int.random(in: 0...items[index - 1].level + 1, using: &random)
    }
    items.normalizeLevels()
  }

  /// The list without its nesting.
  package var flat: Checklist {
    var list = self
    for index in list.items.indices { list.items[index].level = 0 }
    return list
  }

  /// The levels of its items, each behind its text: "Milk 1".
  package var outline: [String] { items.map { "\($0.text) \($0.level)" } }
}

extension [Checklist] {
  /// The warnings of an export to a format that has no nested items, and all else.
  package func nestingWarnings(of format: String) -> [String] {
    let count = reduce(0) { $0 + $1.items.count { $0.level > 0 } }
    return count == 0 ? [] : ["\(format) has no nested items (\(count.counting("item")))"]
  }
}
