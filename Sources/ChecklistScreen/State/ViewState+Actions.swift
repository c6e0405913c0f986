import ChecklistCore
import Terminal

extension ViewState {
  /// Does what a key is for.
  mutating func perform(_ action: ViewAction, at now: Date) -> [ViewEffect] {
    if let steps = steps(of: action) {
      move(by: steps, at: now)
      return []
    }
    if action.isForList, page == .today {
      message = Message(text: "Only inside a list: → goes to that of the item.")
      return []
    }
    switch action {
    case .otherPane: pane = pane == .lists ? .items : .lists
    case .showLists: pane = .lists
    case .showItems:
      if pane == .items, page == .today, let address { show(itemAt: address, at: now) }
      pane = .items
    case .today:
      show(.today, at: now)
      pane = .items
    case .showHiddenLists:
      toggleHiddenLists(at: now)
      tellHiddenLists()
    case .filter:
      if pane == .lists { return begin(LineInput(.jump(from: list?.id))) }
      endRange()
      return begin(LineInput(.filter, shown.query.search, isSelected: true))
    case .searchAll:
      searchAll(at: now)
      pane = .items
      return begin(LineInput(.filter, shown.query.search))
    case .undo: return [.undo]
    case .redo: return [.redo]
    case .help:
      var page = HelpPage()
      page.look(for: LineEditor())
      mode = .help(page)
    case .details:
      guard let item else { return nothing() }
      mode = .details(item: item.id, top: 0)
    case .quit: return quit()
    case .escape: escape(at: now)
    case .interrupt:
      if isWaiting { return [.giveUp] }
      let isFree = shown.query.search.isEmpty && marked.isEmpty && anchor == nil
      return isFree ? [.quit] : (escape(at: now), []).1
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    case .editor: return list.map { [.openEditor(list: $0.id, item: nil)] } ?? nothing()
    case .reset:
      guard let list, !list.items.isEmpty else { return nothing() }
      mode = .starting(list: list.id)
    case .copy:
      return list.map {
        begin(LineInput(.copy(list: $0.id), freeListName($0.title), isSelected: true))
      } ?? nothing()
    case .template: return [.findTemplates]
    case .importFile: return begin(LineInput(.file))
    case .command: return begin(LineInput(.command))
    default:
      return pane == .lists ? performOnLists(action, at: now) : performOnItems(action, at: now)
    }
    return []
  }

  private mutating func nothing() -> [ViewEffect] {
    message = Message(text: page == nil ? "No list yet: 'a' adds an item." : "No item.")
    return []
  }

  private mutating func tellHiddenLists() {
    let count = document.checklists.count { $0.isHidden }
    message = Message(
      text: count == 0
        ? "No list is hidden: H in the lists pane hides one."
        : showsHidden ? "Hidden lists are shown." : "Hidden lists are left out.")
  }

  // MARK: Going

  /// How many rows an action goes down; nil for another action.
  private func steps(of action: ViewAction) -> Int? {
    switch action {
    case .up: -1
    case .down: 1
    case .pageUp: -max(itemRows - 1, 1)
    case .pageDown: max(itemRows - 1, 1)
    case .halfPageUp: -max(itemRows / 2, 1)
    case .halfPageDown: max(itemRows / 2, 1)
    case .first: -.max
    case .last: .max
    case .nextSection where pane == .items: sectionStart(after: true) - place.cursor.index
    case .previousSection where pane == .items: sectionStart(after: false) - place.cursor.index
    default: nil
    }
  }

  private mutating func move(by steps: Int, at now: Date) {
    func target(_ index: Int, _ count: Int) -> Int {
      let (sum, isTooFar) = index.addingReportingOverflow(steps)
      return isTooFar ? count - 1 : max(0, min(sum, count - 1))
    }
    if pane == .items { return go(to: target(place.cursor.index, shown.count)) }
    let pages = pages
    guard let page, let index = pages.firstIndex(of: page) else { return }
    show(pages[target(index, pages.count)], at: now)
  }

