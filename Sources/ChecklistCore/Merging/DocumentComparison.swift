/// The differences between two documents to show to a person, list by list and item by item.
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

  /// The lists of the second document in their order, and then those that are gone.
  package let lists: [List]

  /// Compares two documents.
  ///
  /// - Parameter after: The second document.
  package init(from before: ChecklistDocument, to after: ChecklistDocument) {
    lists = EditScript(before, after).comparedLists
  }
}

extension EditScript {
  /// The lists that differ, or have items that do.
  fileprivate var comparedLists: [DocumentComparison.List] {
    let former = old.document.checklists
    let inPlace = Set(lists.compactMap { $0 }.longestIncreasingSubsequence)
    var compared: [DocumentComparison.List] = []
    for (index, list) in new.document.checklists.enumerated() {
      let position = lists[index]
      let items = (position.map(goneItems) ?? []) + comparedItems(ofListAt: index)
      let isMoved = position.map { !inPlace.contains($0) } ?? false
      if let position, !isMoved, !editedLists.contains(position), items.isEmpty { continue }
      compared.append(
        .init(
          before: position.map { (former[$0], $0 + 1) }, after: (list, index + 1),
          isMoved: isMoved, items: items))
    }
    for (index, list) in former.enumerated() where !hasList[index] {
      compared.append(
        .init(before: (list, index + 1), after: nil, isMoved: false, items: goneItems(index)))
    }
    return compared
  }

  /// The items of a list of the old document that the new one has nowhere.
  private func goneItems(_ position: Int) -> [DocumentComparison.Item] {
    old.ranges[position].filter { !hasItem[$0] }
      .map { .init(before: old.place($0), after: nil, isMoved: false) }
  }

  /// The items of a list of the new document that differ.
  private func comparedItems(ofListAt position: Int) -> [DocumentComparison.Item] {
    runs(of: position).flatMap { run in
      run.items.compactMap { item in
        let former = items[item]
        let isMoved = former != nil && run.placement != .stays
        if let former, !isMoved, !isEdited[former] { return nil }
        let compared = DocumentComparison.Item(
          before: former.map(old.place), after: new.place(item), isMoved: isMoved)
        return compared.differsInUnknownTimes ? nil : compared
      }
    }
  }
}

extension NumberedDocument {
  /// Where the item with a number is.
  fileprivate func place(_ item: Int) -> DocumentComparison.Place {
    let position = listPositions[item]
    return .init(
      item: self[item], number: item - ranges[position].lowerBound + 1, list: list(position))
  }
}

extension ChecklistDocument {
  /// The changes that make another document of this one.
  ///
  /// - Returns: What is done to each item and list, each item once.
  /// - Throws: ``ChangeError`` when a change does not fit, which is a fault of the comparison.
  package func changes(to other: ChecklistDocument) throws(ChangeError) -> [AppliedChange] {
    var document = self
    // Each change that sets a time says which.
    let applied = try document.apply(
      checked: difference(to: other), at: Date(timeIntervalSinceReferenceDate: 0))
    return document.coalesced(applied, since: self)
  }
}

extension DocumentComparison.Item {
  /// The fields that have another value; none for an item that is new or gone, and for one that
  /// differs in unknown fields or its place only.
  package var fields: [ItemField] {
    allFields.filter { !isUnknown($0) }
  }

  private var allFields: [ItemField] {
    guard let before = before?.item, let after = after?.item else { return [] }
    return ItemField.allCases.filter { !before.hasSame($0, as: after) }
  }

  /// Whether a time is known on one side only, as where one of the documents is a file of text,
  /// which has no room for it.
  private func isUnknown(_ field: ItemField) -> Bool {
    switch field {
    case .created: before?.item.created == nil || after?.item.created == nil
    case .completed:
      before?.item.isChecked == after?.item.isChecked
        && (before?.item.finished == nil || after?.item.finished == nil)
    default: false
    }
  }

  /// Whether it is the same but for times that are known on one side only.
  fileprivate var differsInUnknownTimes: Bool {
    !isMoved && !allFields.isEmpty && fields.isEmpty
  }
}

extension DocumentComparison.List {
  /// The fields of the list itself that have another value.
  package var fields: [ListField] {
    guard let before = before?.list, let after = after?.list else { return [] }
    return ListField.allCases.filter { !before.hasSame($0, as: after) }
  }
}
