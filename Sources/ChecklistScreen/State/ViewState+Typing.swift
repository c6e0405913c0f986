import ChecklistCore
import Terminal

extension LineInput.Purpose {
  /// The items that it is for, where it may be for all that are marked.
  var markedItems: [Int] {
    switch self {
    case .skip(let items, _), .due(let items, _), .repetition(let items, _),
      .section(let items, _), .move(let items, _):
      items
    default: []
    }
  }

  /// Whether the text may have several lines.
  var takesLines: Bool {
    switch self {
    case .item, .text, .note: true
    default: false
    }
  }
}

extension ViewState {
  /// Begins to type.
  mutating func begin(_ input: LineInput) -> [ViewEffect] {
    mode = .typing(input)
    return []
  }

  /// Takes a key of a line.
  mutating func type(_ key: Key, _ input: LineInput, at now: Date) -> [ViewEffect] {
    var input = input
    switch (key.code, key.modifiers) {
    case (.enter, []): return finish(input, at: now)
    case (.escape, []), (.character("g"), .control), (.character("c"), .control):
      return cancel(input)
    case (.character("z"), .control): return [.suspend]
    case (.character("l"), .control): return [.redraw]
    case (.character("r"), .control):
      input.editor = LineEditor(input.former ?? "")
      return typed(input)
    case (.character("x"), .control) where input.removal != nil:
      mode = .browsing
      return input.removal.map { [.change($0)] } ?? []
    case (.tab, []):
      guard let completed = completed(input) else { return [] }
      input.editor = LineEditor(completed)
      return typed(input)
    case (.character("j"), .control) where !input.purpose.takesLines: return []
    default:
      guard input.editor.take(key) else {
        message = Message(text: "\(key.name) does nothing in a line. Esc discards it.")
        return []
      }
      return typed(input)
    }
  }

  /// Shows what is typed, and keeps it.
  mutating func typed(_ input: LineInput) -> [ViewEffect] {
    mode = .typing(input)
    if case .filter = input.purpose { look(for: input.editor.text, hidesDone: shown.hidesDone) }
    return []
  }

  private mutating func cancel(_ input: LineInput) -> [ViewEffect] {
    mode = .browsing
    if case .filter = input.purpose { look(for: "", hidesDone: shown.hidesDone) }
    return []
  }

  /// The typed text, completed to a name that is there; nil where nothing is typed.
  private func completed(_ input: LineInput) -> String? {
    let names: [String]
    switch input.purpose {
    case .section: names = list?.sections ?? []
    case .move: names = document.checklists.filter { $0.id != list?.id }.map(\.title)
    case .repetition: names = Repetition.words
    case .due: names = DuePhrase.words
    default: return nil
    }
    let typed = input.editor.text.lowercased()
    return names.first { $0.lowercased().hasPrefix(typed) }
  }

  /// Ends the typing, and makes the change.
  private mutating func finish(_ input: LineInput, at now: Date) -> [ViewEffect] {
    if case .filter = input.purpose {
      mode = .browsing
      return []
    }
    if input.former.hasSameCodeUnits(as: input.editor.text) { return cancel(input) }
    if input.removal != nil, ContentRules.isBlank(input.editor.text) {
      message = Message(text: "Ctrl-X removes it, Esc leaves it as it was.")
      return []
    }
    do {
      let change = try change(for: input, at: now)
      mode = .browsing
      guard let change else { return [] }
      if case .item(_, let list) = input.purpose, let target = change.target {
        // The next one follows it.
        mode = .typing(LineInput(.item(.after(target), list: list ?? change.shownList)))
      }
      return [.change(change)]
    } catch {
      if let error = error as? ChangeError, error.isAboutSomethingGone {
        reopen(ViewChange([], input: input))
      } else {
        message = Message(text: Self.problem(error, with: input), style: .error)
        mode = .typing(input)
      }
      return []
    }
  }

  /// Why a text will not do.
  private static func problem(_ error: any Error, with input: LineInput) -> String {
    switch error {
    case let error as SelectorError: return error.message
    case let error as PhraseError:
      let examples =
        if case .repetition = input.purpose { "'daily' or '2w'" } else {
          "'tomorrow' or 'fri 9:00'"
        }
      return error.reason ?? "'\(input.editor.text)' is not understood; try \(examples)"
    default: return "\(error)"
    }
  }

