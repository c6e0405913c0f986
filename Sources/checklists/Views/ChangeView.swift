import ChecklistCore
import Terminal

/// What a change did, a line for each item or list that it did something to.
struct ChangeView {
  let applied: [AppliedChange]
  let dates: DateWords

  /// Writes the lines.
  ///
  /// - Parameters:
  ///   - output: Gets the lines.
  ///   - display: What the stream can show.
  func write(to output: inout [UInt8], on display: Display) {
    var count = 0
    var largest = 0
    for index in applied.indices where applied[index].kind != .unchanged {
      count += 1
      largest = max(largest, applied[index].shownNumber)
    }
    if count == 0 { output.append("Nothing to change.\n") }
    // A list that was made for the added items is left out.
    let isAboutLists = applied.isAboutLists
    var rows = ItemRows(on: display, dates: dates, largestNumber: largest)
    for change in applied {
      guard let verb = change.verb else { continue }
      if let item = change.item {
        output.append("\(display.text(verb)) ")
        rows.write(item, number: change.shownNumber, to: &output)
      } else if isAboutLists, let list = change.checklist {
        output.append("\(verb) \(ListHeading(list).line(on: display))")
      } else {
        continue
      }
      output.append(UInt8(ascii: "\n"))
    }
  }
}

extension AppliedChange {
  /// The number that people are shown: the one before, for something deleted.
  fileprivate var shownNumber: Int { number ?? numberBefore ?? 0 }
}
