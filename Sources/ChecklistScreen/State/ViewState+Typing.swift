import ChecklistCore
import ChecklistInterchange
import Terminal

extension ViewState {
  /// Begins to type.
  mutating func begin(_ input: LineInput) -> [ViewEffect] {
    endRange()
    mode = .typing(input)
    return []
  }

  /// Takes a key of a line.
  mutating func type(_ key: Key, _ input: LineInput, at now: Date) -> [ViewEffect] {
    var input = input
    switch (key.code, key.modifiers) {
    case (.enter, []): return finish(input, at: now)
    case (.escape, []), (.character("g"), .control), (.character("c"), .control):
      cancel(input, at: now)
      if input.hasWork {
        discarded = input.editor.text
        message = Message(text: "Discarded: Ctrl-R in a line brings it back.")
      }
      return []
    case (.character("z"), .control): return [.suspend]
    case (.character("l"), .control): return [.redraw]
    case (.character("r"), .control):
      // Once it is as it was, what was discarded last.
      let isAsBefore = input.editor.text.hasSameCodeUnits(as: input.former ?? "")
      input.editor = LineEditor(isAsBefore ? discarded ?? input.editor.text : input.former ?? "")
      return typed(input, at: now)
    case (.up, []), (.down, []), (.character("p"), .control), (.character("n"), .control):
      let isUp = key.code == .up || key.code == .character("p")
      let pane = ItemsPane(self, layout.items, now: now)
      guard isInPlace(input), let steps = pane.steps(byLines: isUp ? -1 : 1) else {
        message = Message(text: "\(key.name) does nothing in this text.")
        return []
      }
      input.editor.moveCaret(by: steps)
      return typed(input, at: now)
    case (.character("x"), .control) where input.removal != nil:
      mode = .browsing
      return remove(input)
    case (.tab, []):
      guard let completed = completed(input) else { return [] }
      input.editor = LineEditor(completed)
      return typed(input, at: now)
    case (.character("j"), .control) where !input.purpose.takesLines: return []
    default:
      guard input.editor.take(key) else {
        message = Message(text: "\(key.name) does nothing in a text.")
        return []
      }
      return typed(input, at: now)
    }
  }

  /// Shows what is typed, and keeps it.
  mutating func typed(_ input: LineInput, at now: Date) -> [ViewEffect] {
    mode = .typing(input)
    switch input.purpose {
    case .filter: look(for: input.editor.text, at: now)
    case .jump: jump(to: input.editor.text, at: now)
    default: break
    }
    return []
  }

  private mutating func cancel(_ input: LineInput, at now: Date) {
    mode = .browsing
    switch input.purpose {
    case .filter: endSearch(at: now)
    case .jump(let list):
      let position = document.checklists.firstIndex { $0.id == list }
      show(position.map { .list($0) } ?? .today, at: now)
    default: break
    }
  }

  /// Shows the first list that has the words in its name, a hidden one too.
  private mutating func jump(to text: String, at now: Date) {
    let words = SearchText.words(of: text)
    let position = document.checklists.firstIndex { list in
      words.allSatisfy { $0.isFound(in: list.title) }
    }
    if let position, !words.isEmpty { show(.list(position), at: now) }
  }

  /// The names of what the typed text may be; none where it may be anything.
  private func names(for purpose: LineInput.Purpose) -> [String] {
    switch purpose {
    case .section: itemList?.sections ?? []
    case .move: document.checklists.filter { $0.id != itemList?.id }.map(\.title)
    case .repetition: Repetition.words
    case .due: DuePhrase.words
    case .template: templates
    default: []
    }
  }

  /// The typed text, completed to a name that is there; nil where nothing is typed.
  private func completed(_ input: LineInput) -> String? {
    let typed = input.editor.text.lowercased()
    return names(for: input.purpose).first { $0.lowercased().hasPrefix(typed) }
  }

  /// Removes the value that a line is for.
  private func remove(_ input: LineInput) -> [ViewEffect] {
    guard let edit = input.removal, let places = try? document.places(ofItems: input.items) else {
      return []
    }
    let changes = document.changes(at: places) { list, items in
      if case .skip = input.purpose { return .checkItems(items, list: list.id, .open) }
      return .editItems(items, list: list.id, edit)
    }
    return [.change(ViewChange(changes, input: input))]
  }

