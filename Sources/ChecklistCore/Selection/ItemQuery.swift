/// Which items are shown, and in which order.
package struct ItemQuery: Sendable {
  /// What was typed to select items; empty for all of them.
  package var selectors: [String]
  /// What must be in the text or in the note, each of it.
  package var search: [SearchText]
  /// The order.
  package var order: ItemOrder

  /// Takes what is asked for.
  package init(
    selectors: [String] = [], search: [SearchText] = [], order: ItemOrder = .manual
  ) {
    self.selectors = selectors
    self.search = search
    self.order = order
  }

  /// Whether items may be left out.
  package var isFilter: Bool { !selectors.isEmpty || !search.isEmpty }

  /// Finds the items.
  ///
  /// - Parameter checklists: The lists to look in.
  /// - Returns: For each list the positions of its items, from 0, in the order that is asked for.
  /// - Throws: ``SelectorError`` when a selector cannot be understood, matches nothing in any list,
  ///   or matches several items of a list where it must match one.
  package func positions(in checklists: [Checklist]) throws(SelectorError) -> [[Int]] {
    if selectors.isEmpty {
      return checklists.map { refined(Array($0.items.indices), in: $0.items) }
    }
    var found = checklists.map { _ in Set<Int>() }
    for selector in selectors {
      var misses: [SelectorError] = []
      for (index, list) in checklists.enumerated() {
        do throws(SelectorError) {
          found[index].formUnion(
            try ItemSelector.positions(of: [selector], in: list, allowsSeveral: true))
        } catch {
          guard error.kind == .noMatch else { throw error }
          misses.append(error)
        }
      }
      if let miss = misses.first, misses.count == checklists.count {
        throw misses.count == 1
          ? miss : SelectorError(.noMatch, "no list has items that match '\(selector)'")
      }
    }
    return zip(checklists, found).map { refined($1.sorted(), in: $0.items) }
  }

  /// The selected positions that the search finds too, sorted.
  private func refined(_ positions: [Int], in items: [ChecklistItem]) -> [Int] {
    // What one word is not in need not be searched for the next.
    let found = search.reduce(positions) { found, word in
      word.positions(in: items, at: found, inNotes: true)
    }
    return order.sorted(found, in: items)
  }
}
