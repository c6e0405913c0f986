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
    let (numbersBefore, numbers) = (original.itemNumbers, itemNumbers)
    var order: [Int] = []
    var byItem: [Int: AppliedChange] = [:]
    for change in applied {
      guard let item = change.item else { continue }
      if byItem[item.id] == nil { order.append(item.id) }
      byItem[item.id] = change.following(
        byItem[item.id], numberBefore: numbersBefore[item.id], number: numbers[item.id])
    }
    let changes = order.compactMap { byItem[$0] }
    // An item that was added and then deleted does not count.
    let deleted = changes.filter { $0.number == nil && $0.numberBefore != nil }
    let remaining = changes.filter { $0.number != nil }
      .sorted { ($0.number ?? 0) < ($1.number ?? 0) }
    return applied.filter { $0.checklist != nil } + deleted + remaining
  }

  /// The numbers of all items in their lists, from 1, by their identities.
  private var itemNumbers: [Int: Int] {
    Dictionary(
      checklists.flatMap { $0.items.enumerated().map { ($1.id, $0 + 1) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension AppliedChange {
  /// What an earlier change and this one did together to the same item.
  ///
  /// - Parameters:
  ///   - earlier: What was done to the item before; nil for nothing.
  ///   - numberBefore: The number of the item before all changes; nil for a new one.
  ///   - number: Its number after all changes; nil for a deleted one.
  /// - Returns: Both in one.
  fileprivate func following(
    _ earlier: AppliedChange?, numberBefore: Int?, number: Int?
  ) -> AppliedChange {
    guard case .item(let own, let after) = subject else { return self }
    var (kind, before) = (kind, own)
    if let earlier, case .item(let first, _) = earlier.subject {
      before = first
      if kind != .deleted, earlier.kind.weight > kind.weight { kind = earlier.kind }
    }
    return AppliedChange(
      kind, .item(before: before, after: after), list: list, numberBefore: numberBefore,
      number: number)
  }
}

extension AppliedChange.Kind {
  /// The weight of a kind: of several things done to an item, the heaviest is reported.
  fileprivate var weight: Int {
    switch self {
    case .unchanged: 0
    case .moved: 1
    case .movedToList: 2
    case .checked, .unchecked: 3
    case .edited, .renamed: 4
    case .added, .deleted: 5
    }
  }
}
