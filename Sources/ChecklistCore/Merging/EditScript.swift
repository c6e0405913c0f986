extension ChecklistDocument {
  /// The changes that make another document of this one.
  ///
  /// Items and lists are the same that have the same identity or, where one of them has none or
  /// was made anew, the same text in the same order. Fields that nobody understands count, the
  /// rest of an archive does not.
  ///
  /// - Returns: The changes, few and in their order. Applied with ``apply(checked:at:)``, they give
  ///   the other document's lists. A move is one change; only many moves in one list are a new
  ///   order of it.
  package func difference(to other: ChecklistDocument) -> [DocumentChange] {
    EditScript(self, other).changes
  }
}

/// The changes that make one document another one, and which parts of the two are the same.
struct EditScript {
  /// How many places of a list get one change each; for more of them, the list is put in order.
  private static let placeLimit = 16

  /// How an item of the new document comes to its place.
  enum Placement: Equatable {
    case stays, moves, isAdded
    /// From another list, by its position in the old document.
    case movesFrom(Int)
  }

  /// Items one after another that come to their place in the same way.
  struct Run {
    let placement: Placement
    var items: Range<Int>
  }

  let old: NumberedDocument
  let new: NumberedDocument
  /// The positions of lists and the numbers of items in the old document, by those in the new one.
  let lists: [Int?]
  let items: [Int?]
  /// Whether there is something of each list and each item of the old document in the new one.
  private(set) var hasList: [Bool]
  private(set) var hasItem: [Bool]
  /// The positions in the old document of the lists that get other values.
  private(set) var editedLists: Set<Int> = []
  /// Whether each item of the old document gets other values.
  private(set) var isEdited: [Bool]
  /// The unread fields of both documents, to compare them; nil when there are none.
  private var content: UnreadContent?
  private(set) var changes: [DocumentChange] = []

  init(_ document: ChecklistDocument, _ other: ChecklistDocument) {
    (old, new) = (NumberedDocument(document), NumberedDocument(other))
    var pairing = Pairing(old.listSequence, new.listSequence)
    pairing.pairWithoutIdentity(document.checklists.indices, other.checklists.indices)
    pairing.pairByText(document.checklists.indices, other.checklists.indices)
    lists = pairing.partners
    var items = Pairing(old.itemSequence, new.itemSequence)
    for (position, partner) in lists.enumerated() {
      guard let partner else { continue }
      items.pairWithoutIdentity(old.ranges[partner], new.ranges[position])
      items.pairByText(old.ranges[partner], new.ranges[position])
    }
    self.items = items.partners
    if !document.isPlain || !other.isPlain {
      var content = UnreadContent()
      content.nameObjects(of: document)
      content.nameObjects(of: other)
      self.content = content
    }
    hasList = Array(repeating: false, count: document.checklists.count)
    hasItem = Array(repeating: false, count: old.listPositions.count)
    isEdited = hasItem
    for case let partner? in lists { hasList[partner] = true }
    for case let partner? in self.items { hasItem[partner] = true }
    deleteItems()
    editLists()
    editItems()
    orderLists()
    orderItems()
    for (position, list) in old.document.checklists.enumerated() where !hasList[position] {
      changes.append(.deleteList(list.id))
    }
  }

  private mutating func deleteItems() {
    for (position, list) in old.document.checklists.enumerated() where hasList[position] {
      let start = old.ranges[position].lowerBound
      let deleted = list.items.indices.filter { !hasItem[start + $0] }
      if !deleted.isEmpty {
        changes.append(.deleteItems(deleted.map(list.reference), list: list.id))
      }
    }
  }

  // MARK: Fields

  private mutating func editLists() {
    for (position, partner) in lists.enumerated() {
      guard let partner else { continue }
      let (before, after) = (old.list(partner), new.list(position))
      var edit = ListEdit()
      if !before.name.hasSameCodeUnits(as: after.name) { edit.name = after.name }
      if !before.icon.hasSameCodeUnits(as: after.icon) { edit.icon = after.icon }
      if before.isHidden != after.isHidden { edit.isHidden = after.isHidden }
      if before.id != after.id { edit.identity = after.id }
      if !isPreserved(before.archived, as: after.archived) {
        edit.archived = .making(after.archived)
      }
      if before.conflicts != after.conflicts || !edit.isEmpty && !before.conflicts.isEmpty {
        edit.conflicts = after.conflicts
      }
      if edit.isEmpty { continue }
      changes.append(.editList(before.id, edit))
      // Another identity is nothing that a person can see.
      edit.identity = nil
      if !edit.isEmpty { editedLists.insert(partner) }
    }
  }

