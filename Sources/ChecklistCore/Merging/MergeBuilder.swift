/// Builds the result of a merge from the plan of it.
struct MergeBuilder {
  private let plan: MergePlan
  private let model: ChecklistDocument
  private let preserved: PreservedFields
  /// The nesting of the items; nil where none is nested.
  private let nesting: MergedNesting?
  private(set) var reports: [MergeReport] = []
  /// Whether there are conflicts that neither side had.
  private(set) var hasNewConflicts = false
  /// The identities that items have got; nil where no two could get the same.
  private var identities: Set<Int>?
  private var listIdentities: Set<Int>? = []

  private let zone: TimeZoneRules

  init(_ plan: MergePlan, like model: ChecklistDocument, in zone: TimeZoneRules) {
    self.plan = plan
    self.zone = zone
    self.model = model
    preserved = PreservedFields(plan, like: model)
    nesting = MergedNesting(plan)
    if plan.restoredCount > 0 { reports.append(.restoredFields(items: plan.restoredCount)) }
    let all = plan.items.entries.indices.filter { plan.destinations[$0] != nil }
    if all.map(plan.identity(ofItem:)).hasRepetition { identities = [] }
  }

  /// The items of a list by their numbers among them: as they were, and as the sides have put them.
  private struct Orders {
    /// The entries of the items.
    var entries: [Int] = []
    var base: [Int] = []
    var first: [Int] = []
    var second: [Int] = []
  }

  /// All lists, in their order.
  private mutating func lists() -> [Checklist] {
    let items = itemOrders()
    var lists: [Checklist] = []
    for entry in listOrder() {
      if let list = list(entry, items[entry]) { lists.append(list) }
    }
    return lists
  }

  /// The document with the dialect, format and class names of the model.
  mutating func document() -> ChecklistDocument {
    let lists = lists()
    let (top, topIsPicked) = preserved.fields { $0.topFields }
    let (root, rootIsPicked) = preserved.fields { $0.rootFields }
    if topIsPicked || rootIsPicked { reports.append(.pickedUnknownFieldsOfDocument) }
    return model.merged(lists, topFields: top, rootFields: root)
  }

  // MARK: Order

  private func listOrder() -> [Int] {
    let has = plan.hasList
    return MergedOrder(
      count: has.count, base: plan.base.document.checklists.indices.filter { has[$0] },
      first: plan.lists.first.filter { has[$0] }, second: plan.lists.second.filter { has[$0] }
    ) { [plan] one, other in
      let (list, otherList) = (plan.list(one), plan.list(other))
      if list.name.hasSameCodeUnits(as: otherList.name) { return list.id < otherList.id }
      return list.name.utf8.lexicographicallyPrecedes(otherList.name.utf8)
    }.order
  }

  private func itemOrders() -> [Orders] {
    var orders = Array(repeating: Orders(), count: plan.lists.entries.count)
    var numbers = Array(repeating: 0, count: plan.items.entries.count)
    for (entry, list) in plan.destinations.enumerated() {
      guard let list else { continue }
      numbers[entry] = orders[list].entries.count
      orders[list].entries.append(entry)
    }
    for (entry, list) in plan.base.listPositions.enumerated()
    where plan.destinations[entry] == list {
      orders[list].base.append(numbers[entry])
    }
    for (item, position) in plan.first.listPositions.enumerated() {
      let (entry, list) = (plan.items.first[item], plan.lists.first[position])
      if plan.destinations[entry] == list { orders[list].first.append(numbers[entry]) }
    }
    for (item, position) in plan.second.listPositions.enumerated() {
      let (entry, list) = (plan.items.second[item], plan.lists.second[position])
      if plan.destinations[entry] == list { orders[list].second.append(numbers[entry]) }
    }
    return orders
  }

  // MARK: Lists and items

  private mutating func list(_ entry: Int, _ orders: Orders) -> Checklist? {
    let places = plan.lists.entries[entry]
    var list: Checklist
    var isPicked = false
    switch (places.first.map(plan.first.list), places.second.map(plan.second.list)) {
    case (let one?, let other?):
      let sides = ThreeWay(base: places.base.map(plan.base.list), first: one, second: other)
      list = sides.merged()
      noteConflicts(list.conflicts, besides: one.conflicts, other.conflicts)
      (list.archived, isPicked) = preserved.object(sides) { $0.archived }
    case (let one?, nil), (nil, let one?):
      list = one
      list.archived = preserved.object(one.archived)
    case (nil, nil): return nil
    }
    list.identity = Self.unique(plan.identity(ofList: entry), list.name, in: &listIdentities)
    if isPicked { reports.append(.pickedUnknownFieldsOfList(id: list.id, name: list.name)) }
    if plan.keptLists.contains(entry) { reports.append(.keptList(id: list.id, name: list.name)) }
    let entries = orders.entries
    let order = MergedOrder(
      count: entries.count, base: orders.base, first: orders.first, second: orders.second
    ) { [plan] one, other in
      plan.item(entries[one]).isEarlier(than: plan.item(entries[other]))
    }
    list.items = []
    list.items.reserveCapacity(order.order.count)
    guard let nesting else {
      for number in order.order {
        if let item = item(entries[number], placedBy: order.placedBy[number], in: list.name) {
          list.items.append(item)
        }
      }
      return list
    }
    var sides: [Int: MergedOrder.Side] = [:]
    for (number, side) in order.placedBy { sides[entries[number]] = side }
    for (entry, level) in nesting.nested(order.order.map { entries[$0] }, placedBy: sides) {
      guard var item = item(entry, placedBy: sides[entry], in: list.name) else { continue }
      if item.level != level { item.level = level }
      list.items.append(item)
    }
    return list
  }

