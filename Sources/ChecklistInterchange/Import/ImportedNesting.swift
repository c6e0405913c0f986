import ChecklistCore

/// The nesting of the items of a file, as the document gets it.
///
/// An item goes below the item that it stands below in the file. One that stands at the top there
/// leaves the items of the file below which the document has it. Items that the file does not have
/// stay below the items that they stand below.
struct ImportedNesting {
  /// An item of the file: one that the document has, or a new one, which may be in a block.
  enum Item {
    case present(DocumentIndex.Place)
    case new(block: Int?, level: Int)
  }

  /// An item of the file below which others may stand.
  struct Parent {
    let item: Item
    /// The identity that it has in the document.
    let id: Int
    /// The section that it has after the import.
    let section: String?
    fileprivate let level: Int
  }

  /// Where the file has an item.
  private struct Place {
    /// The identity of the item below which it stands; nil at the top.
    let parent: Int?
    /// Whether it is to be at the top in any case.
    let isAtTop: Bool
    /// The section that it gets.
    let section: ItemEdit.Field<String>
    /// Whether the file has it in a section.
    let hasSection: Bool
  }

  /// Whether an item is nested in the document or in the file, so that there is something to do.
  let isNeeded: Bool
  /// The items of the file by their identities, and in its order.
  private var places: [Int: Place] = [:]
  private var order: [Int] = []
  /// The texts by which items of the file are known.
  private var texts: Set<CodeUnits> = []
  /// Whether the file says of an item how deep it stands.
  private var saysLevels = false
  /// The items of the file below which the next one may stand.
  private var above: [Parent] = []

  init(isNeeded: Bool) { self.isNeeded = isNeeded }

  /// Whether an item is nested in a document or in a file.
  static func isNeeded(_ document: ChecklistDocument, _ file: borrowing ImportedFile) -> Bool {
    document.checklists.contains { $0.items.contains { $0.level > 0 } }
      || file.lists.contains { $0.items.contains { $0.item.level > 0 } }
  }

  /// Begins with the items of another list of the file.
  mutating func beginList() { above.removeAll() }

  /// The item of the file below which the next one stands; nil where that is not in the file.
  mutating func parent(ofItemAt level: Int) -> Parent? {
    while let last = above.last, last.level >= level { above.removeLast() }
    return above.last
  }

  /// Notes an item of the file, below which the next ones may stand.
  ///
  /// - Parameters:
  ///   - id: The identity that the item has in the document.
  ///   - section: The section that it gets.
  ///   - former: The section that it has.
  mutating func add(
    _ item: Item, id: Int, of imported: ImportedItem, below parent: Parent?,
    section: ItemEdit.Field<String>, former: String?
  ) {
    guard isNeeded else { return }
    let level = imported.item.level
    above.append(
      Parent(item: item, id: id, section: section.applied(to: former), level: level))
    if case .present = item, imported.named[.level] { saysLevels = true }
    order.append(id)
    if !imported.hasIdentity { texts.insert(CodeUnits(imported.item.text)) }
    places[id] = Place(
      parent: parent?.id, isAtTop: level == 0 && imported.hasIdentity && imported.named[.level],
      section: section, hasSection: !imported.section.isKeep)
  }

  // MARK: Changes

  /// Takes items of the file from below others of it below which it does not have them, so that
  /// they need not go to another section or list with those.
  func lift(in document: ChecklistDocument, _ changes: inout NestedChanges) {
    guard saysLevels else { return }
    for list in document.checklists { give(isLifting: true, in: list, &changes) }
  }

  /// Gives items the sections that they lost with items above them that got another.
  func giveSections(in lists: [Int], _ changes: inout NestedChanges) {
    for id in lists {
      guard let list = changes.list(id), !list.sectionsArePlaces else { continue }
      let positions = list.positionsByID
      for item in order {
        guard let position = positions[item], let section = places[item]?.section else { continue }
        let now = changes.list(id)?.items[position].section
        if section.applied(to: now).hasSameCodeUnits(as: now) { continue }
        changes.append(
          .moveItems([list.reference(at: position)], list: id, to: id, at: nil, section: section))
      }
    }
  }

  /// Nests the items of lists as the file has them.
  func nest(in lists: [Int], _ changes: inout NestedChanges) {
    guard saysLevels else { return }
    for id in lists {
      guard let list = changes.list(id) else { continue }
      give(isLifting: false, in: list, &changes)
    }
  }

  /// Gives a list the order and the levels in which its items stand below those that they are to
  /// stand below.
  private func give(isLifting: Bool, in list: Checklist, _ changes: inout NestedChanges) {
    var list = list
    var (former, parents) = (list.parents, parents(in: list, isLifting: isLifting))
    if isLifting, parents == former { return }
    if list.sectionsArePlaces, parents != former {
      join(list, parents, &changes)
      list = changes.list(list.id) ?? list
      (former, parents) = (list.parents, self.parents(in: list, isLifting: isLifting))
    }
    let outline = outline(of: list, parents)
    let isInOrder = outline.map(\.position) == Array(list.items.indices)
    if isInOrder, parents == former { return }
    if !isInOrder {
      changes.append(
        .arrangeItems(
          outline.map { .present(list.reference(at: $0.position)) }, list: list.id))
    }
    var levels: [Int: Int] = [:]
    for item in outline { levels[list.items[item.position].id] = item.level }
    changes.giveLevels(levels, in: list.id)
  }

