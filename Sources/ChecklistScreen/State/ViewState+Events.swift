package import ChecklistCore
import Terminal

extension ViewState {
  /// Takes an event.
  ///
  /// - Returns: What is to be done, in order.
  package mutating func apply(_ event: ViewEvent, at now: Date) -> [ViewEffect] {
    keepUp(with: now)
    let effects = take(event, at: now)
    scroll(at: now)
    return effects
  }

  /// Brings the cursor, or what is typed, onto the screen.
  private mutating func scroll(at now: Date) {
    place.top.index = ItemsPane(self, layout.items, now: now).top(from: place.top.index)
    place.top.item = itemID(at: place.top.index)
  }

  private mutating func take(_ event: ViewEvent, at now: Date) -> [ViewEffect] {
    switch event {
    case .input(let input):
      message = nil
      switch input {
      case .key(let key): return take(key, at: now)
      case .paste(let text): return paste(text, at: now)
      }
    case .resized(let columns, let rows):
      (self.columns, self.rows) = (columns, rows)
      return [.redraw]
    case .changedElsewhere(let new, let how):
      show(new, at: now)
      message = Message(text: how ?? "Another program has changed the document.")
    case .unreadable(let problem): message = Message(text: problem, style: .error)
    case .saved(let change, let applied, let new): saved(change, applied, new, at: now)
    case .overtaken(let change, let new):
      holderName = nil
      show(new, at: now)
      if change.settlement != nil { tellChangedConflict() }
      reopen(change, at: now)
    case .refused(let change, let problem):
      holderName = nil
      message = Message(text: problem, style: .error)
      reopen(change, isTold: true, at: now)
    case .waiting(let holder):
      holderName = holder ?? "another program"
    case .travelled(let what, let new): travelled(what, new, at: now)
    case .told(let text, let isError):
      message = Message(text: text, style: isError ? .error : nil)
    case .templates(let names):
      templates = names
      return begin(LineInput(.template))
    case .searched: goOnLooking()
    }
    return []
  }

  /// Shows what was saved, and tells it.
  private mutating func saved(
    _ change: ViewChange, _ applied: [AppliedChange], _ new: ChecklistDocument, at now: Date
  ) {
    holderName = nil
    if change.input?.purpose.markedItems.isEmpty == false { clearMarks() }
    show(new, at: now)
    listBefore = nil
    let shownList = change.shownList.map { id in
      applied.first { $0.isAboutList && $0.formerID == id }?.list ?? id
    }
    if let position = new.checklists.firstIndex(where: { $0.id == shownList }) {
      show(newListAt: position, at: now)
      pane = .items
    }
    let words = ChangeWords(dates: DateWords(now: now, zone: options.zone))
    guard var text = words.text(of: applied) else {
      message = Message(text: "No changes.")
      return
    }
    let target = change.target.map { id in
      applied.first { $0.formerID == id }?.item?.id ?? id
    }
    if let target { go(toItem: target) }
    if let target, place.cursor.item != target, list?.item(id: target) != nil {
      text += shown.query.search.isEmpty ? ", which is hidden" : ", which the search hides"
    }
    let link = options.showsSymbols ? " · " : "; "
    // Somebody who presses 'dd' for one item must see that there were two.
    text +=
      deletions > 1
      ? "\(link)\(deletions) deletions in a row, each u undoes one" : "\(link)u undoes"
    message = Message(text: text)
  }

  /// Shows the document after something was undone or made again, and goes where that was.
  private mutating func travelled(_ what: String, _ new: ChecklistDocument, at now: Date) {
    holderName = nil
    let formerLists = Set(document.checklists.map(\.id))
    let former = Set(list?.items.map(\.id) ?? [])
    show(new, at: now)
    // What comes back is what one wants to see.
    if let position = new.checklists.firstIndex(where: { !formerLists.contains($0.id) }),
      !formerLists.isEmpty
    {
      show(.list(position), at: now)
    } else if let item = list?.items.first(where: { !former.contains($0.id) }), !former.isEmpty {
      go(toItem: item.id)
    }
    message = Message(text: what)
  }

