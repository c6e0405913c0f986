import ChecklistCore

/// The place of an item in a document, in its order.
struct ItemAddress: Hashable, Comparable, Sendable {
  /// The position of the list, from 0.
  var list: Int
  /// The position in the list, from 0.
  var position: Int

  static func < (one: ItemAddress, other: ItemAddress) -> Bool {
    (one.list, one.position) < (other.list, other.position)
  }
}

extension ChecklistDocument {
  /// The item at an address.
  subscript(address: ItemAddress) -> ChecklistItem {
    checklists[address.list].items[address.position]
  }

  /// Where the item with an identity is; nil when there is none.
  ///
  /// - Parameter lists: The positions of the lists to look in; nil for all.
  func address(ofItem id: Int, in lists: Range<Int>? = nil) -> ItemAddress? {
    for list in lists ?? checklists.indices {
      if let position = checklists[list].items.firstIndex(where: { $0.id == id }) {
        return ItemAddress(list: list, position: position)
      }
    }
    return nil
  }

  /// Where some items are, in the order of the document.
  ///
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/noSuchItem(_:)`` for one that is not
  ///   there.
  func places(ofItems ids: [Int]) throws(ChangeError) -> [ItemAddress] {
    if ids.count == 1, let address = address(ofItem: ids[0]) { return [address] }
    var wanted = Set(ids)
    var places: [ItemAddress] = []
    for list in checklists.indices {
      for position in checklists[list].items.indices
      where wanted.remove(checklists[list].items[position].id) != nil {
        places.append(ItemAddress(list: list, position: position))
      }
    }
    if let id = ids.first(where: wanted.contains) { throw ChangeError(.noSuchItem(id)) }
    return places
  }

  /// The changes of items, one for each of their lists.
  ///
  /// - Parameter addresses: Where the items are, in order.
  func changes(
    at addresses: [ItemAddress],
    _ change: (Checklist, [ItemReference]) throws -> DocumentChange
  ) rethrows -> [DocumentChange] {
    try addresses.split { $0.list != $1.list }.map { part in
      let list = checklists[part[part.startIndex].list]
      return try change(list, part.map { list.reference(at: $0.position) })
    }
  }

  /// The list with an identity; nil when there is none.
  func list(id: Int) -> Checklist? { checklists.first { $0.id == id } }
}

extension Array {
  /// The runs of elements that belong together.
  fileprivate func split(
    where isBorder: (Element, Element) -> Bool
  ) -> [ArraySlice<Element>] {
    var runs: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices.dropFirst() where isBorder(self[index - 1], self[index]) {
      runs.append(self[start..<index])
      start = index
    }
    return isEmpty ? [] : runs + [self[start...]]
  }
}
