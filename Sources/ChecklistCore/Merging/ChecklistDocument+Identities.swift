extension ChecklistDocument {
  /// The document with the identities of another, where both have the same list or the same item
  /// and know no base.
  ///
  /// A merge of the two then keeps the identities of the other: it pairs what has one identity.
  ///
  /// - Returns: The document, in which nothing else is changed.
  package func identified(like other: ChecklistDocument) -> ChecklistDocument {
    var numbered = NumberedDocument(self)
    let plan = MergePlan(
      base: NumberedDocument(ChecklistDocument()), first: numbered, second: NumberedDocument(other))
    for entry in plan.lists.entries {
      guard let own = entry.first, let position = entry.second,
        !derivedIdentities.lists.contains(numbered.list(own).id)
      else { continue }
      numbered.document.checklists[own].identity = other.checklists[position].id
    }
    let theirs = Set(other.checklists.lazy.flatMap(\.items).map(\.id))
    var taken = theirs.union(checklists.lazy.flatMap(\.items).map(\.id))
    for entry in plan.items.entries {
      guard let own = entry.first, !derivedIdentities.items.contains(numbered[own].id) else {
        continue
      }
      if let number = entry.second {
        numbered[own].identity = plan.second[number].id
      } else if theirs.contains(numbered[own].id) {
        // Two programs have counted to the same one.
        let item = numbered[own]
        numbered[own].identity = .identity(of: "\(item.id) \(item.text)") {
          $0 > UInt32.max && taken.insert($0).inserted
        }
      }
    }
    return numbered.document
  }
}

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
      for (former, item) in zip(former.items, list.items) where former.id != item.id {
        items[former.id] = item.id
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
