import ChecklistCore

/// One item as a line of a view.
struct ItemRow {
  private let item: ChecklistItem
  private let number: Int

  /// Takes an item and its number in the list.
  init(_ item: ChecklistItem, number: Int) {
    self.item = item
    self.number = number
  }

  /// The line: number, box, text, and what else there is to know.
  ///
  /// - Parameters:
  ///   - display: What the stream can show.
  ///   - numberWidth: The digits of the largest number in the view.
  /// - Returns: The line without a newline.
  func line(on display: Display, numberWidth: Int) -> String {
    let digits = TerminalText.padded("\(number)", to: numberWidth, alignment: .right)
    let box =
      display.showsSymbols ? (item.isChecked ? "☑" : "☐") : (item.isChecked ? "[x]" : "[ ]")
    var line = display.styled(digits, as: .number) + " "
    line += item.isChecked ? display.styled(box, as: .done) : box
    let text = display.text(item.text)
    line += " " + (item.isChecked ? display.styled(text, as: .dim) : text)
    if let due = item.due {
      line += display.styled("  due \(LocalTime.text(due))", as: .due)
    }
    if item.note != nil { line += display.styled("  (note)", as: .dim) }
    return line
  }
}
