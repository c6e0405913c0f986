package import ChecklistCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What an import does to a document.
///
/// An item that the document has, by its identity or by its text, gets the fields that the file
/// names; any other is added. Nothing is deleted.
package struct ImportPlan {
  /// How many items of a list the import is about, by what becomes of them.
  package struct Count: Equatable, Sendable {
    /// Items that are new in the document.
    package var added = 0
    /// Items that get other values, or come from another list.
    package var updated = 0
    /// Items that are as the file has them.
    package var unchanged = 0

    package init() {}

    /// The counts of both together.
    static func += (one: inout Count, other: Count) {
      one.added += other.added
      one.updated += other.updated
      one.unchanged += other.unchanged
    }
  }

  /// What becomes of a list.
  package struct ListCount: Sendable {
    /// The identity of the list.
    package let id: Int
    /// Whether it is new in the document.
    package let isNew: Bool
    /// Its items.
    package var count = Count()
  }

  /// The changes, in their order.
  package private(set) var changes: [DocumentChange] = []
  /// What becomes of each list that the import is about, in the order of the file.
  package private(set) var lists: [ListCount] = []
  /// What was left out or could not be understood.
  package private(set) var warnings: InterchangeWarnings
  /// How many items were left out.
  package var skipped: Int { warnings.skippedItems }
  /// All lists together.
  package var count: Count { lists.reduce(into: Count()) { $0 += $1.count } }

  private let zone: TimeZoneRules
  private let document: ChecklistDocument
  /// The lists as they are after the changes so far, as far as it matters where new items go.
  private var targets: [Target] = []
  /// Where the items of the document are, by identity.
  private lazy var places = document.places
  /// The items that the file was matched with.
  private var matched: Set<Int> = []

  /// A list that items go to.
  fileprivate struct Target {
    /// The list as it was before; without items if it is new.
    var list: Checklist
    /// Its position among the lists of the document; nil for a new one.
    var position: Int?
    /// The index of its count.
    var count: Int
  }

  /// Plans an import.
  ///
  /// - Parameters:
  ///   - file: What is imported.
  ///   - document: The document as it is.
  ///   - lists: Which list takes the items of which the file does not say in which list they are.
  ///   - list: The name of the list that takes all items, whatever the file says; nil for none. It
  ///     is made when it is not there.
  ///   - zone: The time zone in which one is.
  /// - Throws: ``SelectorError`` when a name means several lists.
  package init(
    _ file: ImportedFile, into document: ChecklistDocument, lists resolver: ListResolver,
    list name: String?, in zone: TimeZoneRules
  ) throws(SelectorError) {
    (self.document, self.zone) = (document, zone)
    warnings = file.warnings
    let isLast = lastUses(in: file)
    for (index, imported) in file.lists.enumerated() where !imported.isEmptyAndUnnamed {
      var imported = imported
      if let name { (imported.name, imported.id) = (name, nil) }
      let target = try target(for: imported, resolver, isNamed: name != nil)
      add(imported, to: target) { isLast(index, $0) }
    }
  }

  // MARK: Lists

  /// The list for items of a file, which is made if it must be.
  private mutating func target(
    for imported: ImportedList, _ resolver: ListResolver, isNamed: Bool
  ) throws(SelectorError) -> Int {
    if let known = targets.firstIndex(where: { $0.takes(imported) }) { return known }
    guard let name = imported.title else {
      let resolved = try resolver.listOrFirst(in: document)
      return addTarget(resolved.list, resolved.changes)
    }
    let present =
      if let id = imported.id, let list = document.checklists.first(where: { $0.id == id }) {
        Checklist?.some(list)
      } else if isNamed {
        try document.listIfPresent(name)
      } else {
        document.list(exactly: name) ?? document.list(named: name)
      }
    guard let present else {
      var list = Checklist(name, icon: imported.icon ?? Checklist.noIcon, id: imported.id)
      list.isHidden = imported.isHidden ?? false
      return addTarget(list, [.addList(list)])
    }
    let target = addTarget(present, [])
    if imported.id == present.id {
      let icon = imported.icon.flatMap { Checklist.icons.contains($0) ? $0 : nil }
      changes.append(
        .editList(present.id, ListEdit(name: name, icon: icon, isHidden: imported.isHidden)))
    }
    return target
  }

  /// Notes a list as one that the import is about, with the changes that make it.
  private mutating func addTarget(_ list: Checklist, _ changes: [DocumentChange]) -> Int {
    if let known = targets.firstIndex(where: { $0.list.id == list.id }) { return known }
    self.changes += changes
    let position = document.checklists.firstIndex { $0.id == list.id }
    targets.append(Target(list: list, position: position, count: lists.count))
    lists.append(ListCount(id: list.id, isNew: position == nil))
    return targets.count - 1
  }

  // MARK: Items

  /// Tells of each item of a file whether it is the last with its identity, which counts.
  private mutating func lastUses(in file: ImportedFile) -> (_ list: Int, _ item: Int) -> Bool {
    var last: [Int: (list: Int, item: Int)] = [:]
    for (list, imported) in file.lists.enumerated() {
      for (index, item) in imported.items.enumerated() where item.hasIdentity {
        if last.updateValue((list, index), forKey: item.item.id) != nil {
          warnings.add(
            "item is there twice, and the last one counts",
            "items are there twice, and the last one counts", line: item.line)
        }
      }
    }
    return { list, index in
      let item = file.lists[list].items[index]
      guard item.hasIdentity, let use = last[item.item.id] else { return true }
      return use == (list, index)
    }
  }

  private mutating func add(
    _ imported: ImportedList, to target: Int, isLast: (Int) -> Bool
  ) {
    let destination = targets[target].list
    var count = ImportPlan.Count()
    var new: [ChecklistItem] = []
    var moves = ImportedMoves()
    let matches = matches(of: imported, in: targets[target])
    for (index, item) in imported.items.enumerated() where isLast(index) && !leavesOut(item) {
      guard let place = matches[index] else {
        new.append(item.item)
        continue
      }
      let list = document.checklists[place.list]
      let reference = list.reference(at: place.item)
      let before = changes.count
      edit(list.items[place.item], reference, in: list, as: item)
      // Where the file does not say in which list it is, it stays in the one that has it.
      let isMoved = moves.add(
        reference, from: list, to: imported.title == nil ? list : destination,
        section: list.items[place.item].section(for: item))
      if isMoved || changes.count > before { count.updated += 1 } else { count.unchanged += 1 }
    }
    changes += moves.changes
    count.added = new.count
    lists[targets[target].count].count += count
    insert(new, into: destination)
  }

  /// Whether an item cannot be in a document.
  private mutating func leavesOut(_ item: ImportedItem) -> Bool {
    let isBlank = ContentRules.isBlank(item.item.text)
    let hasNUL = item.item.text.utf8.contains(0) || item.item.note?.utf8.contains(0) == true
    if isBlank {
      warnings.leaveOut(
        "item without a text was left out", "items without a text were left out", line: item.line)
    } else if hasNUL {
      warnings.leaveOut(
        "item with a NUL character was left out", "items with a NUL character were left out",
        line: item.line)
    }
    return isBlank || hasNUL
  }

  /// Adds new items to a list: in their order, or each to the end of its section where the list has
  /// items.
  private mutating func insert(_ items: [ChecklistItem], into list: Checklist) {
    guard list.hasSections, items.contains(where: \.hasSection) else {
      if !items.isEmpty { changes.append(.addItems(items, list: list.id)) }
      return
    }
    var sections: [CodeUnits] = []
    var groups: [CodeUnits: [ChecklistItem]] = [:]
    for item in items {
      let section = CodeUnits(item.section ?? "")
      if groups[section] == nil { sections.append(section) }
      groups[section, default: []].append(item)
    }
    for section in sections {
      let group = groups[section] ?? []
      let point = group.first?.section.map { list.insertionPoint(inSection: $0) } ?? .last
      changes.append(.addItems(group, list: list.id, at: point))
    }
  }

  // MARK: Matching

  /// Where an item of the document is: the positions of its list and in its list.
  fileprivate typealias Place = (list: Int, item: Int)

  /// The items of the document that a list of the file is about, by the index in that list.
  private mutating func matches(of imported: ImportedList, in target: Target) -> [Int: Place] {
    var matches: [Int: Place] = [:]
    var unknown: [Int] = []
    for (index, item) in imported.items.enumerated() {
      if !item.hasIdentity {
        unknown.append(index)
      } else if let place = places[item.item.id] {
        matches[index] = place
        matched.insert(item.item.id)
      }
    }
    guard let position = target.position, !unknown.isEmpty else { return matches }
    for key in ItemMatchKey.allCases where key != .textWithoutPriority || imported.hasPriorities {
      var positions: [CodeUnits: [Int]] = [:]
      for (index, item) in target.list.items.enumerated().reversed()
      where !matched.contains(item.id) {
        positions[key.value(of: item), default: []].append(index)
      }
      for index in unknown where matches[index] == nil {
        let value = key.value(of: imported.items[index].item)
        guard let item = positions[value]?.popLast() else { continue }
        matches[index] = (position, item)
        matched.insert(target.list.items[item].id)
      }
    }
    return matches
  }

  /// Adds the changes that give an item the fields that a file names.
  private mutating func edit(
    _ item: ChecklistItem, _ reference: ItemReference, in list: Checklist, as imported: ImportedItem
  ) {
    let edit = item.edit(for: imported, in: zone)
    if !edit.isEmpty { changes.append(.editItems([reference], list: list.id, edit)) }
    if imported.named.contains(.checked), imported.item.isChecked != item.isChecked {
      changes.append(
        .checkItems(
          [reference], list: list.id,
          imported.item.isChecked ? .done(at: imported.item.completed) : .open))
    }
  }
}

