import ChecklistCore
import ChecklistScreen
import Terminal

/// Items of several lists by when they are due.
struct DueView {
  let document: ChecklistDocument
  /// The items in their order.
  let items: [ChecklistDocument.DueItem]
  let dates: DateWords

  /// The most columns of a list's name on a terminal.
  static let mostNameColumns = 20

  /// A row for each item: when it is due, its list, its number there, and its text.
  ///
  /// On a terminal they are laid out for its width; elsewhere each item has one line, however long.
  func text(on display: Display) -> DisplayText {
    let due = items.map { item in
      if document[item].state != .open {
        return (text: display.text("next \(dates.day(item.due))"), urgency: Urgency.later)
      }
      let (text, urgency) = dates.due(item.due)
      return (text: display.text(text), urgency: urgency)
    }
    let names = items.map { item in
      let title = document.checklists[item.list].title
      return display.isTerminal
        ? display.cut(title, to: Self.mostNameColumns) : display.text(title)
    }
    let dueWidth = due.map(\.text.width).max() ?? 0
    let nameWidth = names.map(\.width).max() ?? 0
    let numberWidth = String((items.map(\.position).max() ?? 0) + 1).utf8.count
    let rows = items.indices.map { index in
      let item = document[items[index]]
      let number: DisplayText = "\(items[index].position + 1)"
      var start = InlineText(due[index].text, on: display, as: Style(due[index].urgency))
      start.pad(to: dueWidth + 2)
      start.append(names[index], on: display)
      start.pad(to: dueWidth + 2 + nameWidth + 2 + numberWidth - number.width)
      start.append(number, on: display, as: .number)
      return TerminalRows.Row(
        start: start, text: display.text(item.text),
        mark: display.marks(of: item))
    }
    if display.isTerminal {
      return rows.isEmpty ? "No matches.\n" : TerminalRows(rows, on: display).text
    }
    return rows.map { row in
      let mark: DisplayText = row.mark.width > 0 ? "  \(row.mark.text)" : ""
      return "\(row.start.text) \(row.text)\(mark)\n"
    }.joined()
  }
}
