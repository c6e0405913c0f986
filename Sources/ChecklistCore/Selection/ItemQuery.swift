/// Which items are shown, and in which order.
package struct ItemQuery: Sendable {
  /// What finds the items that selectors mean.
  package var resolver: ItemResolver
  /// The text that selects items; empty for all of them.
  package var selectors: [String]
  /// The words that must all be in the text or in the note.
  package var search: [SearchText]
  /// The section whose items are wanted; nil for those of all sections, and of none.
  package var section: String?
  /// The moment since which items were checked; nil for all items.
  package var checkedSince: Date?
  /// The order.
  package var order: ItemOrder

  /// Takes what is asked for.
  package init(
    by resolver: ItemResolver, selectors: [String] = [], search: [SearchText] = [],
    section: String? = nil, checkedSince: Date? = nil, order: ItemOrder = .manual
  ) {
    self.resolver = resolver
    self.selectors = selectors
    self.search = search
    self.section = section
    self.checkedSince = checkedSince
    self.order = order
  }

  /// Whether items may be left out.
  package var isFilter: Bool {
    !selectors.isEmpty || !search.isEmpty || section != nil || checkedSince != nil
  }

  /// Whether due dates say which items are wanted.
  package var dependsOnDue: Bool {
    selectors.contains { (try? ItemSelector.parse($0))?.contains(where: \.dependsOnDue) == true }
  }

  /// Finds the items.
  ///
  /// - Returns: For each list the positions of its items, from 0, in the order that is asked for.
  /// - Throws: ``SelectorError`` when a selector cannot be understood, matches nothing in any list,
  ///   or matches several items of a list where it must match one.
  package func positions(in checklists: [Checklist]) throws(SelectorError) -> [[Int]] {
    var found = checklists.map { Array($0.items.indices) }
    if !selectors.isEmpty {
      found = try positions(of: selectors, in: checklists).map { $0.sorted() }
    }
    if let section {
      let members = try positions(of: ["section:\(section)"], in: checklists)
      found = zip(found, members).map { $0.filter($1.contains) }
    }
    return zip(checklists, found).map { refined($1, in: $0.items) }
  }

  /// Finds the items of each list that any of the selectors means.
  private func positions(
    of selectors: [String], in checklists: [Checklist]
  ) throws(SelectorError) -> [Set<Int>] {
    var found = checklists.map { _ in Set<Int>() }
    for selector in selectors {
      var misses: [SelectorError] = []
      for (index, list) in checklists.enumerated() {
        do {
          found[index].formUnion(
            try resolver.positions(of: [selector], in: list, allowsSeveral: true))
        } catch {
          guard error.kind == .noMatch || error.kind == .noWholeText else { throw error }
          misses.append(error)
        }
      }
      if let miss = misses.first, misses.count == checklists.count {
        throw misses.count == 1 || miss.kind == .noWholeText
          ? miss : SelectorError(.noMatch, "no list has items that match '\(selector)'")
      }
    }
    return found
  }

  /// The selected positions that the search finds too, sorted.
  private func refined(_ positions: [Int], in items: [ChecklistItem]) -> [Int] {
    var positions = positions
    if let checkedSince {
      positions.removeAll { items[$0].completed.map { $0 < checkedSince } ?? true }
    }
    // Each word is searched for where the words before it were found.
    let found = search.reduce(positions) { found, word in
      word.positions(in: items, at: found, inNotes: true)
    }
    return order.sorted(found, in: items, zone: resolver.zone)
  }
}
