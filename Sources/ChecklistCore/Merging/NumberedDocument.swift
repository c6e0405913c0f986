/// A document that is compared with others, its items numbered from the first list to the last.
struct NumberedDocument {
  /// The document.
  var document: ChecklistDocument
  /// The numbers of the items of each list.
  let ranges: [Range<Int>]
  /// The positions of the lists, by item.
  let listPositions: [Int]

  init(_ document: ChecklistDocument) {
    self.document = document
    var ranges: [Range<Int>] = []
    var listPositions: [Int] = []
    listPositions.reserveCapacity(document.checklists.reduce(0) { $0 + $1.items.count })
    for (position, list) in document.checklists.enumerated() {
      let start = listPositions.count
      listPositions.append(contentsOf: repeatElement(position, count: list.items.count))
      ranges.append(start..<listPositions.count)
    }
    (self.ranges, self.listPositions) = (ranges, listPositions)
  }

  /// The list at a position.
  func list(_ position: Int) -> Checklist { document.checklists[position] }

  /// The item with a number.
  subscript(item: Int) -> ChecklistItem {
    get {
      let list = listPositions[item]
      return document.checklists[list].items[item - ranges[list].lowerBound]
    }
    set {
      let list = listPositions[item]
      document.checklists[list].items[item - ranges[list].lowerBound] = newValue
    }
  }

  /// The identity of the item with a number.
  func identity(_ item: Int) -> Int {
    let list = listPositions[item]
    return document.checklists[list].items[item - ranges[list].lowerBound].id
  }

  /// The lists, to be paired with others.
  var listSequence: PairingSequence {
    PairingSequence(
      identities: document.checklists.map(\.id), derived: document.derivedIdentities.lists,
      text: { [document] in document.checklists[$0].name })
  }

  /// The items, to be paired with others.
  var itemSequence: PairingSequence {
    var identities: [Int] = []
    identities.reserveCapacity(listPositions.count)
    for list in document.checklists {
      for index in list.items.indices { identities.append(list.items[index].id) }
    }
    return PairingSequence(
      identities: identities, derived: document.derivedIdentities.items,
      text: { self[$0].text })
  }
}
