/// Changes that give items a place.
extension ChecklistDocument {
  /// Adds items at a point; where sections are places, each at the end of its section.
  ///
  /// - Parameter telling: Whether each of them is told, or those in a row together.
  mutating func addItems(
    _ items: [ChecklistItem], to list: Int, at point: InsertionPoint<ItemReference>,
    telling: AdditionTelling, _ nesting: Nesting
  ) throws(ChangeError) -> [AppliedChange] {
    guard checklists[list].sectionsArePlaces else {
      return add(items, to: list, try checklists[list].place(at: point, nesting), telling, nesting)
    }
    var applied: [AppliedChange] = []
    var rest = items[...]
    while let first = rest.first {
      let group = rest.prefix { $0.section.hasSameCodeUnits(as: first.section) }
      let place =
        first.hasSection
        ? try checklists[list].place(inSection: first.section, at: point, nesting)
        : try checklists[list].place(at: point, nesting)
      let placed = group.map { item in
        var item = item
        if !item.section.hasSameCodeUnits(as: place.section) { item.section = place.section }
        return item
      }
      applied += add(placed, to: list, place, telling, nesting)
      rest = rest.dropFirst(group.count)
    }
    return applied
  }

  private mutating func add(
    _ items: [ChecklistItem], to list: Int, _ place: Checklist.ItemPlace,
    _ telling: AdditionTelling, _ nesting: Nesting
  ) -> [AppliedChange] {
    var items = items
    if nesting == .byPlace, place.level > 0 {
      for index in items.indices { items[index].level += place.level }
    }
    if checklists[list].items.isEmpty {
      // Not copied.
      checklists[list].items = items
    } else {
      checklists[list].items.insert(contentsOf: items, at: place.offset)
    }
    if nesting == .byPlace, items.contains(where: { $0.level > 0 }) {
      checklists[list].items.normalizeLevels()
      items = Array(checklists[list].items[place.offset..<place.offset + items.count])
    }
    let told = telling == .each ? items[...] : items.prefix(1)
    return told.indices.map { index in
      AppliedChange(
        .added, .item(before: items[index], after: items[index]), list: checklists[list].id,
        number: place.offset + index + 1, followerCount: items.count - told.count)
    }
  }

  /// Moves items, with those that are nested below them, to a point or to a section.
  mutating func moveItems(
    _ items: [ItemReference], from source: Int, to destination: Int,
    at point: InsertionPoint<ItemReference>?, _ section: ItemEdit.Field<String>,
    _ nesting: Nesting
  ) throws(ChangeError) -> [AppliedChange] {
    let named = try checklists[source].positions(of: items)
    let blocks =
      nesting == .byPlace ? checklists[source].blocks(of: named) : named.map { $0..<$0 + 1 }
    let positions = blocks.flatMap { $0 }
    var edit = ItemEdit(section: section)
    if point == nil, source == destination, !checklists[destination].sectionsArePlaces {
      return positions.map { position in
        let before = checklists[source].items[position]
        checklists[source].items[position] = edit.applied(to: before)
        let isInSection = checklists[source].items[position].hasSameSection(as: before)
        return changed(isInSection ? .unchanged : .moved, before, at: position, in: source)
      }
    }
    let place = try place(
      of: blocks, from: source, to: destination, at: point ?? .last, section, nesting)
    if checklists[destination].sectionsArePlaces {
      edit.section = place.section.map { .set($0) } ?? .remove
    }
    let kind: AppliedChange.Kind
    let moved: Range<Int>
    if source == destination {
      kind = .moved
      moved = checklists[source].items.move(at: positions, toOffset: place.offset)
    } else {
      kind = .movedToList(checklists[destination].title)
      let items = checklists[source].items.remove(at: positions)
      checklists[destination].items.insert(contentsOf: items, at: place.offset)
      moved = place.offset..<place.offset + items.count
    }
    let former = zip(positions, moved).map { checklists[destination].items[$1] }
    if !edit.section.isKeep {
      for after in moved {
        checklists[destination].items[after] = edit.applied(
          to: checklists[destination].items[after])
      }
    }
    if nesting == .byPlace {
      var start = moved.lowerBound
      for block in blocks {
        checklists[destination].nest(start..<start + block.count, at: place.level)
        start += block.count
      }
    }
    return zip(zip(positions, moved), former).map { positions, item in
      let (before, after) = positions
      let now = checklists[destination].items[after]
      let isInPlace =
        source == destination && before == after && now.hasSameSection(as: item)
        && now.level == item.level
      return AppliedChange(
        isInPlace ? .unchanged : kind, .item(before: item, after: now),
        list: checklists[destination].id, numberBefore: before + 1, number: after + 1)
    }
  }

  /// The place of items that move.
  private func place(
    of blocks: [Range<Int>], from source: Int, to destination: Int,
    at point: InsertionPoint<ItemReference>, _ section: ItemEdit.Field<String>, _ nesting: Nesting
  ) throws(ChangeError) -> Checklist.ItemPlace {
    let list = checklists[destination]
    switch point {
    case .before(let item), .after(let item):
      guard source == destination, blocks.contains(where: { $0.count > 1 }) else { break }
      let neighbor = try list.positions(of: [item])[0]
      if blocks.contains(where: { $0.dropFirst().contains(neighbor) }) {
        throw ChangeError(.placeWithinItself)
      }
    case .first, .last: break
    }
    guard list.sectionsArePlaces, !section.isKeep else { return try list.place(at: point, nesting) }
    return try list.place(inSection: section.applied(to: nil), at: point, nesting)
  }
}
