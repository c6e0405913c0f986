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
  /// The warnings of an export to a format that has no nested items, icons and hidden lists, and
  /// all else.
  ///
  /// - Parameter hasEmptyLists: Whether it has lists without items.
  package func exportWarnings(of format: String, hasEmptyLists: Bool = false) -> [String] {
    // A list brings up its warnings before those of its items.
    var warnings: [(values: String, count: Int, unit: String)] = []
    func add(_ values: String, _ count: Int, of unit: String) {
      if count == 0 { return }
      if let known = warnings.firstIndex(where: { $0.values == values }) {
        warnings[known].count += count
      } else {
        warnings.append((values, count, unit))
      }
    }
    for list in self {
      add("icons", list.icon == Checklist.noIcon ? 0 : 1, of: "list")
      add("hidden lists", list.isHidden ? 1 : 0, of: "list")
      if !hasEmptyLists { add("empty lists", list.items.isEmpty ? 1 : 0, of: "list") }
      add("nested items", list.items.count { $0.level > 0 }, of: "item")
    }
    return warnings.map { "\(format) has no \($0.values) (\($0.count.counting($0.unit)))" }
  }
}
