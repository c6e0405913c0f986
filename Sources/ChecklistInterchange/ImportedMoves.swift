import ChecklistCore

/// Items that go to another list, or to another section, gathered by where they go.
struct ImportedMoves {
  /// From which list, and to which list and section.
  private struct Way: Hashable {
    let source: Int
    let destination: Int
    /// Nil when they keep their section; empty for none.
    let section: CodeUnits?
  }

  /// What goes one way.
  private struct Move {
    let point: InsertionPoint<ItemReference>?
    let section: ItemEdit.Field<String>
    var items: [ItemReference] = []
  }

  private var ways: [Way] = []
  private var moves: [Way: Move] = [:]

  /// Adds an item, if it goes anywhere.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - source: The list that has it.
  ///   - destination: The list that it goes to, which can be the same.
  ///   - section: The section that it gets.
  /// - Returns: Whether it goes anywhere.
  mutating func add(
    _ item: ItemReference, from source: Checklist, to destination: Checklist,
    section: ItemEdit.Field<String>
  ) -> Bool {
    guard !section.isKeep || source.id != destination.id else { return false }
    var name: String?
    if case .set(let section) = section { name = section }
    let way = Way(
      source: source.id, destination: destination.id,
      section: section.isKeep ? nil : CodeUnits(name ?? ""))
    if moves[way] == nil {
      ways.append(way)
      moves[way] = Move(
        point: name.map { destination.insertionPoint(inSection: $0) }, section: section)
    }
    moves[way]?.items.append(item)
    return true
  }

  /// The changes, each for all items that go the same way.
  var changes: [DocumentChange] {
    ways.compactMap { way in
      moves[way].map {
        .moveItems(
          $0.items, list: way.source, to: way.destination, at: $0.point, section: $0.section)
      }
    }
  }
}
