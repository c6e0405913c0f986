/// Changes of a document and, where items are nested, the document that they make: an item that is
/// moved or deleted takes levels from others, which are to get those that they are to have.
package struct NestedChanges {
  package private(set) var changes: [DocumentChange] = []
  /// The document after the changes; of no use where nothing is nested.
  private var document: ChecklistDocument
  private let isNested: Bool
  private let now: Date

  package init(_ document: ChecklistDocument, isNested: Bool, now: Date) {
    (self.document, self.isNested, self.now) = (document, isNested, now)
  }

  /// A list after the changes; nil for one that is not there.
  package func list(_ id: Int) -> Checklist? { document.checklists.first { $0.id == id } }

  private func items(of list: Int) -> [ChecklistItem] { self.list(list)?.items ?? [] }

  package mutating func append(_ change: DocumentChange) {
    changes.append(change)
    // A change that is refused is refused again where the changes are applied.
    if isNested { _ = try? document.apply(change, at: now, telling: .together) }
  }

  /// Gives items of a list levels, all of a level in one change.
  private mutating func nest(_ items: [(id: Int, level: Int)], in list: Int) {
    for (level, group) in Dictionary(grouping: items, by: \.level).sorted(by: { $0.key < $1.key }) {
      var edit = ItemEdit()
      edit[.level] = level > 0 ? .set(.number(level)) : .remove
      append(.editItems(group.map { ItemReference($0.id) }, list: list, edit))
    }
  }

  /// Takes the items that stay from below those that are to be deleted.
  mutating func liftItems(below deleted: Set<Int>, in list: Int) {
    // An item that is lifted takes those below it along, which may lift one that is deleted.
    for _ in items(of: list).indices {
      let lifted = itemsToLift(below: deleted, in: list)
      if lifted.isEmpty { return }
      nest(lifted, in: list)
    }
  }

  private func itemsToLift(below deleted: Set<Int>, in list: Int) -> [(id: Int, level: Int)] {
    let items = items(of: list)
    var lifted: [(id: Int, level: Int)] = []
    // The items above, from the outside.
    var above: [(level: Int, isDeleted: Bool)] = []
    for position in items.indices {
      let isDeleted = deleted.contains(position)
      var level = items[position].level
      while let last = above.last, last.level >= level { above.removeLast() }
      if !isDeleted, let outermost = above.firstIndex(where: \.isDeleted) {
        level = above[outermost].level
        above.removeSubrange(outermost...)
        lifted.append((items[position].id, level))
      }
      above.append((level, isDeleted))
    }
    return lifted
  }

  /// Gives items of a list their levels, by their identities.
  package mutating func giveLevels(_ levels: [Int: Int], in list: Int) {
    // An item that gets a level takes those below it along, which get theirs in the next round.
    // Where others have put items, some levels cannot be had.
    var former: [Int] = []
    for _ in items(of: list).indices {
      let items = items(of: list)
      let wrong = items.indices.compactMap { position -> (id: Int, level: Int)? in
        let level = levels[items[position].id]
        return level.flatMap { $0 == items[position].level ? nil : (items[position].id, $0) }
      }
      if wrong.isEmpty || wrong.map(\.id) == former { return }
      former = wrong.map(\.id)
      nest(wrong, in: list)
    }
  }
}
