import ChecklistCore

/// The dates of a task.
struct MarkdownDates {
  private(set) var due: MarkdownDate?
  private(set) var created: MarkdownDate?
  private(set) var completed: MarkdownDate?

  /// Takes the dates out of the source of a task's text; of several of a kind, the last counts.
  init(takingFrom source: inout [UInt8]) {
    // Most texts have none.
    guard
      source.contains(where: { $0 == 0xF0 || $0 == 0xE2 || $0 == UInt8(ascii: ":") })
    else { return }
    var rest: [UInt8] = []
    var codeSpans = MarkdownCodeSpans(source[...])
    var (index, copied) = (0, 0)
    while index < source.count {
      if source[index] == UInt8(ascii: "`") {
        index = codeSpans.end(at: index).index
        continue
      }
      if source[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      guard let date = MarkdownDate(source[...], at: index) else {
        index += 1
        continue
      }
      switch date.field {
      case .due: due = date
      case .created: created = date
      case .completed: completed = date
      }
      rest += source[copied..<index]
      while let last = rest.last, last.isSpace { rest.removeLast() }
      index = date.end
      while rest.isEmpty, index < source.count, source[index].isSpace { index += 1 }
      copied = index
    }
    guard copied > 0 else { return }
    rest += source[copied...]
    source = rest
  }
}