  /// The index of the first item of the next section, or of this one, or of the one before it.
  private func sectionStart(after: Bool) -> Int {
    func isStart(_ index: Int) -> Bool {
      index == 0 || !haveSameHeading(shown[index - 1], shown[index])
    }
    var index = place.cursor.index + (after ? 1 : -1)
    while index > 0, index < shown.count, !isStart(index) { index += after ? 1 : -1 }
    return max(0, min(index, shown.count - 1))
  }

  private mutating func escape(at now: Date) {
    clearMarks()
    endSearch(at: now)
  }

  private mutating func quit() -> [ViewEffect] {
    guard isWaiting else { return [.quit] }
    message = Message(
      text: "A change is not saved yet. Ctrl-C gives it up; then q quits.", style: .due)
    return []
  }

  // MARK: Lists

  private mutating func performOnLists(_ action: ViewAction, at now: Date) -> [ViewEffect] {
    if action == .add { return begin(LineInput(.list)) }
    if action == .open {
      pane = .items
      return []
    }
    guard let list, let position = listPosition else { return nothing() }
    switch action {
    case .edit: return begin(LineInput(.name(list: list.id), list.name, former: list.name))
    case .delete: return [.change(ViewChange([.deleteList(list.id)]))]
    case .hide:
      return [.change(ViewChange([.editList(list.id, ListEdit(isHidden: !list.isHidden))]))]
    case .moveDown, .moveUp:
      let pages = pages
      let step = action == .moveDown ? 1 : -1
      guard let index = pages.firstIndex(of: .list(position)), pages.indices.contains(index + step),
        case .list(let other) = pages[index + step]
      else { return [] }
      let neighbor = document.checklists[other].id
      return [
        .change(
          ViewChange([.moveList(list.id, at: step > 0 ? .after(neighbor) : .before(neighbor))]))
      ]
    case .settle where !list.conflicts.isEmpty:
      mode = .settling(Settlement(.list(list.id), in: document))
    default: message = Message(text: "This key is for items: Tab goes to them.")
    }
    return []
  }

  // MARK: Items

  private mutating func performOnItems(_ action: ViewAction, at now: Date) -> [ViewEffect] {
    switch action {
    case .hide:
      endRange()
      let hidesDone = !shown.query.hidesDone
      look(for: shown.query.search, hidesDone: hidesDone, at: now)
      message = Message(
        text: hidesDone ? "Done items are hidden: H shows them." : "All items are shown.")
      return []
    case .foldAll, .unfoldAll:
      let names = action == .foldAll ? (list?.sections ?? []).map(CodeUnits.init) : []
      fold(at: now) { $0 = Set(names) }
      tellFolds(
        action == .foldAll
          ? "All sections are folded: zR unfolds them." : "All sections are unfolded.")
      return []
    case .putBelow, .putAbove: return put(isBelow: action == .putBelow, at: now)
    case .add, .addBelow, .addAbove:
      guard let item, let list = itemList, page != .today, action != .add else {
        let place = page == .today ? LineInput.Place.today : .last
        return begin(LineInput(.item(place, list: itemList?.id)))
      }
      if let refusal = refusal(of: action, at: now) { return refusal }
      return begin(
        LineInput(
          .item(action == .addBelow ? .after(item.id) : .before(item.id), list: list.id)))
    default: break
    }
    guard item != nil else { return nothing() }
    return refusal(of: action, at: now) ?? performOnItem(action, at: now)
  }

  /// What is done instead where an action for one item is about several; nil for nothing.
  private mutating func refusal(of action: ViewAction, at now: Date) -> [ViewEffect]? {
    guard action.isForOneItem else { return nil }
    if !markedIndices.isEmpty {
      message = Message(text: "This key is for one item: Esc removes the marks.")
      return []
    }
    guard let address, isFolded(at: address) else { return nil }
    _ = toggleFold(at: now)
    if action == .addBelow || action == .addAbove { return nil }
    message = Message(text: "The section is unfolded.")
    return []
  }

