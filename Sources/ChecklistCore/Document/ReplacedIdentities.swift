/// The identities that lists and items of a document got in place of their own.
package struct ReplacedIdentities: Equatable, Sendable {
  /// The identities of lists, by the former ones.
  package private(set) var lists: [Int: Int] = [:]
  /// The identities of items, by the former ones.
  package private(set) var items: [Int: Int] = [:]

  /// None.
  package init() {}

  /// The identities that ``ChecklistDocument/identified(like:)`` gives.
  package init(of former: ChecklistDocument, in document: ChecklistDocument) {
    self.init(Array(zip(former.checklists, document.checklists)))
  }

  /// The identities that lists, and items at the same positions, have in place of former ones.
  init(_ lists: [(former: Checklist, list: Checklist)]) {
    for (former, list) in lists {
      if former.id != list.id { self.lists[former.id] = list.id }
      // An item that is handed to a loop is copied.
      guard former.items.count == list.items.count else { continue }
      for position in former.items.indices
      where former.items[position].id != list.items[position].id {
        items[former.items[position].id] = list.items[position].id
      }
    }
  }

  /// Whether each list and each item has its own.
  package var isEmpty: Bool { lists.isEmpty && items.isEmpty }

  /// Adds those that were given after these.
  package mutating func add(_ later: ReplacedIdentities) {
    lists = later.lists.merging(lists.mapValues { later.lists[$0] ?? $0 }) { $1 }
    items = later.items.merging(items.mapValues { later.items[$0] ?? $0 }) { $1 }
  }
}