  /// The change that a text is for; nil where it changes nothing.
  ///
  /// - Throws: `ChangeError`, `PhraseError` or `SelectorError`, when the text will not do.
  private func change(for input: LineInput, at now: Date) throws -> ViewChange? {
    let text = input.editor.text
    func items(_ ids: [Int]) -> [ItemReference] { ids.map { ItemReference($0) } }
    func edit(_ ids: [Int], _ list: Int, _ edit: ItemEdit) -> ViewChange {
      ViewChange([.editItems(items(ids), list: list, edit)], input: input)
    }
    switch input.purpose {
    case .item(let place, let list): return try adding(text, at: place, to: list, input, now)
    case .text(let item, let list):
      return edit([item], list, ItemEdit(text: try ContentRules.itemText(text)))
    case .skip(let ids, let list):
      try ContentRules.reason(text)
      return ViewChange(
        [.checkItems(items(ids), list: list, .skipped(text))], input: input)
    case .note(let item, let list):
      if ContentRules.isBlank(text) { return nil }
      return edit([item], list, ItemEdit(note: .set(try ContentRules.note(text))))
    case .due(let ids, let list):
      if ContentRules.isBlank(text) { return nil }
      return edit(
        ids, list, ItemEdit(due: .set(try DuePhrase(text).dueDate(now: now, in: zone))))
    case .repetition(let ids, let list):
      if ContentRules.isBlank(text) { return nil }
      return edit(ids, list, ItemEdit(repetition: .set(try Repetition(phrase: text))))
    case .section(let ids, let list):
      if ContentRules.isBlank(text) { return nil }
      let name = ContentRules.sectionName(from: text)
      guard let list = document.list(id: list) else { throw ChangeError(.noSuchList(list)) }
      // As 'move --section' does: the items of a section stand together.
      return ViewChange(
        [
          list.moving(
            items(ids), from: list, to: nil, section: try ContentRules.section(name))
        ], input: input, target: ids.first)
    case .move(let ids, let list):
      if ContentRules.isBlank(text) { return nil }
      let target = document.checklists[
        try ListSelector.position(of: text, in: document.checklists, allowsPart: true)]
      guard let source = document.list(id: list) else { return nil }
      return ViewChange(
        [target.moving(items(ids), from: source, to: nil, section: nil)], input: input)
    case .list:
      if ContentRules.isBlank(text) { return nil }
      let list = Checklist(try ContentRules.listName(text))
      try document.checkListName(list.name)
      return ViewChange([.addList(list)], input: input, shownList: list.id)
    case .copy(let id):
      if ContentRules.isBlank(text) { return nil }
      let name = try ContentRules.listName(text)
      try document.checkListName(name)
      guard let copy = document.list(id: id)?.copy(named: name, now: now, in: zone) else {
        return nil
      }
      return ViewChange([.addList(copy)], input: input, shownList: copy.id)
    case .name(let id):
      let name = try ContentRules.listName(text)
      try document.checkListName(name, for: id)
      return ViewChange([.editList(id, ListEdit(name: name))], input: input)
    case .filter: return nil
    }
  }

  /// The change that adds an item for each line that was pasted, or for the text; nil for no text.
  private func adding(
    _ text: String, at place: LineInput.Place, to id: Int?, _ input: LineInput, _ now: Date
  ) throws -> ViewChange? {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !ContentRules.isBlank($0) }
    guard !lines.isEmpty else { return nil }
    var changes: [DocumentChange] = []
    let list: Checklist
    if let id {
      guard let present = document.list(id: id) else { throw ChangeError(.noSuchList(id)) }
      list = present
    } else if let present = self.list {
      list = present
    } else {
      list = Checklist("Checklist")
      changes.append(.addList(list))
    }
    var point = InsertionPoint<ItemReference>.last
    var section: String?
    switch place {
    case .last: break
    case .before(let id), .after(let id):
      // An item that is gone meanwhile is no neighbor any more.
      guard let neighbor = list.item(id: id) else { break }
      section = neighbor.section
      point = place == .after(id) ? .after(neighbor.reference) : .before(neighbor.reference)
    }
    let items = try lines.map { line in
      var item = ChecklistItem(try ContentRules.itemText(line), now: now)
      item.section = section
      return item
    }
    changes.append(.addItems(items, list: list.id, at: point))
    return ViewChange(
      changes, input: input, target: items.last?.id, shownList: id == nil ? list.id : nil)
  }

  /// The meaning of the typed text, where that is not plain.
  ///
  /// - Returns: Words; nil where there is nothing to say.
  func preview(of input: LineInput, at now: Date) -> String? {
    let text = input.editor.text
    let dates = DateWords(now: now, zone: zone)
    let isBlank = ContentRules.isBlank(text)
    if isBlank, input.removal != nil { return "Ctrl-X removes it" }
    switch input.purpose {
    case .due:
      if isBlank { return "not due" }
      return (try? DuePhrase(text).dueDate(now: now, in: zone)).map { due in
        "\(dates.day(due)), \(dates.absoluteDay(due))"
      } ?? "…"
    case .repetition:
      if isBlank { return "once" }
      return (try? Repetition(phrase: text))?.words ?? "…"
    case .section:
      if isBlank { return "no section" }
      let name = list?.section(named: ContentRules.sectionName(from: text))
      return name ?? "a new section"
    case .move:
      let lists = document.checklists
      if isBlank { return lists.filter { $0.id != list?.id }.map(\.title).joined(separator: ", ") }
      return (try? ListSelector.position(of: text, in: lists, allowsPart: true))
        .map { lists[$0].title } ?? "…"
    case .filter: return "\(shown.count) of \(list?.items.count ?? 0)"
    default: return nil
    }
  }
}
