import ChecklistCore

/// Items that go to another list, or to another section, gathered by where they go.
struct ImportedMoves {
  /// From which list, and to which list and section.
  private struct Route: Hashable {
    let source: Int
    let destination: Int
    /// Nil when they keep their section; empty for none.
    let section: CodeUnits?
  }

  private var routes: [Route] = []
  private var items: [Route: (section: ItemEdit.Field<String>, items: [ItemReference])] = [:]
  private var moved: Set<Int> = []

  /// Adds an item, if it goes anywhere.
  ///
  /// - Parameter destination: The list that it goes to, which can be the same.
  mutating func add(
    _ item: ItemReference, from source: Checklist, to destination: Checklist,
    section: ItemEdit.Field<String>
  ) -> Bool {
    guard !section.isKeep || source.id != destination.id else { return false }
    let route = Route(
      source: source.id, destination: destination.id,
      section: section.isKeep ? nil : CodeUnits(section.name ?? ""))
    if items[route] == nil { routes.append(route) }
    items[route, default: (section, [])].items.append(item)
    moved.insert(item.id)
    return true
  }

  /// Whether nothing goes anywhere.
  var isEmpty: Bool { routes.isEmpty }

  private func isMoved(_ item: ChecklistItem) -> Bool { moved.contains(item.id) }

  /// The changes, each for all items that go the same route, to the end of their section.
  ///
  /// - Parameter lists: The lists that they go to, as they are before.
  func changes(in lists: [Checklist]) -> [DocumentChange] {
    var ends: [Int: [CodeUnits: ItemReference]] = [:]
    for list in lists where list.hasSections { ends[list.id] = endsOfSections(of: list) }
    return routes.compactMap { route in
      guard let move = items[route] else { return nil }
      var point: InsertionPoint<ItemReference>?
      if let name = move.section.name {
        point = ends[route.destination]?[CodeUnits(name)].map { .after($0) } ?? .last
      }
      return .moveItems(
        move.items, list: route.source, to: route.destination, at: point, section: move.section)
    }
  }
}

extension ImportedMoves {
  /// The last item at the top of each section of a list, by its name, among those that do not move:
  /// a place beside an item that goes away itself would be lost.
  func endsOfSections(of list: Checklist) -> [CodeUnits: ItemReference] {
    var ends: [CodeUnits: ItemReference] = [:]
    for (position, item) in list.items.enumerated()
    where item.hasSection && item.level == 0 && !isMoved(item) {
      guard let section = item.section else { continue }
      ends[CodeUnits(section)] = list.reference(at: position)
    }
    return ends
  }
}

extension ItemEdit.Field<String> {
  /// The text that is set; nil for none.
  fileprivate var name: String? {
    if case .set(let name) = self { name } else { nil }
  }
}
