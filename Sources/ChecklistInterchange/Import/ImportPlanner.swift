import ChecklistCore

/// Plans the import of a file.
///
/// The changes are made in this order: lists, fields of items, moves, new items. A place is named
/// by a neighbor that does not move.
struct ImportPlanner {
  let document: ChecklistDocument
  let zone: TimeZoneRules
  private let target: ImportTarget
  private let index: DocumentIndex

  /// The lists that the import is about, each with its count.
  private var targets: [Checklist] = []
  /// The outcome for each of them.
  private(set) var lists: [ImportPlan.ListCount] = []
  /// The indices of targets by identity, by name for new ones, and for items without a list.
  private var targetsByID: [Int: Int] = [:]
  private var targetsByName: [CodeUnits: Int] = [:]
  private var unnamedTarget: Int?

  private var changes: [DocumentChange] = []
  /// The lists of items that are as the file has them, until their nesting is known.
  private var settled: [Int: Int] = [:]
  /// The new items by the index of their list.
  private var additions: [[ChecklistItem]] = []
  /// The new items below ones that the document has, by the index of their list.
  private var blocks: [[ImportedBlock]] = []
  private var nesting: ImportedNesting
  private var moves = ImportedMoves()
  private(set) var warnings = InterchangeWarnings()
  /// The block ids in the lines of the document and of new items.
  private lazy var blockIDs = Set(document.checklists.flatMap { $0.items.compactMap(\.blockID) })
  private var matching = ImportMatching()
  /// Whether a section is a place in the document.
  private let arePlaces: Bool

  /// Plans the import of all that a file says into a document as it is.
  init(
    _ file: consuming ImportedFile, into document: ChecklistDocument, _ target: ImportTarget,
    _ zone: TimeZoneRules
  ) throws {
    (self.document, self.target, self.zone) = (document, target, zone)
    index = DocumentIndex(document)
    nesting = ImportedNesting(isNeeded: ImportedNesting.isNeeded(document, file))
    arePlaces = document.checklists.first?.sectionsArePlaces == true
    try add(file)
  }

  /// The changes, in their order.
  mutating func finish(at now: Date) -> [DocumentChange] {
    var result = NestedChanges(document, isNested: nesting.isNeeded, now: now)
    for change in changes { result.append(change) }
    if !moves.isEmpty { nesting.lift(in: document, &result) }
    let lists = nesting.isNeeded ? targets.map { result.list($0.id) ?? $0 } : targets
    for change in moves.changes(in: lists) { result.append(change) }
    for (target, list) in lists.enumerated() {
      for block in blocks[target] { result.append(block.addition(to: list)) }
      for change in additions(of: additions[target], to: list) { result.append(change) }
    }
    guard nesting.isNeeded else { return result.changes }
    let ids = targets.map(\.id)
    nesting.giveSections(in: ids, &result)
    nesting.nest(in: ids, &result)
    for item in nesting.changed(from: document, in: ids, result) {
      guard let target = settled[item] else { continue }
      self.lists[target].count.unchanged -= 1
      self.lists[target].count.updated += 1
    }
    return result.changes
  }

  private mutating func add(_ file: consuming ImportedFile) throws {
    var file = file
    warnings = file.warnings
    let last = lastUses(in: file)
    // Items without a list go to the first one, at the next import too. So it is made first.
    if document.checklists.isEmpty,
      let unnamed = file.lists.first(where: { $0.title == nil && !$0.items.isEmpty })
    {
      _ = try target(for: unnamed)
    }
    for position in file.lists.indices where !file.lists[position].isEmptyAndUnnamed {
      var imported = ImportedList(name: nil)
      swap(&imported, &file.lists[position])
      let target = try target(for: imported)
      add(imported, to: target) { id, item in last[id].map { $0 == (position, item) } ?? true }
    }
  }

