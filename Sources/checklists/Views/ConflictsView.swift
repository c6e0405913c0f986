import ChecklistCore
import ChecklistScreen
import Terminal

/// Conflicts with their versions, one below the other.
struct ConflictsView {
  let found: [(list: Checklist, positions: [Int])]
  let dates: DateWords

  /// Writes the lists, their items in conflict, and below each its versions.
  func write(to output: inout DisplayBuffer, on display: Display) {
    for (index, (list, positions)) in found.enumerated() {
      if index > 0 { output.endLine() }
      output.append("\(ListHeading(list).title(on: display))\n")
      write(
        list.conflicts.compactMap { list.present($0.field) }, list.conflicts, indent: "  ",
        to: &output, on: display)
      var rows = ItemRows(
        on: display, dates: dates, largestNumber: (positions.max() ?? -1) + 1, indent: "  ",
        marksNotes: false)
      for position in positions {
        let item = list.items[position]
        rows.write(at: position, of: list, to: &output)
        output.endLine()
        write(
          item.conflicts.compactMap { item.present($0.field) }, item.conflicts, indent: "      ",
          to: &output, on: display)
      }
    }
  }

  /// Writes version 1, and the others.
  private func write(
    _ present: [Conflict], _ others: [Conflict], indent: DisplayText,
    to output: inout DisplayBuffer,
    on display: Display
  ) {
    if others.isEmpty { return }
    for (version, values) in [present, others].enumerated() {
      var fields: [Conflict] = []
      for value in values where version > 0 || !fields.contains(value) { fields.append(value) }
      for (index, conflict) in fields.enumerated() {
        let number: DisplayText = index == 0 ? "\(version + 1)" : " "
        let field = display.text(conflict.field.rawValue).padded(to: 4)
        let start: DisplayText = "\(indent)\(number)  \(field)  "
        let words = conflict.words(dates)
        output.append(start)
        output.append(
          display.isTerminal
            ? display.cut(words, to: display.width - start.width) : display.text(words))
        output.endLine()
      }
      if fields.isEmpty { output.append("\(indent)\(version + 1)  (none)\n") }
    }
  }
}
