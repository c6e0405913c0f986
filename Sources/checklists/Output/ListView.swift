import ChecklistCore

/// A list as a view: its name with its progress, and a row for each item.
struct ListView {
  let list: Checklist
  /// The positions of the items that are shown, in their order.
  let positions: [Int]
  let dates: DateText

  /// The lines.
  ///
  /// On a terminal they are laid out for its width; elsewhere each item has one line, however long.
  func text(on display: Display) -> String {
    let numberWidth = "\((positions.max() ?? 0) + 1)".utf8.count
    let rows = positions.lazy.map { ItemRow(list.items[$0], number: $0 + 1, dates: dates) }
    var text = ListHeading(list).title(on: display) + "\n"
    if display.isTerminal {
      let columns = rows.map { $0.columns(on: display, numberWidth: numberWidth) }
      return text + TerminalRows(Array(columns), on: display).text
    }
    for row in rows {
      text += "  "
      text += row.line(on: display, numberWidth: numberWidth)
      text += "\n"
    }
    return text
  }
}