  private mutating func performOnItem(_ action: ViewAction, at now: Date) -> [ViewEffect] {
    guard let item else { return [] }
    switch action {
    case .edit, .open: return begin(LineInput(.text(item.id), item.text, former: item.text))
    case .note: return begin(LineInput(.note(item.id), item.note ?? "", former: item.note))
    case .editInEditor: return openItemInEditor()
    case .mark: mark()
    case .markDown, .markUp:
      if anchor == nil { anchor = place.cursor }
      move(by: action == .markDown ? 1 : -1, at: now)
    case .attachments:
      if item.hasAttachments { return [.openAttachments(item.id)] }
      message = Message(text: "No attachments. The command 'attach' adds them.")
    case .settle:
      if item.hasConflicts {
        mode = .settling(Settlement(.item(item.id), in: document))
      } else {
        message = Message(text: "No conflict here. Items with a conflict are marked with !")
      }
    case .fold: return toggleFold(at: now)
    case .moveDown: return reorder(by: 1)
    case .moveUp: return reorder(by: -1)
    case .copyItems:
      copied = withNested(targets)
      message = Message(
        text: copied.count == 1
          ? "Copied \(item.text): p puts it below"
          : "Copied \(copied.count) items: p puts them below")
      clearMarks()
    default: return performOnTargets(action, at: now)
    }
    return []
  }

  /// Hands the text and the note of the item to the editor.
  func openItemInEditor() -> [ViewEffect] {
    guard let item, let itemList else { return [] }
    return [.openEditor(list: itemList.id, item: item.id)]
  }

  /// Begins a range of marks at the cursor, or ends it; on a marked item, removes its mark.
  private mutating func mark() {
    if anchor != nil {
      endRange()
    } else if place.cursor.item.flatMap({ marked.remove($0) }) == nil {
      anchor = place.cursor
    }
  }

  /// Folds the section under the cursor, or unfolds it.
  private mutating func toggleFold(at now: Date) -> [ViewEffect] {
    guard let section = item?.section else {
      message = Message(text: "No section here: s gives the item one.")
      return []
    }
    fold(at: now) { folded in
      if folded.remove(CodeUnits(section)) == nil { folded.insert(CodeUnits(section)) }
    }
    tellFolds(nil)
    return []
  }

  private mutating func tellFolds(_ text: String?) {
    let isSearching = !shown.query.search.isEmpty
    let told = isSearching ? "Folded sections are shown as such after the search: Esc." : text
    message = told.map { Message(text: $0) }
  }

  /// Puts what was copied beside the item under the cursor.
  private mutating func put(isBelow: Bool, at now: Date) -> [ViewEffect] {
    guard let list else { return nothing() }
    guard !copied.isEmpty else {
      message = Message(text: "Nothing was copied: y copies items.")
      return []
    }
    let positions = address.map { run(of: $0) }
    var items = copied.map { original in
      var item = original.duplicate(now: now)
      if positions != nil { item.section = self.item?.section }
      return item
    }
    items.normalizeLevels()
    let point = positions.map { positions in
      isBelow
        ? InsertionPoint.after(list.reference(at: positions.upperBound - 1))
        : .before(list.reference(at: positions.lowerBound))
    }
    return [
      .change(
        ViewChange(
          [.addItems(items, list: list.id, at: point ?? .last)], target: items.first?.id))
    ]
  }

  /// Items with those that are nested below them, each once.
  private func withNested(_ targets: [ItemAddress]) -> [ChecklistItem] {
    var seen: Set<Int> = []
    return targets.flatMap { target in
      let items = document.checklists[target.list].items[target.position...]
      let nested = items.dropFirst().prefix { $0.level > document[target].level }
      return items[..<nested.endIndex].filter { seen.insert($0.id).inserted }
    }
  }

  /// The positions of what a row stands for: of an item, or of a folded section.
  private func run(of address: ItemAddress) -> Range<Int> {
    let section = isFolded(at: address) ? section(at: address.position) : nil
    return section?.positions ?? address.position..<address.position + 1
  }

