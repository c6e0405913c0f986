package import Terminal

/// The keys of the view: the bar, the help and the manual are made of this table.
package enum KeyTable {
  /// The action of some keys.
  package struct Binding: Sendable {
    /// The keys.
    package let keys: [Key]
    package let action: ViewAction
    /// The description of the action, for the help.
    package let summary: String
    /// The action of the first key, in a word for the bar; nil for none.
    let word: String?

    fileprivate init(
      _ action: ViewAction, _ keys: [Key], _ summary: String, bar word: String? = nil
    ) {
      (self.action, self.keys, self.summary, self.word) = (action, keys, summary, word)
    }

    /// The keys as the help names them.
    package var names: String { keys.map(\.name).joined(separator: " ") }
  }

  /// All of them, in the order of the help.
  package static let bindings: [Binding] = [
    Binding(.check, [.character(" "), .character("x")], "check or uncheck the item", bar: "check"),
    Binding(.skip, [.character("S")], "skip the item this time, with a reason"),
    Binding(.add, [.character("a")], "add at the end; in the lists pane a list", bar: "add"),
    Binding(.addBelow, [.character("o")], "add below the cursor"),
    Binding(.addAbove, [.character("O")], "add above the cursor"),
    Binding(.edit, [.character("e")], "edit the text; in the lists pane the name", bar: "edit"),
    Binding(.open, [Key(.enter)], "edit the text; in the lists pane go to the items"),
    Binding(.due, [.character("t")], "the due date: tomorrow, fri 9:00, 24 Dec"),
    Binding(.repetition, [.character("r")], "the repetition: daily, 2w"),
    Binding(.note, [.character("n")], "the note"),
    Binding(.section, [.character("s")], "the section"),
    Binding(
      .delete, [.character("d"), Key(.delete)], "delete without confirmation: 'u' undoes it",
      bar: "delete"),
    Binding(.undo, [.character("u")], "undo the last change", bar: "undo"),
    Binding(.redo, [.character("U"), .control("r")], "redo"),
    Binding(.moveDown, [.character("J"), Key(.down, .alt)], "move the item or the list down"),
    Binding(.moveUp, [.character("K"), Key(.up, .alt)], "move the item or the list up"),
    Binding(
      .mark, [.character("v")], "mark the item: the next key is for all marked items"),
    Binding(.move, [.character("m")], "move to another list"),
    Binding(.filter, [.character("/")], "show only items with these words", bar: "search"),
    Binding(.hideDone, [.character("H")], "hide or show done items"),
    Binding(
      .reset, [.character("R")],
      "run the list, or uncheck all items to use it again"),
    Binding(.copy, [.character("C")], "copy the list, with all items unchecked"),
    Binding(.editor, [.character("E")], "the whole list in the editor ($VISUAL, $EDITOR)"),
    Binding(.details, [.character("i")], "all fields of the item"),
    Binding(.attachments, [.character("f")], "open the attachments"),
    Binding(.settle, [.character("c")], "resolve a conflict (marked with !)"),
    Binding(.down, [Key(.down), .character("j"), .control("n")], "down"),
    Binding(.up, [Key(.up), .character("k"), .control("p")], "up"),
    Binding(.pageDown, [Key(.pageDown), .control("f")], "a page down"),
    Binding(.pageUp, [Key(.pageUp), .control("b")], "a page up"),
    Binding(.first, [.character("g"), Key(.home)], "to the first item or list"),
    Binding(.last, [.character("G"), Key(.end)], "to the last item or list"),
    Binding(.otherPane, [Key(.tab), Key(.backTab)], "to the lists, or back"),
    Binding(.showLists, [Key(.left), .character("h")], "to the lists"),
    Binding(.showItems, [Key(.right), .character("l")], "to the items"),
    Binding(.escape, [Key(.escape)], "end the search, or remove the marks"),
    Binding(.help, [.character("?"), Key(.function(1))], "this help", bar: "help"),
    Binding(.quit, [.character("q")], "quit; everything is saved", bar: "quit"),
    Binding(.interrupt, [.control("c")], "cancel, else quit"),
    Binding(.suspend, [.control("z")], "suspend; 'fg' resumes"),
    Binding(.redraw, [.control("l")], "draw the screen again"),
  ]

  /// The keys of a line that is typed, and what they do.
  package static let lineKeys: [(keys: String, summary: String)] = [
    ("Enter", "save; after a new item, add another (empty: stop)"),
    ("Esc Ctrl-G Ctrl-C", "discard it"),
    ("Ctrl-J", "a line break; for a new item, another item"),
    ("Tab", "complete a section, a list or a date"),
    ("Ctrl-R", "the previous text, or the one that another program saved"),
    ("Ctrl-X", "remove the date, repetition, note or section"),
    ("← → Home End Ctrl-A Ctrl-E Ctrl-B Ctrl-F", "go"),
    ("Ctrl-← Ctrl-→ Alt-B Alt-F", "move by words"),
    ("Backspace Del Ctrl-D Ctrl-W Alt-D Ctrl-U Ctrl-K", "delete"),
    ("Ctrl-Y", "insert the text that was deleted last"),
  ]

  private static let actions: [Key: ViewAction] = Dictionary(
    bindings.flatMap { binding in binding.keys.map { ($0, binding.action) } },
    uniquingKeysWith: { first, _ in first })

  /// The action of a key; nil for none.
  static func action(of key: Key) -> ViewAction? { actions[key] }

  /// The lines of the help, each with its keys and what they do.
  static let helpLines: [(keys: String, summary: String)] =
    bindings.map { ($0.names, $0.summary) } + [("", ""), ("", "While you type a text")] + lineKeys

  /// The bar: keys with their words, the most important ones last, which are never left out.
  static func bar(of pane: ViewState.Pane) -> [(key: String, word: String)] {
    bindings.compactMap { binding in
      if pane == .lists, binding.action == .check || binding.action == .filter { return nil }
      return binding.word.map { (binding.keys[0].name, $0) }
    }
  }
}
