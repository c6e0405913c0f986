import ChecklistCore
import Terminal

/// What differs between two documents, a line an item, under the names of their lists.
struct ComparisonView {
  let comparison: DocumentComparison
  /// What people call the two documents.
  let from: String
  let to: String
  let dates: DateWords
  /// Whether all that a person reads as an item is compared.
  let isWhole: Bool

  /// Writes the lines.
  func write(to output: inout DisplayBuffer, on display: Display) {
    guard !comparison.lists.isEmpty else {
      return output.append(isWhole ? "Nothing differs.\n" : "No item differs.\n")
    }
    output.append(display.styled("--- \(display.text(from))", as: .dim) + "\n")
    output.append(display.styled("+++ \(display.text(to))", as: .dim) + "\n")
    let numbers = comparison.lists.flatMap(\.items).map(\.shownNumber)
    let width = String(numbers.max() ?? 0).utf8.count
    for list in comparison.lists {
      output.append(display.wrapped(heading(of: list, on: display), hangingIndent: 2) + "\n")
      for item in list.items {
        let row = ComparisonRow(item: item, numberWidth: width, dates: dates)
        row.write(to: &output, on: display)
      }
    }
  }

  /// The name of a list, with what differs of the list itself.
  private func heading(of list: DocumentComparison.List, on display: Display) -> DisplayText {
    let (before, after) = (list.before, list.after)
    guard let before, let after else {
      let title = display.styled(display.text((before ?? after)?.list.title ?? ""), as: .heading)
      return title + display.styled(before == nil ? "  new list" : "  deleted list", as: .dim)
    }
    var words = list.fields.compactMap { field -> String? in
      switch field {
      case .icon: "icon \(after.list.icon) (was \(before.list.icon))"
      case .hidden: after.list.isHidden ? "hidden" : "shown again"
      case .conflicts: after.list.conflicts.isEmpty ? "resolved" : "in conflict"
      case .name: nil
      }
    }
    if list.isMoved { words.append("moved from place \(before.number) to \(after.number)") }
    let title = display.difference(from: before.list.title, to: after.list.title, as: .heading)
    guard !words.isEmpty else { return title }
    return title + display.styled("  " + display.text(words.joined(separator: ", ")), as: .dim)
  }
}

extension DocumentComparison.Item {
  /// The number that people are shown: the one before, for what is gone.
  var shownNumber: Int { (after ?? before)?.number ?? 0 }
}

extension Display {
  /// A text with marks around the words that it has lost and got; on a terminal, colours too.
  ///
  /// - Returns: The text: `Buy [-oat-]{+rice+} milk`.
  func difference(
    from before: String, to after: String, as style: Style?
  ) -> DisplayText {
    if before.utf8.elementsEqual(after.utf8) { return styled(text(after), as: style) }
    let (old, new) = (before.words, after.words)
    let difference = SequenceDifference(old, new) { $0.utf8.elementsEqual($1.utf8) }
    func piece(
      _ words: ArraySlice<Substring>, _ marks: (DisplayText, DisplayText), _ style: Style?
    ) -> DisplayText {
      words.isEmpty ? "" : styled(marks.0 + text(words.joined()) + marks.1, as: style)
    }
    return piece(new[..<difference.start], ("", ""), style)
      + piece(difference.removed, ("[-", "-]"), .overdue)
      + piece(difference.added, ("{+", "+}"), .done)
      + piece(new[difference.added.endIndex...], ("", ""), style)
  }
}

extension String {
  /// The words, and what stands between them.
  fileprivate var words: [Substring] {
    var words: [Substring] = []
    var rest = self[...]
    while let first = rest.first {
      let isWord = first.isLetter || first.isNumber
      let word = isWord ? rest.prefix { $0.isLetter || $0.isNumber } : rest.prefix(1)
      words.append(word)
      rest = rest[word.endIndex...]
    }
    return words
  }
}