  /// Where the last item with each identity is that a file repeats: the last one counts.
  private mutating func lastUses(in file: ImportedFile) -> [Int: (list: Int, item: Int)] {
    var last: [Int: (list: Int, item: Int)] = [:]
    let hasRepetition = file.lists.flatMap { list in
      list.items.indices.lazy.filter { list.items[$0].hasIdentity }.map { list.items[$0].item.id }
    }.hasRepetition
    guard hasRepetition else { return last }
    for (list, imported) in file.lists.enumerated() {
      for (index, item) in imported.items.enumerated() where item.hasIdentity {
        if last.updateValue((list, index), forKey: item.item.id) != nil {
          warnings.leaveOut(
            "item was left out, since it is repeated below",
            "items were left out, since they are repeated below", line: item.line)
        }
      }
    }
    return last
  }

  // MARK: Lists

  /// The index of the list for items of a file, which is made if it must be.
  private mutating func target(for imported: ImportedList) throws -> Int {
    guard let name = target.name ?? imported.title else {
      if let unnamedTarget { return unnamedTarget }
      let resolved = try target.unnamed.list(in: document, orMaking: false)
      // A list that must be made is one that the file names: other items in it may do so.
      let known =
        resolved.changes.isEmpty
        ? addTarget(resolved.list, [])
        : try target(for: ImportedList(name: resolved.list.name))
      unnamedTarget = known
      return known
    }
    let id = target.name == nil ? imported.id : nil
    let key = CodeUnits(DocumentIndex.normalized(name))
    if let known = id.flatMap({ targetsByID[$0] }) ?? (id == nil ? targetsByName[key] : nil) {
      return known
    }
    let position =
      try target.name == nil
      ? id.flatMap { index.listsByID[$0] } ?? index.position(ofListNamed: name)
      : document.positionIfPresent(ofList: name)
    if let position {
      let list = document.checklists[position]
      let known = addTarget(list, [])
      if list.id == id { edit(list, as: imported, name: name, known) }
      return known
    }
    var list = Checklist(name, icon: imported.icon ?? Checklist.noIcon, id: id)
    list.isHidden = imported.isHidden ?? false
    let made = addTarget(list, [.addList(list)])
    if id == nil { targetsByName[key] = made }
    return made
  }

  /// Notes a list as one that the import is about, with the changes that make it.
  private mutating func addTarget(_ list: Checklist, _ changes: [DocumentChange]) -> Int {
    if let known = targetsByID[list.id] { return known }
    self.changes += changes
    targetsByID[list.id] = targets.count
    targets.append(list)
    additions.append([])
    blocks.append([])
    lists.append(ImportPlan.ListCount(id: list.id, isNew: index.listsByID[list.id] == nil))
    return targets.count - 1
  }

  /// Gives a list what a file says of it.
  private mutating func edit(
    _ list: Checklist, as imported: ImportedList, name: String, _ target: Int
  ) {
    // An icon that the app does not have may be kept, but not set.
    let icon = imported.icon.flatMap {
      Checklist.icons.contains($0) && !$0.hasSameCodeUnits(as: list.icon) ? $0 : nil
    }
    let edit = ListEdit(
      name: name.hasSameCodeUnits(as: list.name) ? nil : name, icon: icon,
      isHidden: imported.isHidden == list.isHidden ? nil : imported.isHidden)
    guard edit.name != nil || edit.icon != nil || edit.isHidden != nil else { return }
    lists[target].isEdited = true
    changes.append(.editList(list.id, edit))
  }

  // MARK: Items

