extension ChecklistDocument {
  /// What several changes did together: each item once, as it was before all of them and as it is
  /// now.
  ///
  /// - Parameters:
  ///   - applied: What the changes did, in the order in which they were made; this document is the
  ///     result.
  ///   - original: The document before all of them.
  /// - Returns: What was done to lists, then what was deleted, then the other items in their order.
  package func coalesced(
    _ applied: [AppliedChange], since original: ChecklistDocument
  ) -> [AppliedChange] {
    let (placesBefore, places) = (original.places, places)
    var order: [Int] = []
    var histories: [Int: [AppliedChange]] = [:]
    for change in applied {
      guard let item = change.item else { continue }
      if histories[item.id] == nil { order.append(item.id) }
      histories[item.id, default: []].append(change)
    }
    let changes = order.compactMap { id in
      histories[id].flatMap { coalesced($0, from: placesBefore[id], to: places[id]) }
    }
    let deleted = changes.filter { $0.number == nil }
    let remaining = changes.filter { $0.number != nil }
      .sorted { ($0.number ?? 0) < ($1.number ?? 0) }
    return applied.filter { $0.checklist != nil } + deleted + remaining
  }

  /// The place of an item: the identity of its list, and its number there, from 1.
  private typealias Place = (list: Int, number: Int)

  /// The places of all items by their identities.
  private var places: [Int: Place] {
    Dictionary(
      checklists.flatMap { list in
        list.items.enumerated().map { ($1.id, (list: list.id, number: $0 + 1)) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// What several changes of one item did together.
  ///
  /// - Parameters:
  ///   - changes: What they did, in their order.
  ///   - from: The place of the item before them; nil for a new one.
  ///   - to: Its place after them; nil for a deleted one.
  /// - Returns: Both in one; nil for an item that was added and is gone again, and for one that
  ///   went with its list, of which the list's own change tells.
  private func coalesced(
    _ changes: [AppliedChange], from: Place?, to: Place?
  ) -> AppliedChange? {
    guard let first = changes.first, let last = changes.last,
      case .item(let before, _) = first.subject, case .item(_, let after) = last.subject
    else { return nil }
    let kind: AppliedChange.Kind
    switch (from, to) {
    case (nil, nil): return nil
    case (nil, _): kind = .added
    case (_, nil):
      guard last.kind == .deleted else { return nil }
      kind = .deleted
    case (let from?, let to?) where from.list != to.list:
      kind = .movedToList(checklists.first { $0.id == to.list }?.title ?? "")
    default:
      kind =
        if !after.isSame(as: before, butOrigin: after.isChecked != before.isChecked) {
          .edited
        } else if after.isChecked != before.isChecked {
          after.isChecked ? .checked : .unchecked
        } else {
          changes.contains { $0.kind.isMove } ? .moved : .unchanged
        }
    }
    return AppliedChange(
      kind, .item(before: before, after: after), list: to?.list ?? last.list,
      numberBefore: from?.number, number: to?.number)
  }
}

extension AppliedChange.Kind {
  fileprivate var isMove: Bool {
    switch self {
    case .moved, .movedToList: true
    default: false
    }
  }
}
