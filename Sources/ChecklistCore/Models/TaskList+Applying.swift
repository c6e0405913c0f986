#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TaskList {
  /// What an edit did to one item.
  public struct Change: Sendable {
    /// What can be done to an item.
    public enum Kind: Sendable, Equatable {
      /// It is new.
      case added
      /// It has another text.
      case edited
      /// It was checked.
      case checked
      /// It was unchecked.
      case unchecked
      /// It stands elsewhere.
      case moved
      /// It is gone.
      case deleted
    }

    /// What was done.
    public var kind: Kind
    /// The item's position now, from 0; of one that is gone, its position before.
    public var position: Int
    /// The item as it is now, or as it was before it went.
    public var item: ChecklistItem
  }

  /// Makes the list what it was edited to.
  ///
  /// What others have done to the list since it was taken for the edit stays: items that they changed, added, moved
  /// or deleted, unless the edit is about the same items.
  ///
  /// - Parameters:
  ///   - list: the list as it is now.
  ///   - now: the time, for items that are new or checked.
  /// - Returns: what changed: at first what was deleted, then the others in their order.
  /// - Throws: ``EditConflict`` when others have changed or deleted an item that the edit is about, or when both
  ///   have changed the order. The list is as it was then.
  public func apply(to list: inout Checklist, now: Date) throws(EditConflict) -> [Change] {
    var merge = TaskListMerge(self, list.items)
    try merge.takeLines(now: now)
    try merge.takeDeletions()
    list.items = try merge.finish()
    return merge.changes
  }
}

/// An edited list and the same list as others have left it, on their way to become one.
private struct TaskListMerge {
  /// An item in an order: one that the list has, by its position there, or a new one, by its line.
  private enum Entry: Hashable {
    case present(Int)
    case new(Int)
  }

  private let edit: TaskList
  /// The items as others have left them.
  private let present: [ChecklistItem]
  /// Their positions by their identities.
  private let positions: [Int: Int]
  /// The items that are new or changed, and what is done to them.
  private var touched: [Entry: (item: ChecklistItem, kind: TaskList.Change.Kind)] = [:]
  /// The order of the edit.
  private var edited: [Entry] = []
  private var deleted: Set<Int> = []
  private(set) var changes: [TaskList.Change] = []

  init(_ edit: TaskList, _ present: [ChecklistItem]) {
    self.edit = edit
    self.present = present
    positions = Dictionary(
      present.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The position of an item that the edit is about.
  private func position(of original: ChecklistItem) throws(EditConflict) -> Int {
    guard let position = positions[original.id] else {
      throw EditConflict(.deleted, of: original)
    }
    guard present[position].says(theSameAs: original) else {
      throw EditConflict(.changed, of: original)
    }
    return position
  }

  mutating func takeLines(now: Date) throws(EditConflict) {
    for (index, line) in edit.lines.enumerated() {
      guard let basePosition = line.position else {
        var item = ChecklistItem(line.text, now: now)
        item.setChecked(line.isChecked, now: now)
        touched[.new(index)] = (item, .added)
        edited.append(.new(index))
        continue
      }
      let original = edit.base.items[basePosition]
      let known = positions[original.id]
      // Untouched, or others have done the same to it.
      if line.describes(original) || known.map({ line.describes(present[$0]) }) == true {
        if let known { edited.append(.present(known)) }
        continue
      }
      let position = try position(of: original)
      var item = present[position]
      let hasText = item.text.utf8.elementsEqual(line.text.utf8)
      item.text = line.text
      item.setChecked(line.isChecked, now: now)
      touched[.present(position)] = (
        item, hasText ? line.isChecked ? .checked : .unchecked : .edited
      )
      edited.append(.present(position))
    }
  }

  mutating func takeDeletions() throws(EditConflict) {
    let kept = Set(edit.lines.compactMap(\.position))
    for (index, original) in edit.base.items.enumerated()
    where !kept.contains(index) && positions[original.id] != nil {
      let position = try position(of: original)
      deleted.insert(position)
      changes.append(.init(kind: .deleted, position: position, item: present[position]))
    }
  }

  /// The items of the list.
  mutating func finish() throws(EditConflict) -> [ChecklistItem] {
    let order = try order()
    let inPlace = Set(
      order.compactMap { if case .present(let position) = $0 { position } else { nil } }
        .longestRise)
    return order.enumerated().map { index, entry in
      if let (item, kind) = touched[entry] {
        changes.append(.init(kind: kind, position: index, item: item))
        return item
      }
      guard case .present(let position) = entry else {
        preconditionFailure("a new item is one that is touched")
      }
      if !inPlace.contains(position) {
        changes.append(.init(kind: .moved, position: index, item: present[position]))
      }
      return present[position]
    }
  }

  /// The order of all items.
  ///
  /// It is the one that the edit gave them or, where it left them as they were, the one that others gave them.
  /// Items that only one side has come behind the one that they follow there.
  private func order() throws(EditConflict) -> [Entry] {
    let named: [Int] = edited.compactMap {
      if case .present(let position) = $0 { position } else { nil }
    }
    let common = Set(named)
    let original = edit.base.items.compactMap { positions[$0.id] }.filter(common.contains)
    let others = present.indices.filter { !deleted.contains($0) }.map(Entry.present)
    if named == original || named == named.sorted() { return Self.insert(edited, into: others) }
    guard original == original.sorted() else { throw EditConflict(.reordered, of: nil) }
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

extension TaskList.Line {
  /// Whether it shows an item as it is.
  fileprivate func describes(_ item: ChecklistItem) -> Bool {
    isChecked == item.isChecked && text.utf8.elementsEqual(item.text.utf8)
  }
}

extension [Int] {
  /// The longest of the sequences that rise from left to right: what can stay where it is when the others are moved.
  ///
  /// It is found by patience sorting, in n log n steps.
  fileprivate var longestRise: [Int] {
    /// The index of the smallest number that a rise of each length can end with.
    var ends: [Int] = []
    var previous: [Int?] = []
    for (index, number) in enumerated() {
      var range = ends.indices
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        range =
          self[ends[middle]] < number
          ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      previous.append(range.lowerBound > 0 ? ends[range.lowerBound - 1] : nil)
      if range.lowerBound == ends.count {
        ends.append(index)
      } else {
        ends[range.lowerBound] = index
      }
    }
    var rise: [Int] = []
    var next = ends.last
    while let index = next {
      rise.append(self[index])
      next = previous[index]
    }
    return rise
  }
}
