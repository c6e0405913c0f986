import ChecklistCore
import ChecklistScreen
import Terminal

/// Items as rows of a view.
struct ItemRows {
  private let display: Display
  private var words: ItemWords
  private let numberWidth: Int
  /// Whether items that have a note are marked.
  private let marksNotes: Bool
  /// What stands before a line of a note, where it is no row of a terminal.
  private let noteStart: String
  /// What open, done and skipped rows begin with, up to the text, and the offset where a number
  /// ends.
  private let openStart: [UInt8]
  private let doneStart: [UInt8]
  private let skippedStart: [UInt8]
  private let digitsEnd: Int
  private let boxStart: Int
  /// What stands after the text of an item that has conflicts, a note, and attachments.
  private let conflictEnd: [UInt8]
  private let noteEnd: [UInt8]
  private let attachmentEnd: [UInt8]

  /// Takes what the items have in common.
  ///
  /// - Parameters:
  ///   - largestNumber: The largest of the numbers, which must fit.
  ///   - marksNotes: Whether items that have a note are marked.
  init(
    on display: Display, dates: DateWords, largestNumber: Int, indent: String = "",
    marksNotes: Bool = true
  ) {
    self.marksNotes = marksNotes
    self.display = display
    words = ItemWords(showsSymbols: display.showsSymbols, dates: dates)
    numberWidth = String(largestNumber).utf8.count
    noteStart = String(repeating: " ", count: indent.utf8.count + numberWidth + 5)
    let look = display.look(.number)
    let start = indent + look.start + String(repeating: " ", count: numberWidth)
    let starts = [ChecklistItem.State.open, .done, .skipped].map { state in
      Array("\(start)\(look.end) \(display.styled(display.box(state), as: state.style)) ".utf8)
    }
    (openStart, doneStart, skippedStart) = (starts[0], starts[1], starts[2])
    digitsEnd = start.utf8.count
    boxStart = digitsEnd + look.end.utf8.count + 1
    conflictEnd = Array("  \(display.conflictMark.text)".utf8)
    noteEnd = Array("  \(display.noteMark.text)".utf8)
    attachmentEnd = Array("  \(display.attachmentMark.text)".utf8)
  }

  /// Writes an item of a list on one line: its number in the list, box, text, and what else there
  /// is to know.
  ///
  /// - Parameter position: The position of the item, from 0.
  mutating func write(at position: Int, of list: Checklist, to output: inout [UInt8]) {
    let marks = list.marks(at: position)
    guard display.isVerbatim, !marks.isDue, marks.state != .skipped else {
      return write(list.items[position], number: position + 1, to: &output)
    }
    writeStart(marks, number: position + 1, to: &output)
    let start = output.count
    list.appendText(at: position, to: &output)
    output.joinLines(from: start)
    writeEnd(marks, to: &output)
  }

  /// Writes an item on one line: number, box, text, and what else there is to know.
  mutating func write(
    _ item: ChecklistItem, number: Int, remark: String = "", to output: inout [UInt8]
  ) {
    let marks = item.marks
    writeStart(marks, number: number, to: &output)
    if display.isVerbatim {
      let start = output.count
      item.appendText(to: &output)
      output.joinLines(from: start)
    } else {
      output.append(display.styled(display.text(item.text), as: ItemWords.textStyle(of: item)))
    }
    if !remark.isEmpty { output.append(remark) }
    if let mark = ItemWords.skipMark(of: item) {
      output.append("  \(InlineText(mark, on: display).text)")
    }
    if let due = words.due(item) {
      let style = due.look.style
      output.append("  ")
      output.append(display.styled(style == .overdue ? due.text : "due " + due.text, as: style))
    }
    writeEnd(marks, to: &output)
  }

  /// Writes what stands before the text.
  private func writeStart(_ marks: ItemMarks, number: Int, to output: inout [UInt8]) {
    let end = output.count + digitsEnd
    let boxStart = output.count + boxStart
    switch marks.state {
    case .open: output.append(contentsOf: openStart)
    case .done: output.append(contentsOf: doneStart)
    case .skipped: output.append(contentsOf: skippedStart)
    }
    if marks.level > 0 {
      output.insert(contentsOf: ItemWords.indent(ofLevel: marks.level).utf8, at: boxStart)
    }
    output.set(decimal: number, endingAt: end)
  }

  /// Writes what stands after everything else.
  private func writeEnd(_ marks: ItemMarks, to output: inout [UInt8]) {
    if marks.hasConflicts { output.append(contentsOf: conflictEnd) }
    if marksNotes, marks.hasNote { output.append(contentsOf: noteEnd) }
    if marks.hasAttachments { output.append(contentsOf: attachmentEnd) }
  }

  /// An item as a row of a terminal, with its date in the last column.
  mutating func columns(_ item: ChecklistItem, number: Int) -> TerminalRows.Row {
    let digits = String(number)
    var start = InlineText()
    start.pad(to: 2 + numberWidth - digits.utf8.count)
    start.append(digits, on: display, as: .number)
    start.append(" " + ItemWords.indent(ofLevel: item.level), on: display)
    start.append(display.box(item.state), on: display, as: item.state.style)
    return TerminalRows.Row(
      start: start, text: display.text(beginning(of: item.text)),
      style: ItemWords.textStyle(of: item),
      mark: display.marks(of: item, withNote: marksNotes),
      end: words.due(item).map { InlineText($0, on: display) } ?? InlineText())
  }

  /// Writes the lines of the note of an item, which stand below its text.
  func writeNote(_ item: ChecklistItem, to output: inout [UInt8]) {
    let noteStart = noteStart + ItemWords.indent(ofLevel: item.level)
    for line in item.noteLines {
      output.append("\(noteStart)\(display.styled(String(line), as: .dim))\n")
    }
  }

  /// The lines of the note of an item as rows of a terminal.
  func noteColumns(_ item: ChecklistItem) -> [TerminalRows.Row] {
    item.noteLines.map {
      TerminalRows.Row(start: InlineText(), text: display.text(String($0)), style: .dim)
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

extension ChecklistItem {
  /// The lines of its note; none without a note.
  var noteLines: [Substring] {
    note?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) ?? []
  }
}

extension Display {
  /// What stands before the text of an item.
  func box(_ state: ChecklistItem.State) -> String {
    ItemWords.box(state, showsSymbols: showsSymbols)
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
