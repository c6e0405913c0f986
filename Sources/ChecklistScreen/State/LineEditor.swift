package import Terminal

/// A text that somebody types, with a caret: what the keys of Emacs do in a line.
package struct LineEditor: Equatable, Sendable {
  /// The text before the caret.
  package private(set) var before: String
  /// The text after the caret.
  package private(set) var after = ""
  /// The text that was cut off last, which Ctrl-Y inserts.
  private var killed = ""

  /// Whether the whole text is selected: what is typed then takes its place.
  package private(set) var isSelected: Bool

  /// - Parameter text: The text to begin with; the caret is at its end.
  package init(_ text: String = "", isSelected: Bool = false) {
    before = text
    self.isSelected = isSelected && !text.isEmpty
  }

  /// The whole text.
  package var text: String { before + after }

  /// Whether there is no text.
  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Inserts a text at the caret.
  package mutating func insert(_ text: String) {
    if isSelected { removeSelection() }
    before += text
  }

  private mutating func removeSelection() {
    (before, after, isSelected) = ("", "", false)
  }

  /// Does what a key says.
  ///
  /// - Returns: Whether the key is one of a line.
  package mutating func take(_ key: Key) -> Bool {
    if isSelected {
      switch (key.code, key.modifiers) {
      case (.backspace, []), (.backspace, .alt), (.backspace, .control), (.delete, []),
        (.character("h"), .control), (.character("d"), .control), (.character("d"), .alt),
        (.character("k"), .control), (.character("u"), .control), (.character("w"), .control):
        killed = text
        removeSelection()
        return true
      case (.character, []), (.character("y"), .control), (.character("j"), .control):
        removeSelection()
      default: break
      }
    }
    guard change(by: key) else { return false }
    isSelected = false
    return true
  }

  private mutating func change(by key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.left, []), (.character("b"), .control): moveBack { $0.popLast() }
    case (.right, []), (.character("f"), .control): moveOn { $0.isEmpty ? nil : $0.removeFirst() }
    case (.left, .control), (.left, .alt), (.character("b"), .alt): moveBackWord()
    case (.right, .control), (.right, .alt), (.character("f"), .alt): moveOnWord()
    case (.home, []), (.character("a"), .control): split(at: lineStart(before.endIndex))
    case (.end, []), (.character("e"), .control): split(at: lineEnd(before.endIndex))
    case (.backspace, []), (.character("h"), .control): _ = before.popLast()
    case (.delete, []), (.character("d"), .control):
      if !after.isEmpty { after.removeFirst() }
    case (.character("k"), .control):
      let end = lineEnd(before.endIndex)
      let rest = text[before.endIndex..<end]
      // At its end, the line break.
      cut(rest.isEmpty ? String(after.prefix(1)) : String(rest))
      after.removeFirst(min(rest.isEmpty ? 1 : rest.count, after.count))
    case (.character("u"), .control):
      let start = before[lineStart(before.endIndex)...]
      cut(start.isEmpty ? String(before.suffix(1)) : String(start))
      before.removeLast(min(start.isEmpty ? 1 : start.count, before.count))
    case (.character("w"), .control), (.backspace, .alt), (.backspace, .control):
      let end = before
      before = Self.withoutLastWord(before)
      killed = String(end.dropFirst(before.count))
    case (.character("d"), .alt):
      let rest = Self.withoutFirstWord(after)
      killed = String(after.dropLast(rest.count))
      after = rest
    case (.character("y"), .control): before += killed
    case (.character("j"), .control), (.enter, .alt): before += "\n"
    case (.character(let scalar), []):
      before.unicodeScalars.append(scalar)
    default: return false
    }
    return true
  }

  /// Keeps a text that is cut off; nothing leaves the one before.
  private mutating func cut(_ text: String) {
    if !text.isEmpty { killed = text }
  }

  // MARK: Lines

  /// Moves the caret to a place in the text.
  private mutating func split(at index: String.Index) {
    let text = text
    (before, after) = (String(text[..<index]), String(text[index...]))
  }

  /// Where the line of a place in the text begins.
  private func lineStart(_ place: String.Index) -> String.Index {
    let text = text
    return text[..<place].lastIndex(where: \.isNewline).map { text.index(after: $0) }
      ?? text.startIndex
  }

  /// Where the line of a place in the text ends.
  private func lineEnd(_ place: String.Index) -> String.Index {
    text[place...].firstIndex(where: \.isNewline) ?? text.endIndex
  }

  /// Moves the caret on by some characters; back for a negative number.
  package mutating func moveCaret(by steps: Int) {
    let (text, place) = (text, before.endIndex)
    let end = steps < 0 ? text.startIndex : text.endIndex
    split(at: text.index(place, offsetBy: steps, limitedBy: end) ?? end)
    isSelected = false
  }

  // MARK: Words

  private mutating func moveBack(_ take: (inout String) -> Character?) {
    if let character = take(&before) { after = String(character) + after }
  }

  private mutating func moveOn(_ take: (inout String) -> Character?) {
    if let character = take(&after) { before.append(character) }
  }

  private mutating func moveBackWord() {
    let rest = Self.withoutLastWord(before)
    after = String(before.dropFirst(rest.count)) + after
    before = rest
  }

  private mutating func moveOnWord() {
    let rest = Self.withoutFirstWord(after)
    before += after.dropLast(rest.count)
    after = rest
  }

  private static func withoutLastWord(_ text: String) -> String {
    var rest = text[...]
    while let last = rest.last, !last.isLetter, !last.isNumber { rest.removeLast() }
    while let last = rest.last, last.isLetter || last.isNumber { rest.removeLast() }
    return String(rest)
  }

  private static func withoutFirstWord(_ text: String) -> String {
    var rest = text[...]
    while let first = rest.first, !first.isLetter, !first.isNumber { rest.removeFirst() }
    while let first = rest.first, first.isLetter || first.isNumber { rest.removeFirst() }
    return String(rest)
  }
}