  /// Ends the typing, and makes the change.
  private mutating func finish(_ input: LineInput, at now: Date) -> [ViewEffect] {
    if input.purpose == .command { return command(input.editor.text, at: now) }
    if input.purpose.isSearch {
      mode = .browsing
      if case .jump = input.purpose { pane = .items }
      return []
    }
    let text = input.editor.text
    if input.former.hasSameCodeUnits(as: text) {
      cancel(input, at: now)
      return []
    }
    if input.removal != nil, ContentRules.isBlank(text) {
      message = Message(text: "Ctrl-X removes it, Esc leaves it as it was.")
      return []
    }
    do {
      switch input.purpose {
      case .template, .file:
        mode = .browsing
        if ContentRules.isBlank(text) { return [] }
        return [input.purpose == .file ? .importFile(text) : .make(template: text)]
      default: break
      }
      let change = try change(for: input, at: now)
      mode = .browsing
      guard let change else { return [] }
      if case .item(let place, let list) = input.purpose, let target = change.target {
        // The next one follows it.
        let next = place == .today ? place : .after(target)
        mode = .typing(LineInput(.item(next, list: list ?? change.shownList)))
      }
      return [.change(change)]
    } catch {
      if let error = error as? ChangeError, error.isAboutSomethingGone {
        reopen(ViewChange([], input: input), at: now)
      } else {
        message = Message(text: Self.problem(error, with: input), style: .error)
        mode = .typing(input)
      }
      return []
    }
  }

  /// Does what vim's commands of a few letters do, since hands type them.
  private mutating func command(_ text: String, at now: Date) -> [ViewEffect] {
    mode = .browsing
    switch text {
    case "": break
    case "q", "q!", "qa", "wq", "wqa", "x": return perform(.quit, at: now)
    case "w", "wa": message = Message(text: "Everything is saved already.")
    default:
      if let number = Int(text) {
        goTo(number: number, at: now)
      } else {
        message = Message(text: ":\(text) does nothing here. ? shows the keys.")
      }
    }
    return []
  }