extension ImportedList {
  /// Its name, if it has one that a list can have.
  fileprivate var title: String? {
    guard let name, !ContentRules.isBlank(name) else { return nil }
    return name.utf8.contains(0) ? name.filter { $0 != "\0" } : name
  }

  /// Whether it says nothing, so that no list need be there for it.
  fileprivate var isEmptyAndUnnamed: Bool { title == nil && items.isEmpty }
}

extension ImportPlan.Target {
  /// Whether the items of a list of the file go here, because an earlier list of it did.
  fileprivate func takes(_ imported: ImportedList) -> Bool {
    guard let name = imported.title else { return false }
    return imported.id.map { $0 == list.id } ?? list.name.hasSameCodeUnits(as: name)
  }
}

extension ChecklistDocument {
  /// The places of all items by identity.
  fileprivate var places: [Int: ImportPlan.Place] {
    var places: [Int: ImportPlan.Place] = [:]
    for (list, checklist) in checklists.enumerated() {
      for (position, item) in checklist.items.enumerated() { places[item.id] = (list, position) }
    }
    return places
  }

  /// The first list of just this name.
  fileprivate func list(exactly name: String) -> Checklist? {
    checklists.first { $0.name.hasSameCodeUnits(as: name) }
  }

  /// The list that was typed; nil when there is none, as it can be made.
  fileprivate func listIfPresent(_ argument: String) throws(SelectorError) -> Checklist? {
    do throws(SelectorError) {
      return try list(argument)
    } catch {
      guard error.kind == .noMatch else { throw error }
      return nil
    }
  }
}
