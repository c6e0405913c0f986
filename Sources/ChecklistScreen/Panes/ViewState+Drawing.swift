package import ChecklistCore
package import Terminal

extension ViewState {
  /// Where the parts stand now.
  var layout: ScreenLayout {
    ScreenLayout(
      columns: columns, rows: rows, listWidth: document.checklists.count > 1 ? listWidth : nil,
      showsLists: pane == .lists,
      messageRows: messageLines.count + (prompt == nil && settled == nil ? 0 : 1))
  }

  /// The message to show.
  private var told: Message? {
    message
      ?? holderName.map {
        Message(
          text: "Waiting for \($0) to finish its change. Ctrl-C gives up.", style: .due)
      }
  }

  /// The message in lines: one on a small screen, up to a third of others.
  private var messageLines: [String] {
    guard let told else { return [] }
    return wrapped(told.text, to: max(columns - 2, 1), lines: rows >= 10 ? rows / 3 : 1)
  }

  /// The input on a line of its own.
  private var prompt: LineInput? {
    if case .typing(let input) = mode, !isInPlace(input) { input } else { nil }
  }

  /// The item of which a conflict is settled.
  private var settled: ChecklistItem? {
    if case .settling(let id) = mode { list?.item(id: id) } else { nil }
  }

  /// The rows that items have.
  var itemRows: Int { layout.items.rows }

  /// The columns that the names of the lists need: no more than are looked at.
  private var listWidth: Int {
    document.checklists.prefix(200).map { TerminalText.width(String($0.title.prefix(40))) + 10 }
      .max() ?? 0
  }

