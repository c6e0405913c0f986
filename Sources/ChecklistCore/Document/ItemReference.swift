/// An item of a list, by its identity.
public struct ItemReference: Sendable {
  /// The identity of the item.
  public let id: Int
  /// Where the item was seen last, from 0.
  ///
  /// It is looked for there first, so a change of one item in a long list needs no search.
  let position: Int?

  /// A reference to an item.
  ///
  /// - Parameters:
  ///   - id: The identity of the item.
  ///   - position: Where it was seen last in its list, from 0; nil when that is not known.
  public init(_ id: Int, at position: Int? = nil) {
    self.id = id
    self.position = position
  }
}

extension ChecklistItem {
  /// A reference to the item, wherever it is in its list.
  ///
  /// In a long list ``Checklist/reference(at:)`` is quicker, when the position is known.
  public var reference: ItemReference { ItemReference(id) }
}

extension Checklist {
  /// A reference to the item at a position.
  ///
  /// - Parameter position: The position of the item, from 0.
  /// - Returns: The reference.
  public func reference(at position: Int) -> ItemReference {
    ItemReference(items[position].id, at: position)
  }

  /// Finds items.
  ///
  /// - Parameter references: The items; one that is named again means nothing more.
  /// - Returns: Their positions, in the order of the references, each once.
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/noSuchItem(_:)`` for the first that is
  ///   not there.
  package func positions(of references: [ItemReference]) throws(ChangeError) -> [Int] {
    var positions: [Int] = []
    positions.reserveCapacity(references.count)
    for reference in references {
      guard let position = reference.position, items.indices.contains(position),
        items[position].id == reference.id
      else { return try search(references) }
      // What is selected ascends; in another order an item could be named twice.
      if let last = positions.last, position <= last { return try search(references) }
      positions.append(position)
    }
    return positions
  }

  /// Finds items that may be anywhere, in any order.
  private func search(_ references: [ItemReference]) throws(ChangeError) -> [Int] {
    if let reference = references.first, references.count == 1 {
      guard let position = items.firstIndex(where: { $0.id == reference.id }) else {
        throw ChangeError(.noSuchItem(reference.id))
      }
      return [position]
    }
    let index = positionsByID
    var positions: [Int] = []
    var seen: Set<Int> = []
    for reference in references {
      guard let position = index[reference.id] else {
        throw ChangeError(.noSuchItem(reference.id))
      }
      if seen.insert(position).inserted { positions.append(position) }
    }
    return positions
  }

  /// The positions of all items by their identities.
  package var positionsByID: [Int: Int] {
    Dictionary(items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