  /// Opens again what was typed for a change that was not saved.
  mutating func reopen(_ change: ViewChange, isTold: Bool = false, at now: Date) {
    guard var input = change.input else { return }
    // What is typed for the next one meanwhile comes after it.
    if let next = self.input, next.hasWork, next != input { offers.insert(next, at: 0) }
    defer { mode = .typing(input) }
    if let present = present(input) {
      guard !present.isShown else { return }
      input.former = present.value
      message = Message(
        text: "Now: '\(present.value ?? "")'. Enter keeps yours, Ctrl-R theirs.", style: .due)
    } else if !isTold {
      let what: String
      switch input.purpose {
      case .item, .text:
        let isListGone = input.list.map { document.list(id: $0) == nil } ?? false
        guard isListGone || input.former != nil else { return }
        input = LineInput(
          .item(.last, list: isListGone ? itemList?.id : input.list ?? itemList?.id),
          input.editor.text)
        let target = isListGone ? itemList?.title ?? "a new list" : nil
        what =
          target.map { "The list was deleted in the meantime. Enter adds this to '\($0)'" }
          ?? "It was deleted in the meantime. Enter adds it again"
      case .list, .template, .file, .filter, .jump, .command: return
      default:
        if isThere(input) { return }
        what = "The \(input.list == nil ? "item" : "list") was deleted in the meantime"
      }
      message = Message(text: "\(what); Esc discards it.", style: .due)
    }
  }

  /// Whether the list and all items are there that a text is for.
  private func isThere(_ input: LineInput) -> Bool {
    if let list = input.list, document.list(id: list) == nil { return false }
    return (try? document.places(ofItems: input.items)) != nil
  }

  /// The present value of the typed field, and whether it was shown; nil where there is none.
  private func present(_ input: LineInput) -> (value: String?, isShown: Bool)? {
    switch input.purpose {
    case .text(let id):
      return document.address(ofItem: id).map { (document[$0].text, input.isShown(document[$0])) }
    case .note(let id):
      return document.address(ofItem: id).map { (document[$0].note, input.isShown(document[$0])) }
    case .name(let list):
      return document.list(id: list).map { ($0.name, input.former.hasSameCodeUnits(as: $0.name)) }
    default: return nil
    }
  }

  /// Opens what was typed when the program ended last, and was not saved.
  package mutating func offer(_ input: LineInput, at now: Date) {
    message = nil
    if let address = input.items.first.flatMap({ document.address(ofItem: $0) }) {
      show(itemAt: address, at: now)
    } else if let position = document.checklists.firstIndex(where: { $0.id == input.list }) {
      show(.list(position), at: now)
    }
    if input.items.count > 1 { marked = Set(input.items) }
    reopen(ViewChange([], input: input), at: now)
    if message == nil {
      message = Message(
        text: "Unsaved text. Enter saves it, Esc discards it.", style: .due)
    }
    scroll(at: now)
  }

  private mutating func take(_ key: Key, at now: Date) -> [ViewEffect] {
    switch mode {
    case .typing(let input): return type(key, input, at: now)
    case .help(let page): return takeInHelp(key, page, at: now)
    case .details(let item, let top): return takeInDetails(key, item, top)
    case .settling(let settlement): return settle(settlement, with: key)
    case .starting(let list): return start(with: key, list, at: now)
    case .prefixed(let first):
      mode = .browsing
      if let action = KeyTable.action(of: first, key) { return perform(action, key, at: now) }
      if KeyTable.action(of: key) != .escape { tellUnknown("\(first.name)\(key.name)") }
    case .browsing:
      if !KeyTable.continuations(of: key).isEmpty {
        mode = .prefixed(key)
        return []
      }
      if case .character(let digit) = key.code, key.modifiers.isEmpty,
        ("0"..."9").contains(digit), count > 0 || digit != "0"
      {
        count = min(count * 10 + Int(digit.value - 0x30), 1_000_000)
        message = Message(text: "\(count)")
        return []
      }
      guard let action = KeyTable.action(of: key) else {
        tellUnknown(key.name)
        return []
      }
      deletions = action == .delete ? deletions + 1 : 0
      return perform(action, key, at: now)
    }
    return []
  }

  /// Does what a key is for, as often as a number before it says.
  private mutating func perform(
    _ action: ViewAction, _ key: Key, at now: Date
  ) -> [ViewEffect] {
    let number = count
    count = 0
    if number == 0 || action == .escape { return perform(action, at: now) }
    switch action {
    case .first, .last: goTo(number: number, at: now)
    case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .nextSection,
      .previousSection, .markUp, .markDown:
      // No list has more rows than this.
      for _ in 0..<min(number, 100_000) {
        let before = place.cursor.index
        _ = perform(action, at: now)
        if pane == .items, place.cursor.index == before { break }
      }
    default:
      deletions = 0
      message = Message(text: "A number is for going: \(number)\(key.name) does nothing.")
    }
    return []
  }

