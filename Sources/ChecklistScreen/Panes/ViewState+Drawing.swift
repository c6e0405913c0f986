package import ChecklistCore
package import Terminal

extension ViewState {
  /// Where the parts stand now.
  var layout: ScreenLayout {
    ScreenLayout(
      columns: columns, rows: rows, listWidth: document.checklists.count > 1 ? listWidth : nil,
      showsLists: pane == .lists, messageRows: messageLines.count + (prompt == nil ? 0 : 1))
  }

  /// The message to show.
  private var told: Message? {
    message
      ?? holderName.map {
        Message(
          text: "Waiting for \($0) to finish its change. Ctrl-C gives up.", style: .due)
      }
  }

  /// The most rows of a message: one on a small screen, up to a third of others.
  private var mostMessageRows: Int { rows >= 10 ? rows / 3 : 1 }

  /// The message in lines, or the versions of a field in conflict.
  private var messageLines: [[TextRun]] {
    let lines =
      told.map { told in
        wrapped(told.text, to: max(columns - 2, 1), lines: mostMessageRows)
          .map { [TextRun($0, as: told.style)] }
      } ?? []
    if case .settling(let settlement) = mode { return versionLines(settlement) + lines }
    return lines
  }

  /// The input on a line of its own.
  private var prompt: LineInput? {
    if case .typing(let input) = mode, !isInPlace(input) { input } else { nil }
  }

  /// The rows that items have.
  var itemRows: Int { layout.items.rows }

  /// The columns that the names of the lists need: no more than are looked at.
  private var listWidth: Int {
    document.checklists.prefix(200).map { TerminalText.width(String($0.title.prefix(30))) + 10 }
      .max() ?? 0
  }

  /// Draws the view.
  package func screen(at now: Date) -> Screen {
    var screen = Screen(columns: columns, rows: rows, showsSymbols: options.showsSymbols)
    switch mode {
    case .help(let page):
      drawHelp(page, on: &screen)
      return screen
    case .details(_, let top):
      drawDetails(from: top, on: &screen)
      return screen
    default: break
    }
    let layout = layout
    if let lists = layout.lists { drawLists(in: lists, on: &screen) }
    if layout.items.columns > 0 {
      if let row = layout.heading { drawHeading(row, layout, on: &screen) }
      ItemsPane(self, layout.items, now: now).draw(on: &screen)
    }
    if let details = layout.details, pane == .items {
      let width = details.columns - 2
      for (row, runs) in detailLines(width: width, most: details.rows).prefix(details.rows)
        .enumerated()
      {
        screen.draw(runs, atColumn: details.column + 1, row: details.row + row, in: details)
      }
    }
    for edge in [layout.lists?.columns, layout.details.map { $0.column - 1 }] {
      guard let edge, edge < columns, layout.items.columns > 0 else { continue }
      for row in 0..<layout.message.lowerBound {
        screen.draw(options.showsSymbols ? "│" : "|", Look(.dim), atColumn: edge, row: row)
      }
    }
    drawMessages(in: layout.message, at: now, on: &screen)
    if let row = layout.bar { drawBar(row, on: &screen) }
    return screen
  }

  // MARK: Heading

  /// The name of the list with its progress, and what is due; as much as there is room for.
  private func drawHeading(_ row: Int, _ layout: ScreenLayout, on screen: inout Screen) {
    let area = ScreenRectangle(
      column: layout.items.column, row: row, columns: layout.items.columns, rows: 1)
    var name = "No list yet"
    var parts: [[TextRun]] = []
    if let listPosition, let list {
      let status = statuses[listPosition]
      name = list.title
      let progress = status.progress
      let count = "\(progress.done) of \(progress.total)\(progress.skips)"
      parts.append([TextRun(count, as: progress.style)])
      parts += [TextRun](overdue: status.overdue, today: status.today).map { [$0] }
      if !list.conflicts.isEmpty { parts.append([ItemWords.conflictMark]) }
    } else if !shown.query.search.isEmpty {
      name = "All lists"
    } else if page == .today {
      name = "Today"
      parts = [TextRun](overdue: dueCounts.overdue, today: dueCounts.today).map { [$0] }
    }
    if !shown.query.search.isEmpty {
      parts.insert([TextRun("/\(shown.query.search)", as: .due)], at: 0)
    }
    if shown.query.hidesDone { parts.append([TextRun("done hidden", as: .dim)]) }
    func width(_ runs: some Sequence<TextRun>) -> Int {
      runs.reduce(0) { $0 + TerminalText.width($1.text) }
    }
    let link = TextRun(options.showsSymbols ? " · " : ", ", as: .dim)
    var end: [TextRun] = []
    // The name keeps at least a part of the row.
    let nameWidth = min(TerminalText.width(String(name.prefix(40))), max(area.columns / 3, 4))
    for part in parts {
      let longer = end + [end.isEmpty ? TextRun("  ") : link] + part
      if nameWidth + width(longer) > area.columns { break }
      end = longer
    }
    var column = screen.draw(
      cut(name, to: max(area.columns - width(end), 4)), Look(.heading), atColumn: area.column,
      row: row, in: area)
    let bar = 10
    if let listPosition, options.showsSymbols,
      column - area.column + bar + 2 + width(end) <= area.columns
    {
      let full = statuses[listPosition].progress.filled(of: bar)
      column = screen.draw(
        [
          TextRun("  "), TextRun(String(repeating: "━", count: full), as: .done),
          TextRun(String(repeating: "─", count: bar - full), as: .dim),
        ], atColumn: column, row: row, in: area)
    }
    screen.draw(end, atColumn: column, row: row, in: area)
  }

