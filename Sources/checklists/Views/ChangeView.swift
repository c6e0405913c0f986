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
    var largest: Int?
    for index in applied.indices where applied.tells(index) {
      largest = max(largest ?? 0, applied[index].shownNumber)
    }
    guard let largest else { return output.append("Nothing to change.\n") }
    var rows = ItemRows(on: display, dates: dates, largestNumber: largest)
    for index in applied.indices where applied.tells(index) {
      let change = applied[index]
      output.append("\(display.text(change.verb ?? "")) ")
      if let item = change.item {
        rows.write(item, number: change.shownNumber, to: &output)
      } else if let list = change.checklist {
        output.append(ListHeading(list).line(on: display))
      }
      output.append(UInt8(ascii: "\n"))
    }
  }
}

extension AppliedChange {
  /// The number that people are shown: the one before, for something deleted.
  fileprivate var shownNumber: Int { number ?? numberBefore ?? 0 }
}
