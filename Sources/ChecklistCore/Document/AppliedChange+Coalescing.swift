extension ChecklistDocument {
  /// The joint result of several changes: each item once, as it was before all of them and as it is
  /// now.
  ///
  /// - Parameter applied: What the changes did, in the order in which they were made; this document
  ///   is the result.
  /// - Returns: What was done to lists, then what was deleted, then the other items in the order of
  ///   their lists.
  package func coalesced(
    _ applied: [AppliedChange], since original: ChecklistDocument
  ) -> [AppliedChange] {
    var identities: [Int: Int] = [:]
    for case .list(let before, let after) in applied.map(\.subject) where before.id != after.id {
      identities[before.id] = after.id
    }
    var named: Set<Int> = []
    for case .item(let before, let after) in applied.map(\.subject) {
      named.insert(before.id)
      named.insert(after.id)
    }
    var placesBefore = original.places(of: named)
    if !identities.isEmpty {
      placesBefore = placesBefore.mapValues { (identities[$0.list] ?? $0.list, $0.number) }
    }
    let places = places(of: named)
    let positions = ListPositions(of: checklists, for: applied.count)
    var spans: [ChangeSpan] = []
    var indices: [Int: Int] = [:]
    for (index, change) in applied.enumerated() {
      guard let item = change.item else { continue }
      if let known = indices[change.itemBefore?.id ?? item.id] {
        indices[item.id] = known
        spans[known].last = index
        spans[known].hasMove = spans[known].hasMove || change.kind.isMove
      } else {
        indices[item.id] = spans.count
        spans.append(ChangeSpan(first: index, last: index, hasMove: change.kind.isMove))
      }
    }
    var (deleted, remaining) = ([AppliedChange](), [AppliedChange]())
    for span in spans {
      guard let change = coalesced(applied, span, from: placesBefore, to: places, positions)
      else { continue }
      if change.number == nil { deleted.append(change) } else { remaining.append(change) }
    }
    sort(&remaining)
    return applied.filter { $0.checklist != nil } + deleted + remaining
  }

  /// Sorts changes of items in the order of their lists.
  func sort(_ changes: inout [AppliedChange]) {
    let positions = Dictionary(
      checklists.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    changes.sort {
      (positions[$0.list] ?? 0, $0.number ?? 0) < (positions[$1.list] ?? 0, $1.number ?? 0)
    }
  }

  /// The changes of one item, by their indices.
  private struct ChangeSpan {
    var first: Int
    var last: Int
    /// Whether one of them gave it another place.
    var hasMove: Bool
  }

  /// The place of an item: the identity of its list, and its number there, from 1.
  private typealias Place = (list: Int, number: Int)

  /// The places of some items by their identities.
  private func places(of named: Set<Int>) -> [Int: Place] {
    var places: [Int: Place] = [:]
    for list in checklists {
      for index in list.items.indices {
        let id = list.items[index].id
        if named.contains(id), places[id] == nil { places[id] = (list.id, index + 1) }
      }
    }
    return places
  }

  /// The joint result of several changes of one item.
  ///
  /// - Returns: All in one; nil for an item that was added and is gone again, and for one that went
  ///   with its list, of which the list's own change tells.
  private func coalesced(
    _ applied: [AppliedChange], _ span: ChangeSpan, from placesBefore: [Int: Place],
    to places: [Int: Place], _ positions: ListPositions
  ) -> AppliedChange? {
    let last = applied[span.last]
    guard case .item(let before, _) = applied[span.first].subject,
      case .item(_, let after) = last.subject
    else { return nil }
    let (from, to) = (placesBefore[before.id], places[after.id])
    let kind: AppliedChange.Kind
    switch (from, to) {
    case (nil, nil): return nil
    case (nil, _): kind = .added
    case (_, nil):
      guard last.kind == .deleted else { return nil }
      kind = .deleted
    case (let from?, let to?) where from.list != to.list:
      let list = positions.position(of: to.list, in: checklists)
      kind = .movedToList(list.map { checklists[$0].title } ?? "")
    default:
      kind =
        if after.id != before.id
          || after.state == before.state && after.finished != before.finished
          || !after.isSame(
            as: before, butOrigin: after.state != before.state,
            butDate: after.state != before.state)
        {
          .edit(from: before, to: after)
        } else if after.state != before.state || !after.hasSame(.skipReason, as: before) {
          .becoming(after.state)
        } else {
          span.hasMove ? .moved : .unchanged
        }
    }
    return AppliedChange(
      kind, .item(before: before, after: after), list: to?.list ?? last.list,
      numberBefore: from?.number, number: to?.number)
  }
}

extension AppliedChange.Kind {
  var isMove: Bool {
    switch self {
    case .moved, .movedToList: true
    default: false
    }
  }
}
