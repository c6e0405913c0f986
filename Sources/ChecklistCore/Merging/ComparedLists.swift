/// Finds out what differs.
struct ComparedLists {
  typealias Item = DocumentComparison.Item
  typealias List = DocumentComparison.List
  typealias Place = DocumentComparison.Place

  private let before: Replica
  private let after: ChecklistDocument
  /// The identities in the first document of what has another one in the second.
  private var formerItems: [Int: Int] = [:]
  private var formerLists: [Int: Int] = [:]
  /// The items that get other values, by their identities in the first document, and the lists.
  private var editedItems: Set<Int> = []
  private var editedLists: Set<Int> = []
  /// The numbers in the first document of the items of each list of the second; nil for new ones.
  private var numbers: [[Int?]] = []
  /// Whether the second document has each item of the first one.
  private var isPresent: [Bool] = []

  init(_ before: ChecklistDocument, _ after: ChecklistDocument, _ changes: [DocumentChange]) {
    (self.before, self.after) = (Replica(before), after)
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
    findItems()
  }

  private func formerID(of item: ChecklistItem) -> Int { formerItems[item.id] ?? item.id }
  private func formerID(of list: Checklist) -> Int { formerLists[list.id] ?? list.id }

  /// Finds each item of the second document in the first one.
  private mutating func findItems() {
    let identities = before.itemSequence.identities
    isPresent = Array(repeating: false, count: identities.count)
    let all = Dictionary(
      identities.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
    numbers.reserveCapacity(after.checklists.count)
    for list in after.checklists {
      var found: [Int?] = []
      found.reserveCapacity(list.items.count)
      for index in list.items.indices {
        let number = all[formerID(of: list.items[index])]
        if let number { isPresent[number] = true }
        found.append(number)
      }
      numbers.append(found)
    }
  }

  /// The lists that differ, or have items that do.
  var lists: [List] {
    let lists = before.document.checklists
    let former = Dictionary(
      lists.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let inPlace = Set(
      after.checklists.compactMap { former[formerID(of: $0)] }.longestIncreasingSubsequence)
    var compared: [List] = []
    for (index, list) in after.checklists.enumerated() {
      let position = former[formerID(of: list)]
      let items = (position.map(goneItems) ?? []) + items(ofListAt: index, formerly: position)
      let isMoved = position.map { !inPlace.contains($0) } ?? false
      guard position == nil || isMoved || editedLists.contains(formerID(of: list)) || !items.isEmpty
      else { continue }
      compared.append(
        List(
          before: position.map { (lists[$0], $0 + 1) }, after: (list, index + 1), isMoved: isMoved,
          items: items))
    }
    let remaining = Set(after.checklists.map(formerID))
    for (index, list) in lists.enumerated() where !remaining.contains(list.id) {
      compared.append(
        List(before: (list, index + 1), after: nil, isMoved: false, items: goneItems(index)))
    }
    return compared
  }

  /// Where an item of the first document is.
  private func place(_ number: Int) -> Place {
    let position = before.listPositions[number]
    return Place(
      item: before[number], number: number - before.ranges[position].lowerBound + 1,
      list: before.list(position))
  }

  /// The items of a list of the first document that the second has nowhere.
  private func goneItems(_ position: Int) -> [Item] {
    before.ranges[position].filter { !isPresent[$0] }
      .map { Item(before: place($0), after: nil, isMoved: false) }
  }

  /// The items of a list of the second document that differ.
  private func items(ofListAt index: Int, formerly position: Int?) -> [Item] {
    let list = after.checklists[index]
    let range = position.map { before.ranges[$0] } ?? 0..<0
    let own = numbers[index].compactMap { $0.flatMap { range.contains($0) ? $0 : nil } }
    let isInOrder = zip(own, own.dropFirst()).allSatisfy(<)
    let inPlace = isInOrder ? [] : Set(own.longestIncreasingSubsequence)
    var items: [Item] = []
    for (place, number) in numbers[index].enumerated() {
      let isMoved =
        number.map { !range.contains($0) || !isInOrder && !inPlace.contains($0) } ?? false
      if !isMoved, number != nil, !editedItems.contains(formerID(of: list.items[place])) {
        continue
      }
      items.append(
        Item(
          before: number.map(self.place),
          after: Place(item: list.items[place], number: place + 1, list: list), isMoved: isMoved))
    }
    return items
  }
}
