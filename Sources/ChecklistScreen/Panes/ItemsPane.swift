import ChecklistCore
import Terminal

/// The items that are shown: as many rows as the screen has, and no more are looked at.
struct ItemsPane {
  /// A row of the pane.
  enum Line: Equatable {
    /// The heading above the item at an index, or that of the first row; blank where no section
    /// goes on.
    case heading(Int?)
    /// A line of the item that is shown at an index, from 0.
    case item(Int, line: Int)
    /// A line of a new item that is typed.
    case input(line: Int)
  }

  private let state: ViewState
  private let area: ScreenRectangle
  /// The context of all rows; it knows today's date.
  private let words: ItemWords
  private let numberWidth: Int
  /// The column of the texts, from the left edge of the pane.
  private let textColumn: Int
  /// The text that is typed in place; nil for none.
  private let typed: TypedText?
  /// The most lines of the item under the cursor.
  private let mostLines: Int

  /// The least columns of a text that has something beside it, and of one that has only a date.
  private static let (leastRoom, leastRoomBesideDate) = (12, 4)
  /// The most lines of the item under the cursor where there are more items than rows.
  private static let fewLines = 3

  init(_ state: ViewState, _ area: ScreenRectangle, now: Date) {
    (self.state, self.area) = (state, area)
    var dates = DateWords(now: now, zone: state.options.zone)
    dates.rememberToday()
    let showsSymbols = state.options.showsSymbols
    words = ItemWords(showsSymbols: showsSymbols, dates: dates)
    let largest =
      state.list?.items.count ?? state.document.checklists.map(\.items.count).max() ?? 0
    numberWidth = String(max(largest, 1)).utf8.count
    textColumn = 2 + numberWidth + 1 + (showsSymbols ? 1 : 3) + 1
    if let input = state.input, state.isInPlace(input) {
      typed = TypedText(
        input.editor, width: area.columns - textColumn, rows: max(area.rows - 1, 1),
        showsSymbols: showsSymbols)
    } else {
      typed = nil
    }
    var free = area.rows - state.shown.count
    if free > 0, state.page != nil {
      for index in 0..<state.shown.count
      where index == 0 || !state.haveSameHeading(state.shown[index - 1], state.shown[index]) {
        free -= state.heading(at: state.shown[index]) == nil && index == 0 ? 0 : 1
      }
    }
    mostLines = max(Self.fewLines, free + 1)
  }

  /// How many characters the caret goes on to be some lines below, or above; nil where no text is
  /// typed here.
  func steps(byLines lines: Int) -> Int? { typed?.steps(byLines: lines) }

  // MARK: Rows

