import ChecklistCore
import Terminal

/// The pages that take the whole screen: all that is known of an item, and the help.
extension ViewState {
  /// All that is known of the item under the cursor, in lines.
  func detailLines(width: Int, most: Int) -> [[TextRun]] {
    guard let item else { return [] }
    // The times are shown as they are, and not as they are read today.
    let dates = DateWords(now: Date(timeIntervalSinceReferenceDate: 0), zone: options.zone)
    var fields: [(String, String)] = []
    if document.checklists.count > 1, let list = itemList { fields.append(("List", list.title)) }
    if let reason = item.skipReason { fields.append(("Skipped", reason)) }
    if let due = item.due { fields.append(("Due", dates.absoluteDay(due))) }
    if let repetition = item.repetition { fields.append(("Repeats", repetition.words)) }
    if let next = item.next(in: options.zone) {
      fields.append(("Next", dates.absoluteDay(next.due)))
    }
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

  /// The lines of the page of the item.
  var detailPage: [[TextRun]] { detailLines(width: columns - 2, most: 1_000) }

  func drawDetails(from top: Int, on screen: inout Screen) {
    let lines = detailPage
    let room = max(rows - 2, 0)
    screen.draw("Item", Look(.heading), atColumn: 1, row: 0)
    for (row, runs) in lines.dropFirst(top).prefix(room).enumerated() {
      screen.draw(runs, atColumn: 1, row: row + 1)
    }
    if rows > 1 {
      let place =
        lines.count > room ? "  \(top + 1)-\(min(top + room, lines.count)) of \(lines.count)" : ""
      screen.draw(
        cut("j k go, E edits in the editor, any other key leaves\(place)", to: columns - 2),
        Look(.dim), atColumn: 1, row: rows - 1)
    }
    screen.cursor = ScreenPosition(column: 0, row: 0)
  }

  /// The columns from which the help has two columns of lines.
  private static let twoColumnsFrom = 100

  /// How many columns of lines the help has, and how many rows each.
  var helpSize: (columns: Int, rows: Int) {
    (columns >= Self.twoColumnsFrom ? 2 : 1, max(rows - 2, 1))
  }

  func drawHelp(_ page: HelpPage, on screen: inout Screen) {
    let start = screen.draw("Keys  /", Look(.heading), atColumn: 1, row: 0)
    let field = InputField(
      page.filter, width: columns - start, showsSymbols: options.showsSymbols)
    screen.draw(field.text, Look(nil, .underlined), atColumn: start, row: 0)
    screen.cursor = ScreenPosition(column: start + field.caret, row: 0)
    let size = helpSize
    let width = columns / size.columns - 2
    let keyWidth = min(20, width / 3)
    let lines = page.lines
    // A line takes as many rows as its keys and its text need.
    var rows: [(line: Int, keys: String, text: String)] = []
    for (index, line) in lines.enumerated() {
      let names = options.showsSymbols ? line.keys : line.keys.withoutArrows
      let keys = line.keys.isEmpty ? [] : wrapped(names, to: keyWidth, lines: 9)
      let texts = wrapped(
        line.summary, to: line.keys.isEmpty ? width : width - keyWidth - 2, lines: 9)
      for row in 0..<max(keys.count, texts.count) {
        rows.append(
          (index, row < keys.count ? keys[row] : "", row < texts.count ? texts[row] : ""))
      }
    }
    if rows.isEmpty { screen.draw("No matches.", Look(.dim), atColumn: 1, row: 1) }
    let perPage = size.rows * size.columns
    let top = (rows.firstIndex { $0.line == page.selected } ?? 0) / perPage * perPage
    for (offset, row) in rows.dropFirst(top).prefix(perPage).enumerated() {
      let column = offset / size.rows * (columns / size.columns) + 1
      let place = offset % size.rows + 1
      let line = lines[row.line]
      let indent = line.keys.isEmpty ? 0 : keyWidth + 2
      screen.draw(row.keys, Look(.number), atColumn: column, row: place)
      screen.draw(
        row.text, Look(line.keys.isEmpty ? .heading : nil), atColumn: column + indent, row: place)
      if row.line == page.selected, line.action != nil {
        screen.set(
          .reversed, in: ScreenRectangle(column: column, row: place, columns: width, rows: 1))
      }
    }
    if self.rows > 1 {
      let place =
        rows.count > perPage ? "  \(top / perPage + 1)/\((rows.count - 1) / perPage + 1)" : ""
      screen.draw(
        cut("Type to search, ↑↓ select, Enter does it, Esc leaves\(place)", to: columns - 2),
        Look(.dim), atColumn: 1, row: self.rows - 1)
    }
  }
}

extension String {
  fileprivate var withoutArrows: String {
    let names: [Character: String] = ["↑": "Up", "↓": "Down", "←": "Left", "→": "Right"]
    return map { names[$0] ?? String($0) }.joined()
  }
}