  /// Draws the view.
  package func screen(at now: Date) -> Screen {
    var screen = Screen(columns: columns, rows: rows, showsSymbols: showsSymbols)
    switch mode {
    case .help(let top):
      drawPage("Keys", from: top, on: &screen)
      return screen
    case .details(let top):
      drawPage("Item", from: top, on: &screen)
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
        screen.draw(showsSymbols ? "│" : "|", Look(.dim), atColumn: edge, row: row)
      }
    }
    drawMessages(in: layout.message, at: now, on: &screen)
    if let row = layout.bar { drawBar(row, on: &screen) }
    return screen
  }

  // MARK: Heading

  /// The name of the list with its progress.
  private func drawHeading(_ row: Int, _ layout: ScreenLayout, on screen: inout Screen) {
    let area = ScreenRectangle(
      column: layout.items.column, row: row, columns: layout.items.columns, rows: 1)
    guard let list, let listPosition else {
      screen.draw("No list yet", Look(.heading), atColumn: area.column, row: row, in: area)
      return
    }
    let progress = progress[listPosition]
    let counts = progress.count + progress.skips
    let width = showsSymbols && area.columns >= 30 ? 10 : 0
    let full = progress.filled(of: width)
    var end: [TextRun] = []
    if !shown.search.isEmpty { end.append(TextRun("  /\(shown.search)", as: .due)) }
    if shown.hidesDone { end.append(TextRun("  done hidden", as: .dim)) }
    let tail = end.reduce(0) { $0 + TerminalText.width($1.text) }
    let room = area.columns - width - counts.utf8.count - 3 - tail
    let name = cut(list.title, to: max(room, 4))
    screen.draw(
      [
        TextRun(name, as: .heading),
        TextRun(width == 0 ? "" : "  "),
        TextRun(String(repeating: "━", count: full), as: .done),
        TextRun(String(repeating: "─", count: width - full), as: .dim),
        TextRun(" \(counts)", as: progress.style),
      ] + (list.conflicts.isEmpty ? [] : [TextRun(" "), ItemWords.conflictMark]) + end,
      atColumn: area.column, row: row, in: area)
  }

  // MARK: Lists

  private func drawLists(in area: ScreenRectangle, on screen: inout Screen) {
    let lists = document.checklists
    var row = area.row
    if area.rows > 1 {
      screen.draw(
        "Lists", Look(.heading), atColumn: area.column + 1, row: row, in: area)
      row += 1
    }
    let room = area.row + area.rows - row
    let first = max(0, min((listPosition ?? 0) - room / 2, lists.count - room))
    for position in lists.indices.dropFirst(first).prefix(max(room, 0)) {
      let list = lists[position]
      let isShown = position == listPosition
      let mark = isShown ? (pane == .lists ? ">" : "*") : " "
      let count = progress[position].count
      let end = area.column + area.columns - count.utf8.count - 1
      let name = cut(list.title, to: max(end - area.column - 4, 1))
      screen.draw(
        "\(mark) ", Look(.number), atColumn: area.column, row: row, in: area)
      screen.draw(
        name, Look(list.isHidden ? .dim : nil), atColumn: area.column + 2, row: row, in: area)
      screen.draw(
        count, Look(progress[position].style ?? .dim), atColumn: end, row: row, in: area)
      if !list.conflicts.isEmpty {
        screen.draw([ItemWords.conflictMark], atColumn: end - 2, row: row, in: area)
      }
      if isShown, pane == .lists {
        screen.add(
          .reversed,
          in: ScreenRectangle(column: area.column, row: row, columns: area.columns, rows: 1))
        screen.cursor = ScreenPosition(column: area.column, row: row)
      }
      row += 1
    }
  }

  // MARK: Details

  /// All that is known of the item under the cursor, in lines.
  private func detailLines(width: Int, most: Int) -> [[TextRun]] {
    guard let item else { return [] }
    // The times are shown as they are, and not as they are read today.
    let dates = DateWords(now: Date(timeIntervalSinceReferenceDate: 0), zone: zone)
    var fields: [(String, String)] = []
    if let reason = item.skipReason { fields.append(("Skipped", reason)) }
    if let due = item.due { fields.append(("Due", dates.absoluteDay(due))) }
    if let repetition = item.repetition { fields.append(("Repeats", repetition.words)) }
    if let section = item.section { fields.append(("Section", section)) }
    if let created = item.created { fields.append(("Created", dates.absolute(created))) }
    if let completed = item.completed { fields.append(("Done", dates.absolute(completed))) }
    for attachment in item.attachments { fields.append(("Attached", attachment.words)) }
    for conflict in item.conflicts {
      fields.append(("Or \(conflict.field.rawValue)", conflict.words(dates)))
    }
    func lines(_ text: String, _ style: Style?) -> [[TextRun]] {
      wrapped(text, to: width, lines: most).map { [TextRun($0, as: style)] }
    }
    var all = lines(item.text, .heading)
    for (name, value) in fields { all += lines("\(name): \(value)", nil) }
    guard let note = item.note else { return all }
    all.append([])
    for line in note.split(
      maxSplits: most, omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).prefix(most) {
      all += lines(String(line), .dim)
    }
    return all
  }

  // MARK: Last lines

  private func drawMessages(in range: Range<Int>, at now: Date, on screen: inout Screen) {
    for row in range {
      screen.fill(ScreenRectangle(column: 0, row: row, columns: columns, rows: 1))
    }
    let hasPrompt = prompt != nil || settled != nil
    let rows = hasPrompt ? range.dropLast() : range[...]
    for (row, line) in zip(rows, messageLines) {
      screen.draw(line, Look(told?.style), atColumn: 1, row: row)
    }
    guard let row = range.last else { return }
    if let prompt {
      drawPrompt(prompt, row, at: now, on: &screen)
    } else if let settled {
      let dates = DateWords(now: now, zone: zone)
      let others = settled.conflicts.map { "'\($0.words(dates))'" }.joined(separator: ", ")
      screen.draw(
        cut("k keeps this version, o takes the other: \(others)", to: columns - 2), Look(.due),
        atColumn: 1, row: row)
    } else if told == nil, case let count = markedPositions.count, count > 0 {
      screen.draw(
        cut(
          "\(count) marked: the next key is for all of them. Esc forgets the marks.",
          to: columns - 2), Look(.dim), atColumn: 1, row: row)
    }
  }

  private func drawPrompt(
    _ input: LineInput, _ row: Int, at now: Date, on screen: inout Screen
  ) {
    let prompt = input.prompt == "/" ? "/" : "\(input.prompt) "
    let preview = preview(of: input, at: now).map { "  \($0)" } ?? ""
    let start = screen.draw(prompt, Look(.heading), atColumn: 1, row: row)
    let room = max(columns - start - min(TerminalText.width(preview), columns / 3) - 1, 1)
    let field = InputField(input.editor, width: room, showsSymbols: showsSymbols)
    let end = screen.draw(
      field.text, Look(nil, input.editor.isSelected ? .reversed : []), atColumn: start, row: row)
    screen.draw(
      cut(preview, to: max(columns - end - 2, 0)), Look(.dim), atColumn: end + 1, row: row)
    screen.cursor = ScreenPosition(column: start + field.caret, row: row)
  }

  private func drawBar(_ row: Int, on screen: inout Screen) {
    let keys: [(key: String, word: String)]
    switch mode {
    case .typing(let input):
      let enter = ("Enter", input.purpose == .filter ? "keep" : "save")
      let former = input.former == nil ? [] : [("Ctrl-R", "as it was")]
      keys =
        input.removal != nil
        ? [enter] + former + [("Esc", "discard"), ("Ctrl-X", "remove")]
        : [enter, ("Esc", "discard")] + former
    case .settling: keys = [("k", "keep"), ("o", "other"), ("Esc", "cancel")]
    case .starting: keys = [("r", "run"), ("u", "uncheck all"), ("Esc", "cancel")]
    default:
      keys = (item?.hasConflicts == true ? [("c", "settle")] : []) + KeyTable.bar(of: pane)
    }
    // The last two are always there: help and quit.
    var shown: [(key: String, word: String)] = []
    func width(_ keys: [(key: String, word: String)]) -> Int {
      keys.reduce(1) { $0 + $1.key.count + $1.word.count + 3 } - 2
    }
    for key in keys.dropLast(2) where width(shown + [key] + keys.suffix(2)) <= columns {
      shown.append(key)
    }
    var column = 1
    for (key, word) in shown + keys.suffix(2) {
      column = screen.draw(
        [TextRun(key, Look(.number)), TextRun(" \(word)", as: .dim), TextRun("  ")],
        atColumn: column, row: row)
    }
  }

  // MARK: Pages

  /// The lines of the page that takes the whole screen: the help, or the details of the item.
  var pageLines: [[TextRun]] {
    if case .details = mode { return detailLines(width: columns - 2, most: 1_000) }
    let lines = KeyTable.helpLines
    let width = min(lines.map(\.keys.count).max() ?? 0, max(columns / 3, 8))
    return lines.flatMap { line -> [[TextRun]] in
      let keys = wrapped(showsSymbols ? line.keys : line.keys.withoutArrows, to: width, lines: 9)
      let texts = wrapped(line.summary, to: max(columns - width - 4, 1), lines: 9)
      return (0..<max(keys.count, texts.count)).map { row in
        let key = row < keys.count ? keys[row] : ""
        let isHeading = line.keys.isEmpty
        return [
          TextRun(TerminalText.padded(key, to: width + 2), as: .number),
          TextRun(row < texts.count ? texts[row] : "", as: isHeading ? .heading : nil),
        ]
      }
    }
  }

  private func drawPage(_ title: String, from top: Int, on screen: inout Screen) {
    let lines = pageLines
    let room = max(rows - 2, 0)
    screen.draw(title, Look(.heading), atColumn: 1, row: 0)
    for (row, runs) in lines.dropFirst(top).prefix(room).enumerated() {
      screen.draw(runs, atColumn: 1, row: row + 1)
    }
    if rows > 1 {
      let place =
        lines.count > room ? "  \(top + 1)-\(min(top + room, lines.count)) of \(lines.count)" : ""
      screen.draw(
        "j k Space go, any other key leaves\(place)", Look(.dim), atColumn: 1, row: rows - 1)
    }
    screen.cursor = ScreenPosition(column: 0, row: 0)
  }

  // MARK: Text

  /// A text cut to a width.
  func cut(_ text: String, to width: Int) -> String {
    let text = TerminalText.escaped(beginning(of: text, width), symbols: showsSymbols)
    return TerminalText.truncated(text, to: width, ellipsis: showsSymbols ? "…" : "...")
  }

  /// The first lines of a text; the last of them ends with an ellipsis where the text goes on.
  func wrapped(_ text: String, to width: Int, lines: Int) -> [String] {
    guard width > 0, lines > 0 else { return [""] }
    let start = TerminalText.escaped(
      beginning(of: text, width * (lines + 1)), symbols: showsSymbols)
    let all = TerminalText.wrapped(start, to: width)
    guard all.count > lines else { return all }
    let rest = all[(lines - 1)...].joined(separator: " ")
    return all.prefix(lines - 1) + [
      TerminalText.truncated(
        rest, to: width, ellipsis: showsSymbols ? "…" : "...")
    ]
  }

  /// As much of a text as so many columns can show, since a text may be as long as its file.
  private func beginning(of text: String, _ columns: Int) -> String {
    let most = 64 * max(columns, 1)
    return text.utf8.count > most ? String(text.unicodeScalars.prefix(most)) : text
  }
}

extension String {
  fileprivate var withoutArrows: String {
    let names: [Character: String] = ["↑": "Up", "↓": "Down", "←": "Left", "→": "Right"]
    return map { names[$0] ?? String($0) }.joined()
  }
}
