import ChecklistCore

/// Items of several lists by when they are due.
struct DueView {
  let document: ChecklistDocument
  /// Where the items are, in their order.
  let places: [ChecklistDocument.Place]
  let dates: DateText

  /// The most columns of a list's name on a terminal.
  static let mostNameColumns = 20

  /// A row for each item: when it is due, its list, its number there, and its text.
  ///
  /// On a terminal they are laid out for its width; elsewhere each item has one line, however long.
  func text(on display: Display) -> String {
    let due = places.map { dates.due(document[$0].due ?? dates.now) }
    let names = places.map { place in
      let title = document.checklists[place.list].title
      return display.isTerminal ? display.cut(title, to: Self.mostNameColumns) : title
    }
    let dueWidth = due.map(\.text.utf8.count).max() ?? 0
    let nameWidth = names.map(TerminalText.width).max() ?? 0
    let numberWidth = "\((places.map(\.item).max() ?? 0) + 1)".utf8.count
    let rows = places.indices.map { index in
      let item = document[places[index]]
      let number = "\(places[index].item + 1)"
      var start = InlineText(due[index].text, on: display, as: due[index].style)
      start.pad(to: dueWidth + 2)
      start.append(names[index], on: display)
      start.pad(to: dueWidth + 2 + nameWidth + 2 + numberWidth - number.utf8.count)
      start.append(number, on: display, as: .number)
      return TerminalRows.Row(
        start: start, text: display.text(item.text),
        mark: item.note == nil ? InlineText() : display.noteMark)
    }
    if display.isTerminal, rows.isEmpty { return "Nothing.\n" }
    if display.isTerminal { return TerminalRows(rows, on: display).text }
    return rows.map { row in
      let mark = row.mark.width > 0 ? "  \(row.mark.text)" : ""
      return "\(row.start.text) \(row.text)\(mark)\n"
    }.joined()
  }
}
