/// Changes that give items a place.
extension ChecklistDocument {
  /// Adds items at a point; where sections are places, each at the end of its section.
  ///
  /// - Parameter telling: Whether each of them is told, or those in a row together.
  mutating func addItems(
    _ items: [ChecklistItem], to list: Int, at point: InsertionPoint<ItemReference>,
    telling: AdditionTelling
  ) throws(ChangeError) -> [AppliedChange] {
    guard checklists[list].sectionsArePlaces else {
      return add(items, to: list, try checklists[list].place(at: point), telling)
    }
    var applied: [AppliedChange] = []
    var rest = items[...]
    while let first = rest.first {
      let group = rest.prefix { $0.section.hasSameCodeUnits(as: first.section) }
      let place =
        first.hasSection
        ? try checklists[list].place(inSection: first.section, at: point)
        : try checklists[list].place(at: point)
      applied += add(group.map { $0.placed(at: place) }, to: list, place, telling)
      rest = rest.dropFirst(group.count)
    }
    return applied
  }

  private mutating func add(
    _ items: [ChecklistItem], to list: Int, _ place: Checklist.ItemPlace,
    _ telling: AdditionTelling
  ) -> [AppliedChange] {
    if checklists[list].items.isEmpty {
      // Not copied.
      checklists[list].items = items
    } else {
      checklists[list].items.insert(contentsOf: items, at: place.offset)
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
    at point: InsertionPoint<ItemReference>?, _ section: ItemEdit.Field<String>
  ) throws(ChangeError) -> [AppliedChange] {
    let blocks = checklists[source].blocks(of: try checklists[source].positions(of: items))
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
    let place = try place(of: blocks, from: source, to: destination, at: point ?? .last, section)
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
    nest(blocks, at: moved.lowerBound, of: destination, below: place.level)
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
    at point: InsertionPoint<ItemReference>, _ section: ItemEdit.Field<String>
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
    guard list.sectionsArePlaces, !section.isKeep else { return try list.place(at: point) }
    return try list.place(inSection: section.applied(to: nil), at: point)
  }

  /// Gives items the level of their new place, and those nested below them levels below it.
  private mutating func nest(
    _ blocks: [Range<Int>], at start: Int, of list: Int, below level: Int
  ) {
    var next = start
    for block in blocks {
      let shift = level - checklists[list].items[next].level
      if shift != 0 {
        for position in next..<next + block.count {
          checklists[list].items[position].level += shift
        }
      }
      next += block.count
    }
  }
}