  private mutating func item(
    _ entry: Int, placedBy side: MergedOrder.Side?, in list: String
  ) -> ChecklistItem? {
    let places = plan.items.entries[entry]
    var item: ChecklistItem
    var (isPicked, keepsDue) = (false, false)
    switch (places.first, places.second) {
    case (let first?, let second?):
      let (one, other) = (plan.first[first], plan.second[second])
      if !preserved.isNeeded, one.isEqual(to: other) {
        // As of most items, nothing is to be merged.
        item = one
        item.archived = nil
        break
      }
      let sides = ThreeWay(base: places.base.map { plan.base[$0] }, first: one, second: other)
      item = sides.merged(placedBy: side, in: zone)
      if item.hasConflicts {
        noteConflicts(item.conflicts, besides: one.conflicts, other.conflicts)
      }
      keepsDue = sides.sideThatKeepsDue != nil
      (item.archived, isPicked) = preserved.object(sides) { $0.archived }
    case (let first?, nil):
      item = plan.first[first]
      item.archived = preserved.object(item.archived)
    case (nil, let second?):
      item = plan.second[second]
      item.archived = preserved.object(item.archived)
    case (nil, nil): return nil
    }
    item.identity = Self.unique(plan.identity(ofItem: entry), item.text, in: &identities)
    report(item, entry, isPicked: isPicked, in: list)
    if keepsDue { reports.append(.keptDue(id: item.id, text: item.text, list: list)) }
    return item
  }

  /// Notes whether some conflicts are ones that neither side had.
  private mutating func noteConflicts(
    _ conflicts: [Conflict], besides first: [Conflict], _ second: [Conflict]
  ) {
    if conflicts.contains(where: { !first.contains($0) && !second.contains($0) }) {
      hasNewConflicts = true
    }
  }

  private mutating func report(
    _ item: ChecklistItem, _ entry: Int, isPicked: Bool, in list: String
  ) {
    if isPicked {
      reports.append(.pickedUnknownFields(id: item.id, text: item.text, list: list))
    }
    if plan.keptItems.contains(entry) {
      reports.append(.keptItem(id: item.id, text: item.text, list: list))
    }
    if plan.identities[entry] != nil {
      reports.append(.changedIdentity(id: item.id, text: item.text, list: list))
    }
    if let other = plan.otherLists[entry] {
      reports.append(
        .pickedList(id: item.id, text: item.text, list: list, other: plan.list(other).name))
    }
  }

  /// An identity that nothing else in the document has.
  private static func unique(
    _ identity: Int, _ text: @autoclosure () -> String, in taken: inout Set<Int>?
  ) -> Int {
    if taken?.insert(identity).inserted != false { return identity }
    return .identity(of: "\(identity) \(text())") { taken?.insert($0).inserted != false }
  }
}

extension MergePlan {
  /// A list that one side has.
  fileprivate func list(_ entry: Int) -> Checklist {
    let places = lists.entries[entry]
    return places.first.map(first.list) ?? places.second.map(second.list) ?? Checklist("", id: 0)
  }

  /// An item that one side has.
  fileprivate func item(_ entry: Int) -> ChecklistItem? {
    let places = items.entries[entry]
    return places.first.map { first[$0] } ?? places.second.map { second[$0] }
  }
}

extension ChecklistItem? {
  /// Whether it was made before another item, or comes first for a reason that is the same
  /// everywhere.
  fileprivate func isEarlier(than other: ChecklistItem?) -> Bool {
    guard let self, let other else { return self != nil }
    if self.created != other.created { return self.created.isEarlierOrNotNil(than: other.created) }
    if !self.text.hasSameCodeUnits(as: other.text) {
      return self.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
    return self.id < other.id
  }
}

extension ThreeWay<ChecklistItem> {
  /// The item as both sides have made it.
  ///
  /// - Parameters:
  ///   - side: The side that gave it its place; nil for none or both.
  ///   - zone: The time zone in which one is.
  fileprivate func merged(
    placedBy side: MergedOrder.Side?, in zone: TimeZoneRules
  ) -> ChecklistItem {
    if first.isEqual(to: second) { return first }
    if let base {
      if first.isEqual(to: base) { return second }
      if second.isEqual(to: base) { return first }
    }
    switch side {
    // A section rather than none, as with a note and a due date.
    case .first: return merged(section: first.section ?? second.section, in: zone)
    case .second: return merged(section: second.section ?? first.section, in: zone)
    case nil: return merged(section: text(\.section), in: zone)
    }
  }
}

extension ChecklistItem {
  /// Whether another item has the same content and dates.
  fileprivate func isEqual(to other: ChecklistItem) -> Bool {
    hasSameContent(as: other) && created == other.created && finished == other.finished
  }
}