  private mutating func editItems() {
    // The place of each item after the deletion of the items that the new document does not have.
    var places = Array(repeating: 0, count: hasItem.count)
    for (position, range) in old.ranges.enumerated() {
      var place = 0
      for item in range {
        places[item] = place
        if hasItem[item] || !hasList[position] { place += 1 }
      }
    }
    var identities = old.document.checklists.map(\.id)
    for (position, partner) in lists.enumerated() {
      if let partner { identities[partner] = new.list(position).id }
    }
    for (item, partner) in items.enumerated() {
      guard let partner else { continue }
      let (before, after) = (old[partner], new[item])
      let isPreserved = isPreserved(before.archived, as: after.archived)
      if before == after, isPreserved { continue }
      let reference = ItemReference(before.id, at: places[partner])
      let edits = before.changes(
        to: after, reference, list: identities[old.listPositions[partner]],
        isPreserved: isPreserved)
      isEdited[partner] = !edits.isEmpty
      changes += edits
    }
  }

  /// Whether the fields that nobody understands are the same.
  private func isPreserved(_ before: ArchivedObject?, as after: ArchivedObject?) -> Bool {
    content?.isSame(before?.fields, after?.fields) ?? true
  }

  // MARK: Order

  private mutating func orderLists() {
    let inOrder = Set(lists.compactMap { $0 }.longestIncreasingSubsequence)
    var point = InsertionPoint<Int>.first
    for (position, partner) in lists.enumerated() {
      var list = new.list(position)
      if partner == nil {
        let range = new.ranges[position]
        list.items = range.filter { items[$0] == nil }.map { new[$0] }
        changes.append(.addList(list, at: point))
      } else if partner.map(inOrder.contains) == false {
        changes.append(.moveList(list.id, at: point))
      }
      point = .after(list.id)
    }
  }

  private mutating func orderItems() {
    var unordered: [Int] = []
    for position in lists.indices {
      let runs = runs(of: position)
      if runs.count(where: { $0.placement != .stays }) <= Self.placeLimit {
        place(runs, in: position)
      } else {
        gather(runs, in: position)
        unordered.append(position)
      }
    }
    for position in unordered {
      let list = new.list(position)
      let isAdded = lists[position] != nil
      changes.append(
        .arrangeItems(
          new.ranges[position].map { item in
            items[item] == nil && isAdded ? .new(new[item]) : .present(new[item].reference)
          }, list: list.id))
    }
  }

  /// The items of a list of the new document, by how they come to their places.
  func runs(of position: Int) -> [Run] {
    let range = new.ranges[position]
    let list = lists[position]
    let places = range.compactMap { item in
      items[item].flatMap { old.listPositions[$0] == list ? $0 : nil }
    }
    let isInOrder = zip(places, places.dropFirst()).allSatisfy(<)
    let inOrder = isInOrder ? [] : Set(places.longestIncreasingSubsequence)
    var runs: [Run] = []
    for item in range {
      let placement: Placement
      if let partner = items[item] {
        if old.listPositions[partner] != list {
          placement = .movesFrom(old.listPositions[partner])
        } else {
          placement = isInOrder || inOrder.contains(partner) ? .stays : .moves
        }
      } else {
        // A new list has its new items already.
        placement = list == nil ? .stays : .isAdded
      }
      if runs.last?.placement == placement {
        runs[runs.count - 1].items = runs[runs.count - 1].items.lowerBound..<item + 1
      } else {
        runs.append(Run(placement: placement, items: item..<item + 1))
      }
    }
    return runs
  }

  /// The identity of a list of the old document, once the lists are edited.
  private func identity(ofOldList position: Int) -> Int {
    lists.firstIndex(of: position).map { new.list($0).id } ?? old.list(position).id
  }

  /// Brings items to their places, from the beginning of the list to its end.
  private mutating func place(_ runs: [Run], in position: Int) {
    let list = new.list(position).id
    var point = InsertionPoint<ItemReference>.first
    for run in runs {
      let references = run.items.map { new[$0].reference }
      switch run.placement {
      case .stays: break
      case .isAdded: changes.append(.addItems(run.items.map { new[$0] }, list: list, at: point))
      case .moves: changes.append(.moveItems(references, list: list, to: list, at: point))
      case .movesFrom(let source):
        changes.append(
          .moveItems(references, list: identity(ofOldList: source), to: list, at: point))
      }
      point = .after(new[run.items.upperBound - 1].reference)
    }
  }

  /// Brings all items from other lists to the end of the list.
  private mutating func gather(_ runs: [Run], in position: Int) {
    var references: [Int: [ItemReference]] = [:]
    for run in runs {
      guard case .movesFrom(let source) = run.placement else { continue }
      references[source, default: []] += run.items.map { new[$0].reference }
    }
    for source in references.keys.sorted() {
      changes.append(
        .moveItems(
          references[source] ?? [], list: identity(ofOldList: source), to: new.list(position).id,
          at: .last))
    }
  }
}