  /// - Parameter isLast: Whether an item, by its identity and its position, is the last of several
  ///   with one identity.
  private mutating func add(
    _ imported: ImportedList, to target: Int, isLast: (_ id: Int, _ position: Int) -> Bool
  ) {
    var count = ImportPlan.Count()
    nesting.beginList()
    let matches = matching.places(of: imported, in: targets[target], of: document, index)
    let hasMarks = imported.hasMarks
    for position in imported.items.indices {
      var item = imported.items[position]
      // What stands below an item that is left out stands below no other.
      let parent = nesting.parent(ofItemAt: item.item.level)
      if item.hasIdentity && !isLast(item.item.id, position) || leavesOut(item) { continue }
      leaveOutNul(in: &item)
      item.coverOccurrence(in: zone)
      if item.hasCutSection {
        warnings.add(
          "section has a shorter name now: it is one line of at most 255 bytes",
          "sections have shorter names now: they are one line of at most 255 bytes",
          line: item.line)
      }
      guard let place = matches[position] else {
        if let parent, arePlaces || item.section.isKeep { item.item.section = parent.section }
        let new = add(item.item, below: parent?.item, to: target)
        nesting.add(
          new, id: item.item.id, of: imported.items[position], below: parent, section: .keep,
          former: item.item.section)
        count.added += 1
        continue
      }
      let list = document.checklists[place.list]
      let former = list.items[place.item].section
      let destination = staysIn(list, target) ? list : targets[target]
      var section = item.section
      if let parent, arePlaces || section.isKeep {
        // An item stands where the one above it does.
        section = parent.section.map { .set($0) } ?? .remove
      }
      nesting.add(
        .present(place), id: list.items[place.item].id, of: item, below: parent, section: section,
        former: former)
      if section.applied(to: former).hasSameCodeUnits(as: former) { section = .keep }
      item.named[.level] = false
      let reference = list.reference(at: place.item)
      let before = changes.count
      let text = list.items[place.item].text
      // The due date says what the words for it do.
      if hasMarks, !item.item.text.hasSameCodeUnits(as: text),
        TodoTxtDue.removed(from: item.item.text)
          .hasSameCodeUnits(as: TodoTxtDue.removed(from: text))
      {
        item.item.text = text
      }
      edit(list.items[place.item], reference, in: list, as: item)
      let isMoved = moves.add(reference, from: list, to: destination, section: section)
      if isMoved || changes.count > before {
        count.updated += 1
      } else {
        count.unchanged += 1
        if nesting.isNeeded { settled[reference.id] = target }
      }
      if destination.id != list.id { count.moved += 1 }
    }
    lists[target].count += count
  }

  /// Adds a new item to a list.
  ///
  /// - Parameter parent: The item of the file below which it stands.
  private mutating func add(
    _ item: ChecklistItem, below parent: ImportedNesting.Item?, to target: Int
  ) -> ImportedNesting.Item {
    var item = item
    if let id = item.blockID, !blockIDs.insert(id).inserted {
      warnings.add(
        "block id was left out, since another item has it",
        "block ids were left out, since other items have them")
      item.removeBlockID(id)
    }
    switch parent {
    case .new(let block, let level):
      // It comes right after the items that it stands below: those of a file stand together.
      item.level = level + 1
      if arePlaces {
        let above = block.map { blocks[target][$0].items.last } ?? additions[target].last
        item.section = above?.section
      }
      if let block {
        blocks[target][block].items.append(item)
      } else {
        additions[target].append(item)
      }
      return .new(block: block, level: item.level)
    case .present(let place) where document.checklists[place.list].id == targets[target].id:
      item.level = 1
      if arePlaces { item.section = nil }
      let parent = document.checklists[place.list].reference(at: place.item)
      blocks[target].append(ImportedBlock(items: [item], parent: parent))
      return .new(block: blocks[target].count - 1, level: 1)
    case .present, nil:
      item.level = 0
      additions[target].append(item)
      return .new(block: nil, level: 0)
    }
  }

  /// Whether an item stays in the list that has it, also where the file has it in another.
  private func staysIn(_ list: Checklist, _ target: Int) -> Bool {
    if list.id == targets[target].id || target == unnamedTarget { return true }
    // Several lists may have the name by which the file knows the list.
    return self.target.name == nil && list.name.hasSameCodeUnits(as: targets[target].name)
  }

