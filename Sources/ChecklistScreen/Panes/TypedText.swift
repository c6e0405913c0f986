import Terminal

/// A text that is typed over as many lines as it has, and where the caret is.
struct TypedText {
  /// The lines, each with its marks made visible.
  private(set) var lines: [String] = []
  /// The line of the caret, and the columns before it.
  private(set) var caret = (line: 0, column: 0)
  /// The characters around the caret, as they are shown, and where lines begin among them.
  private let texts: [String]
  private let starts: [Int]
  /// The index of the caret among those characters, and its line among all.
  private let caretIndex: Int
  private var caretLine = 0

  /// - Parameters:
  ///   - width: The columns, of which the last one is the caret's.
  ///   - rows: The most lines; those around the caret are given.
  init(_ editor: LineEditor, width: Int, rows: Int, showsSymbols: Bool) {
    let (room, rows) = (max(width - 1, 1), max(rows, 1))
    // As much of the text as can be seen around the caret, since it may be as long as its file.
    let most = room * (rows + 1)
    let before = editor.before.suffix(most)
    caretIndex = before.count
    let characters = Array(before + editor.after.prefix(most))
    texts = characters.map { TerminalText.escaped(String($0), symbols: showsSymbols) }
    starts = Self.lineStarts(characters, texts, room)
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : texts.count
      let line = texts[start..<end]
      lines.append(line.dropLast(line.isEmpty || !characters[end - 1].isNewline ? 0 : 1).joined())
      guard start <= caretIndex else { continue }
      caret = (index, TerminalText.width(texts[start..<min(caretIndex, end)].joined()))
    }
    caretLine = caret.line
    let first = max(0, min(caret.line - rows + 1, lines.count - rows))
    lines = Array(lines.dropFirst(first).prefix(rows))
    caret = (caret.line - first, min(caret.column, room))
  }

  /// How many characters the caret goes on to be some lines below, or above; in the first line to
  /// its beginning, in the last one to its end.
  func steps(byLines lines: Int) -> Int {
    let line = caretLine + lines
    guard starts.indices.contains(line) else { return (lines < 0 ? 0 : texts.count) - caretIndex }
    let end = line + 1 < starts.count ? starts[line + 1] - 1 : texts.count
    var (place, column) = (starts[line], 0)
    while place < end, column < caret.column {
      column += TerminalText.width(texts[place])
      place += 1
    }
    return place - caretIndex
  }

  /// The indices of the characters with which lines begin: after line breaks, and after the last
  /// space before the edge.
  private static func lineStarts(
    _ characters: [Character], _ texts: [String], _ room: Int
  ) -> [Int] {
    var starts = [0]
    var (used, wordStart) = (0, 0)
    for index in characters.indices {
      if characters[index].isNewline {
        starts.append(index + 1)
        (used, wordStart) = (0, index + 1)
        continue
      }
      let width = TerminalText.width(texts[index])
      let isSpace = characters[index] == " "
      // A space may stand beyond the edge.
      if used + width > room, used > 0, !isSpace {
        let start = wordStart > starts[starts.count - 1] ? wordStart : index
        starts.append(start)
        used = texts[start..<index].reduce(0) { $0 + TerminalText.width($1) }
      }
      used += width
      if isSpace { wordStart = index + 1 }
    }
    return starts
  }
}
