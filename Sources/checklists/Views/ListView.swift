import ChecklistCore
import ChecklistScreen
import Terminal

/// A list as a view: its name with its progress, and a row for each item.
struct ListView {
  let list: Checklist
  /// The positions of the items that are shown, in their order.
  let positions: [Int]
  /// Whether the note of an item follows it.
  var showsNotes = false
  /// Whether what was done of an item before follows it.
  var showsRecords = false
  /// Whether sections have their headings: the positions ascend.
  var showsSections = true
  let dates: DateWords
  /// The name of the document, where that is not the one of the home or of an option.
  var document: String?

  /// Writes the lines.
  ///
  /// On a terminal they are laid out for its width; elsewhere each item has one line, however long.
  ///
  /// - Parameter rowIsWhole: Is called after each row; it may take the output so far.
  func write(
    to output: inout DisplayBuffer, on display: Display,
    rowIsWhole: (inout DisplayBuffer) -> Void = { _ in }
  ) {
    let place: DisplayText = document.map { " in \(display.text($0))" } ?? ""
    output.append("\(ListHeading(list).title(on: display))\(display.styled(place, as: .dim))\n")
    var rows = ItemRows(
      on: display, dates: dates, largestNumber: (positions.max() ?? -1) + 1, indent: "  ",
      marksNotes: !showsNotes)
    var headings = showsSections && list.hasSections ? SectionHeadings(of: list, on: display) : nil
    if display.isTerminal {
      var columns: [TerminalRows.Row] = []
      var lines: [Int: DisplayText] = [:]
      for position in positions {
        lines[columns.count] = headings?.lines(above: position)
        columns.append(rows.columns(list.items[position], number: position + 1))
        if showsNotes { columns += rows.noteColumns(list.items[position]) }
        if showsRecords { columns += rows.recordColumns(list.items[position]) }
      }
      let layout = TerminalRows(
        columns, on: display, mostLines: showsNotes || showsRecords ? nil : 3)
      for index in columns.indices {
        output.append((lines[index] ?? "") + layout.text(ofRow: index))
      }
    } else {
      for position in positions {
        if let lines = headings?.lines(above: position) { output.append(lines) }
        rows.write(at: position, of: list, to: &output)
        output.endLine()
        if showsNotes { rows.writeNote(list.items[position], to: &output) }
        if showsRecords { rows.writeRecords(list.items[position], to: &output) }
        rowIsWhole(&output)
      }
    }
  }
}
