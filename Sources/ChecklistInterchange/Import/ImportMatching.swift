import ChecklistCore

/// Finds the items of a document that a file is about.
struct ImportMatching {
  /// The items that were found.
  private var matched: Set<Int> = []

  /// The items of the document that a list of the file is about, by the index in that list; nil for
  /// a new one.
  ///
  /// Without an identity, an item is known by its text: first the one below the same item and in
  /// the same section, then one in the same section, and then any.
  mutating func places(
    of imported: ImportedList, in target: Checklist, of document: ChecklistDocument,
    _ index: DocumentIndex
  ) -> [DocumentIndex.Place?] {
    var places = [DocumentIndex.Place?](repeating: nil, count: imported.items.count)
    var unknown: [Int] = []
    // By index, because an item that is handed out is copied.
    for position in imported.items.indices {
      let id = imported.items[position].item.id
      if !imported.items[position].hasIdentity {
        unknown.append(position)
      } else if let place = index.items[id] {
        places[position] = place
        matched.insert(id)
      }
    }
    guard let list = index.listsByID[target.id], !unknown.isEmpty else { return places }
    let above = imported.items.map(\.item.level).parents
    let hasPlaces = target.items.contains { $0.level > 0 } || target.hasSections
    let parents = hasPlaces ? target.parents(havingTextsOf: imported) : nil
    for key in ItemMatchKey.allCases where key != .textWithoutMarks || imported.hasMarks {
      if key.isBelowItem, parents == nil { continue }
      var anywhere = key.isBelowItem ? nil : ItemsByKey(key, in: target, besides: matched)
      if anywhere?.isEmpty == true { break }
      var below = parents.map { ItemsByKey(key, in: target, besides: matched, below: $0) }
      // Those without a section are as many as the file has, or else any will do.
      var outside =
        key == .textBelowItem
        ? parents.map {
          ItemsByKey(.textInSection, in: target, besides: matched, below: $0)
        } : nil
      let counts = key == .textBelowItem ? imported.countsOutsideSections(below: above) : [:]
      for position in unknown where places[position] == nil {
        let item = imported.items[position]
        if key.isBelowItem, item.section.isKeep != (key == .textBelowItem) { continue }
        let value = key.value(of: item.item)
        let parent = above[position].flatMap { places[$0] }
        var found: Int?
        if parent?.list == list || above[position] == nil {
          let count = counts[ImportedList.Sibling(value: value, parent: above[position])] ?? 0
          if let all = outside?.count(of: value, below: parent?.item), all >= count {
            found = outside?.take(value, below: parent?.item, &matched)
          }
          found = found ?? below?.take(value, below: parent?.item, &matched)
        }
        found = found ?? anywhere?.take(value, below: nil, &matched)
        if let found { places[position] = (list, found) }
      }
    }
    return places
  }
}

extension Checklist {
  /// The positions of the nearest items above each of its items of which a list of a file has the
  /// text: the file says nothing of the others.
  fileprivate func parents(havingTextsOf imported: ImportedList) -> [Int?] {
    let texts = Set(imported.items.map { CodeUnits($0.item.text) })
    var parents: [Int?] = []
    for parent in items.map(\.level).parents {
      let isKnown = parent.map { texts.contains(CodeUnits(items[$0].text)) } ?? false
      parents.append(isKnown ? parent : parent.flatMap { parents[$0] })
    }
    return parents
  }
}

extension ImportedList {
  /// A text below an item of the file.
  fileprivate struct Sibling: Hashable {
    let value: ItemMatchKey.Value
    let parent: Int?
  }

  /// How many items without a section have each text, below the same item.
  fileprivate func countsOutsideSections(below parents: [Int?]) -> [Sibling: Int] {
    var counts: [Sibling: Int] = [:]
    for (item, parent) in zip(items, parents) where item.section.isKeep && !item.hasIdentity {
      let value = ItemMatchKey.textBelowItem.value(of: item.item)
      counts[Sibling(value: value, parent: parent), default: 0] += 1
    }
    return counts
  }
}

/// The items of a list by a key, and by the item above them if that is a part of it.
private struct ItemsByKey {
  private struct Key: Hashable {
    let value: ItemMatchKey.Value
    let parent: Int?
  }

  private let items: [ChecklistItem]
  /// The first item with each key, and for each item the next one with the same.
  private var first: [Key: Int] = [:]
  private var next: [Int?]
  private var counts: [Key: Int] = [:]

  /// - Parameters:
  ///   - matched: The items that are left out.
  ///   - parents: The positions of the items above, by which items are told apart; nil for none.
  init(
    _ key: ItemMatchKey, in list: Checklist, besides matched: Set<Int>, below parents: [Int?]? = nil
  ) {
    items = list.items
    first.reserveCapacity(items.count)
    next = Array(repeating: nil, count: items.count)
    for position in items.indices.reversed() where !matched.contains(items[position].id) {
      let key = Key(value: key.value(of: items[position]), parent: parents?[position])
      next[position] = first.updateValue(position, forKey: key)
      if parents != nil { counts[key, default: 0] += 1 }
    }
  }

  /// How many items there were with a key.
  func count(of value: ItemMatchKey.Value, below parent: Int?) -> Int {
    counts[Key(value: value, parent: parent)] ?? 0
  }

  var isEmpty: Bool { first.isEmpty }

  /// The position of the first item with a key that is not matched yet, which it is then.
  mutating func take(
    _ value: ItemMatchKey.Value, below parent: Int?, _ matched: inout Set<Int>
  ) -> Int? {
    let key = Key(value: value, parent: parent)
    while let position = first[key] {
      first[key] = next[position]
      if matched.insert(items[position].id).inserted { return position }
    }
    return nil
  }
}
