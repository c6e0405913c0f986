import ChecklistCore
import Terminal

/// Items as rows of a view.
struct ItemRows {
  private let display: Display
  private var dates: DateWords
  private let numberWidth: Int
  /// What open and done rows begin with, up to the text, and the offset where a number ends.
  private let openStart: [UInt8]
  private let doneStart: [UInt8]
  private let digitsEnd: Int
  /// What stands after the text of an item that has a note.
  private let noteEnd: [UInt8]

  /// Takes what the items have in common.
  ///
  /// - Parameters:
  ///   - display: What the stream can show.
  ///   - dates: How dates are shown.
  ///   - largestNumber: The largest of the numbers, which must fit.
  ///   - indent: What each row begins with.
  init(on display: Display, dates: DateWords, largestNumber: Int, indent: String = "") {
    self.display = display
    self.dates = dates
    numberWidth = String(largestNumber).utf8.count
    let look = display.look(.number)
    let start = indent + look.start + String(repeating: " ", count: numberWidth)
    let done = display.styled(display.box(isChecked: true), as: .done)
    openStart = Array("\(start)\(look.end) \(display.box(isChecked: false)) ".utf8)
    doneStart = Array("\(start)\(look.end) \(done) ".utf8)
    digitsEnd = start.utf8.count
    noteEnd = Array("  \(display.noteMark.text)".utf8)
  }

  /// Writes an item on one line: number, box, text, and what else there is to know.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - number: Its number in the list.
  ///   - output: Gets the line without a newline.
  mutating func write(_ item: ChecklistItem, number: Int, to output: inout [UInt8]) {
    let end = output.count + digitsEnd
    output.append(contentsOf: item.isChecked ? doneStart : openStart)
    output.set(decimal: number, endingAt: end)
    if display.isVerbatim {
      item.appendText(to: &output)
    } else {
      output.append(display.styled(display.text(item.text), as: textStyle(item)))
    }
    if let due = due(item) {
      output.append("  ")
      output.append(
        display.styled(due.style == .overdue ? due.text : "due " + due.text, as: due.style))
    }
    if item.hasNote { output.append(contentsOf: noteEnd) }
  }

  /// An item as a row of a terminal, with its date in the last column.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - number: Its number in the list.
  /// - Returns: The row.
  mutating func columns(_ item: ChecklistItem, number: Int) -> TerminalRows.Row {
    let digits = String(number)
    var start = InlineText()
    start.pad(to: 2 + numberWidth - digits.utf8.count)
    start.append(digits, on: display, as: .number)
    start.append(" ", on: display)
    start.append(
      display.box(isChecked: item.isChecked), on: display, as: item.isChecked ? .done : nil)
    return TerminalRows.Row(
      start: start, text: display.text(beginning(of: item.text)), style: textStyle(item),
      mark: item.hasNote ? display.noteMark : InlineText(),
      end: due(item).map { InlineText($0.text, on: display, as: $0.style) } ?? InlineText())
  }

  /// As much of a text as a row can show, since many items may share a long one.
  private func beginning(of text: String) -> String {
    let most = Self.mostScalars * display.width
    return text.utf8.count > most ? String(text.unicodeScalars.prefix(most)) : text
  }

  /// More scalars than are drawn in a column, in all lines of a row together.
  private static let mostScalars = 64

  /// What is done may be read last.
  private func textStyle(_ item: ChecklistItem) -> Style? { item.isChecked ? .dim : nil }

  private mutating func due(_ item: ChecklistItem) -> (text: String, style: Style?)? {
    guard let due = item.due else { return nil }
    dates.rememberToday()
    if item.isChecked { return (dates.day(due), .dim) }
    let (text, urgency) = dates.due(due)
    return (text, Style(urgency))
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

extension [UInt8] {
  /// Sets the bytes before an offset to the digits of a number, which is not negative and must fit.
  package mutating func set(decimal number: Int, endingAt end: Int) {
    withUnsafeMutableBufferPointer { bytes in
      var place = end
      var rest = number
      repeat {
        place -= 1
        precondition(place >= 0, "there is room")
        bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
    }
  }
}
