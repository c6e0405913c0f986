/// The place of each item and each list in the result of a merge, whatever their fields.
struct MergePlan {
  let base: NumberedDocument
  private(set) var first: NumberedDocument
  private(set) var second: NumberedDocument
  /// The lists of all documents.
  let lists: Correspondence
  /// The items of all documents.
  let items: Correspondence
  /// New identities of items whose identity was given twice, by entry.
  private(set) var identities: [Int: Int] = [:]
  /// How many items got fields back that the app had dropped.
  private(set) var restoredCount = 0
  /// Which sides have lost what the app does not know.
  private(set) var isRestored = (first: false, second: false)
  /// The unread fields of the documents, to compare them; nil when there are none to preserve.
  private(set) var content: UnreadContent?

  /// The entry of the list that each item goes to; nil for an item that is deleted.
  private(set) var destinations: [Int?] = []
  /// Whether each list is in the result.
  private(set) var hasList: [Bool] = []
  /// The lists that one side deleted in vain.
  private(set) var keptLists: Set<Int> = []
  /// The items that one side deleted in vain.
  private(set) var keptItems: Set<Int> = []
  /// The lists in which items could have gone too, by item.
  private(set) var otherLists: [Int: Int] = [:]

  init(base: NumberedDocument, first: NumberedDocument, second: NumberedDocument) {
    (self.base, self.first, self.second) = (base, first, second)
    let baseLists = base.listSequence
    let listPairs = [first, second].map { side in
      var pairing = Pairing(baseLists, side.listSequence)
      pairing.pairWithoutIdentity(
        base.document.checklists.indices, side.document.checklists.indices)
      return pairing.partners
    }
    lists = Correspondence(
      baseCount: base.document.checklists.count, listPairs[0], listPairs[1],
      added: Self.addedLists(first, listPairs[0], second, listPairs[1]))

    let baseItems = base.itemSequence
    let itemPairs = zip([first, second], listPairs).map { side, lists in
      var pairing = Pairing(baseItems, side.itemSequence)
      for (position, partner) in lists.enumerated() {
        if let partner {
          pairing.pairWithoutIdentity(base.ranges[partner], side.ranges[position])
        }
      }
      return pairing.partners
    }
    let (listEntries, otherListEntries) = (lists.first, lists.second)
    let added = AddedItems(
      first, Self.added(itemPairs[0]), second, Self.added(itemPairs[1])
    ) { listEntries[$0] == otherListEntries[$1] }
    items = Correspondence(
      baseCount: base.listPositions.count, itemPairs[0], itemPairs[1], added: added.partners)
    // One that is folded with another item has the identity of that.
    for (number, identity) in added.identities.first {
      let entry = items.first[number]
      identities[entry] = items.entries[entry].second.map { second[$0].id } ?? identity
    }
    for (number, identity) in added.identities.second {
      let entry = items.second[number]
      identities[entry] = items.entries[entry].first.map { first[$0].id } ?? identity
    }
    let counts = (
      self.first.restoreFields(of: base, lists: listPairs[0], items: itemPairs[0]),
      self.second.restoreFields(of: base, lists: listPairs[1], items: itemPairs[1])
    )
    isRestored = (counts.0 != nil, counts.1 != nil)
    restoredCount = (counts.0 ?? 0) + (counts.1 ?? 0)
    if !first.document.isPlain || !second.document.isPlain
      || (isRestored.first || isRestored.second) && !base.document.isPlain
    {
      var content = UnreadContent()
      for document in [base.document, self.first.document, self.second.document] {
        content.nameObjects(of: document)
      }
      self.content = content
    }
  }

  private static func added(_ partners: [Int?]) -> [Int] {
    partners.indices.filter { partners[$0] == nil }
  }

  /// The lists that both sides have added: of one identity, or else of one name.
  private static func addedLists(
    _ first: NumberedDocument, _ partners: [Int?], _ second: NumberedDocument, _ others: [Int?]
  ) -> [Int: Int] {
    var rest = added(partners)
    var added: [Int: Int] = [:]
    func take(_ position: Int, where isSame: (Checklist, Checklist) -> Bool) {
      let list = second.list(position)
      guard added[position] == nil,
        let index = rest.firstIndex(where: { isSame(first.list($0), list) })
      else { return }
      added[position] = rest.remove(at: index)
    }
    let positions = Self.added(others)
    for position in positions { take(position) { $0.id == $1.id } }
    for position in positions { take(position) { $0.name.hasSameCodeUnits(as: $1.name) } }
    return added
  }

  // MARK: Deletions and places