  /// The index before which a new item is typed; nil where none is.
  private var inputIndex: Int? {
    guard let input = state.input, case .item(let place, _) = input.purpose, typed != nil else {
      return nil
    }
    func index(of id: Int, _ offset: Int) -> Int {
      if state.item?.id == id { return state.place.cursor.index + offset }
      guard let list = state.listPosition,
        var address = state.document.address(ofItem: id, in: list..<list + 1)
      else { return state.shown.count }
      address.position += offset
      return state.shown.nextIndex(from: address)
    }
    switch place {
    case .last, .today: return state.shown.count
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
    while lines.count < area.rows {
      let isFirst = index == top
      let beginsSection =
        index < state.shown.count
        && (isFirst ? heading(at: index) != nil : !hasSameHeading(index - 1, index))
      // What is typed before the first item of a section stands below its heading.
      if beginsSection, index == inputIndex, isInputBefore {
        lines.append(.heading(heading(at: index) == nil ? nil : index))
      }
      if index == inputIndex {
        if index == state.shown.count, index > top, heading(at: index - 1) != nil {
          lines.append(.heading(nil))
        }
        lines += (0..<max(typed?.lines.count ?? 0, 1)).map { .input(line: $0) }
      }
      guard index < state.shown.count else { break }
      if beginsSection, index != inputIndex || !isInputBefore {
        lines.append(.heading(heading(at: index) == nil ? nil : index))
      }
      if state.isFolded(at: state.shown[index]) {
        // The heading stands for the items.
        lines[lines.count - 1] = .item(index, line: 0)
      } else {
        let count = index == state.place.cursor.index && inputIndex == nil ? lineCount(index) : 1
        lines += (0..<count).map { .item(index, line: $0) }
      }
      index += 1
    }
    return Array(lines.prefix(area.rows))
  }

  /// Whether what is typed goes before an item, into its section.
  private var isInputBefore: Bool {
    guard let input = state.input, case .item(.before, _) = input.purpose else { return false }
    return true
  }

  private func heading(at index: Int) -> String? { state.heading(at: state.shown[index]) }

  private func hasSameHeading(_ one: Int, _ other: Int) -> Bool {
    state.haveSameHeading(state.shown[one], state.shown[other])
  }

  /// The index of the item that the first row must show, so that the cursor is on the screen.
  func top(from current: Int) -> Int {
    let target = inputIndex ?? state.place.cursor.index
    guard state.shown.count > 0, area.rows > 0 else { return 0 }
    func isVisible(from top: Int) -> Bool {
      let lines = lines(from: top)
      if inputIndex != nil {
        return lines.contains(.input(line: max((typed?.lines.count ?? 1) - 1, 0)))
      }
      let count = state.isFolded(at: state.shown[target]) ? 1 : lineCount(target)
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

  /// Whether the text of the item is typed in place, or its note.
  private var edits: (text: Bool, note: Bool) {
    guard typed != nil, let purpose = state.input?.purpose else { return (false, false) }
    if case .note = purpose { return (false, true) }
    if case .text = purpose { return (true, false) }
    return (false, false)
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
    let showsSymbols = state.options.showsSymbols
    if item.hasAttachments {
      runs.append(ItemWords.attachmentMark(showsSymbols: showsSymbols))
    }
    if item.hasNote { runs.append(ItemWords.noteMark(showsSymbols: showsSymbols)) }
    return Array(runs.map { [$0] }.joined(separator: [TextRun(" ")]))
  }

  /// The marks at the end of the first line of an item.
  ///
  /// Under the cursor it is all or nothing, since there is a line for it below the text. Elsewhere
  /// marks give way to the text, and both to the date.
  private func end(of item: ChecklistItem, isSelected: Bool) -> [TextRun] {
    var end = end(of: item)
    if isSelected { return isBeside(end) ? end : [] }
    while !isBeside(end, isSelected: false), end.count > 1 { end.removeLast(2) }
    return room(beside: end) >= (item.due == nil ? Self.leastRoom : Self.leastRoomBesideDate)
      ? end : []
  }

  private func width(_ runs: [TextRun]) -> Int {
    runs.reduce(0) { $0 + TerminalText.width($1.text) }
  }

  /// The lines of the text of the item that is shown at an index.
  private func textLines(_ index: Int) -> [String] {
    guard index < state.shown.count else { return [""] }
    if edits.text, let typed { return typed.lines }
    let item = state.document[state.shown[index]]
    let room = room(beside: end(of: item, isSelected: true))
    return state.wrapped(item.text, to: room - indent(of: item, in: room), lines: mostLines)
  }

  /// How many columns an item that stands below others is moved to the right.
  private func indent(of item: ChecklistItem, in room: Int) -> Int {
    min(ItemWords.indent(ofLevel: item.level).utf8.count, room / 2)
  }

  /// How many lines the item that is shown at an index has under the cursor.
  private func lineCount(_ index: Int) -> Int {
    guard index < state.shown.count, let typed else { return plainLineCount(index) }
    // A note that is typed stands below the text, which gives way to it.
    return edits.note
      ? min(textLines(index).count, max(area.rows - typed.lines.count, 0)) + typed.lines.count
      : typed.lines.count
  }

  private func plainLineCount(_ index: Int) -> Int {
    guard index < state.shown.count else { return 1 }
    let item = state.document[state.shown[index]]
    return textLines(index).count + (isBeside(end(of: item)) ? 0 : 1)
  }

  /// Whether there is room for all that stands at the end of a row; the item under the cursor
  /// keeps half of it.
  private func isBeside(_ end: [TextRun], isSelected: Bool = true) -> Bool {
    end.isEmpty
      || room(beside: end) >= max(Self.leastRoom, isSelected ? area.columns / 2 : 0)
  }

  /// The columns for a text that has something after it.
  private func room(beside end: [TextRun]) -> Int {
    let room = max(area.columns - textColumn, 1)
    return end.isEmpty ? room : room - width(end) - 2
  }

  // MARK: Drawing

  func draw(on screen: inout Screen) {
    guard area.rows > 0 else { return }
    let lines = lines(from: state.place.top.index)
    for (offset, line) in lines.enumerated() {
      let row = area.row + offset
      switch line {
      case .heading(let index):
        if let index { drawHeading(index, row, isFolded: false, on: &screen) }
      case .item(let index, let line): draw(index, line, row, on: &screen)
      case .input(let line):
        if line == 0 {
          screen.draw(">", Look(.number), atColumn: area.column, row: row, in: area)
          drawStart("+", .open, indent: 0, row, on: &screen)
        }
        drawTyped(line, row, on: &screen)
      }
    }
    guard lines.isEmpty else { return }
    for (offset, text) in emptyLines.prefix(area.rows).enumerated() {
      screen.draw(text, Look(.dim), atColumn: area.column, row: area.row + offset, in: area)
    }
    screen.cursor = screen.cursor ?? ScreenPosition(column: area.column, row: area.row)
  }

  /// What is said where there are no items.
  private var emptyLines: [String] {
    if state.page == nil {
      return ["a  type the first item", "T  begin with a template", "I  import a file"]
    }
    if !state.shown.query.search.isEmpty {
      return [state.shown.isUnfinished ? "Searching" : "No matches. Esc shows all."]
    }
    if state.page == .today { return ["Nothing is due today."] }
    return [
      state.shown.isFiltered && state.list?.items.isEmpty == false
        ? "All items are done. H shows them." : "No items yet: a adds one."
    ]
  }

  /// The heading of a section with how much of it is done; of a folded one in its row.
  private func drawHeading(
    _ index: Int, _ row: Int, isFolded: Bool, on screen: inout Screen
  ) {
    let address = state.shown[index]
    guard let name = state.heading(at: address) else { return }
    var count = ""
    if state.page != .today, let section = state.section(at: address.position) {
      count = "\(section.closed)/\(section.positions.count)"
    }
    let mark = isFolded ? (state.options.showsSymbols ? "▸ " : "> ") : ""
    let start = isFolded ? area.column + 2 : area.column
    let room = area.column + area.columns - start - mark.utf8.count - count.utf8.count - 2
    screen.draw(
      [TextRun(mark, as: .heading)] + found(state.cut(name, to: max(room, 4)), Look(.heading)) + [
        TextRun(count.isEmpty ? "" : "  \(count)", as: .dim)
      ], atColumn: start, row: row, in: area)
  }

  /// What stands before the text of an item.
  private func drawStart(
    _ number: String, _ box: ChecklistItem.State, indent: Int, _ row: Int, on screen: inout Screen
  ) {
    let column = area.column + 2 + numberWidth
    screen.draw(
      number, Look(.number), atColumn: column - TerminalText.width(number), row: row, in: area)
    screen.draw(
      "\(ItemWords.box(box, showsSymbols: state.options.showsSymbols))", Look(box.style),
      atColumn: column + 1 + indent, row: row, in: area)
  }

  private func draw(_ index: Int, _ line: Int, _ row: Int, on screen: inout Screen) {
    let address = state.shown[index]
    let item = state.document[address]
    let isSelected = index == state.place.cursor.index && inputIndex == nil
    let column = area.column
    let isTyped = isSelected && typed != nil
    if line == 0 {
      if isSelected, state.pane == .items {
        screen.draw(">", Look(.number), atColumn: column, row: row, in: area)
      }
      if state.isMarked(at: index) {
        screen.draw("+", Look(.due), atColumn: column + 1, row: row, in: area)
      }
    }
    if state.isFolded(at: address) {
      drawHeading(index, row, isFolded: true, on: &screen)
    } else {
      drawText(of: item, index, line, row, isSelected: isSelected, on: &screen)
    }
    guard isSelected, !isTyped, state.pane == .items else { return }
    screen.set(
      .reversed, in: ScreenRectangle(column: column, row: row, columns: area.columns, rows: 1))
    if line == 0 { screen.cursor = ScreenPosition(column: column, row: row) }
  }

  private func drawText(
    of item: ChecklistItem, _ index: Int, _ line: Int, _ row: Int, isSelected: Bool,
    on screen: inout Screen
  ) {
    let column = area.column
    let end = isSelected && edits.text ? [] : end(of: item, isSelected: isSelected)
    let room = room(beside: end)
    let indent = indent(of: item, in: room)
    if line == 0 {
      drawStart("\(state.shown[index].position + 1)", item.state, indent: indent, row, on: &screen)
      screen.draw(end, atColumn: column + area.columns - width(end), row: row, in: area)
    }
    if isSelected, edits.text { return drawTyped(line, row, on: &screen) }
    let lines = isSelected ? textLines(index) : [state.cut(item.text, to: room - indent)]
    if isSelected, edits.note, let typed {
      let first = lineCount(index) - typed.lines.count
      if line >= first { return drawTyped(line - first, row, on: &screen) }
    }
    if line >= lines.count {
      screen.draw(self.end(of: item), atColumn: column + textColumn, row: row, in: area)
    }
    let text = line < lines.count ? lines[line] : ""
    // Before the end, which must not be written over.
    let textArea = ScreenRectangle(
      column: column, row: row, columns: textColumn + (line == 0 ? room : area.columns), rows: 1)
    screen.draw(
      found(text, Look(ItemWords.textStyle(of: item))), atColumn: column + textColumn + indent,
      row: row, in: area.intersection(textArea))
  }

  /// A text, with what was looked for in it underlined.
  private func found(_ text: String, _ look: Look) -> [TextRun] {
    let ranges = state.shown.words.flatMap { $0.ranges(in: text) }
    var runs: [TextRun] = []
    var place = text.startIndex
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.lowerBound >= place {
      runs.append(TextRun(String(text[place..<range.lowerBound]), look))
      runs.append(TextRun(String(text[range]), Look(look.style, .underlined)))
      place = range.upperBound
    }
    return runs + [TextRun(String(text[place...]), look)]
  }

  /// A line of what is typed, with the caret if it is in it.
  private func drawTyped(_ line: Int, _ row: Int, on screen: inout Screen) {
    guard let typed, line < typed.lines.count else { return }
    let column = area.column + textColumn
    screen.draw(
      typed.lines[line], Look(nil, .underlined), atColumn: column, row: row, in: area)
    if typed.caret.line == line {
      if typed.lines[line].isEmpty {
        screen.draw(" ", Look(nil, .underlined), atColumn: column, row: row, in: area)
      }
      screen.cursor = ScreenPosition(column: column + typed.caret.column, row: row)
    }
  }
}