  /// How much is overdue and due today in all lists.
  private var dueCounts: (overdue: Int, today: Int) {
    var counts = (overdue: 0, today: 0)
    for (list, status) in zip(document.checklists, statuses) where showsHidden || !list.isHidden {
      counts.overdue += status.overdue
      counts.today += status.today
    }
    return counts
  }

  // MARK: Lists

  private func drawLists(in area: ScreenRectangle, on screen: inout Screen) {
    let pages = pages
    var row = area.row
    if area.rows > 1 {
      screen.draw(
        "Lists", Look(.heading), atColumn: area.column + 1, row: row, in: area)
      row += 1
    }
    let hidden = document.checklists.count + 1 - pages.count
    let room = area.row + area.rows - row - (hidden > 0 && area.rows > 3 ? 1 : 0)
    let selected = page.flatMap { pages.firstIndex(of: $0) }
    let first = max(0, min((selected ?? 0) - room / 2, pages.count - room))
    for index in pages.indices.dropFirst(first).prefix(max(room, 0)) {
      draw(pages[index], isShown: index == selected, row, in: area, on: &screen)
      row += 1
    }
    if hidden > 0, row < area.row + area.rows {
      screen.draw(
        "\(hidden) hidden (.)", Look(.dim), atColumn: area.column + 2, row: row, in: area)
    }
  }

  /// The row of a page among the lists.
  private func draw(
    _ page: Page, isShown: Bool, _ row: Int, in area: ScreenRectangle, on screen: inout Screen
  ) {
    var (name, count, style) = ("Today", "", Style?.none)
    var (isHidden, hasConflicts) = (false, false)
    if case .list(let position) = page {
      let list = document.checklists[position]
      (name, isHidden) = (list.title, list.isHidden)
      hasConflicts = !list.conflicts.isEmpty
      (count, style) = (
        statuses[position].progress.count, statuses[position].progress.style ?? .dim
      )
    } else {
      let due = dueCounts
      count = due.overdue + due.today == 0 ? "" : "\(due.overdue + due.today)"
      style = due.overdue > 0 ? .overdue : .due
    }
    let end = area.column + area.columns - count.utf8.count - 1
    screen.draw(
      isShown ? (pane == .lists ? ">" : "*") : " ", Look(.number), atColumn: area.column, row: row,
      in: area)
    screen.draw(
      cut(name, to: max(end - area.column - (hasConflicts ? 5 : 3), 1)),
      Look(isHidden ? .dim : nil), atColumn: area.column + 2, row: row, in: area)
    screen.draw(count, Look(style), atColumn: end, row: row, in: area)
    if hasConflicts {
      screen.draw([ItemWords.conflictMark], atColumn: end - 2, row: row, in: area)
    }
    guard isShown, pane == .lists else { return }
    screen.set(
      .reversed, in: ScreenRectangle(column: area.column, row: row, columns: area.columns, rows: 1))
    screen.cursor = ScreenPosition(column: area.column, row: row)
  }

  // MARK: Last lines

  private func drawMessages(in range: Range<Int>, at now: Date, on screen: inout Screen) {
    for row in range {
      screen.fill(ScreenRectangle(column: 0, row: row, columns: columns, rows: 1))
    }
    let rows = prompt == nil ? range[...] : range.dropLast()
    for (row, line) in zip(rows, messageLines) { screen.draw(line, atColumn: 1, row: row) }
    guard let row = range.last else { return }
    if let prompt {
      drawPrompt(prompt, row, at: now, on: &screen)
    } else if messageLines.isEmpty, mode == .browsing, case let count = markedIndices.count,
      count > 0
    {
      screen.draw(
        cut(
          "\(count) marked: the next key is for all of them. Esc forgets the marks.",
          to: columns - 2), Look(.dim), atColumn: 1, row: row)
    }
  }

