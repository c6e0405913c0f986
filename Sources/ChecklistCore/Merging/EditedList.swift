/// A list that a person edited as a text.
package struct EditedList: Sendable {
  /// An item as it was left in the editor.
  package struct Line: Equatable, Sendable {
    /// The position of the item in the list that was edited, from 0; nil for a new one.
    package var position: Int?
    /// Whether it is open, done or skipped.
    package var state: ChecklistItem.State
    /// Its text.
    package var text: String
    /// The heading under which it stands; nil for none.
    package var section: String?
    /// How many items it stands below; nil to keep that.
    package var level: Int?

    /// An item as it was left.
    package init(
      position: Int?, state: ChecklistItem.State, text: String, section: String? = nil,
      level: Int? = nil
    ) {
      self.position = position
      self.state = state
      self.text = text
      (self.section, self.level) = (section, level)
    }
  }

  /// The list that was edited, as it was then.
  package let base: Checklist
  /// The items that it is to have.
  package let lines: [Line]

  /// An edited list.
  ///
  /// - Parameters:
  ///   - base: The list that was edited, as it was then.
  ///   - lines: The items that it is to have. An item of the list that none of them names is
  ///     deleted.
  package init(base: Checklist, lines: [Line]) {
    self.base = base
    self.lines = lines
  }

  /// The changes that make the list what the person made of it.
  ///
  /// Changes that others made in the meantime stay: items that they changed, added, moved
  /// or deleted, unless the edit is about the same items.
  ///
  /// - Parameter now: The time at which new items are made.
  /// - Returns: The changes; the last one gives the list its order.
  /// - Throws: ``EditConflict`` when others have changed or deleted an item that the edit is about,
  ///   or the list, or when both have changed the order.
  package func changes(
    in document: ChecklistDocument, now: Date
  ) throws(EditConflict) -> [DocumentChange] {
    guard let list = document.checklists.first(where: { $0.id == base.id }) else {
      throw EditConflict(.listDeleted, base.displayName)
    }
    var merge = ListMerge(self, list, now: now)
    try merge.takeLines()
    try merge.takeDeletions()
    return try merge.changes(in: document)
  }
}

/// Merges an edited list with the same list as others have left it.
private struct ListMerge {
  /// An item in an order: one that the list has, by its position there, or a new one, by its line.
  private enum Entry: Hashable {
    case present(Int)
    case new(Int)
  }

  private let edit: EditedList
  /// The list as others have left it.
  private let list: Checklist
  private let now: Date
  /// The positions of its items by their identities.
  private let positions: [Int: Int]
  /// The order of the edit.
  private var edited: [Entry] = []
  private var deleted: Set<Int> = []
  /// The changes of items that stay.
  private var edits: [DocumentChange] = []

  init(_ edit: EditedList, _ list: Checklist, now: Date) {
    self.edit = edit
    self.list = list
    self.now = now
    positions = list.positionsByID
  }

  private var items: [ChecklistItem] { list.items }

  /// The position of an item that the edit is about.
  private func position(of original: ChecklistItem) throws(EditConflict) -> Int {
    guard let position = positions[original.id] else {
      throw EditConflict(.deleted, original.text)
    }
    guard items[position].hasSameContent(as: original) else {
      throw EditConflict(.changed, original.text, item: original.id)
    }
    return position
  }

  mutating func takeLines() throws(EditConflict) {
    for (index, line) in edit.lines.enumerated() {
      guard let basePosition = line.position else {
        edited.append(.new(index))
        continue
      }
      guard edit.base.items.indices.contains(basePosition) else {
        throw EditConflict(.deleted, line.text)
      }
      let original = edit.base.items[basePosition]
      let known = positions[original.id]
      // The edit left the item alone, or others have made the same edit.
      if line.describes(original) || known.map({ line.describes(items[$0]) }) == true {
        if let known { edited.append(.present(known)) }
        continue
      }
      let position = try position(of: original)
      let item = items[position]
      let reference = list.reference(at: position)
      let edit = ItemEdit(
        text: line.text.utf8.elementsEqual(item.text.utf8) ? nil : line.text,
        section: line.section.hasSameCodeUnits(as: item.section)
          ? .keep : line.section.map { .set($0) } ?? .remove)
      if !edit.isEmpty { edits.append(.editItems([reference], list: list.id, edit)) }
      if line.state != item.state {
        edits.append(.checkItems([reference], list: list.id, line.mark))
      }
      edited.append(.present(position))
    }
  }

