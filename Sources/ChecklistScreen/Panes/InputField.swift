import Terminal

/// The part of what is typed that is shown in a field, and where the caret is.
struct InputField {
  /// The text.
  let text: String
  /// The column of the caret in it.
  let caret: Int

  /// - Parameter width: The columns of the field, of which the last one is the caret's.
  init(_ editor: LineEditor, width: Int, showsSymbols: Bool) {
    let room = max(width - 1, 0)
    func shown(_ character: Character) -> String {
      TerminalText.escaped(String(character), symbols: showsSymbols)
    }
    /// The characters that fit, and their columns.
    func fitting(_ characters: some Sequence<Character>, _ room: Int) -> ([String], Int) {
      var (texts, used) = ([String](), 0)
      for character in characters {
        let text = shown(character)
        let width = TerminalText.width(text)
        guard used + width <= room else { break }
        texts.append(text)
        used += width
      }
      return (texts, used)
    }
    var (start, used) = fitting(editor.before.reversed(), room)
    if start.count < editor.before.prefix(start.count + 1).count, !editor.after.isEmpty {
      // The caret is not at the edge where the text goes on after it.
      (start, used) = fitting(editor.before.reversed(), room * 2 / 3)
    }
    // What is cut off at the left says so.
    if start.count > 1, start.count < editor.before.prefix(start.count + 1).count {
      let width = TerminalText.width(start[start.count - 1])
      start[start.count - 1] = TerminalText.padded(showsSymbols ? "…" : "<", to: width)
    }
    let (end, _) = fitting(editor.after, room - used)
    text = (start.reversed() + end).joined()
    caret = used
  }
}