  /// Decides which items and lists are kept, and which list each item goes to.
  mutating func decide() {
    destinations = items.entries.indices.map { destination(of: $0) }
    hasList = lists.entries.map { $0.base == nil || ($0.first != nil && $0.second != nil) }
    for (entry, places) in lists.entries.enumerated() where isDeletedOnce(places) {
      if isListChanged(places) { keep(list: entry) }
    }
    for (entry, places) in items.entries.enumerated() {
      guard let list = destinations[entry], isDeletedOnce(lists.entries[list]) else { continue }
      if isNew(places, in: list) || isDeletedOnce(places) && isChanged(places) { keep(list: list) }
    }
    for (entry, places) in items.entries.enumerated() where isDeletedOnce(places) {
      guard let list = destinations[entry] else { continue }
      if isDeletedOnce(lists.entries[list]) {
        if !hasList[list] { destinations[entry] = nil }
      } else if isChanged(places) || isNew(places, in: list) {
        keptItems.insert(entry)
      } else {
        destinations[entry] = nil
      }
    }
  }

  private mutating func keep(list entry: Int) {
    hasList[entry] = true
    keptLists.insert(entry)
  }

  /// Whether one side has deleted it, and the other has not.
  private func isDeletedOnce(_ places: Correspondence.Entry) -> Bool {
    places.base != nil && (places.first == nil) != (places.second == nil)
  }

  private func listEntries(
    _ places: Correspondence.Entry
  ) -> (base: Int?, first: Int?, second: Int?) {
    (
      places.base.map { base.listPositions[$0] },
      places.first.map { lists.first[first.listPositions[$0]] },
      places.second.map { lists.second[second.listPositions[$0]] }
    )
  }

  /// The list of an item; nil for one that both sides have deleted.
  private mutating func destination(of entry: Int) -> Int? {
    let (before, one, other) = listEntries(items.entries[entry])
    guard let one, let other else { return one ?? other }
    if one == other || other == before { return one }
    if one == before { return other }
    let isFirst = identity(ofList: one) < identity(ofList: other)
    otherLists[entry] = isFirst ? other : one
    return isFirst ? one : other
  }

  /// Whether an item is in its list since the base.
  private func isNew(_ places: Correspondence.Entry, in list: Int) -> Bool {
    places.base.map { base.listPositions[$0] } != list
  }

  /// Whether the side that still has an item has changed any field but its state, or has opened
  /// it again.
  private func isChanged(_ places: Correspondence.Entry) -> Bool {
    guard let before = places.base.map({ base[$0] }),
      var item = places.first.map({ first[$0] }) ?? places.second.map({ second[$0] })
    else { return false }
    // What comes again by its rule was not opened by anybody.
    let isDueAgain = before.isBetweenDates && item.isAfter(before)
    if before.state != .open && item.state == .open && !isDueAgain { return true }
    if item.state != before.state { item.takeDate(of: before) }
    item.takeState(of: before)
    return !item.hasSameContent(as: before)
      || isUnreadChanged(places, item.archived?.fields, before.archived?.fields)
  }

  /// Whether the side that still has a list has changed a field of it.
  private func isListChanged(_ places: Correspondence.Entry) -> Bool {
    guard let before = places.base.map(base.list),
      let list = places.first.map(first.list) ?? places.second.map(second.list)
    else { return false }
    return !list.hasSameFields(as: before)
      || isUnreadChanged(places, list.archived?.fields, before.archived?.fields)
  }

  /// Whether the side that still has something has other unread fields.
  ///
  /// Fields that the app drops do not count.
  private func isUnreadChanged(
    _ places: Correspondence.Entry, _ now: ArchivedFields?, _ before: ArchivedFields?
  ) -> Bool {
    guard let content, !(places.first == nil ? isRestored.second : isRestored.first) else {
      return false
    }
    return !content.isSame(now, before)
  }

  /// The identity of a list in the result: that of the file, if one side has it from there, and
  /// the smaller of two.
  func identity(ofList entry: Int) -> Int {
    let places = lists.entries[entry]
    return Self.identity(
      places.base.map { base.list($0).id }, places.first.map { first.list($0).id },
      places.second.map { second.list($0).id },
      first.document.derivedIdentities.lists, second.document.derivedIdentities.lists)
  }

  /// The identity of an item in the result, in the same way.
  func identity(ofItem entry: Int) -> Int {
    if let identity = identities[entry] { return identity }
    let places = items.entries[entry]
    return Self.identity(
      places.base.map(base.identity), places.first.map(first.identity),
      places.second.map(second.identity),
      first.document.derivedIdentities.items, second.document.derivedIdentities.items)
  }

  private static func identity(
    _ before: @autoclosure () -> Int?, _ one: Int?, _ other: Int?,
    _ derived: @autoclosure () -> Set<Int>, _ otherDerived: @autoclosure () -> Set<Int>
  ) -> Int {
    guard let one, let other, one != other else { return one ?? other ?? 0 }
    let (isDerived, isOtherDerived) = (derived().contains(one), otherDerived().contains(other))
    if isDerived != isOtherDerived { return isDerived ? other : one }
    let before = before()
    return one == before || other == before ? before ?? 0 : min(one, other)
  }
}
