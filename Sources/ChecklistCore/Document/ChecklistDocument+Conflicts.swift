extension ChecklistDocument {
  /// The lists that have conflicts, or items with conflicts, and the positions of those items.
  package var conflicts: [(list: Checklist, positions: [Int])] {
    checklists.compactMap { list in
      let positions = list.items.indices.filter { list.items[$0].hasConflicts }
      return positions.isEmpty && list.conflicts.isEmpty ? nil : (list, positions)
    }
  }

  /// How many items and lists have conflicts.
  package var conflictCount: Int {
    conflicts.reduce(0) { $0 + $1.positions.count + ($1.list.conflicts.isEmpty ? 0 : 1) }
  }

  /// Whether an item or a list has conflicts.
  package var hasConflicts: Bool { !conflicts.isEmpty }
}
