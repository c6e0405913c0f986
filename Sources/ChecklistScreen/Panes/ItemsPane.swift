import ChecklistCore
import Terminal

/// The items of the list that is shown: as many rows as the screen has, and no more are looked at.
struct ItemsPane {
  /// A row of the pane.
  enum Line: Equatable {
    /// The section that begins here, or goes on at the first row; blank where none goes on.
    case heading(String)
    /// A line of the item that is shown at an index, from 0.
    case item(Int, line: Int)
    /// A new item that is typed.
    case input
  }

  private let state: ViewState
  private let area: ScreenRectangle
  /// The context of all rows; it knows today's date.
  private let words: ItemWords
  private let list: Checklist?
  private let numberWidth: Int
  /// The column of the texts, from the left edge of the pane.
  private let textColumn: Int

  /// The least columns of a text that has something beside it, and of one that has only a date.
  private static let (leastRoom, leastRoomBesideDate) = (12, 4)
  /// The most lines of the item under the cursor.
  private static let mostLines = 3

  init(_ state: ViewState, _ area: ScreenRectangle, now: Date) {
    (self.state, self.area) = (state, area)
    var dates = DateWords(now: now, zone: state.zone)
    dates.rememberToday()
    words = ItemWords(showsSymbols: state.showsSymbols, dates: dates)
    list = state.list
    numberWidth = String(max(list?.items.count ?? 0, 1)).utf8.count
    textColumn = 2 + numberWidth + 1 + (state.showsSymbols ? 1 : 3) + 1
  }

  // MARK: Rows

  /// The index before which a new item is typed; nil where none is.
  private var inputIndex: Int? {
    guard case .typing(let input) = state.mode, case .item(let place, _) = input.purpose,
      state.isInPlace(input)
    else { return nil }
    func index(of id: Int, _ offset: Int) -> Int {
      if state.place.cursor == id { return state.place.cursorIndex + offset }
      let position = list?.items.firstIndex { $0.id == id }
      return position.map { state.shown.nextIndex(from: $0 + offset) } ?? state.shown.count
    }
    switch place {
    case .last: return state.shown.count
    case .before(let id): return index(of: id, 0)
    case .after(let id): return index(of: id, 1)
    }
  }

  /// The rows from an item on.
  ///
  /// - Returns: As many rows as there is room for.
  func lines(from top: Int) -> [Line] {
    var lines: [Line] = []
    let inputIndex = inputIndex
    var index = top
    var section: String?
    while lines.count < area.rows {
      if index == inputIndex {
        if index == state.shown.count, section != nil { lines.append(.heading("")) }
        lines.append(.input)
      }
      guard index < state.shown.count, let list else { break }
      let position = state.shown[index]
      let own = list.items[position].section
      if !own.hasSameCodeUnits(as: section) || index == top {
        if let own {
          lines.append(.heading(own))
        } else if section != nil {
          lines.append(.heading(""))
        }
        section = own
      }
      let count = index == state.place.cursorIndex && inputIndex == nil ? lineCount(index) : 1
      lines += (0..<count).map { .item(index, line: $0) }
      index += 1
    }
    return Array(lines.prefix(area.rows))
  }

  /// The index of the item that the first row must show, so that the cursor is on the screen.
  func top(from current: Int) -> Int {
    let target = inputIndex ?? state.place.cursorIndex
    guard state.shown.count > 0, area.rows > 0 else { return 0 }
    func isVisible(from top: Int) -> Bool {
      let lines = lines(from: top)
      if inputIndex != nil { return lines.contains(.input) }
      let count = lineCount(target)
      return lines.contains(.item(target, line: count - 1))
        && lines.contains(.item(target, line: 0))
    }
    var top = min(current, target, state.shown.count - 1)
    if isVisible(from: top) {
      // What is above comes back where there is room below.
      while top > 0, lines(from: top).count < area.rows, isVisible(from: top - 1) { top -= 1 }
      return top
    }
    top = min(target, state.shown.count - 1)
    while top > 0, isVisible(from: top - 1) { top -= 1 }
    return top
  }

  // MARK: Texts

  private var isEditing: LineInput? {
    guard case .typing(let input) = state.mode, case .text(let id, _) = input.purpose,
      id == state.place.cursor, state.isInPlace(input)
    else { return nil }
    return input
  }

  /// The marks at the end of the row of an item, the most important first.
  private func end(of item: ChecklistItem) -> [TextRun] {
    var (words, runs) = (words, [TextRun]())
    if let date = words.date(of: item) {
      runs.append(date)
      if let mark = words.repetitionMark(of: item) { runs.append(TextRun(mark, date.look)) }
    }
    if let mark = ItemWords.skipMark(of: item) { runs.append(mark) }
    if item.hasConflicts { runs.append(ItemWords.conflictMark) }
    if item.hasAttachments {
      runs.append(ItemWords.attachmentMark(showsSymbols: state.showsSymbols))
    }
    if item.hasNote { runs.append(ItemWords.noteMark(showsSymbols: state.showsSymbols)) }
    return Array(runs.map { [$0] }.joined(separator: [TextRun(" ")]))
  }

  /// The marks at the end of the first line of an item.
  ///
  /// Under the cursor it is all or nothing, since there is a line for it below the text. Elsewhere
  /// marks give way to the text, and both to the date.
  private func end(of item: ChecklistItem, isSelected: Bool) -> [TextRun] {
    var end = end(of: item)
    if isSelected { return isBeside(end) ? end : [] }
    while !isBeside(end), end.count > 1 { end.removeLast(2) }
    return room(beside: end) >= (item.due == nil ? Self.leastRoom : Self.leastRoomBesideDate)
      ? end : []
  }

