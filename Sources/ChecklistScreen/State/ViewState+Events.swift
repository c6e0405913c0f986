package import ChecklistCore
import Terminal

extension ViewState {
  /// Takes an event.
  ///
  /// - Returns: What is to be done, in order.
  package mutating func apply(_ event: ViewEvent, at now: Date) -> [ViewEffect] {
    let effects = take(event, at: now)
    scroll(at: now)
    return effects
  }

  /// Brings the cursor, or what is typed, onto the screen.
  private mutating func scroll(at now: Date) {
    place.topIndex = ItemsPane(self, layout.items, now: now).top(from: place.topIndex)
    place.top = itemID(at: place.topIndex)
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
      show(new)
      message = Message(text: how ?? "Another program has changed the document.")
    case .unreadable(let problem): message = Message(text: problem, style: .error)
    case .saved(let change, let applied, let new):
      holderName = nil
      if change.input?.purpose.markedItems.isEmpty == false { marked = [] }
      show(new)
      let shownList = change.shownList.map { id in
        applied.first { $0.isAboutList && $0.formerID == id }?.list ?? id
      }
      if let position = new.checklists.firstIndex(where: { $0.id == shownList }) {
        show(listAt: position)
        pane = .items
      }
      message = Message(text: applied.summary ?? "No changes.")
      // Somebody who presses 'dd' for one item must see that there were two.
      if deletions > 1, !applied.isEmpty {
        message?.text += ": \(deletions) deletions in a row; each 'u' undoes one"
      }
      let target = change.target.map { id in
        applied.first { $0.formerID == id }?.item?.id ?? id
      }
      if let target, shownList == nil || list?.id == shownList {
        go(toItem: target)
        if place.cursor != target, list?.item(id: target) != nil {
          message?.text += ", which the search hides"
        }
      }
    case .overtaken(let change, let new):
      holderName = nil
      show(new)
      reopen(change)
    case .refused(let change, let problem):
      holderName = nil
      message = Message(text: problem, style: .error)
      reopen(change, isTold: true)
    case .waiting(let holder):
      holderName = holder ?? "another program"
    case .travelled(let what, let new):
      holderName = nil
      let former = Set(list?.items.map(\.id) ?? [])
      show(new)
      // What comes back is what one wants to see.
      if let item = list?.items.first(where: { !former.contains($0.id) }), !former.isEmpty {
        go(toItem: item.id)
      }
      message = Message(text: what)
    case .told(let text, let isError):
      message = Message(text: text, style: isError ? .error : nil)
    case .searched: goOnLooking()
    }
    return []
  }

  /// Opens again what was typed for a change that was not saved.
  mutating func reopen(_ change: ViewChange, isTold: Bool = false) {
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
          .item(.last, list: isListGone ? self.list?.id : input.list), input.editor.text)
        let target = isListGone ? list?.title ?? "a new list" : nil
        what =
          target.map { "The list was deleted in the meantime. Enter adds this to '\($0)'" }
          ?? "It was deleted in the meantime. Enter adds it again"
      case .list, .filter: return
      default:
        if isThere(input) { return }
        what = "The item was deleted in the meantime"
      }
      message = Message(text: "\(what); Esc discards it.", style: .due)
    }
  }

  /// Whether the list and all items are there that a text is for.
  private func isThere(_ input: LineInput) -> Bool {
    guard let list = input.list.flatMap({ document.list(id: $0) }) else { return false }
    if case .note(let item, _) = input.purpose { return list.item(id: item) != nil }
    let present = list.positionsByID
    return input.purpose.markedItems.allSatisfy { present[$0] != nil }
  }

  /// The present value of the typed field, and whether it was shown; nil where there is none.
  private func present(_ input: LineInput) -> (value: String?, isShown: Bool)? {
    switch input.purpose {
    case .text(let item, let list):
      return document.list(id: list)?.item(id: item).map { ($0.text, input.isShown($0)) }
    case .note(let item, let list):
      return document.list(id: list)?.item(id: item).map { ($0.note, input.isShown($0)) }
    case .name(let list):
      return document.list(id: list).map { ($0.name, input.former.hasSameCodeUnits(as: $0.name)) }
    default: return nil
    }
  }

  /// Opens what was typed when the program ended last, and was not saved.
  package mutating func offer(_ input: LineInput, at now: Date) {
    if let list = input.list,
      let position = document.checklists.firstIndex(where: { $0.id == list })
    {
      show(listAt: position)
    }
    let items = input.purpose.markedItems
    if let first = items.first { go(toItem: first) }
    if items.count > 1 { marked = Set(items) }
    reopen(ViewChange([], input: input))
    if message == nil {
      message = Message(
        text: "Unsaved text. Enter saves it, Esc discards it.", style: .due)
    }
    scroll(at: now)
  }

  private mutating func take(_ key: Key, at now: Date) -> [ViewEffect] {
    switch mode {
    case .typing(let input): return type(key, input, at: now)
    case .help(let top), .details(let top): takeInPage(key, top)
    case .settling(let item): return settle(item, with: key)
    case .starting: return start(with: key, at: now)
    case .browsing:
      guard let action = KeyTable.action(of: key) else {
        message = Message(text: "\(key.name) does nothing here. ? shows the keys.")
        return []
      }
      deletions = action == .delete ? deletions + 1 : 0
      return perform(action, at: now)
    }
    return []
  }

  private mutating func takeInPage(_ key: Key, _ top: Int) {
    let page = max(rows - 2, 1)
    let next: Int
    switch KeyTable.action(of: key) {
    case .up: next = top - 1
    case .down: next = top + 1
    case .pageUp: next = top - page
    case .pageDown, .check: next = top + page
    case .first: next = 0
    case .last: next = .max
    default:
      mode = .browsing
      return
    }
    let most = max(pageLines.count - page, 0)
    mode = mode.scrolled(to: max(0, min(next, most)))
  }

  /// Settles a conflict by a key: `k` keeps the value, `o` takes the other one.
  private mutating func settle(_ id: Int, with key: Key) -> [ViewEffect] {
    mode = .browsing
    let choice: Conflict.Choice
    switch key.code {
    case .character("k"): choice = .present
    case .character("o"): choice = .other
    default: return []
    }
    guard let list, let position = list.items.firstIndex(where: { $0.id == id }) else { return [] }
    return [.change(ViewChange(list.settling([position], choice)))]
  }

  /// Starts with the list by a key: `r` goes through it, `u` unchecks it.
  private mutating func start(with key: Key, at now: Date) -> [ViewEffect] {
    mode = .browsing
    guard let list else { return [] }
    switch key.code {
    case .character("r"): return [.run(list.id)]
    case .character("u"): return [.change(ViewChange([list.reset(at: now, in: zone)]))]
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
    return typed(input)
  }
}
