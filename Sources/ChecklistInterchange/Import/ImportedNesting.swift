import ChecklistCore

/// The nesting of the items of a file in a document, which may have some of them.
///
/// A new item stands below the item that it stands below in the file. One that the document has is
/// nested as in the file where it can be without a move: it comes after that item, and nothing
/// between the two ends what is nested there.
struct ImportedNesting {
  /// An item of the file: one that the document has, or a new one, which may be in a block.
  enum Item {
    case present(DocumentIndex.Place)
    case new(block: Int?, level: Int)
  }

  private let document: ChecklistDocument
  /// The levels that the items of the document have after the changes so far, by the position of
  /// their list.
  private var levels: [Int: [Int]] = [:]
  /// The items that go to another section or list, which is not seen here.
  private var moving: Set<Int> = []
  /// The items of the file below which the next one may stand, with their levels there.
  private var above: [(level: Int, item: Item)] = []

  init(_ document: ChecklistDocument) { self.document = document }

  /// Begins with the items of another list of the file.
  mutating func beginList() { above.removeAll() }

  /// The item of the file below which the next one stands; nil where that is not in the file.
  mutating func parent(ofItemAt level: Int) -> Item? {
    while let last = above.last, last.level >= level { above.removeLast() }
    return above.last?.item
  }

  /// Notes an item of the file, below which the next ones may stand.
  mutating func add(_ item: Item, at level: Int) { above.append((level, item)) }

  /// Notes that an item of the document goes to another section or list.
  mutating func noteMove(of item: Int) { moving.insert(item) }

  private func moves(_ place: DocumentIndex.Place) -> Bool {
    moving.contains(document.checklists[place.list].items[place.item].id)
  }

  /// The level for an item that the document has, which those nested below it go along with.
  ///
  /// - Parameters:
  ///   - imported: The item of the file.
  ///   - parent: The item of the file below which it stands.
  /// - Returns: The level after the changes so far, and the one for the item; nil where the file
  ///   does not tell it.
  mutating func level(
    of imported: ImportedItem, below parent: Item?, at place: DocumentIndex.Place
  ) -> (former: Int, level: Int)? {
    guard imported.named[.level], !moves(place) else { return nil }
    var levels = levels[place.list] ?? document.checklists[place.list].items.map(\.level)
    let level: Int
    switch parent {
    case nil:
      // Without identities, an item at the top can be one of a file that has no nested items.
      guard imported.item.level == 0, imported.hasIdentity else { return nil }
      level = 0
    case .present(let parent):
      guard parent.list == place.list, parent.item < place.item, !moves(parent),
        levels[parent.item + 1..<place.item].allSatisfy({ $0 > levels[parent.item] })
      else { return nil }
      level = levels[parent.item] + 1
    case .new: return nil
    }
    let former = levels[place.item]
    let nested = levels[(place.item + 1)...].prefix { $0 > former }
    for item in place.item..<nested.endIndex { levels[item] += level - former }
    self.levels[place.list] = levels.nested
    return (former, level)
  }
}

/// New items that stand below one of the document: one, and those that stand below it.
struct ImportedBlock {
  /// The items in their order, with levels from 1.
  var items: [ChecklistItem]
  /// The item of the document.
  let parent: ItemReference

  /// The change that adds them after what is nested there already.
  func addition(to list: Checklist) -> DocumentChange {
    .addItems(items, list: list.id, at: .after(parent))
  }
}
