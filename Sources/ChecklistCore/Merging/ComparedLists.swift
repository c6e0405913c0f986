/// Finds out what differs.
struct ComparedLists {
  typealias Item = DocumentComparison.Item
  typealias List = DocumentComparison.List
  typealias Place = DocumentComparison.Place

  private let before: ChecklistDocument
  private let after: ChecklistDocument
  /// The identities in the first document of what has another one in the second.
  private var formerItems: [Int: Int] = [:]
  private var formerLists: [Int: Int] = [:]
  /// The items that get other values, by their identities in the first document, and the lists.
  private var editedItems: Set<Int> = []
  private var editedLists: Set<Int> = []
  /// The items of the first document by their identities.
  private var places: [Int: Place] = [:]

  init(_ before: ChecklistDocument, _ after: ChecklistDocument, _ changes: [DocumentChange]) {
    (self.before, self.after) = (before, after)
    for change in changes {
      switch change {
      case .editItems(let items, _, let edit):
        for item in items { editedItems.insert(item.id) }
        if let identity = edit.identity, let item = items.first { formerItems[identity] = item.id }
      case .moveItems(let items, _, _, _, let section) where !section.isKeep:
        for item in items { editedItems.insert(item.id) }
      case .checkItems(let items, _, _): for item in items { editedItems.insert(item.id) }
      case .editList(let list, let edit):
        editedLists.insert(list)
        if let identity = edit.identity { formerLists[identity] = list }
      default: break
      }
    }
    for list in before.checklists {
      for place in Self.places(in: list) { places[place.item.id] = place }
    }
  }

  private static func places(in list: Checklist) -> [Place] {
    list.items.enumerated().map { Place(item: $1, number: $0 + 1, list: list) }
  }

  private func formerID(of item: ChecklistItem) -> Int { formerItems[item.id] ?? item.id }
  private func formerID(of list: Checklist) -> Int { formerLists[list.id] ?? list.id }

  /// The lists that differ, or have items that do.
  var lists: [List] {
    let former = Dictionary(
      before.checklists.enumerated().map { ($1.id, (list: $1, number: $0 + 1)) },
      uniquingKeysWith: { first, _ in first })
    let present = Set(after.checklists.flatMap { $0.items.map(formerID) })
    let inPlace = Set(
      after.checklists.compactMap { former[formerID(of: $0)]?.number }.longestIncreasingSubsequence)
    var lists: [List] = []
    for (index, list) in after.checklists.enumerated() {
      let before = former[formerID(of: list)]
      let items = goneItems(of: before?.list, present) + items(of: list)
      let isMoved = before.map { !inPlace.contains($0.number) } ?? false
      guard before == nil || isMoved || editedLists.contains(formerID(of: list)) || !items.isEmpty
      else { continue }
      lists.append(List(before: before, after: (list, index + 1), isMoved: isMoved, items: items))
    }
    let remaining = Set(after.checklists.map(formerID))
    for (index, list) in before.checklists.enumerated() where !remaining.contains(list.id) {
      lists.append(
        List(
          before: (list, index + 1), after: nil, isMoved: false, items: goneItems(of: list, present)
        ))
    }
    return lists
  }

  /// The items of a list of the first document that the second has nowhere.
  private func goneItems(of list: Checklist?, _ present: Set<Int>) -> [Item] {
    guard let list else { return [] }
    return Self.places(in: list).filter { !present.contains($0.item.id) }
      .map { Item(before: $0, after: nil, isMoved: false) }
  }

  /// The items of a list of the second document that differ.
  private func items(of list: Checklist) -> [Item] {
    let listID = formerID(of: list)
    let pairs = Self.places(in: list).map { ($0, places[formerID(of: $0.item)]) }
    let inPlace = Set(
      pairs.compactMap { $1?.list.id == listID ? $1?.number : nil }.longestIncreasingSubsequence)
    return pairs.compactMap { after, before in
      guard let before else { return Item(before: nil, after: after, isMoved: false) }
      let isMoved = before.list.id != listID || !inPlace.contains(before.number)
      guard isMoved || editedItems.contains(before.item.id) else { return nil }
      return Item(before: before, after: after, isMoved: isMoved)
    }
  }
}
