import ChecklistCore
import ChecklistScreen
import Terminal

/// All lists with their progress; the one that commands mean is marked.
struct ListsView {
  let lists: [Checklist]
  /// The position of the marked one.
  let selected: Int?

  /// A line for each list.
  func text(on display: Display) -> DisplayText {
    let progress = lists.map { ProgressBar($0) }
    let countWidth = progress.map(\.count.utf8.count).max() ?? 0
    let skipsWidth = display.isTerminal ? progress.map(\.skips.utf8.count).max() ?? 0 : 0
    let barWidth = ProgressBar.width(on: display)
    let icons = lists.map { icon(of: $0, on: display) }
    let iconWidth = icons.map(\.width).max() ?? 0
    let room =
      display.width - barWidth - countWidth - skipsWidth - 5 - (iconWidth > 0 ? iconWidth + 2 : 0)
    let names = lists.map { list in
      display.isTerminal ? display.cut(list.title, to: max(room, 8)) : display.text(list.title)
    }
    let nameWidth = names.map(\.width).max() ?? 0
    return lists.indices.map { position in
      let isSelected = position == selected
      let name = names[position].padded(to: nameWidth)
      var text: DisplayText = isSelected ? "* \(display.styled(name, as: .heading))" : "  \(name)"
      if barWidth > 0 {
        text += "  " + progress[position].bar(on: display) + " "
      } else {
        text += "  "
      }
      let count = display.text(progress[position].count)
        .padded(to: countWidth, alignment: .right)
      let skips = display.text(progress[position].skips)
      text += display.styled(count + skips, as: progress[position].style)
      if !icons[position].isEmpty {
        text += .spaces(max(0, skipsWidth - skips.width) + 2)
        text += display.styled(icons[position], as: .dim)
      }
      if !lists[position].conflicts.isEmpty {
        let others = lists[position].conflicts.map { "or \($0.field.rawValue) \($0.text)" }
        text += "  \(display.conflictMark.text)  " + display.text(others.joined(separator: ", "))
      }
      if lists[position].isHidden { text += "  " + display.styled("(hidden)", as: .dim) }
      return display.wrapped(text, hangingIndent: 2) + "\n"
    }.joined()
  }

  /// The name of a list's icon; nothing if it has none, or where there is no room for it.
  private func icon(of list: Checklist, on display: Display) -> DisplayText {
    if list.icon == Checklist.noIcon { return "" }
    guard display.isTerminal else { return display.text(list.icon) }
    return display.width < 60 ? "" : display.cut(list.icon, to: 16)
  }
}
