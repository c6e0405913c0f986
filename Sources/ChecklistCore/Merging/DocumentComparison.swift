/// What differs between two documents, list by list and item by item.
package struct DocumentComparison: Sendable {
  /// Where an item is in one of the documents.
  package struct Place: Sendable {
    /// The item.
    package let item: ChecklistItem
    /// Its number in its list, from 1.
    package let number: Int
    /// Its list.
    package let list: Checklist
  }

  /// An item that differs.
  package struct Item: Sendable {
    /// Where it is in the first document; nil for one that is new.
    package let before: Place?
    /// Where it is in the second document; nil for one that is gone.
    package let after: Place?
    /// Whether it is in another list, or among the items of its list in another order.
    package let isMoved: Bool
  }

  /// A list that differs, or has items that do.
  package struct List: Sendable {
    /// The list in the first document, with its number there; nil for one that is new.
    package let before: (list: Checklist, number: Int)?
    /// The list in the second document; nil for one that is gone.
    package let after: (list: Checklist, number: Int)?
    /// Whether it is among the lists in another order.
    package let isMoved: Bool
    /// The items that are gone from it, and then those that it has, in their order.
    ///
    /// An item that went to another list is there.
    package let items: [Item]
  }

  /// The changes that make the first document the second one.
  package let changes: [DocumentChange]
  /// The lists of the second document in their order, and then those that are gone.
  package let lists: [List]

  /// Compares two documents.
  ///
  /// - Parameter after: The second document.
  package init(from before: ChecklistDocument, to after: ChecklistDocument) {
    changes = before.difference(to: after)
    lists = ComparedLists(before, after, changes).lists
  }
}

extension ChecklistDocument {
  /// What makes the document another one.
  ///
  /// - Returns: What is done to each item and list, each item once.
  /// - Throws: ``ChangeError`` when a change does not fit, which is a fault of the comparison.
  package func changes(to other: ChecklistDocument) throws(ChangeError) -> [AppliedChange] {
    var document = self
    var applied: [AppliedChange] = []
    for change in difference(to: other) {
      // Each change that sets a time says which.
      applied += try document.apply(
        checked: change, at: Date(timeIntervalSinceReferenceDate: 0))
    }
    return document.coalesced(applied, since: self)
  }
}

extension DocumentComparison.Item {
  /// The fields that have another value; none for an item that is new or gone, and for one that
  /// differs in unknown fields or its place only.
  package var fields: [ItemField] {
    guard let before = before?.item, let after = after?.item else { return [] }
    return ItemField.allCases.filter { !before.hasSame($0, as: after) }
  }
}

extension DocumentComparison.List {
  /// The fields of the list itself that have another value.
  package var fields: [ListField] {
    guard let before = before?.list, let after = after?.list else { return [] }
    return ListField.allCases.filter { !before.hasSame($0, as: after) }
  }
}