  private func width(_ runs: [TextRun]) -> Int {
    runs.reduce(0) { $0 + TerminalText.width($1.text) }
  }

  /// The lines of the text of the item that is shown at an index.
  private func textLines(_ index: Int) -> [String] {
    guard let list, index < state.shown.count, isEditing == nil else { return [""] }
    let item = list.items[state.shown[index]]
    let room = room(beside: end(of: item, isSelected: true))
    return state.wrapped(item.text, to: room - indent(of: item, in: room), lines: Self.mostLines)
  }

  /// How many columns an item that stands below others is moved to the right.
  private func indent(of item: ChecklistItem, in room: Int) -> Int {
    min(ItemWords.indent(ofLevel: item.level).utf8.count, room / 2)
  }

  /// How many lines the item that is shown at an index has under the cursor.
  private func lineCount(_ index: Int) -> Int {
    guard let list, index < state.shown.count, isEditing == nil else { return 1 }
    return textLines(index).count + (isBeside(end(of: list.items[state.shown[index]])) ? 0 : 1)
  }

  /// Whether there is room for all that stands at the end of a row.
  private func isBeside(_ end: [TextRun]) -> Bool {
    end.isEmpty || room(beside: end) >= Self.leastRoom
  }

  /// The columns for a text that has something after it.
  private func room(beside end: [TextRun]) -> Int {
    let room = max(area.columns - textColumn, 1)
    return end.isEmpty ? room : room - width(end) - 2
  }

  // MARK: Drawing

  func draw(on screen: inout Screen) {
    guard area.rows > 0 else { return }
    let lines = lines(from: state.place.topIndex)
    for (offset, line) in lines.enumerated() {
      let row = area.row + offset
      switch line {
      case .heading(let name):
        screen.draw(
          state.cut(name, to: area.columns), Look(.heading), atColumn: area.column, row: row,
          in: area)
      case .item(let index, let line): draw(index, line, row, on: &screen)
      case .input:
        if case .typing(let input) = state.mode { draw(input, "+", row, on: &screen) }
      }
    }
    guard lines.isEmpty else { return }
    guard list != nil else {
      screen.draw("a adds an item", Look(.dim), atColumn: area.column, row: area.row, in: area)
      screen.cursor = screen.cursor ?? ScreenPosition(column: area.column, row: area.row)
      return
    }
    let text =
      state.shown.isFiltered
      ? (state.shown.isUnfinished ? "Searching" : "No matches. Esc shows all.")
      : "No items yet: a adds one."
    screen.draw(text, Look(.dim), atColumn: area.column, row: area.row, in: area)
    screen.cursor = screen.cursor ?? ScreenPosition(column: area.column, row: area.row)
  }

  private func draw(_ index: Int, _ line: Int, _ row: Int, on screen: inout Screen) {
    guard let list else { return }
    let position = state.shown[index]
    let item = list.items[position]
    let isSelected = index == state.place.cursorIndex && inputIndex == nil
    if let input = isEditing, isSelected { return draw(input, "\(position + 1)", row, on: &screen) }
    let column = area.column
    let end = end(of: item, isSelected: isSelected)
    let room = room(beside: end)
    let indent = indent(of: item, in: room)
    if line == 0 {
      let isMarked = state.marked.contains(item.id)
      if isSelected, state.pane == .items {
        screen.draw(">", Look(.number), atColumn: column, row: row, in: area)
      }
      if isMarked { screen.draw("+", Look(.due), atColumn: column + 1, row: row, in: area) }
      let number = "\(position + 1)"
      screen.draw(
        number, Look(.number), atColumn: column + 2 + numberWidth - number.utf8.count, row: row,
        in: area)
      screen.draw(
        ItemWords.box(item.state, showsSymbols: state.showsSymbols), Look(item.state.style),
        atColumn: column + 2 + numberWidth + 1 + indent, row: row, in: area)
      screen.draw(end, atColumn: column + area.columns - width(end), row: row, in: area)
    }
    let lines = isSelected ? textLines(index) : [state.cut(item.text, to: room - indent)]
    if line >= lines.count {
      screen.draw(self.end(of: item), atColumn: column + textColumn, row: row, in: area)
    }
    let text = line < lines.count ? lines[line] : ""
    // Before the end, which must not be written over.
    let textArea = ScreenRectangle(
      column: column, row: row, columns: textColumn + (line == 0 ? room : area.columns), rows: 1)
    screen.draw(
      text, Look(ItemWords.textStyle(of: item)), atColumn: column + textColumn + indent, row: row,
      in: area.intersection(textArea))
    guard isSelected, state.pane == .items else { return }
    screen.add(
      .reversed, in: ScreenRectangle(column: column, row: row, columns: area.columns, rows: 1))
    if line == 0 { screen.cursor = ScreenPosition(column: column, row: row) }
  }

  /// The input in the row of an item.
  private func draw(_ input: LineInput, _ number: String, _ row: Int, on screen: inout Screen) {
    screen.draw(
      ">", Look(.number), atColumn: area.column, row: row, in: area)
    screen.draw(
      number, Look(.number),
      atColumn: area.column + 2 + numberWidth - TerminalText.width(number), row: row, in: area)
    let field = InputField(
      input.editor, width: area.columns - textColumn, showsSymbols: state.showsSymbols)
    screen.draw(
      field.text, Look(nil, .underlined), atColumn: area.column + textColumn, row: row, in: area)
    screen.cursor = ScreenPosition(column: area.column + textColumn + field.caret, row: row)
  }
}
