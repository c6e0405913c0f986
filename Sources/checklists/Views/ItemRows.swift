import ChecklistCore
import ChecklistScreen
import Terminal

/// Items as rows of a view.
struct ItemRows {
  private let display: Display
  private var words: ItemWords
  private let dates: DateWords
  private let numberWidth: Int
  /// Whether items that have a note are marked.
  private let marksNotes: Bool
  /// What stands before a line of a note, where it is no row of a terminal.
  private let noteStart: DisplayText
  /// What open, done and skipped rows begin with, up to the text, and the offset where a number
  /// ends.
  private let openStart: DisplayBuffer
  private let doneStart: DisplayBuffer
  private let skippedStart: DisplayBuffer
  /// The boxes of rows of a terminal, of open, done and skipped items.
  private let boxes: (open: InlineText, done: InlineText, skipped: InlineText)
  private let digitsEnd: Int
  private let boxStart: Int
  /// What stands after the text of an item that has conflicts, a note, and attachments.
  private let conflictEnd: DisplayBuffer
  private let noteEnd: DisplayBuffer
  private let attachmentEnd: DisplayBuffer

  /// Takes what the items have in common.
  ///
  /// - Parameters:
  ///   - largestNumber: The largest of the numbers, which must fit.
  ///   - marksNotes: Whether items that have a note are marked.
  init(
    on display: Display, dates: DateWords, largestNumber: Int, indent: DisplayText = "",
    marksNotes: Bool = true
  ) {
    self.marksNotes = marksNotes
    (self.display, self.dates) = (display, dates)
    words = ItemWords(showsSymbols: display.showsSymbols, dates: dates)
    numberWidth = String(largestNumber).utf8.count
    noteStart = .spaces(indent.width + numberWidth + 5)
    let look = display.look(.number)
    let start = indent + look.start + .spaces(numberWidth)
    let boxes = [ChecklistItem.State.open, .done, .skipped].map {
      InlineText(display.box($0), on: display, as: $0.style)
    }
    self.boxes = (boxes[0], boxes[1], boxes[2])
    let starts = boxes.map { DisplayBuffer("\(start)\(look.end) \($0.text) ") }
    (openStart, doneStart, skippedStart) = (starts[0], starts[1], starts[2])
    digitsEnd = start.string.utf8.count
    boxStart = digitsEnd + look.end.string.utf8.count + 1
    conflictEnd = DisplayBuffer("  \(display.conflictMark.text)")
    noteEnd = DisplayBuffer("  \(display.noteMark.text)")
    attachmentEnd = DisplayBuffer("  \(display.attachmentMark.text)")
  }

  /// Writes an item of a list on one line: its number in the list, box, text, and what else there
  /// is to know.
  ///
  /// - Parameter position: The position of the item, from 0.
  mutating func write(at position: Int, of list: Checklist, to output: inout DisplayBuffer) {
    let marks = list.marks(at: position)
    guard display.isVerbatim, !marks.isDue, marks.state != .skipped else {
      return write(list.items[position], number: position + 1, to: &output)
    }
    writeStart(marks, number: position + 1, to: &output)
    output.appendText(on: display) { list.appendText(at: position, to: &$0) }
    writeEnd(marks, to: &output)
  }

  /// Writes an item on one line: number, box, text, and what else there is to know.
  ///
  /// - Parameters:
  ///   - remark: More about its text.
  ///   - formerDue: Its due date before a change; nil where that is the same.
  mutating func write(
    _ item: ChecklistItem, number: Int, remark: DisplayText = DisplayText(),
    formerDue: DueDate? = nil, to output: inout DisplayBuffer
  ) {
    let marks = item.marks
    writeStart(marks, number: number, to: &output)
    if display.isVerbatim {
      output.appendText(on: display) { item.appendText(to: &$0) }
    } else {
      output.append(display.styled(display.text(item.text), as: ItemWords.textStyle(of: item)))
    }
    if !remark.isEmpty { output.append(remark) }
    if let mark = ItemWords.skipMark(of: item) {
      output.append("  \(InlineText(mark, on: display).text)")
    }
    if let due = words.due(item, after: "due ", former: formerDue) {
      output.append("  \(InlineText(due, on: display).text)")
    }
    writeEnd(marks, to: &output)
  }

  /// Writes what stands before the text.
  private func writeStart(_ marks: ItemMarks, number: Int, to output: inout DisplayBuffer) {
    let end = output.count + digitsEnd
    let boxStart = output.count + boxStart
    switch marks.state {
    case .open: output.append(openStart)
    case .done: output.append(doneStart)
    case .skipped: output.append(skippedStart)
    }
    if marks.level > 0 {
      output.insert(display.indent(ofLevel: marks.level), at: boxStart)
    }
    output.set(decimal: number, endingAt: end)
  }

  /// Writes what stands after everything else.
  private func writeEnd(_ marks: ItemMarks, to output: inout DisplayBuffer) {
    if marks.hasConflicts { output.append(conflictEnd) }
    if marksNotes, marks.hasNote { output.append(noteEnd) }
    if marks.hasAttachments { output.append(attachmentEnd) }
  }