  mutating func takeDeletions() throws(EditConflict) {
    let kept = Set(edit.lines.compactMap(\.position))
    for (index, original) in edit.base.items.enumerated()
    where !kept.contains(index) && positions[original.id] != nil {
      deleted.insert(try position(of: original))
    }
  }

  func changes(in document: ChecklistDocument) throws(EditConflict) -> [DocumentChange] {
    let order = try order().map(arranged)
    let isNested =
      items.indices.contains { items[$0].level > 0 } || edit.lines.contains { $0.level ?? 0 > 0 }
    var nesting = NestedChanges(document, isNested: isNested, now: now)
    for change in edits { nesting.append(change) }
    if !deleted.isEmpty {
      if isNested { nesting.liftItems(below: deleted, in: list.id) }
      nesting.append(.deleteItems(deleted.sorted().map(list.reference), list: list.id))
    }
    nesting.append(.arrangeItems(order, list: list.id))
    if isNested { nesting.giveLevels(levels(in: order), in: list.id) }
    return nesting.changes
  }

  /// The levels that items are to have in the end, by their identities.
  private func levels(in order: [DocumentChange.ArrangedItem]) -> [Int: Int] {
    var levels: [Int: Int] = [:]
    for case .new(let item) in order { levels[item.id] = item.level }
    for line in edit.lines {
      guard let original = line.position.map({ edit.base.items[$0] }),
        let position = positions[original.id]
      else { continue }
      let isKept = line.level == nil || line.level == original.level
      levels[original.id] = isKept ? items[position].level : line.level
    }
    return levels
  }

  private func arranged(_ entry: Entry) -> DocumentChange.ArrangedItem {
    switch entry {
    case .present(let position): return .present(list.reference(at: position))
    case .new(let index):
      let line = edit.lines[index]
      var item = ChecklistItem(line.text, now: now)
      item.apply(line.mark, now: now)
      item.section = line.section
      item.level = line.level ?? 0
      return .new(item)
    }
  }

  /// The order of all items.
  ///
  /// It is the order of the edit or, if the edit left the order alone, the order that others made.
  /// An item that only one side has comes after the item that it follows there.
  private func order() throws(EditConflict) -> [Entry] {
    let named: [Int] = edited.compactMap {
      if case .present(let position) = $0 { position } else { nil }
    }
    let common = Set(named)
    let original = edit.base.items.compactMap { positions[$0.id] }.filter(common.contains)
    let others = items.indices.filter { !deleted.contains($0) }.map(Entry.present)
    if named == original || named == named.sorted() { return Self.insert(edited, into: others) }
    guard original == original.sorted() else { throw EditConflict(.reordered) }
    return Self.insert(others, into: edited)
  }

  private static func insert(_ entries: [Entry], into order: [Entry]) -> [Entry] {
    let known = Set(order)
    var followers: [Entry?: [Entry]] = [:]
    var previous: Entry?
    for entry in entries {
      if known.contains(entry) {
        previous = entry
      } else {
        followers[previous, default: []].append(entry)
      }
    }
    return followers[nil, default: []] + order.flatMap { [$0] + followers[$0, default: []] }
  }
}

extension EditedList.Line {
  /// The change that gives an item its state.
  fileprivate var mark: DocumentChange.CheckMark {
    switch state {
    case .open: .open
    case .done: .done()
    case .skipped: .skipped(nil)
    }
  }

  /// Whether it shows an item as it is.
  fileprivate func describes(_ item: ChecklistItem) -> Bool {
    state == item.state && text.utf8.elementsEqual(item.text.utf8)
      && section.hasSameCodeUnits(as: item.section) && (level ?? item.level) == item.level
  }
}
