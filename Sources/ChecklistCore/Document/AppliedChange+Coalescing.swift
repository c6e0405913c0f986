extension ChecklistDocument {
  /// What several changes did together: each item once, as it was before all of them and as it is
  /// now.
  ///
  /// - Parameter applied: What the changes did, in the order in which they were made; this document
  ///   is the result.
  /// - Returns: What was done to lists, then what was deleted, then the other items in their order.
  package func coalesced(_ applied: [AppliedChange]) -> [AppliedChange] {
    var order: [Int] = []
    var byItem: [Int: AppliedChange] = [:]
    for change in applied {
      guard let item = change.item else { continue }
      if let earlier = byItem[item.id] {
        byItem[item.id] = earlier.followed(by: change)
      } else {
        order.append(item.id)
        byItem[item.id] = change
      }
    }
    var positions: [Int: [Int: Int]] = [:]
    var deleted: [AppliedChange] = []
    var remaining: [AppliedChange] = []
    for id in order {
      guard var change = byItem[id] else { continue }
      guard change.kind != .deleted else {
        // An item that was added and then deleted does not count.
        if change.numberBefore != nil { deleted.append(change) }
        continue
      }
      if positions[change.list] == nil {
        positions[change.list] = checklists.first { $0.id == change.list }?.positionsByID ?? [:]
      }
      change.number = positions[change.list]?[id].map { $0 + 1 }
      remaining.append(change)
    }
    remaining.sort { ($0.number ?? 0) < ($1.number ?? 0) }
    return applied.filter { $0.checklist != nil } + deleted + remaining
  }
}

extension AppliedChange {
  /// What this and a later change did together to the same item.
  fileprivate func followed(by later: AppliedChange) -> AppliedChange {
    guard case .item(let before, _) = subject, case .item(_, let after) = later.subject else {
      return later
    }
    return AppliedChange(
      later.kind == .deleted || later.kind.weight > kind.weight ? later.kind : kind,
      .item(before: before, after: after), list: later.list, numberBefore: numberBefore,
      number: later.number)
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
