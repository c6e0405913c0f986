package import ChecklistCore
import Terminal

/// The state of the view: the document that it shows, and the action that it is in the middle of.
///
/// It has no copy of the document to save: what somebody changes is an effect, and the document
/// that comes back is shown.
package struct ViewState: Sendable {
  typealias Page = ShownItems.Page

  /// Which pane the keys go to.
  enum Pane: Equatable, Sendable {
    case lists, items
  }

  /// The meaning of the keys.
  enum Mode: Equatable, Sendable {
    case browsing
    /// The next key belongs to this one.
    case prefixed(Key)
    case typing(LineInput)
    case help(HelpPage)
    /// All that is known of the item with this identity is shown, from a row on.
    case details(item: Int, top: Int)
    case settling(Settlement)
    /// The list with this identity is gone through, or made ready to be.
    case starting(list: Int)
  }

  /// The message on the last line but one.
  struct Message: Equatable, Sendable {
    var text: String
    var style: Style?
  }

  /// An item, by its identity, and where it was shown last.
  struct Place: Sendable {
    var item: Int?
    var index = 0
  }

  /// Which item is selected, and which is the first one on the screen.
  struct Places: Sendable {
    var cursor = Place()
    var top = Place()
  }

  /// A section of the list: where its items stand, and how many of them are not open.
  struct Section: Sendable {
    var positions: Range<Int>
    var closed: Int
  }

  /// The options of the view.
  package struct Options: Sendable {
    package var zone: TimeZoneRules
    /// Whether the terminal shows characters beyond ASCII.
    package var showsSymbols: Bool
    /// Whether the cursor goes on to the next item when one is checked.
    package var advances: Bool

    package init(zone: TimeZoneRules, showsSymbols: Bool, advances: Bool) {
      (self.zone, self.showsSymbols, self.advances) = (zone, showsSymbols, advances)
    }
  }

  private(set) var document: ChecklistDocument
  /// What each list has to be done.
  private(set) var statuses: [ListStatus]
  /// When that was counted.
  private(set) var counted: Date
  /// What is shown; nil where there are no lists.
  private(set) var page: Page?
  /// The sections of the list that is shown, one after the other; none where it has no headings.
  private var sections: [Section] = []
  /// The size of the screen.
  var (columns, rows) = (80, 24)
  let options: Options
  var pane = Pane.items
  var mode = Mode.browsing
  var message: Message?
  private(set) var shown = ShownItems()
  var place = Places()
  /// Where one was in other lists, by their identities, and in Today.
  private var places: [Int?: Places] = [:]
  /// The sections that are folded, by the identities of their lists.
  private var folded: [Int?: Set<CodeUnits>] = [:]
  /// What was shown before a search of all lists.
  private var former: Page?
  /// Whether hidden lists are among the others.
  private(set) var showsHidden = false
  /// The text that was typed and not saved, and waits to be offered.
  package var offers: [LineInput] = []
  /// The names of templates, while one is chosen.
  var templates: [String] = []
  /// The identities of the items that are marked.
  var marked: Set<Int> = []
  /// Where a range of marks begins that goes to the cursor; nil for none.
  var anchor: Place?
  /// The items that were copied.
  var copied: [ChecklistItem] = []
  /// The text that was discarded last.
  var discarded: String?
  /// The number that was typed before a key; 0 for none.
  var count = 0
  /// The identity of the list that was shown before a new one.
  var listBefore: Int?
  /// How often in a row the key was pressed that deletes.
  var deletions = 0
  /// The program that changes wait for; nil when none does.
  var holderName: String?
  /// Whether changes wait for another program.
  var isWaiting: Bool { holderName != nil }

  /// - Parameter list: The identity of the list that is shown first; nil for the first one.
  package init(_ document: ChecklistDocument, list: Int?, _ options: Options, at now: Date) {
    (self.document, self.options, counted) = (document, options, now)
    statuses = document.statuses(at: now, in: options.zone)
    let position = list.flatMap { id in document.checklists.firstIndex { $0.id == id } }
    page = (position ?? ListResolver.firstPosition(in: document)).map { .list($0) }
    countSections()
    look(at: now)
    go(to: 0)
  }

  // MARK: What is shown

  /// The position of the list that is shown; nil for another page.
  var listPosition: Int? { if case .list(let position) = page { position } else { nil } }

  /// The list that is shown; nil for another page, or where there is none.
  var list: Checklist? { listPosition.map { document.checklists[$0] } }

  /// The pages, in the order of the lists pane.
  var pages: [Page] {
    [.today]
      + document.checklists.indices.filter {
        showsHidden || !document.checklists[$0].isHidden || page == .list($0)
      }.map { .list($0) }
  }

  /// The place of the item under the cursor; nil when there is none.
  var address: ItemAddress? {
    place.cursor.index < shown.count ? shown[place.cursor.index] : nil
  }

  /// The item under the cursor; nil when there is none.
  var item: ChecklistItem? { address.map { document[$0] } }

  /// The list of the item under the cursor, else the one that is shown.
  var itemList: Checklist? { address.map { document.checklists[$0.list] } ?? list }

  /// The identity of the item that is shown at an index; nil when there is none.
  func itemID(at index: Int) -> Int? {
    index >= 0 && index < shown.count ? document[shown[index]].id : nil
  }

  /// Whether the row of an item stands for its whole section.
  func isFolded(at address: ItemAddress) -> Bool { shown.isFolded(document[address]) }

  /// The heading above an item; nil for none.
  func heading(at address: ItemAddress) -> String? {
    page == .today ? document.checklists[address.list].title : document[address].section
  }

  /// Whether two items stand under the same heading.
  func haveSameHeading(_ one: ItemAddress, _ other: ItemAddress) -> Bool {
    page == .today
      ? one.list == other.list : document[one].hasSameSection(as: document[other])
  }

  /// The section of an item of the list that is shown.
  func section(at position: Int) -> Section? {
    let index = sections.partitioningIndex { $0.positions.upperBound > position }
    return index < sections.count ? sections[index] : nil
  }

  /// Whether what is shown at an index is marked.
  func isMarked(at index: Int) -> Bool {
    anchor.map { min($0.index, place.cursor.index)...max($0.index, place.cursor.index) ~= index }
      == true || !marked.isEmpty && itemID(at: index).map(marked.contains) == true
  }

  /// The indices of what is marked and shown: marks that nobody sees do not count.
  var markedIndices: [Int] {
    if anchor == nil, marked.isEmpty { return [] }
    return (0..<shown.count).filter(isMarked)
  }

  /// The places of the items that a key is about: those that are marked, else the one under the
  /// cursor; for a folded section all that is in it.
  var targets: [ItemAddress] {
    var indices = markedIndices
    if indices.isEmpty, place.cursor.index < shown.count { indices = [place.cursor.index] }
    return indices.flatMap { index -> [ItemAddress] in
      let address = shown[index]
      guard isFolded(at: address), let section = section(at: address.position) else {
        return [address]
      }
      return section.positions.filter {
        !shown.query.hidesDone || document.checklists[address.list].items[$0].state == .open
      }.map { ItemAddress(list: address.list, position: $0) }
    }
  }

  /// Whether what is typed stands in the row of its item; else it has a row of its own.
  func isInPlace(_ input: LineInput) -> Bool {
    switch input.purpose {
    case .item(.today, _): false
    case .item(_, let id): id == list?.id
    case .text(let id), .note(let id): id == item?.id
    default: false
    }
  }

  /// Whether the search has not looked at all items.
  package var isSearching: Bool { shown.isUnfinished }

  /// The input that is typed at the moment.
  package var input: LineInput? {
    if case .typing(let input) = mode { input } else { nil }
  }

  /// The identity of the list that is shown; nil for another page.
  package var shownList: Int? { list?.id }

  // MARK: Going

  /// Selects the item that is shown at an index, or the nearest one.
  mutating func go(to index: Int) {
    place.cursor.index = max(0, min(index, shown.count - 1))
    place.cursor.item = itemID(at: place.cursor.index)
  }

  /// Selects an item, if it is shown.
  mutating func go(toItem id: Int) {
    guard let address = document.address(ofItem: id, in: listsOfPage),
      let index = shown.index(of: address)
    else { return }
    go(to: index)
  }

  /// The positions of the lists of which items are shown.
  private var listsOfPage: Range<Int> {
    listPosition.map { $0..<$0 + 1 } ?? document.checklists.indices
  }

  /// Shows hidden lists among the others, or leaves them out.
  mutating func toggleHiddenLists(at now: Date) {
    showsHidden.toggle()
    look(at: now)
  }

  /// Shows another page.
  mutating func show(_ new: Page, at now: Date) {
    guard new != page else { return }
    places[list?.id] = place
    page = new
    clearMarks()
    (former, listBefore) = (nil, nil)
    place = places[list?.id] ?? Places()
    countSections()
    look(for: "", at: now)
  }

  /// Shows a new list, and remembers the one that was shown.
  mutating func show(newListAt position: Int, at now: Date) {
    let before = list?.id
    show(.list(position), at: now)
    listBefore = before
  }

  /// A name that no list has: the name itself, or with a number.
  func freeListName(_ name: String) -> String {
    var (free, number) = (name, 1)
    while document.list(named: free) != nil {
      number += 1
      free = "\(name) \(number)"
    }
    return free
  }

  /// Shows an item in its list.
  mutating func show(itemAt address: ItemAddress, at now: Date) {
    let id = document[address].id
    show(.list(address.list), at: now)
    go(toItem: id)
    // One that is folded away, or done, is shown again.
    guard place.cursor.item != id else { return }
    folded[list?.id] = nil
    look(for: "", hidesDone: false, at: now)
    go(toItem: id)
  }

  /// Searches all lists, and remembers what was shown.
  mutating func searchAll(at now: Date) {
    let page = former ?? page
    show(.today, at: now)
    former = page == .today ? nil : page
  }

  /// Ends the search, and goes back to what was shown before a search of all lists.
  mutating func endSearch(at now: Date) {
    if let former {
      show(former, at: now)
    } else if !shown.query.search.isEmpty {
      look(for: "", at: now)
    }
  }

  /// Shows what is looked for.
  mutating func look(for search: String, hidesDone: Bool? = nil, at now: Date) {
    let query = ShownItems.Query(
      search: search, hidesDone: hidesDone ?? shown.query.hidesDone)
    // While a search is typed, the next item that is found is what one wants to see.
    look(query, findsCursor: search.hasSameCodeUnits(as: shown.query.search), at: now)
  }

  /// Goes on looking.
  mutating func goOnLooking() {
    let isFirst = shown.count == 0
    shown.goOn(in: document)
    if isFirst { restorePlaces(after: document) }
  }

  /// Finds the items that are shown, and the cursor and the first row among them.
  ///
  /// - Parameters:
  ///   - query: What is looked for; nil for the same as before.
  ///   - findsCursor: Whether items are looked at as far as the cursor was, so that it stays.
  ///   - former: The document as it was shown, where that is another one.
  private mutating func look(
    _ query: ShownItems.Query? = nil, findsCursor: Bool = true,
    after former: ChecklistDocument? = nil,
    at now: Date
  ) {
    var query = query ?? shown.query
    query.folded = folded[list?.id] ?? []
    query.findsHidden = showsHidden
    shown.show(page, query, of: document, at: now, in: options.zone)
    if findsCursor { lookForCursor() }
    restorePlaces(after: former ?? document)
  }

  /// Counts the sections of the list that is shown.
  private mutating func countSections() {
    sections = []
    guard let list, list.hasSections else { return }
    sections = list.sectionRuns.map { run in
      Section(
        positions: run.positions,
        closed: run.positions.count { list.items[$0].state != .open })
    }
  }

  mutating func clearMarks() { (marked, anchor) = ([], nil) }

  /// Makes marks of the range that goes to the cursor.
  mutating func endRange() {
    if anchor != nil { marked.formUnion(markedIndices.compactMap(itemID)) }
    anchor = nil
  }

  /// Folds or unfolds sections of the list that is shown.
  mutating func fold(at now: Date, _ change: (inout Set<CodeUnits>) -> Void) {
    guard let list else { return }
    change(&folded[list.id, default: []])
    clearMarks()
    look(at: now)
  }

  /// Counts again what is due, where the minute is another one.
  package mutating func keepUp(with now: Date) {
    let minutes = [now, counted].map { ($0.timeIntervalSinceReferenceDate / 60).rounded(.down) }
    guard minutes[0] != minutes[1] else { return }
    var reopened = document
    if reopened.reopen(at: now, in: options.zone) { return show(reopened, at: now) }
    counted = now
    statuses = document.statuses(at: now, in: options.zone)
    guard page == .today else { return }
    endRange()
    look(at: now)
  }

  // MARK: Another document

  /// Shows the document as it is now.
  mutating func show(_ new: ChecklistDocument, at now: Date) {
    // Marks are of items; a range would go to others.
    endRange()
    let (formerDocument, formerList, formerPosition) = (document, list, listPosition ?? 0)
    document = new
    counted = now
    statuses = new.statuses(at: now, in: options.zone)
    former = former.flatMap { page in
      guard case .list(let position) = page else { return page }
      let id = formerDocument.checklists[position].id
      return new.checklists.firstIndex { $0.id == id }.map { .list($0) }
    }
    if let formerList {
      let position =
        new.checklists.firstIndex { $0.id == formerList.id }
        ?? new.checklists.firstIndex { $0.id == listBefore }
      let visible = new.checklists.indices.filter { showsHidden || !new.checklists[$0].isHidden }
      let next = visible.first { $0 >= formerPosition } ?? visible.last
      page = (position ?? next ?? ListResolver.firstPosition(in: new)).map { .list($0) }
      if list?.id != formerList.id {
        clearMarks()
        if let list { place = places[list.id] ?? Places() }
      }
    } else if page == nil || new.checklists.isEmpty {
      page = ListResolver.firstPosition(in: new).map { .list($0) }
    }
    countSections()
    if !marked.isEmpty {
      marked.formIntersection(listsOfPage.flatMap { new.checklists[$0].items.map(\.id) })
    }
    look(after: formerDocument, at: now)
    if page == nil { pane = .items }
    leaveWhatIsGone()
  }

  /// Finds the cursor and the first row again, by their identities.
  ///
  /// - Parameter former: The document as it was shown, which tells what came after an item that is
  ///   gone.
  private mutating func restorePlaces(after former: ChecklistDocument) {
    place.cursor = found(place.cursor, former)
    place.top = found(place.top, former)
    anchor = anchor.map { found($0, former) }
  }

  /// Goes back to browsing where what was shown or asked about is another item or list now.
  private mutating func leaveWhatIsGone() {
    switch mode {
    case .details(let id, _) where id != item?.id: mode = .browsing
    case .starting(let id) where id != list?.id: mode = .browsing
    default: break
    }
  }

  /// Looks for items as far as the cursor was, so that it stays where it was.
  private mutating func lookForCursor() {
    guard shown.isUnfinished, let id = place.cursor.item,
      let address = document.address(ofItem: id, in: listsOfPage)
    else { return }
    while shown.isUnfinished, !shown.hasLooked(at: address) { shown.goOn(in: document) }
  }

  private func found(_ place: Place, _ former: ChecklistDocument) -> Place {
    guard shown.count > 0, let id = place.item else {
      // What is hidden for a while is selected again when it is shown.
      return place.item == nil ? at(place.index) : place
    }
    if itemID(at: place.index) == id { return place }
    if let address = document.address(ofItem: id, in: listsOfPage) {
      return at(shown.nextIndex(from: address))
    }
    // It is gone: the next one that is left, else the one before.
    guard let address = former.address(ofItem: id),
      let list = document.checklists.firstIndex(where: {
        $0.id == former.checklists[address.list].id
      }), listsOfPage.contains(list)
    else { return at(place.index) }
    let positions = document.checklists[list].positionsByID
    let next = former.checklists[address.list].items[address.position...].lazy
      .compactMap { positions[$0.id] }.first
    return at(
      shown.nextIndex(
        from: ItemAddress(
          list: list, position: next ?? document.checklists[list].items.count)))
  }

  private func at(_ index: Int) -> Place {
    let index = max(0, min(index, shown.count - 1))
    return Place(item: itemID(at: index), index: index)
  }
}
