import ChecklistCore
import Terminal

/// The headings between the items of a list that has sections.
struct SectionHeadings {
  private let list: Checklist
  private let display: Display
  /// The runs from the one that has the last item.
  private var runs: ArraySlice<Checklist.SectionRun>
  private var isAtStart = true

  /// The headings of a list that has sections.
  init(of list: Checklist, on display: Display) {
    self.list = list
    self.display = display
    runs = list.sectionRuns[...]
  }

  /// What stands above an item: its section, if it begins there, and a blank line after another
  /// one.
  ///
  /// - Parameter position: The position of the item, after those that were asked for before.
  mutating func lines(above position: Int) -> DisplayText {
    let former = runs.startIndex
    while let run = runs.first, run.positions.upperBound <= position { runs.removeFirst() }
    guard let run = runs.first, isAtStart || runs.startIndex != former else { return "" }
    let blank: DisplayText = isAtStart ? "" : "\n"
    isAtStart = false
    guard let name = run.name else { return blank }
    let progress = ProgressBar(
      done: run.positions.count { list.items[$0].isChecked },
      skipped: run.positions.count { list.items[$0].state == .skipped },
      total: run.positions.count)
    let counts = display.text(progress.count + progress.skips)
    let text =
      display.isTerminal
      ? display.cut(name, to: max(display.width - counts.width - 5, 8))
      : display.text(name)
    return "\(blank)  \(display.styled(text, as: .heading)) (\(counts))\n"
  }
}