  /// Whether an item cannot be in a document.
  private mutating func leavesOut(_ item: ImportedItem) -> Bool {
    let isBlank = ContentRules.isBlank(item.item.text)
    guard isBlank || ContentRules.hasNul(item.item.text) else { return false }
    if isBlank {
      warnings.leaveOut(
        "item without a text was left out", "items without a text were left out", line: item.line)
    } else {
      warnings.leaveOut(
        "item with a NUL character was left out", "items with a NUL character were left out",
        line: item.line)
    }
    return true
  }

  /// Leaves out a note that cannot be in a document.
  private mutating func leaveOutNul(in item: inout ImportedItem) {
    guard item.item.note.map(ContentRules.hasNul) == true else { return }
    warnings.add(
      "note with a NUL character was left out", "notes with a NUL character were left out",
      line: item.line)
    item.setNote(nil)
    item.named[.note] = false
  }

  /// The changes that add new items to a list: in their order, or each to the end of its section
  /// where the list has items.
  ///
  /// Nested items go with those above.
  private func additions(of items: [ChecklistItem], to list: Checklist) -> [DocumentChange] {
    var additions: [DocumentChange] = []
    var rest = items
    if list.hasSections, items.contains(where: \.hasSection) {
      let ends = moves.endsOfSections(of: list)
      var groups: [CodeUnits: [ChecklistItem]] = [:]
      var sections: [CodeUnits] = []
      var section: CodeUnits?
      rest = items.filter { item in
        if item.level == 0 { section = item.section.map(CodeUnits.init) }
        guard let section, ends[section] != nil else { return true }
        if groups[section] == nil { sections.append(section) }
        groups[section, default: []].append(item)
        return false
      }
      for section in sections {
        guard let end = ends[section] else { continue }
        additions.append(.addItems(groups[section] ?? [], list: list.id, at: .after(end)))
      }
    }
    if arePlaces { rest = Self.bySection(rest) }
    if !rest.isEmpty { additions.append(.addItems(rest, list: list.id)) }
    return additions
  }

  /// Items without a section, and then those of each section, as a file has them in which a section
  /// is a place.
  private static func bySection(_ items: [ChecklistItem]) -> [ChecklistItem] {
    var places: [CodeUnits?: Int] = [nil: 0]
    var sections: [[ChecklistItem]] = [[]]
    var place = 0
    for item in items {
      if item.level == 0 {
        let section = item.section.map(CodeUnits.init)
        place = places[section] ?? sections.count
        if place == sections.count { sections.append([]) }
        places[section] = place
      }
      sections[place].append(item)
    }
    return sections.flatMap(\.self)
  }

  /// Adds the changes that give an item the fields that a file names.
  private mutating func edit(
    _ item: ChecklistItem, _ reference: ItemReference, in list: Checklist, as imported: ImportedItem
  ) {
    let edit = item.edit(for: imported, in: zone)
    if !edit.isEmpty { changes.append(.editItems([reference], list: list.id, edit)) }
    let new = imported.item
    // A format may know that an item is skipped, and not why.
    let isSameSkip = new.skipReason == "" && item.state == .skipped
    if item.isAhead(of: imported, in: zone) {
      if !imported.named[.due], new.finished == nil, new.state != item.state {
        warnings.add(
          "item that repeats keeps its state, since the file has no date for it",
          "items that repeat keep their states, since the file has no dates for them",
          line: imported.line)
      }
      return
    }
    if imported.named[.checked] && new.isChecked != item.isChecked
      || imported.named[.skipReason] && !new.hasSame(.skipReason, as: item) && !isSameSkip
    {
      changes.append(.checkItems([reference], list: list.id, new.mark))
    }
  }
}

extension ImportedList {
  /// Its name, if it has one that a list can have.
  fileprivate var title: String? {
    guard let name = name?.filter({ $0 != "\0" }), !ContentRules.isBlank(name) else { return nil }
    return name
  }

  /// Whether it says nothing, so that no list need be there for it.
  fileprivate var isEmptyAndUnnamed: Bool { title == nil && items.isEmpty }
}
