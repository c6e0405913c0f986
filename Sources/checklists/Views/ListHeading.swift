import ChecklistCore
import ChecklistScreen
import Terminal

/// A list's name with its progress.
struct ListHeading {
  private let list: Checklist

  init(_ list: Checklist) {
    self.list = list
  }

  /// As a part of a line: `Groceries (2/5)`.
  func line(on display: Display) -> DisplayText {
    let name = display.styled(display.text(list.title), as: .heading)
    let progress = ProgressBar(list)
    return "\(name) (\(display.text(progress.count + progress.skips)))"
  }

  /// As the line above the items: on a terminal with a bar, if it can be shown, and cut to a line.
  func title(on display: Display) -> DisplayText {
    guard display.isTerminal else { return line(on: display) }
    let progress = ProgressBar(list)
    let counts = display.text(progress.count + progress.skips)
    let barWidth = ProgressBar.width(on: display)
    let room = display.width - barWidth - counts.width - 3
    let name = display.styled(display.cut(list.title, to: max(room, 8)), as: .heading)
    let count = display.styled(counts, as: progress.style)
    return barWidth == 0 ? "\(name) (\(count))" : "\(name)  \(progress.bar(on: display)) \(count)"
  }
}
