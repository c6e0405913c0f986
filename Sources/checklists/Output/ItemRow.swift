import ChecklistCore

/// One item in a view.
struct ItemRow {
  private let item: ChecklistItem
  private let number: Int
  private let dates: DateText

  /// Takes an item, its number in the list, and how dates are shown.
  init(_ item: ChecklistItem, number: Int, dates: DateText) {
    self.item = item
    self.number = number
    self.dates = dates
  }

  /// All on one line: number, box, text, and what else there is to know.
  ///
  /// - Parameters:
  ///   - display: What the stream can show.
  ///   - numberWidth: The digits of the largest number in the view.
  /// - Returns: The line without a newline.
  func line(on display: Display, numberWidth: Int) -> String {
    var line = start(on: display, numberWidth: numberWidth).text + " "
    line += display.styled(display.text(item.text), as: textStyle)
    if let due {
      let text = due.style == .overdue ? due.text : "due \(due.text)"
      line += "  " + display.styled(text, as: due.style)
    }
    if item.note != nil { line += "  " + display.noteMark.text }
    return line
  }

  /// The same as a row of a terminal.
  ///
  /// - Parameters:
  ///   - display: What the terminal can show.
  ///   - numberWidth: The digits of the largest number in the view.
  /// - Returns: The row, with the due date in the last column.
  func columns(on display: Display, numberWidth: Int) -> TerminalRows.Row {
    TerminalRows.Row(
      start: InlineText("  ", on: display) + start(on: display, numberWidth: numberWidth),
      text: display.text(item.text), style: textStyle,
      mark: item.note == nil ? InlineText() : display.noteMark,
      end: due.map { InlineText($0.text, on: display, as: $0.style) } ?? InlineText())
  }

  private func start(on display: Display, numberWidth: Int) -> InlineText {
    let digits = TerminalText.padded("\(number)", to: numberWidth, alignment: .right)
    let box =
      display.showsSymbols ? (item.isChecked ? "☑" : "☐") : (item.isChecked ? "[x]" : "[ ]")
    var start = InlineText(digits, on: display, as: .number)
    start.append(" ", on: display)
    start.append(box, on: display, as: item.isChecked ? .done : nil)
    return start
  }

  /// What is done may be read last.
  private var textStyle: Style? { item.isChecked ? .dim : nil }

  private var due: (text: String, style: Style?)? {
    item.due.map { item.isChecked ? (dates.day($0), .dim) : dates.due($0) }
  }
}

extension Display {
  /// What stands after the text of an item that has a note.
  var noteMark: InlineText { InlineText(showsSymbols ? "✎" : "(note)", on: self, as: .dim) }
}
