/// The nesting of merged items: each stands below the item that a side has put it below.
///
/// Levels are not merged as numbers: when one side nests an item, and the other nests the item
/// above it, both are nested in the result. An item whose parent is gone stands below the nearest
/// of its ancestors that is still in the list.
struct MergedNesting {
  private let plan: MergePlan
  /// The parents of the items of each document, by number; nil for an item at the top.
  private let base: [Int?]
  private let first: [Int?]
  private let second: [Int?]

  /// - Returns: Nil when neither side has nested items.
  init?(_ plan: MergePlan) {
    guard plan.first.hasNesting || plan.second.hasNesting else { return nil }
    self.plan = plan
    (base, first, second) = (plan.base.parents, plan.first.parents, plan.second.parents)
  }

  /// The items of a list with their levels, each after the item that it stands below.
  ///
  /// - Parameters:
  ///   - order: The entries of the items in their order.
  ///   - sides: The side that placed an item; none for those that neither or both have placed.
  func nested(
    _ order: [Int], placedBy sides: [Int: MergedOrder.Side]
  ) -> [(entry: Int, level: Int)] {
    let present = Set(order)
    var parents: [Int: Int] = [:]
    var children: [Int?: [Int]] = [:]
    for entry in order {
      var parent = self.parent(of: entry, placedBy: sides[entry])
      var passed: Set<Int> = []
      while let missing = parent, !present.contains(missing) {
        parent = passed.insert(missing).inserted ? self.parent(of: missing, placedBy: nil) : nil
      }
      // Each side may have put one of two items below the other.
      var ancestor = parent
      while let known = ancestor, known != entry { ancestor = parents[known] }
      if ancestor != nil { parent = nil }
      parents[entry] = parent
      children[parent, default: []].append(entry)
    }
    var nested: [(entry: Int, level: Int)] = []
    nested.reserveCapacity(order.count)
    var rest = (children[nil] ?? []).reversed().map { (entry: $0, level: 0) }
    while let next = rest.popLast() {
      nested.append(next)
      rest += (children[next.entry] ?? []).reversed().map { ($0, next.level + 1) }
    }
    return nested
  }

  /// The entry of the item that one stands below by what the sides have done; nil for none.
  private func parent(of entry: Int, placedBy side: MergedOrder.Side?) -> Int? {
    let places = plan.items.entries[entry]
    let before: Int?? = places.base.map { base[$0] }
    let one: Int?? = places.first.map { first[$0].map { plan.items.first[$0] } }
    let other: Int?? = places.second.map { second[$0].map { plan.items.second[$0] } }
    guard let one, let other else { return (one ?? other ?? before) ?? nil }
    let sides = ThreeWay<Int?>(base: before, first: one, second: other)
    return sides.value({ $0 }, isSame: ==, pick: { pick($0, $1, placedBy: side) })
  }

  /// Picks one of the parents that the sides have given an item: that of the side that placed it,
  /// and else an item rather than none, as with a section.
  private func pick(_ one: Int?, _ other: Int?, placedBy side: MergedOrder.Side?) -> Int? {
    switch side {
    case .first: return one
    case .second: return other
    case nil:
      guard let one, let other else { return one ?? other }
      return plan.identity(ofItem: one) < plan.identity(ofItem: other) ? one : other
    }
  }
}

extension NumberedDocument {
  /// Whether an item stands below another.
  fileprivate var hasNesting: Bool {
    document.checklists.contains { list in list.items.indices.contains { list.items[$0].level > 0 }
    }
  }

  /// The numbers of the items that items stand below.
  fileprivate var parents: [Int?] {
    var parents: [Int?] = []
    parents.reserveCapacity(listPositions.count)
    for (list, range) in zip(document.checklists, ranges) {
      var above: [(item: Int, level: Int)] = []
      for (item, position) in zip(range, list.items.indices) {
        let level = list.items[position].level
        while let last = above.last, last.level >= level { above.removeLast() }
        parents.append(above.last?.item)
        above.append((item, level))
      }
    }
    return parents
  }
}
