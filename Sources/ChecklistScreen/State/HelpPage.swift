import ChecklistCore
import Terminal

/// The help: the keys with what they do, of which some are looked for, and one is done.
struct HelpPage: Equatable, Sendable {
  /// A line of the help.
  struct Line {
    var keys: String
    var summary: String
    /// What Enter does; nil for a heading, and for the keys of a line.
    var action: ViewAction?
  }

  /// The words that are looked for.
  var filter = LineEditor()
  /// The index of the selected line.
  private(set) var selected = 0

  /// The lines that have the words.
  var lines: [Line] {
    let words = SearchText.words(of: filter.text)
    func matches(_ texts: String...) -> Bool {
      words.allSatisfy { word in texts.contains { word.isFound(in: $0) } }
    }
    let typing = "While you type a text"
    let groups =
      KeyTable.groups.map { group in
        (
          group.title,
          group.bindings.map { Line(keys: $0.names, summary: $0.summary, action: $0.action) }
        )
      } + [(typing, KeyTable.lineKeys.map { Line(keys: $0.keys, summary: $0.summary) })]
    return groups.flatMap { title, lines -> [Line] in
      let found = lines.filter { matches($0.keys, $0.summary, title) }
      return found.isEmpty ? [] : [Line(keys: "", summary: title)] + found
    }
  }

  /// The action of the selected line; nil for none.
  var action: ViewAction? {
    let lines = lines
    return selected < lines.count ? lines[selected].action : nil
  }

  /// Selects the line at an index, or the next one in a direction that can be done.
  mutating func select(_ index: Int, by step: Int) {
    let lines = lines
    var index = max(0, min(index, lines.count - 1))
    var step = step
    while lines.indices.contains(index), lines[index].action == nil {
      index += step
      guard !lines.indices.contains(index) else { continue }
      // At the end, back to the last one.
      if step < 0 || lines.allSatisfy({ $0.action == nil }) { break }
      (index, step) = (lines.count - 1, -1)
    }
    selected = lines.indices.contains(index) ? index : selected
  }

  /// Looks for something else.
  mutating func look(for editor: LineEditor) {
    filter = editor
    selected = 0
    select(0, by: 1)
  }
}
