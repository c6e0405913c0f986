import ChecklistCore
import Terminal

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension ViewState {
  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The present.
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
      isWaiting = false
      show(new)
      if let list = change.shownList,
        let position = new.checklists.firstIndex(where: { $0.id == list })
      {
        show(listAt: position)
        pane = .items
      }
      if let target = change.target { go(toItem: target) }
      if message == nil { message = Message(text: applied.summary ?? "Nothing to change.") }
    case .overtaken(let change, let new):
      isWaiting = false
      show(new)
      reopen(change)
    case .refused(let change, let problem):
      isWaiting = false
      message = Message(text: problem, style: .error)
      reopen(change, isTold: true)
    case .waiting(let holder):
      isWaiting = true
      message = Message(
        text: "Waiting for \(holder ?? "another program"), which changes the document. "
          + "Ctrl-C gives up.", style: .due)
    case .travelled(let what, let new):
      isWaiting = false
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
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - isTold: Whether it has been said why.
  private mutating func reopen(_ change: ViewChange, isTold: Bool = false) {
    guard var input = change.input else { return }
    var what: String?
    switch input.purpose {
    case .text(let id, let list), .note(let id, let list):
      if let item = document.list(id: list)?.item(id: id) {
        var isText = true
        if case .note = input.purpose { isText = false }
        let present = isText ? item.text : item.note
        if !input.isShown(item) {
          what = "Now: '\(present ?? "")'. Enter keeps yours, Ctrl-R theirs."
          input.former = present
        }
      } else if case .text = input.purpose {
        input = LineInput(
          .item(.last, list: document.list(id: list) == nil ? self.list?.id : list),
          input.editor.text)
        what = "It was deleted meanwhile. Enter adds it again, Esc drops it."
      } else {
        what = "The item was deleted meanwhile. Esc drops its note."
      }
    case .name(let id):
      if let list = document.list(id: id), !input.former.hasSameCodeUnits(as: list.name) {
        what = "Now: '\(list.name)'. Enter keeps yours, Ctrl-R theirs."
        input.former = list.name
      }
    default: break
    }
    if let what, !isTold { message = Message(text: what, style: .due) }
    mode = .typing(input)
  }

  /// Opens what was typed when the program ended last, and was not saved.
  ///
  /// - Parameters:
  ///   - input: What was typed.
  ///   - now: The present.
  package mutating func offer(_ input: LineInput, at now: Date) {
    if let list = input.list,
      let position = document.checklists.firstIndex(where: { $0.id == list })
    {
      show(listAt: position)
    }
    reopen(ViewChange([], input: input))
    if message == nil {
      message = Message(
        text: "This was typed, and not saved. Enter saves it, Esc drops it.", style: .due)
    }
    scroll(at: now)
  }

  private mutating func take(_ key: Key, at now: Date) -> [ViewEffect] {
    switch mode {
    case .typing(let input): return type(key, input, at: now)
    case .help(let top): takeInHelp(key, top)
    case .settling(let item): return settle(item, with: key)
    case .browsing:
      guard let action = KeyTable.action(of: key) else {
        message = Message(text: "\(key.name) does nothing here. ? shows the keys.")
        return []
      }
      return perform(action, at: now)
    }
    return []
  }

  private mutating func takeInHelp(_ key: Key, _ top: Int) {
    switch KeyTable.action(of: key) {
    case .up: mode = .help(max(top - 1, 0))
    case .down: mode = .help(min(top + 1, KeyTable.helpLines.count - 1))
    case .pageUp: mode = .help(max(top - max(rows - 2, 1), 0))
    case .pageDown: mode = .help(min(top + max(rows - 2, 1), KeyTable.helpLines.count - 1))
    default: mode = .browsing
    }
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

  private mutating func paste(_ text: String, at now: Date) -> [ViewEffect] {
    guard case .typing(var input) = mode else {
      message = Message(text: "A paste does nothing here: 'a' adds items, and takes lines.")
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