  /// Moves items to the items below which they are to stand and that are in another section.
  private func join(_ list: Checklist, _ parents: [Int?], _ changes: inout NestedChanges) {
    for (position, _) in outline(of: list, parents) {
      guard let parent = parents[position], let now = changes.list(list.id),
        let item = now.items.first(where: { $0.id == list.items[position].id }),
        let above = now.items.first(where: { $0.id == list.items[parent].id }),
        !item.hasSameSection(as: above)
      else { continue }
      changes.append(
        .moveItems([item.reference], list: list.id, to: list.id, at: .after(above.reference)))
    }
  }

  /// The positions of the items below which those of a list are to stand; nil for none.
  ///
  /// - Parameter isLifting: Whether items only leave others.
  private func parents(in list: Checklist, isLifting: Bool) -> [Int?] {
    let former = list.parents
    let positions = list.positionsByID
    // The outermost item of the file above each item.
    var outermost: [Int?] = []
    for parent in former {
      let isInFile =
        parent.map {
          places[list.items[$0].id] != nil || texts.contains(CodeUnits(list.items[$0].text))
        } ?? false
      outermost.append(parent.flatMap { outermost[$0] } ?? (isInFile ? parent : nil))
    }
    return former.indices.map { position in
      guard let place = places[list.items[position].id] else { return former[position] }
      if let parent = place.parent.flatMap({ positions[$0] }) {
        if !isLifting || parent == former[position] { return parent }
      } else if place.isAtTop {
        return nil
      }
      return outermost[position].map { former[$0] } ?? former[position]
    }
  }

  /// The order of the items of a list, each after the item below which it is to stand, and their
  /// levels.
  private func outline(
    of list: Checklist, _ parents: [Int?]
  ) -> [(position: Int, level: Int)] {
    var nested: [Int: [Int]] = [:]
    var top: [Int] = []
    for (position, parent) in parents.enumerated() {
      if let parent { nested[parent, default: []].append(position) } else { top.append(position) }
    }
    // Items with a section in the file are looked for first.
    let known =
      order.filter { places[$0]?.hasSection == true }
      + order.filter { places[$0]?.hasSection == false }
    let ranks = Dictionary(uniqueKeysWithValues: zip(known, known.indices))
    var outline: [(position: Int, level: Int)] = []
    outline.reserveCapacity(parents.count)
    var rest = sorted(top, of: list, ranks).reversed().map { (position: $0, level: 0) }
    while let item = rest.popLast() {
      outline.append(item)
      for position in sorted(nested[item.position] ?? [], of: list, ranks).reversed() {
        rest.append((position, item.level + 1))
      }
    }
    return outline
  }

  /// Items that stand below the same one in the order of the list; those with one text in the order
  /// of the file, by which they are known, and before those that the file does not have.
  private func sorted(_ items: [Int], of list: Checklist, _ ranks: [Int: Int]) -> [Int] {
    var groups: [ItemMatchKey.Value: [Int]] = [:]
    for index in items.indices {
      let value = ItemMatchKey.textInSection.value(of: list.items[items[index]])
      groups[value, default: []].append(index)
    }
    if groups.count == items.count { return items }
    var sorted = items
    for group in groups.values where group.count > 1 {
      let ranked = group.map { items[$0] }.sorted { one, other in
        let (first, second) = (ranks[list.items[one].id], ranks[list.items[other].id])
        return (first ?? Int.max, one) < (second ?? Int.max, other)
      }
      for (index, item) in zip(group, ranked) { sorted[index] = item }
    }
    return sorted
  }
}

extension ImportedNesting {
  /// The items of the file for which one of the two documents has another item above them, or
  /// another level.
  func changed(from document: ChecklistDocument, in lists: [Int], _ changes: NestedChanges)
    -> [Int]
  {
    var former: [Int: (parent: Int?, level: Int)] = [:]
    for list in document.checklists {
      for (position, parent) in list.parents.enumerated() {
        former[list.items[position].id] =
          (parent.map { list.items[$0].id }, list.items[position].level)
      }
    }
    return lists.compactMap(changes.list).flatMap { list in
      zip(list.items, list.parents).compactMap { item, parent in
        guard places[item.id] != nil, let former = former[item.id] else { return nil }
        let parent = parent.map { list.items[$0].id }
        return former == (parent, item.level) ? nil : item.id
      }
    }
  }
}

extension Checklist {
  /// The positions of the items below which each of them stands; nil for none.
  fileprivate var parents: [Int?] { items.map(\.level).parents }
}

extension [Int] {
  /// The positions of the levels below which each of them stands; nil for none.
  var parents: [Int?] {
    var above: [Int] = []
    return indices.map { position in
      while let last = above.last, self[last] >= self[position] { above.removeLast() }
      defer { above.append(position) }
      return above.last
    }
  }
}

/// New items that stand below one of the document: one, and those that stand below it.
struct ImportedBlock {
  /// The items in their order, with levels from 1.
  var items: [ChecklistItem]
  /// The item of the document.
  let parent: ItemReference

  /// The change that adds them after what is nested there already.
  func addition(to list: Checklist) -> DocumentChange {
    .addItems(items, list: list.id, at: .after(parent))
  }
}