  /// An item as a row of a terminal, with its date in the last column.
  mutating func columns(_ item: ChecklistItem, number: Int) -> TerminalRows.Row {
    let digits: DisplayText = "\(number)"
    var start = InlineText()
    start.pad(to: 2 + numberWidth - digits.width)
    start.append(digits, on: display, as: .number)
    start.append(.spaces(1) + display.indent(ofLevel: item.level), on: display)
    switch item.state {
    case .open: start.append(boxes.open)
    case .done: start.append(boxes.done)
    case .skipped: start.append(boxes.skipped)
    }
    return TerminalRows.Row(
      start: start, text: display.text(beginning(of: item.text)),
      style: ItemWords.textStyle(of: item),
      mark: display.marks(of: item, withNote: marksNotes),
      end: words.due(item).map { InlineText($0, on: display) } ?? InlineText())
  }

  /// Writes the lines of the note of an item, which stand below its text.
  func writeNote(_ item: ChecklistItem, to output: inout DisplayBuffer) {
    let noteStart = noteStart + display.indent(ofLevel: item.level)
    for line in item.noteLines {
      output.append("\(noteStart)\(display.styled(display.text(String(line)), as: .dim))\n")
    }
  }

  /// The lines of the note of an item as rows of a terminal.
  func noteColumns(_ item: ChecklistItem) -> [TerminalRows.Row] {
    item.noteLines.map {
      TerminalRows.Row(start: InlineText(), text: display.text(String($0)), style: .dim)
    }
  }

  /// Writes what was done of an item before, below its text.
  func writeRecords(_ item: ChecklistItem, to output: inout DisplayBuffer) {
    let start = noteStart + display.indent(ofLevel: item.level)
    for line in recordLines(of: item) {
      output.append("\(start)\(display.styled(display.text(line), as: .dim))\n")
    }
  }

  /// What was done of an item before as rows of a terminal.
  func recordColumns(_ item: ChecklistItem) -> [TerminalRows.Row] {
    recordLines(of: item).map {
      TerminalRows.Row(start: InlineText(), text: display.text($0), style: .dim)
    }
  }

  /// What was done of an item before, the newest first: "[x] 22 Nov, done 23 Nov".
  private func recordLines(of item: ChecklistItem) -> [String] {
    item.records.reversed().map { record in
      let word = record.state == .done ? "done" : "skipped"
      let due = record.due.map { dates.day($0) }
      let done = record.completed.map { dates.day(.day(DueDate.Day(of: $0, in: dates.zone))) }
      let words = [due, done == due ? nil : done.map { "\(word) \($0)" }, record.reason]
      let box = ItemWords.box(record.state, showsSymbols: display.showsSymbols)
      return "\(box) \(words.compactMap(\.self).joined(separator: ", "))"
    }
  }

  /// As much of a text as a row can show, since many items may share a long one.
  private func beginning(of text: String) -> String {
    let most = Self.mostScalars * display.width
    return text.utf8.count > most ? String(text.unicodeScalars.prefix(most)) : text
  }

  /// More scalars than are drawn in a column, in all lines of a row together.
  private static let mostScalars = 64
}

extension ItemRecord {
  /// Why it was skipped; nil for no reason.
  fileprivate var reason: String? { skipReason.flatMap { $0.isEmpty ? nil : $0 } }
}

extension ChecklistItem {
  /// The lines of its note; none without a note.
  var noteLines: [Substring] {
    note?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) ?? []
  }
}

extension Display {
  /// What stands before the text of an item.
  func box(_ state: ChecklistItem.State) -> DisplayText {
    DisplayText(ItemWords.box(state, showsSymbols: showsSymbols))
  }

  /// What stands before the box of an item that is below others.
  func indent(ofLevel level: Int) -> DisplayText {
    text(ItemWords.indent(ofLevel: level))
  }

  /// What stands after the text of an item that has a note.
  var noteMark: InlineText { InlineText(ItemWords.noteMark(showsSymbols: showsSymbols), on: self) }

  /// What stands after the text of an item to which files are attached.
  var attachmentMark: InlineText {
    InlineText(ItemWords.attachmentMark(showsSymbols: showsSymbols), on: self)
  }

  /// What marks an item, or a list, with values that lost in a merge.
  var conflictMark: InlineText { InlineText(ItemWords.conflictMark, on: self) }

  /// What marks an item after its text.
  ///
  /// - Returns: The marks; empty for none.
  func marks(of item: ChecklistItem, withNote: Bool = true) -> InlineText {
    var marks = InlineText()
    func add(_ mark: InlineText) {
      if marks.width > 0 { marks.append(" ", on: self) }
      marks.append(mark)
    }
    if let mark = ItemWords.skipMark(of: item) { add(InlineText(mark, on: self)) }
    if item.hasConflicts { add(conflictMark) }
    if withNote, item.hasNote { add(noteMark) }
    if item.hasAttachments { add(attachmentMark) }
    return marks
  }
}