  /// The versions of a field in conflict, side by side.
  private func versionLines(_ settlement: Settlement) -> [[TextRun]] {
    guard let field = settlement.field else { return [] }
    let versions = field.versions
    let count = settlement.fields.count
    let dates = DateWords(now: counted, zone: options.zone)
    let width = max((columns - 2) / versions.count - 3, 1)
    let most = max(mostMessageRows - 2, 1)
    let texts = versions.map { version in
      let lines = (version?.words(dates) ?? "(none)").split(
        maxSplits: most, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return Array(lines.flatMap { wrapped(String($0), to: width, lines: most) }.prefix(most))
    }
    func row(_ pieces: [String], _ style: Style?) -> [TextRun] {
      let edge = options.showsSymbols ? " │ " : " | "
      return Array(
        pieces.map { [TextRun(TerminalText.padded($0, to: width), as: style)] }
          .joined(separator: [TextRun(edge, as: .dim)]))
    }
    let titles = versions.indices.map {
      cut("\($0 + 1) \($0 == 0 ? "in the document" : "other")", to: width)
    }
    let rows = (0..<(texts.map(\.count).max() ?? 0)).map { line in
      row(texts.map { line < $0.count ? $0[line] : "" }, nil)
    }
    let number = count > 1 ? " (\(settlement.chosen + 1) of \(count))" : ""
    let title = cut("Conflict of the \(field.field.rawValue)\(number):", to: columns - 2)
    return rows.count < mostMessageRows - 1
      ? [[TextRun(title, as: .due)], row(titles, .dim)] + rows : rows
  }

  private func drawPrompt(
    _ input: LineInput, _ row: Int, at now: Date, on screen: inout Screen
  ) {
    var prompt = input.prompt.count == 1 ? input.prompt : "\(input.prompt) "
    if case .item(.today, let list) = input.purpose, let list = list.flatMap(document.list) {
      prompt = "Add to \(cut(list.title, to: max(columns / 3, 1))), due today: "
    }
    let preview = preview(of: input, at: now).map { "  \($0)" } ?? ""
    let start = screen.draw(prompt, Look(.heading), atColumn: 1, row: row)
    let room = max(columns - start - min(TerminalText.width(preview), columns / 3) - 1, 1)
    let field = InputField(input.editor, width: room, showsSymbols: options.showsSymbols)
    let end = screen.draw(
      field.text, Look(nil, input.editor.isSelected ? .reversed : []), atColumn: start, row: row)
    screen.draw(
      cut(preview, to: max(columns - end - 2, 0)), Look(.dim), atColumn: end + 1, row: row)
    screen.cursor = ScreenPosition(column: start + field.caret, row: row)
  }

  private func drawBar(_ row: Int, on screen: inout Screen) {
    var keys: [(key: String, word: String)]
    /// The keys that leave a narrow bar last.
    var kept: [String] = []
    switch mode {
    case .typing(let input):
      let enter = ("Enter", input.purpose.verb)
      let former = input.former == nil ? [] : [("Ctrl-R", "as it was")]
      let lines = isInPlace(input) ? [("Ctrl-J", "new line")] : []
      keys =
        input.removal != nil
        ? [enter, ("Esc", "discard"), ("Ctrl-X", "remove")] + lines + former
        : [enter, ("Esc", "discard")] + lines + former
    case .settling: keys = [("1", "keep"), ("2", "other"), ("Esc", "cancel")]
    case .starting: keys = [("r", "run"), ("u", "uncheck all"), ("Esc", "cancel")]
    case .prefixed(let key):
      keys = KeyTable.continuations(of: key).map { (key.name + $0.key, $0.summary) }
    default:
      keys =
        (item?.hasConflicts == true ? [("c", "settle")] : [])
        + KeyTable.bar(of: pane, hasItem: item != nil)
      kept = ["u", "?", "q"]
    }
    func width(_ keys: [(key: String, word: String)]) -> Int {
      keys.reduce(1) { $0 + $1.key.count + TerminalText.width($1.word) + 3 } - 2
    }
    while keys.count > 1, width(keys) > columns {
      let next = keys.lastIndex { !kept.contains($0.key) }
      keys.remove(at: next ?? keys.firstIndex { $0.key == kept.last } ?? keys.count - 1)
      if next == nil { kept.removeLast() }
    }
    var column = 1
    for (key, word) in keys {
      column = screen.draw(
        [TextRun(key, Look(.number)), TextRun(" \(word)", as: .dim), TextRun("  ")],
        atColumn: column, row: row)
    }
  }

  // MARK: Text

  /// A text cut to a width.
  func cut(_ text: String, to width: Int) -> String {
    let text = TerminalText.escaped(beginning(of: text, width), symbols: options.showsSymbols)
    return TerminalText.truncated(text, to: width, ellipsis: options.showsSymbols ? "…" : "...")
  }

  /// The first lines of a text; the last of them ends with an ellipsis where the text goes on.
  func wrapped(_ text: String, to width: Int, lines: Int) -> [String] {
    guard width > 0, lines > 0 else { return [""] }
    let start = TerminalText.escaped(
      beginning(of: text, width * (lines + 1)), symbols: options.showsSymbols)
    let all = TerminalText.wrapped(start, to: width)
    guard all.count > lines else { return all }
    let rest = all[(lines - 1)...].joined(separator: " ")
    return all.prefix(lines - 1) + [
      TerminalText.truncated(
        rest, to: width, ellipsis: options.showsSymbols ? "…" : "...")
    ]
  }

  /// As much of a text as so many columns can show, since a text may be as long as its file.
  private func beginning(of text: String, _ columns: Int) -> String {
    let most = 8 * max(columns, 1)
    return text.utf8.count > most ? String(text.unicodeScalars.prefix(most)) : text
  }
}