  /// Goes to the item of a number, or to the nearest one that is shown.
  mutating func goTo(number: Int, at now: Date) {
    pane = .items
    guard let listPosition else { return go(to: number - 1) }
    go(to: shown.nextIndex(from: ItemAddress(list: listPosition, position: number - 1)))
  }

  private mutating func tellUnknown(_ name: String) {
    count = 0
    message = Message(text: "\(name) does nothing here. ? shows the keys.")
  }

  /// Goes among the lines of the help, or looks for some, or does one.
  private mutating func takeInHelp(_ key: Key, _ page: HelpPage, at now: Date) -> [ViewEffect] {
    var page = page
    let rows = helpSize.columns * helpSize.rows
    mode = .browsing
    switch (key.code, KeyTable.action(of: key)) {
    case (.enter, _): return page.action.map { perform($0, at: now) } ?? []
    case (.escape, _), (_, .interrupt), (.character("g"), .escape): return []
    case (.function, .help): return []
    case (.character, .help) where page.filter.isEmpty: return []
    case (.up, _), (.character("p"), .up): page.select(page.selected - 1, by: -1)
    case (.down, _), (.character("n"), .down): page.select(page.selected + 1, by: 1)
    case (.pageUp, _): page.select(page.selected - rows, by: -1)
    case (.pageDown, _): page.select(page.selected + rows, by: 1)
    default:
      var editor = page.filter
      if editor.take(key) { page.look(for: editor) }
    }
    mode = .help(page)
    return []
  }

  private mutating func takeInDetails(_ key: Key, _ item: Int, _ top: Int) -> [ViewEffect] {
    let page = max(rows - 2, 1)
    let next: Int
    switch KeyTable.action(of: key) {
    case .up: next = top - 1
    case .down: next = top + 1
    case .pageUp: next = top - page
    case .pageDown, .check: next = top + page
    case .halfPageUp: next = top - page / 2
    case .halfPageDown: next = top + page / 2
    case .first: next = 0
    case .last: next = .max
    case .editor, .editInEditor:
      mode = .browsing
      return openItemInEditor()
    default:
      mode = .browsing
      return []
    }
    mode = .details(item: item, top: max(0, min(next, max(detailPage.count - page, 0))))
    return []
  }

  /// Chooses a version of a field in conflict by its number.
  private mutating func settle(_ settlement: Settlement, with key: Key) -> [ViewEffect] {
    var settlement = settlement
    mode = .browsing
    switch key.code {
    case .escape, .character("c"), .character("g"), .character("q"): return []
    case .character(let digit) where ("1"..."9").contains(digit):
      settlement.choose(Int(digit.value - 0x31))
    default: break
    }
    if !settlement.isCurrent(in: document) {
      tellChangedConflict()
    } else if let change = settlement.change(of: document) {
      return [.change(ViewChange([change], settlement: settlement))]
    } else {
      mode = .settling(settlement)
    }
    return []
  }

  private mutating func tellChangedConflict() {
    message = Message(text: "It was changed in the meantime: c shows it again.", style: .due)
  }

  /// Starts with the list by a key: `r` goes through it, `u` unchecks it.
  private mutating func start(with key: Key, _ id: Int, at now: Date) -> [ViewEffect] {
    mode = .browsing
    guard let list, list.id == id else { return [] }
    switch key.code {
    case .character("r"): return [.run(list.id)]
    case .character("u"): return [.change(ViewChange([list.reset(at: now, in: options.zone)]))]
    default: return []
    }
  }

  private mutating func paste(_ text: String, at now: Date) -> [ViewEffect] {
    guard case .typing(var input) = mode else {
      message = Message(text: "Pasting does nothing here: press 'a' first to add pasted lines.")
      return []
    }
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    if case .item = input.purpose, lines.count > 1 {
      input.editor.insert(lines.joined(separator: "\n"))
      message = Message(text: "Enter adds \(lines.count) items.")
    } else if input.purpose.takesLines {
      input.editor.insert(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    } else {
      input.editor.insert(lines.joined(separator: " "))
    }
    return typed(input, at: now)
  }
}