  /// A line for a value of items that begins with the one that all of them have.
  private func changing(
    _ purpose: LineInput.Purpose, _ items: [ChecklistItem], _ value: (ChecklistItem) -> String?
  ) -> LineInput {
    let first = items.first.flatMap(value)
    let isSame = items.allSatisfy { value($0).hasSameCodeUnits(as: first) }
    let former = isSame ? first : items.contains { value($0) != nil } ? "" : nil
    return LineInput(purpose, former ?? "", former: former, isSelected: true)
  }

  /// Does something with all items that are marked, or with the one under the cursor.
  private mutating func performOnTargets(_ action: ViewAction, at now: Date) -> [ViewEffect] {
    let targets = targets
    let items = targets.map { document[$0] }
    let ids = items.map(\.id)
    switch action {
    case .check:
      // The state that is wanted, and not the other one than somebody else has made meanwhile.
      let isDone = items.allSatisfy(\.isChecked)
      if options.advances, !isDone, markedIndices.isEmpty { move(by: 1, at: now) }
      clearMarks()
      let changes = document.changes(at: targets) { list, items in
        .checkItems(items, list: list.id, isDone ? .open : .done())
      }
      return [.change(ViewChange(changes))]
    case .delete:
      clearMarks()
      copied = withNested(targets)
      let changes = document.changes(at: targets) { list, items in
        .deleteItems((try? list.withNested(items)) ?? items, list: list.id)
      }
      return [.change(ViewChange(changes))]
    case .later, .earlier: return postpone(targets, by: action == .later ? 1 : -1)
    case .skip: return begin(changing(.skip(ids), items, \.skipReason))
    case .due:
      let dates = DateWords(now: now, zone: options.zone)
      return begin(changing(.due(ids), items) { $0.due.map { dates.absoluteDay($0) } })
    case .repetition:
      return begin(changing(.repetition(ids), items) { $0.repetition?.words })
    case .section: return begin(changing(.section(ids), items, \.section))
    case .move:
      guard document.checklists.count > 1 else {
        message = Message(text: "No other list: Tab goes to the lists, 'a' adds one.")
        return []
      }
      return begin(LineInput(.move(ids)))
    default: return []
    }
  }

  /// Moves the due dates of items by some days.
  private mutating func postpone(_ targets: [ItemAddress], by days: Int) -> [ViewEffect] {
    endRange()
    let changes = targets.compactMap { address in
      document[address].due.map { due in
        let list = document.checklists[address.list]
        return DocumentChange.editItems(
          [list.reference(at: address.position)], list: list.id,
          ItemEdit(due: .set(due.moved(byDays: days, in: options.zone))))
      }
    }
    guard !changes.isEmpty else {
      message = Message(text: "No due date here: t sets one.")
      return []
    }
    return [.change(ViewChange(changes))]
  }

  /// Moves what is marked, or the item under the cursor, past the next one that is shown.
  private mutating func reorder(by step: Int) -> [ViewEffect] {
    guard let list else { return [] }
    let marked = markedIndices
    let indices = marked.isEmpty ? [place.cursor.index] : marked
    guard let edge = step > 0 ? indices.last : indices.first else { return [] }
    // Past an item with those that are nested below it.
    let level = document[shown[edge]].level
    var next = edge + step
    while next >= 0, next < shown.count, document[shown[next]].level > level { next += step }
    guard next >= 0, next < shown.count else { return [] }
    if (indices + [next]).contains(where: { isFolded(at: shown[$0]) }) {
      message = Message(text: "A folded section does not move: 'za' unfolds it.")
      return []
    }
    let neighbor = list.reference(at: shown[next].position)
    let change = list.moving(
      indices.map { list.reference(at: shown[$0].position) }, from: list,
      to: step > 0 ? .after(neighbor) : .before(neighbor), section: nil)
    return [.change(ViewChange([change], target: place.cursor.item))]
  }
}
