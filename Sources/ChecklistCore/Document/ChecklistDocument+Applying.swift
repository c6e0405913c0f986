extension ChecklistDocument {
  /// Makes a change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - now: The time of the change.
  ///   - zone: The time zone in which it is made, which says which date of an item that repeats is
  ///     done.
  /// - Returns: What was done to each item or list that the change names, also where that is
  ///   nothing.
  /// - Throws: ``ChangeError`` when the change names something that is not there, or breaks a rule:
  ///   an item with a blank text, say. The document then stays as it was.
  @discardableResult
  public mutating func apply(
    _ change: DocumentChange, at now: Date, in zone: TimeZoneRules = .system
  ) throws(ChangeError) -> [AppliedChange] {
    try apply(change, at: now, in: zone, telling: .each)
  }

  /// How new items are told: each, or those that stand in a row as one change, which tells of the
  /// first and counts the others.
  package enum AdditionTelling {
    case each, together
  }

  /// Makes a change as ``apply(_:at:in:)`` does.
  @discardableResult
  package mutating func apply(
    _ change: DocumentChange, at now: Date, in zone: TimeZoneRules = .system,
    telling: AdditionTelling
  ) throws(ChangeError) -> [AppliedChange] {
    try check(change)
    return try apply(change, at: now, in: zone, telling: telling, .byPlace)
  }

  /// Makes changes one after the other, each as ``apply(_:at:in:)`` does.
  ///
  /// - Throws: ``ChangeError`` for the first change that cannot be made. The document then has the
  ///   changes before it.
  @discardableResult
  package mutating func apply(
    _ changes: [DocumentChange], at now: Date, in zone: TimeZoneRules = .system,
    telling: AdditionTelling = .each
  ) throws(ChangeError) -> [AppliedChange] {
    try applyEach(changes) { (document, change) throws(ChangeError) in
      try document.apply(change, at: now, in: zone, telling: telling)
    }
  }

  /// Makes changes one after the other, each as ``apply(checked:at:)`` does.
  @discardableResult
  package mutating func apply(
    checked changes: [DocumentChange], at now: Date
  ) throws(ChangeError) -> [AppliedChange] {
    try applyEach(changes) { (document, change) throws(ChangeError) in
      try document.apply(checked: change, at: now)
    }
  }

  private mutating func applyEach(
    _ changes: [DocumentChange],
    _ apply: (inout ChecklistDocument, DocumentChange) throws(ChangeError) -> [AppliedChange]
  ) throws(ChangeError) -> [AppliedChange] {
    listPositions = ListPositions(of: checklists, for: changes.count)
    defer { listPositions = ListPositions() }
    var applied: [AppliedChange] = []
    for change in changes { applied += try apply(&self, change) }
    return applied
  }

  /// Makes a change of those that make a document another one.
  ///
  /// Its texts come from a document, which may have texts that nobody can type. The levels of items
  /// are those that they have in the end, so they may fit only after the last of the changes.
  ///
  /// - Returns: What was done, as ``apply(_:at:in:)`` does.
  /// - Throws: ``ChangeError`` when the change names something that is not there. The document then
  ///   stays as it was.
  @discardableResult
  package mutating func apply(
    checked change: DocumentChange, at now: Date
  ) throws(ChangeError) -> [AppliedChange] {
    try apply(change, at: now, in: nil, telling: .each, .asGiven)
  }

  /// - Parameter zone: The time zone in which it is told which date of an item that repeats is
  ///   done; nil where the change has the due dates too.
  private mutating func apply(
    _ change: DocumentChange, at now: Date, in zone: TimeZoneRules?, telling: AdditionTelling,
    _ nesting: Nesting
  ) throws(ChangeError) -> [AppliedChange] {
    switch change {
    case .addItems(let items, let list, let point):
      try addItems(items, to: position(ofList: list), at: point, telling: telling, nesting)
    case .editItems(let items, let list, let edit):
      try editItems(items, in: position(ofList: list), edit, nesting, now, zone)
    case .checkItems(let items, let list, let mark):
      try checkItems(items, in: position(ofList: list), mark, now, zone)
    case .moveItems(let items, let list, let destination, let point, let section):
      try moveItems(
        items, from: position(ofList: list), to: position(ofList: destination), at: point, section,
        nesting)
    case .arrangeItems(let items, let list):
      try arrangeItems(items, in: position(ofList: list), nesting)
    case .deleteItems(let items, let list): try deleteItems(items, in: position(ofList: list))
    case .resetItems(let items, let list): try reset(items, in: position(ofList: list), now)
    case .addList(let list, let point): try add(list, at: point)
    case .editList(let list, let edit): try editList(position(ofList: list), edit)
    case .moveList(let list, let point): try moveList(position(ofList: list), to: point)
    case .deleteList(let list): deleteList(try position(ofList: list))
    }
  }

  /// Checks what a change brings against the content rules, and that nothing goes unnamed.
  private func check(_ change: DocumentChange) throws(ChangeError) {
    switch change {
    case .addItems(let items, _, _):
      for item in items { try Self.checkContent(of: item) }
    case .editItems(let items, let list, let edit): try check(edit, of: items, in: list)
    case .moveItems(let items, let list, _, _, let section):
      if !section.isKeep { try check(ItemEdit(section: section), of: items, in: list) }
    case .arrangeItems(let items, _):
      for case .new(let item) in items { try Self.checkContent(of: item) }
    case .addList(let list, _): try ContentRules.listName(list.name)
    case .editList(let list, let edit):
      let before = checklists[try position(ofList: list)]
      if let name = edit.name { try ContentRules.listName(name) }
      if let icon = edit.icon, !icon.utf8.elementsEqual(before.icon.utf8) {
        try ContentRules.icon(icon)
      }
    case .deleteItems(let items, let list):
      let list = try position(ofList: list)
      try checkNested(checklists[list].positions(of: items), in: list)
    case .checkItems(_, _, .skipped(let reason?, _)): try ContentRules.reason(reason)
    case .checkItems, .resetItems, .moveList, .deleteList: break
    }
  }

  private func check(
    _ edit: ItemEdit, of items: [ItemReference], in list: Int
  ) throws(ChangeError) {
    let list = checklists[try position(ofList: list)]
    for position in try list.positions(of: items) { try edit.check(for: list.items[position]) }
  }

  /// The position of a list.
  ///
  /// - Returns: The position, from 0.
  /// - Throws: ``ChangeError`` of kind ``ChangeError/Kind/noSuchList(_:)``.
  package func position(ofList id: Int) throws(ChangeError) -> Int {
    guard let position = listPositions.position(of: id, in: checklists) else {
      throw ChangeError(.noSuchList(id))
    }
    return position
  }

  // MARK: Items

  private mutating func editItems(
    _ items: [ItemReference], in list: Int, _ edit: ItemEdit, _ nesting: Nesting, _ now: Date,
    _ zone: TimeZoneRules?
  ) throws(ChangeError) -> [AppliedChange] {
    let former = try checklists[list].positions(of: items)
    let before = former.map { checklists[list].items[$0] }
    var positions = former
    if checklists[list].sectionsArePlaces, !edit.section.isKeep,
      !checklists[list].isSectionRenamed(edit.section, of: former)
    {
      let others = former.filter {
        let item = checklists[list].items[$0]
        return !edit.applied(to: item).hasSameSection(as: item)
      }
      _ = try moveItems(
        others.map(checklists[list].reference), from: list, to: list, at: nil, edit.section,
        nesting)
      positions = try checklists[list].positions(of: items)
    }
    for position in positions {
      let item = edit.applied(to: checklists[list].items[position], at: now, in: zone)
      if nesting == .byPlace, item.level != checklists[list].items[position].level {
        let block = position..<checklists[list].end(ofItemAt: position)
        checklists[list].nest(block, at: item.level)
      }
      checklists[list].items[position] = item
    }
    if nesting == .byPlace, !edit[.level].isKeep { checklists[list].items.normalizeLevels() }
    return positions.indices.map { index in
      let (position, before) = (positions[index], before[index])
      var after = edit.applied(to: before, at: now, in: zone)
      after.level = checklists[list].items[position].level
      // The save stores what was derived.
      let isStored = edit.givesIdentity && derivedIdentities.items.remove(before.id) != nil
      return AppliedChange(
        !isStored && after.isSame(as: before) && after.id == before.id
          && after.finished == before.finished && after.due == before.due
          ? .unchanged : .edit(from: before, to: after),
        .item(before: before, after: checklists[list].items[position]), list: checklists[list].id,
        numberBefore: former[index] + 1, number: position + 1)
    }
  }

  private mutating func checkItems(
    _ items: [ItemReference], in list: Int, _ mark: DocumentChange.CheckMark, _ now: Date,
    _ zone: TimeZoneRules?
  ) throws(ChangeError) -> [AppliedChange] {
    var applied: [AppliedChange] = []
    applied.reserveCapacity(items.count)
    for position in try checklists[list].positions(of: items) {
      let before = checklists[list].items[position]
      let isChanged = checklists[list].items[position].apply(mark, now: now, in: zone)
      let kind: AppliedChange.Kind =
        isChanged ? .becoming(checklists[list].items[position].state) : .unchanged
      applied.append(changed(kind, before, at: position, in: list))
    }
    return applied
  }

  private mutating func arrangeItems(
    _ items: [DocumentChange.ArrangedItem], in list: Int, _ nesting: Nesting
  ) throws(ChangeError) -> [AppliedChange] {
    var references: [ItemReference] = []
    for item in items {
      if case .present(let reference) = item { references.append(reference) }
    }
    let before = checklists[list].items
    let positions = try checklists[list].positions(of: references)
    // An item that is named twice has one position.
    guard references.count == before.count, positions.count == before.count else {
      throw ChangeError(.incompleteOrder)
    }
    let inPlace = Set(positions.longestIncreasingSubsequence)
    var rest = positions[...]
    var places: [Int?] = []
    checklists[list].items = items.map { item in
      switch item {
      case .new(let item):
        places.append(nil)
        return item
      case .present:
        let position = rest.removeFirst()
        places.append(position)
        return before[position]
      }
    }
    if nesting == .byPlace { checklists[list].items.normalizeLevels() }
    return places.enumerated().compactMap { index, place in
      let after = checklists[list].items[index]
      guard let place else {
        return AppliedChange(
          .added, .item(before: after, after: after), list: checklists[list].id, number: index + 1)
      }
      if inPlace.contains(place), after.level == before[place].level { return nil }
      return AppliedChange(
        inPlace.contains(place) ? .edit(from: before[place], to: after) : .moved,
        .item(before: before[place], after: after), list: checklists[list].id,
        numberBefore: place + 1, number: index + 1)
    }
  }

  private mutating func deleteItems(
    _ items: [ItemReference], in list: Int
  ) throws(ChangeError) -> [AppliedChange] {
    let positions = try checklists[list].positions(of: items)
    return zip(positions, checklists[list].items.remove(at: positions)).map { position, item in
      AppliedChange(
        .deleted, .item(before: item, after: item), list: checklists[list].id,
        numberBefore: position + 1)
    }
  }

  /// Refuses to delete items below which others are nested that are not named: nothing goes
  /// unnamed.
  private func checkNested(_ positions: [Int], in list: Int) throws(ChangeError) {
    let items = checklists[list]
    guard positions.contains(where: { items.end(ofItemAt: $0) > $0 + 1 }) else { return }
    let named = Set(positions)
    for position in positions {
      let nested = (position + 1..<items.end(ofItemAt: position)).filter { !named.contains($0) }
      if nested.isEmpty { continue }
      let all = named.union(items.blocks(of: positions).flatMap { $0 })
      throw ChangeError(
        .nestedItems(
          below: position + 1, nested.map { $0 + 1 }, all: all.sorted().map { $0 + 1 }))
    }
  }

  /// The result for an item that keeps its place.
  func changed(
    _ kind: AppliedChange.Kind, _ before: ChecklistItem, at position: Int, in list: Int
  ) -> AppliedChange {
    AppliedChange(
      kind, .item(before: before, after: checklists[list].items[position]),
      list: checklists[list].id, numberBefore: position + 1, number: position + 1)
  }

  private static func checkContent(of item: ChecklistItem) throws(ChangeError) {
    try ContentRules.itemText(item.text)
    if let note = item.note { try ContentRules.note(note) }
    if let section = item.section { try ContentRules.section(section) }
    if item.hasRepetition, item.due == nil { throw ChangeError(.repetitionWithoutDueDate) }
  }

  private mutating func reset(
    _ items: [DocumentChange.ResetItem], in list: Int, _ now: Date
  ) throws(ChangeError) -> [AppliedChange] {
    let positions = try checklists[list].positions(of: items.map(\.item))
    guard positions.count == items.count else { throw ChangeError(.incompleteOrder) }
    return zip(positions, items).map { position, reset in
      let before = checklists[list].items[position]
      checklists[list].items[position].setChecked(false, now: now)
      if let due = reset.due, due != before.due {
        checklists[list].items[position].due = due
        checklists[list].items[position].conflicts.removeAll { $0.field == .due }
        checklists[list].items[position].repetition = reset.repetition ?? before.repetition
      }
      let isEdited = checklists[list].items[position].due != before.due
      return changed(
        before.state != .open ? .unchecked : isEdited ? .edited : .unchanged, before, at: position,
        in: list)
    }
  }

  // MARK: Lists

  private mutating func add(
    _ list: Checklist, at point: InsertionPoint<Int>
  ) throws(ChangeError) -> [AppliedChange] {
    guard listPositions.position(of: list.id, in: checklists) == nil else {
      throw ChangeError(.duplicateList(list.id))
    }
    let offset = try offset(of: point)
    checklists.insert(list, at: offset)
    listPositions.add(list.id, at: offset)
    return [
      AppliedChange(.added, .list(before: list, after: list), list: list.id, number: offset + 1)
    ]
  }

  private mutating func editList(
    _ position: Int, _ edit: ListEdit
  ) throws(ChangeError) -> [AppliedChange] {
    let before = checklists[position]
    checklists[position] = edit.applied(to: before)
    let after = checklists[position]
    if after.id != before.id {
      listPositions.remove(before.id)
      listPositions.add(after.id, at: position)
    }
    let hasName = after.name.utf8.elementsEqual(before.name.utf8)
    let hasRest =
      after.icon.utf8.elementsEqual(before.icon.utf8) && after.isHidden == before.isHidden
      && (after.conflicts == before.conflicts || !hasName) && after.id == before.id
      && after.archived?.uid == before.archived?.uid
      && after.archived?.archive === before.archived?.archive
    return [
      AppliedChange(
        hasRest ? hasName ? .unchanged : .renamed : .edited, .list(before: before, after: after),
        list: after.id, numberBefore: position + 1, number: position + 1)
    ]
  }

  private mutating func moveList(
    _ position: Int, to point: InsertionPoint<Int>
  ) throws(ChangeError) -> [AppliedChange] {
    let offset = try offset(of: point)
    let moved = checklists.move(at: [position], toOffset: offset).lowerBound
    let list = checklists[moved]
    return [
      AppliedChange(
        moved == position ? .unchanged : .moved, .list(before: list, after: list), list: list.id,
        numberBefore: position + 1, number: moved + 1)
    ]
  }

  private mutating func deleteList(_ position: Int) -> [AppliedChange] {
    let list = checklists.remove(at: position)
    listPositions.remove(list.id)
    return [
      AppliedChange(
        .deleted, .list(before: list, after: list), list: list.id, numberBefore: position + 1)
    ]
  }

  /// How many lists come before an insertion point.
  private func offset(of point: InsertionPoint<Int>) throws(ChangeError) -> Int {
    try point.map { (id) throws(ChangeError) in try position(ofList: id) }
      .offset(among: checklists.count)
  }
}
