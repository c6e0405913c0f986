package import Terminal

/// The keys of the view: the bar, the help and the manual are made of this table.
package enum KeyTable {
  /// The action of some keys.
  package struct Binding: Sendable {
    package let action: ViewAction
    /// The keys, or two that are pressed one after the other, by their names.
    package let keys: [String]
    /// The description of the action, for the help.
    package let summary: String
    /// The action of the first key, in a word for the bar; nil for none.
    let word: String?

    fileprivate init(
      _ action: ViewAction, _ keys: String, _ summary: String, bar word: String? = nil
    ) {
      self.keys = keys.split(separator: " ").map(String.init)
      (self.action, self.summary, self.word) = (action, summary, word)
    }

    /// The keys as the help names them.
    package var names: String { keys.joined(separator: " ") }

    /// The keys, each with the one before it, if there is one.
    package var strokes: [[Key]] { keys.map(KeyTable.stroke) }
  }

  /// The keys of a name: one, or two characters that are pressed one after the other.
  private static func stroke(_ name: String) -> [Key] {
    Key(named: name).map { [$0] } ?? name.unicodeScalars.map { .character($0) }
  }

  /// Keys that belong together.
  package struct Group: Sendable {
    package let title: String
    package let bindings: [Binding]
  }

  /// All of them, in the order of the help.
  package static let groups: [Group] = [
    Group(
      title: "Items",
      bindings: [
        Binding(.check, "Space x", "check or uncheck the item", bar: "check"),
        Binding(.skip, "S", "skip the item this time, with a reason"),
        Binding(.add, "a", "add at the end; in the lists pane a list", bar: "add"),
        Binding(.addBelow, "o", "add below the cursor"),
        Binding(.addAbove, "O", "add above the cursor"),
        Binding(.edit, "e A F2", "edit the text; in the lists pane the name", bar: "edit"),
        Binding(.open, "Enter", "edit the text; in the lists pane go to the items"),
        Binding(.note, "n", "the note"),
        Binding(.editInEditor, "N", "the text and the note in the editor ($VISUAL, $EDITOR)"),
        Binding(.due, "t", "the due date: tomorrow, fri 9:00, 24 Dec"),
        Binding(.later, "+", "due a day later"),
        Binding(.earlier, "-", "due a day earlier"),
        Binding(.repetition, "r", "the repetition: daily, 2w"),
        Binding(.section, "s", "the section"),
        Binding(.delete, "d Del", "delete without confirmation: 'u' undoes it", bar: "delete"),
        Binding(.copyItems, "y", "copy, for 'p'"),
        Binding(.putBelow, "p", "put what was copied below the cursor"),
        Binding(.putAbove, "P", "put it above the cursor"),
        Binding(.moveDown, "J Alt-↓", "move the item or the list down"),
        Binding(.moveUp, "K Alt-↑", "move the item or the list up"),
        Binding(.move, "m", "move to another list"),
        Binding(.details, "i", "all fields of the item"),
        Binding(.attachments, "f", "open the attachments"),
        Binding(.settle, "c", "resolve a conflict (marked with !)"),
      ]),
    Group(
      title: "Several items",
      bindings: [
        Binding(.mark, "v V Ctrl-Space", "mark from here to the cursor; 'v' again ends the range"),
        Binding(.markDown, "Shift-↓", "mark, and go down"),
        Binding(.markUp, "Shift-↑", "mark, and go up"),
        Binding(.escape, "Esc Ctrl-G", "remove the marks, or end the search"),
      ]),
    Group(
      title: "Undo and search",
      bindings: [
        Binding(.undo, "u Ctrl-_", "undo the last change", bar: "undo"),
        Binding(.redo, "U Ctrl-R", "redo"),
        Binding(
          .filter, "/ Ctrl-S", "show only items with these words; in the lists pane go to a list",
          bar: "search"),
        Binding(.searchAll, "g/", "search all lists"),
      ]),
    Group(
      title: "Lists",
      bindings: [
        Binding(.reset, "R", "run the list, or uncheck all items to use it again"),
        Binding(.hide, "H", "hide or show done items; in the lists pane the list"),
        Binding(.showHiddenLists, ".", "show or leave out hidden lists"),
        Binding(.copy, "C", "copy the list, with all items unchecked"),
        Binding(.template, "T", "a new list from a template"),
        Binding(.importFile, "I", "import a file"),
        Binding(.editor, "E", "the whole list in the editor"),
        Binding(.fold, "za zc zo", "fold or unfold the section"),
        Binding(.foldAll, "zM", "fold all sections"),
        Binding(.unfoldAll, "zR", "unfold all sections"),
      ]),
    Group(
      title: "Go",
      bindings: [
        Binding(.down, "↓ j Ctrl-N", "down"),
        Binding(.up, "↑ k Ctrl-P", "up"),
        Binding(.halfPageDown, "Ctrl-D", "half a page down"),
        Binding(.halfPageUp, "Ctrl-U", "half a page up"),
        Binding(.pageDown, "PgDn Ctrl-F Ctrl-V", "a page down"),
        Binding(.pageUp, "PgUp Ctrl-B Alt-v", "a page up"),
        Binding(.nextSection, "} Alt-}", "to the next section"),
        Binding(.previousSection, "{ Alt-{", "to the section before"),
        Binding(.first, "gg Home Alt-<", "to the first item or list"),
        Binding(.last, "G End Alt->", "to the last item or list"),
        Binding(.otherPane, "Tab Shift-Tab", "to the lists, or back"),
        Binding(.showLists, "← h", "to the lists"),
        Binding(.showItems, "→ l", "to the items; from Today to the list of the item"),
        Binding(.today, "gt", "to Today"),
        Binding(.command, ":", "to an item by its number; :w :q as in vim"),
      ]),
    Group(
      title: "Program",
      bindings: [
        Binding(.help, "? F1", "this help", bar: "help"),
        Binding(.quit, "q ZZ ZQ", "quit; everything is saved", bar: "quit"),
        Binding(.interrupt, "Ctrl-C", "cancel, else quit"),
        Binding(.suspend, "Ctrl-Z", "suspend; 'fg' resumes"),
        Binding(.redraw, "Ctrl-L", "draw the screen again"),
      ]),
  ]

  /// All bindings.
  package static let bindings = groups.flatMap(\.bindings)

  /// The keys of a line that is typed, and what they do.
  package static let lineKeys: [(keys: String, summary: String)] = [
    ("Enter", "save; after a new item, add another (empty: stop)"),
    ("Esc Ctrl-G Ctrl-C", "discard it"),
    ("Ctrl-J Alt-Enter", "a line break; for a new item, another item"),
    ("Tab", "complete a section, a list or a date"),
    ("Ctrl-R", "the previous text, or the one that another program saved"),
    ("Ctrl-X", "remove the date, repetition, note or section"),
    ("← → ↑ ↓ Home End Ctrl-A Ctrl-E Ctrl-B Ctrl-F", "go"),
    ("Ctrl-← Ctrl-→ Alt-B Alt-F", "move by words"),
    ("Backspace Del Ctrl-D Ctrl-W Alt-D Ctrl-U Ctrl-K", "delete"),
    ("Ctrl-Y", "insert the text that was deleted last"),
  ]

  private static let actions: [[Key]: ViewAction] = Dictionary(
    bindings.flatMap { binding in binding.strokes.map { ($0, binding.action) } },
    uniquingKeysWith: { first, _ in first })

  /// The action of keys that are pressed one after the other; nil for none.
  static func action(of keys: Key...) -> ViewAction? { actions[keys] }

  /// The second keys that may follow one, with what they do; none for a key that stands alone.
  static func continuations(of first: Key) -> [(key: String, summary: String)] {
    bindings.flatMap { binding in
      binding.strokes.filter { $0.count == 2 && $0[0] == first }.prefix(1)
        .map { ($0[1].name, binding.summary) }
    }
  }

  /// The bar: keys with their words.
  ///
  /// - Parameter hasItem: Whether there is an item under the cursor.
  static func bar(of pane: ViewState.Pane, hasItem: Bool) -> [(key: String, word: String)] {
    bindings.compactMap { binding in
      switch binding.action {
      case .check where pane == .lists || !hasItem: return nil
      case .edit, .delete: if pane == .items, !hasItem { return nil }
      default: break
      }
      return binding.word.map { (binding.keys[0], $0) }
    }
  }
}