  /// Why a text will not do.
  private static func problem(_ error: any Error, with input: LineInput) -> String {
    switch error {
    case let error as SelectorError: return error.message
    case let error as PhraseError:
      let examples =
        if case .repetition = input.purpose { "'daily', '2w' or 'tue,fri'" } else {
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
    if ContentRules.isBlank(text), !input.purpose.refusesBlank { return nil }
    /// A change of each list that has some of the items.
    func changing(
      target: Int? = nil, _ change: (Checklist, [ItemReference]) throws -> DocumentChange
    ) throws -> ViewChange {
      let changes = try document.changes(
        at: try document.places(ofItems: input.items), change)
      return ViewChange(changes, input: input, target: target)
    }
    func editing(_ edit: ItemEdit, target: Int? = nil) throws -> ViewChange {
      try changing(target: target) { .editItems($1, list: $0.id, edit) }
    }
    switch input.purpose {
    case .item(let place, let list): return try adding(text, at: place, to: list, input, now)
    case .text(let item):
      return try editing(ItemEdit(text: try ContentRules.itemText(text)), target: item)
    case .skip:
      try ContentRules.reason(text)
      return try changing { .checkItems($1, list: $0.id, .skipped(text)) }
    case .note: return try editing(ItemEdit(note: .set(try ContentRules.note(text))))
    case .due:
      let due = try DuePhrase(text).dueDate(now: now, in: options.zone)
      return try editing(ItemEdit(due: .set(due)))
    case .repetition:
      let rule = try Repetition(phrase: text, now: now, in: options.zone)
      var edit = ItemEdit(repetition: .set(rule))
      edit.firstDue = rule.firstDue(now: now, in: options.zone)
      return try editing(edit)
    case .section(let ids):
      let name = try ContentRules.section(ContentRules.sectionName(from: text))
      // As 'move --section' does: the items of a section stand together.
      return try changing(target: ids.first) { $0.moving($1, from: $0, to: nil, section: name) }
    case .move:
      let target = document.checklists[
        try ListSelector.position(of: text, in: document.checklists, allowsPart: true)]
      return try changing { target.moving($1, from: $0, to: nil, section: nil) }
    case .list:
      let list = Checklist(try ContentRules.listName(text))
      try document.checkListName(list.name)
      return ViewChange([.addList(list)], input: input, shownList: list.id)
    case .copy(let id):
      let name = try ContentRules.listName(text)
      try document.checkListName(name)
      guard let copy = document.list(id: id)?.copy(named: name, now: now, in: options.zone) else {
        return nil
      }
      return ViewChange([.addList(copy)], input: input, shownList: copy.id)
    case .name(let id):
      let name = try ContentRules.listName(text)
      try document.checkListName(name, for: id)
      return ViewChange([.editList(id, ListEdit(name: name))], input: input)
    case .template, .file, .filter, .jump, .command: return nil
    }
  }

  /// The change that adds an item for each line that was pasted, or for the text; nil for no text.
  private func adding(
    _ text: String, at place: LineInput.Place, to id: Int?, _ input: LineInput, _ now: Date
  ) throws -> ViewChange? {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !ContentRules.isBlank($0) }
    var changes: [DocumentChange] = []
    let list: Checklist
    if let id {
      guard let present = document.list(id: id) else { throw ChangeError(.noSuchList(id)) }
      list = present
    } else if let present = itemList
      ?? ListResolver.firstPosition(in: document).map({ document.checklists[$0] })
    {
      list = present
    } else {
      list = Checklist("Checklist")
      changes.append(.addList(list))
    }
    var point = InsertionPoint<ItemReference>.last
    var section: String?
    var due: DueDate?
    switch place {
    case .last: break
    case .today: due = .day(DueDate.Day(of: now, in: options.zone))
    case .before(let id), .after(let id):
      // An item that is gone meanwhile is no neighbor any more.
      guard let neighbor = list.item(id: id) else { break }
      section = neighbor.section
      point = place == .after(id) ? .after(neighbor.reference) : .before(neighbor.reference)
    }
    let items = try lines.map { line in
      var item = ChecklistItem(typed: try ContentRules.itemText(line), due: due, now: now)
      item.section = section
      return item
    }
    changes.append(.addItems(items, list: list.id, at: point))
    return ViewChange(
      changes, input: input, target: items.last?.id,
      shownList: id == nil && page == nil ? list.id : nil)
  }

  /// The meaning of the typed text, where that is not plain.
  ///
  /// - Returns: Words; nil where there is nothing to say.
  func preview(of input: LineInput, at now: Date) -> String? {
    let text = input.editor.text
    let dates = DateWords(now: now, zone: options.zone)
    let isBlank = ContentRules.isBlank(text)
    if isBlank, input.removal != nil { return "Ctrl-X removes it" }
    switch input.purpose {
    case .due:
      if isBlank { return "not due" }
      return (try? DuePhrase(text).dueDate(now: now, in: options.zone)).map { due in
        "\(dates.day(due)), \(dates.absoluteDay(due))"
      } ?? "…"
    case .repetition:
      if isBlank { return "once" }
      return (try? Repetition(phrase: text, now: now, in: options.zone))?.words ?? "…"
    case .section:
      if isBlank { return "no section" }
      let name = itemList?.section(named: ContentRules.sectionName(from: text))
      return name ?? "a new section"
    case .move:
      let lists = document.checklists
      if isBlank { return names(for: input.purpose).joined(separator: ", ") }
      return (try? ListSelector.position(of: text, in: lists, allowsPart: true))
        .map { lists[$0].title } ?? "…"
    case .template:
      return names(for: input.purpose).filter { $0.lowercased().hasPrefix(text.lowercased()) }
        .joined(separator: ", ")
    case .filter where isBlank: return nil
    case .filter: return "\(shown.count) of \(list?.items.count ?? total)"
    case .jump: return list?.title ?? "Today"
    default: return nil
    }
  }

  /// How many items there are in all lists.
  private var total: Int { statuses.reduce(0) { $0 + $1.progress.total } }
}

extension LineInput.Purpose {
  /// Whether a blank text is told to be one; else it changes nothing.
  fileprivate var refusesBlank: Bool {
    switch self {
    case .text, .name, .skip: true
    default: false
    }
  }
}
