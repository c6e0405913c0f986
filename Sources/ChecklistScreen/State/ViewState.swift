package import ChecklistCore
import Terminal

/// The state of the view: the document that it shows, and the action that it is in the middle of.
///
/// It has no copy of the document to save: what somebody changes is an effect, and the document
/// that comes back is shown.
package struct ViewState: Sendable {
  /// Which pane the keys go to.
  enum Pane: Equatable, Sendable {
    case lists, items
  }

  /// The meaning of the keys.
  enum Mode: Equatable, Sendable {
    case browsing
    case typing(LineInput)
    /// The help, or all that is known of the item, is shown from this row on.
    case help(Int)
    case details(Int)
    /// A conflict of this item is settled.
    case settling(Int)
    /// The list is gone through, or made ready to be.
    case starting
  }

  /// The message on the last line but one.
  struct Message: Equatable, Sendable {
    var text: String
    var style: Style?
  }

  /// Which item is selected, and which is the first one on the screen, by their identities and
  /// where they were last.
  struct Place: Sendable {
    var cursor: Int?
    var cursorIndex = 0
    var top: Int?
    var topIndex = 0
  }

  private(set) var document: ChecklistDocument
  /// How many items of each list are done.
  private(set) var progress: [ProgressBar]
  /// Where the shown list is among the lists.
  private(set) var listPosition: Int?
  /// The size of the screen.
  var (columns, rows) = (80, 24)
  /// Whether the terminal shows characters beyond ASCII.
  let showsSymbols: Bool
  var pane = Pane.items
  var mode = Mode.browsing
  var message: Message?
  var shown = ShownItems()
  var place = Place()
  /// Where one was in the other lists.
  private var places: [Int: Place] = [:]
  /// The text that was typed and not saved, and waits to be offered.
  package var offers: [LineInput] = []
  /// The identities of the items that are marked.
  var marked: Set<Int> = []
  /// How often in a row the key was pressed that deletes.
  var deletions = 0
  /// The program that changes wait for; nil when none does.
  var holderName: String?
  /// Whether changes wait for another program.
  var isWaiting: Bool { holderName != nil }
  let zone: TimeZoneRules

  /// - Parameter list: The identity of the list that is shown first; nil for the first one.
  package init(
    _ document: ChecklistDocument, list: Int?, zone: TimeZoneRules, showsSymbols: Bool
  ) {
    (self.document, self.zone, self.showsSymbols) = (document, zone, showsSymbols)
    progress = document.checklists.map { ProgressBar($0) }
    let position = list.flatMap { id in document.checklists.firstIndex { $0.id == id } }
    listPosition = position ?? document.checklists.indices.first
    shown.restart(in: self.list)
    place.cursor = itemID(at: 0)
  }

  // MARK: What is shown

  /// The list that is shown; nil when there is none.
  var list: Checklist? { listPosition.map { document.checklists[$0] } }

  /// The item under the cursor; nil when there is none.
  var item: ChecklistItem? {
    place.cursorIndex < shown.count ? list?.items[shown[place.cursorIndex]] : nil
  }

  /// The identity of the item that is shown at an index; nil when there is none.
  func itemID(at index: Int) -> Int? {
    guard let listPosition, index >= 0, index < shown.count else { return nil }
    return document.checklists[listPosition].items[shown[index]].id
  }

  /// The positions of the items that are marked and shown: marks that nobody sees do not count.
  var markedPositions: [Int] {
    guard let list, !marked.isEmpty else { return [] }
    return (0..<shown.count).lazy.map { shown[$0] }.filter { marked.contains(list.items[$0].id) }
  }

  /// The positions of the items that a key is about: those that are marked, else the one under the
  /// cursor.
  var targets: [Int] {
    let marked = markedPositions
    if !marked.isEmpty { return marked }
    return place.cursorIndex < shown.count ? [shown[place.cursorIndex]] : []
  }

  /// Whether what is typed stands in the row of its item; else it has a row of its own.
  func isInPlace(_ input: LineInput) -> Bool {
    switch input.purpose {
    case .item(_, let id): id == list?.id
    case .text(let item, let id): id == list?.id && item == place.cursor
    default: false
    }
  }

  /// Whether the search has not looked at all items.
  package var isSearching: Bool { shown.isUnfinished }

  /// The input that is typed at the moment.
  package var input: LineInput? {
    if case .typing(let input) = mode { input } else { nil }
  }

  // MARK: Going

  /// Selects the item that is shown at an index, or the nearest one.
  mutating func go(to index: Int) {
    place.cursorIndex = max(0, min(index, shown.count - 1))
    place.cursor = itemID(at: place.cursorIndex)
  }

  /// Selects an item, if it is shown.
  mutating func go(toItem id: Int) {
    guard let list, let position = list.items.firstIndex(where: { $0.id == id }),
      let index = shown.index(of: position)
    else { return }
    go(to: index)
  }

  /// Shows another list.
  mutating func show(listAt position: Int) {
    guard document.checklists.indices.contains(position), position != listPosition else { return }
    if let list { places[list.id] = place }
    listPosition = position
    marked = []
    shown.look(for: "", hidesDone: shown.hidesDone, in: list)
    place = list.flatMap { places[$0.id] } ?? Place()
    restorePlace(after: list)
  }

  /// Shows what is looked for.
  mutating func look(for search: String, hidesDone: Bool) {
    shown.look(for: search, hidesDone: hidesDone, in: list)
    restorePlace(after: list)
  }

  /// Goes on looking.
  mutating func goOnLooking() {
    guard let list else { return }
    shown.goOn(in: list)
    if place.cursor == nil { go(to: place.cursorIndex) }
  }

  // MARK: Another document

  /// Shows the document as it is now.
  mutating func show(_ new: ChecklistDocument) {
    let (former, formerPosition) = (list, listPosition ?? 0)
    document = new
    progress = new.checklists.map { ProgressBar($0) }
    if let former {
      let position = new.checklists.firstIndex { $0.id == former.id }
      if position == nil { marked = [] }
      listPosition =
        position
        ?? (new.checklists.isEmpty ? nil : min(formerPosition, new.checklists.count - 1))
    } else {
      listPosition = new.checklists.indices.first
    }
    if let list, let former, list.id != former.id { place = places[list.id] ?? Place() }
    shown.restart(in: list)
    if !marked.isEmpty, let list { marked.formIntersection(list.items.map(\.id)) }
    restorePlace(after: former)
    if list == nil { pane = .items }
  }

  /// Finds the cursor and the first row again, by their identities.
  ///
  /// - Parameter former: The list as it was shown, which tells what came after an item that is
  ///   gone.
  private mutating func restorePlace(after former: Checklist?) {
    (place.cursor, place.cursorIndex) = found(place.cursor, place.cursorIndex, former)
    (place.top, place.topIndex) = found(place.top, place.topIndex, former)
  }

  private func found(_ id: Int?, _ index: Int, _ former: Checklist?) -> (Int?, Int) {
    guard let list, shown.count > 0 else { return (nil, 0) }
    if itemID(at: index) == id, id != nil { return (id, index) }
    let nearest: Int
    if let position = list.items.firstIndex(where: { $0.id == id }) {
      nearest = shown.nextIndex(from: position)
    } else if let former, former.id == list.id,
      let position = former.items.firstIndex(where: { $0.id == id })
    {
      // It is gone: the next one that is left, else the one before.
      let positions = list.positionsByID
      let next = former.items[position...].lazy.compactMap { positions[$0.id] }.first
      nearest = shown.nextIndex(from: next ?? list.items.count)
    } else {
      nearest = index
    }
    let found = max(0, min(nearest, shown.count - 1))
    return (itemID(at: found), found)
  }
}

extension ViewState.Mode {
  /// The same page from another row on.
  func scrolled(to top: Int) -> ViewState.Mode {
    if case .details = self { .details(top) } else { .help(top) }
  }
}
