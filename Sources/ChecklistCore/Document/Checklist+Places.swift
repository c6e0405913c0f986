/// Places among items: next to a neighbor, whose level and section items get that come there, and
/// with the items that are nested below it.
extension Checklist {
  /// A place in a list.
  struct ItemPlace {
    /// How many items stand before it.
    var offset: Int
    /// How many items one stands below there.
    var level = 0
    /// The section there, where sections are places.
    var section: String?
  }

  /// The position after an item and those nested below it.
  func end(ofItemAt position: Int) -> Int {
    let level = items[position].level
    var end = position + 1
    while end < items.count, items[end].level > level { end += 1 }
    return end
  }

  /// Gives the first item of a block a level, and those nested below it levels below that one.
  mutating func nest(_ block: Range<Int>, at level: Int) {
    let shift = level - items[block.lowerBound].level
    if shift == 0 { return }
    for position in block { items[position].level += shift }
  }

  /// Items with those that are nested below them, each once, in the order in which they are named.
  func blocks(of positions: [Int]) -> [Range<Int>] {
    let blocks = positions.map { $0..<end(ofItemAt: $0) }
    guard blocks.contains(where: { $0.count > 1 }) else { return blocks }
    let nested = Set(blocks.flatMap { $0.dropFirst() })
    return blocks.filter { !nested.contains($0.lowerBound) }
  }

  /// References to items and to those that are nested below them.
  package func withNested(_ references: [ItemReference]) throws(ChangeError) -> [ItemReference] {
    blocks(of: try positions(of: references)).flatMap { $0.map(reference) }
  }

  /// The place at an insertion point.
  ///
  /// - Parameter nesting: Whether what comes after an item comes after those nested below it too.
  func place(
    at point: InsertionPoint<ItemReference>, _ nesting: ChecklistDocument.Nesting = .byPlace
  ) throws(ChangeError) -> ItemPlace {
    let neighbor: Int
    var isAfter = false
    switch point {
    case .first:
      return ItemPlace(offset: 0, section: items.isEmpty ? lastHeading : items[0].section)
    case .last:
      let section = items.last.map(\.section) ?? lastHeading
      return ItemPlace(offset: items.count, section: section)
    case .before(let item):
      neighbor = try positions(of: [item])[0]
      if let name = items[neighbor].section, isFirst(neighbor, ofSecondSection: name) {
        throw ChangeError(.severalSections(name))
      }
    case .after(let item): (neighbor, isAfter) = (try positions(of: [item])[0], true)
    }
    let end = nesting == .byPlace ? end(ofItemAt: neighbor) : neighbor + 1
    return ItemPlace(
      offset: isAfter ? end : neighbor, level: items[neighbor].level,
      section: items[neighbor].section)
  }

  /// Whether an item is the first of its place, and the item above is in another place of the same
  /// name: what goes between them could be in either.
  private func isFirst(_ position: Int, ofSecondSection name: String) -> Bool {
    guard position > 0, items[position - 1].section.hasSameCodeUnits(as: name) else {
      return false
    }
    return sectionPlaces?.contains {
      $0.lastItem == items[position - 1].id && $0.name.hasSameCodeUnits(as: name)
    } ?? false
  }

  private var lastHeading: String? { sectionPlaces?.last { $0.kind != .entry }?.name }

  /// The place of items that get a section.
  ///
  /// - Parameters:
  ///   - section: The name of the section; nil for the beginning of the list, without one.
  ///   - point: Where they go; the end of the list is the end of the section.
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/otherSection(_:)`` for a point elsewhere.
  func place(
    inSection section: String?, at point: InsertionPoint<ItemReference>,
    _ nesting: ChecklistDocument.Nesting = .byPlace
  ) throws(ChangeError) -> ItemPlace {
    guard !point.isLast else { return try end(ofSection: section) }
    let place = try place(at: point, nesting)
    guard section.hasSameCodeUnits(as: place.section) else {
      throw ChangeError(.otherSection(section ?? ""))
    }
    return place
  }

  /// The end of a section; of the list for one that it does not have.
  private func end(ofSection name: String?) throws(ChangeError) -> ItemPlace {
    let places = sectionPlaces ?? []
    let named = places.indices.filter { index in
      places[index].name.hasSameCodeUnits(as: name)
        && (places[index].kind != .entry || places[index].itemCount > 0)
    }
    if let name, named.count > 1 { throw ChangeError(.severalSections(name)) }
    if let last = items.lastIndex(where: { $0.section.hasSameCodeUnits(as: name) }) {
      return ItemPlace(offset: last + 1, section: name)
    }
    guard let place = named.first.map({ places[$0] }) else {
      return ItemPlace(offset: items.count, section: name)
    }
    let before = items.firstIndex { $0.id == place.lastItem }
    return ItemPlace(offset: before.map { $0 + 1 } ?? 0, section: name)
  }
}

extension ChecklistDocument {
  /// The levels of items that get a place.
  enum Nesting {
    /// Items stand as deep as their place, and those nested below them go with them. Items that are
    /// new are that much deeper.
    case byPlace
    /// Items have the levels that they are to have, and each goes alone.
    case asGiven
  }
}

extension [ChecklistItem] {
  /// Lifts items that stand more than one level below the item above them.
  ///
  /// Each item stays below the items that it stands below by the levels as they are. A property
  /// list may have any levels, and items may get an order in which those of others do not fit.
  package mutating func normalizeLevels() {
    let areNested = indices.allSatisfy {
      self[$0].level <= ($0 == startIndex ? 0 : self[$0 - 1].level + 1)
    }
    if areNested { return }
    for (index, level) in zip(indices, map(\.level).nested) where self[index].level != level {
      self[index].level = level
    }
  }
}

extension [Int] {
  /// The levels of items, lifted where one is more than one below the level before it.
  package var nested: [Int] {
    var above: [Int] = []
    return map { level in
      while let last = above.last, last >= level { above.removeLast() }
      above.append(level)
      return above.count - 1
    }
  }
}
