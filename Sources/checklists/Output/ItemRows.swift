import ChecklistCore

/// Items as rows of a view.
struct ItemRows {
  private let display: Display
  private let dates: DateText
  private let numberWidth: Int
  /// The boxes, a space on either side, as they are written for each of many items.
  private let openBox: [UInt8]
  private let doneBox: [UInt8]

  /// Takes what the items have in common.
  ///
  /// - Parameters:
  ///   - display: What the stream can show.
  ///   - dates: How dates are shown.
  ///   - numbers: The numbers of the items, which are aligned.
  init(on display: Display, dates: DateText, numbers: some Sequence<Int>) {
    self.display = display
    self.dates = dates
    numberWidth = String(numbers.max() ?? 0).utf8.count
    openBox = Array(" \(display.box(isChecked: false)) ".utf8)
    doneBox = Array(" \(display.styled(display.box(isChecked: true), as: .done)) ".utf8)
  }

  /// Writes an item on one line: number, box, text, and what else there is to know.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - number: Its number in the list.
  ///   - output: Gets the line without a newline.
  func write(_ item: ChecklistItem, number: Int, to output: inout [UInt8]) {
    let digits = String(number)
    for _ in 0..<max(0, numberWidth - digits.utf8.count) { output.append(UInt8(ascii: " ")) }
    output.append(display.styled(digits, as: .number))
    output += item.isChecked ? doneBox : openBox
    output.append(display.styled(display.text(item.text), as: textStyle(item)))
    if let due = due(item) {
      output.append("  ")
      output.append(
        display.styled(due.style == .overdue ? due.text : "due " + due.text, as: due.style))
    }
    if item.note != nil {
      output.append("  ")
      output.append(display.noteMark.text)
    }
  }

  /// An item as a row of a terminal, with its date in the last column.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - number: Its number in the list.
  /// - Returns: The row.
  func columns(_ item: ChecklistItem, number: Int) -> TerminalRows.Row {
    let digits = String(number)
    var start = InlineText()
    start.pad(to: 2 + numberWidth - digits.utf8.count)
    start.append(digits, on: display, as: .number)
    start.append(" ", on: display)
    start.append(
      display.box(isChecked: item.isChecked), on: display, as: item.isChecked ? .done : nil)
    return TerminalRows.Row(
      start: start, text: display.text(item.text), style: textStyle(item),
      mark: item.note == nil ? InlineText() : display.noteMark,
      end: due(item).map { InlineText($0.text, on: display, as: $0.style) } ?? InlineText())
  }

  /// What is done may be read last.
  private func textStyle(_ item: ChecklistItem) -> Style? { item.isChecked ? .dim : nil }

  private func due(_ item: ChecklistItem) -> (text: String, style: Style?)? {
    item.due.map { item.isChecked ? (dates.day($0), .dim) : dates.due($0) }
  }
}

extension Display {
  /// What stands before the text of an item.
  fileprivate func box(isChecked: Bool) -> String {
    showsSymbols ? (isChecked ? "☑" : "☐") : (isChecked ? "[x]" : "[ ]")
  }

  /// What stands after the text of an item that has a note.
  var noteMark: InlineText { InlineText(showsSymbols ? "✎" : "(note)", on: self, as: .dim) }
}
