package import ChecklistCore

/// An item in an editor, in the manner of a commit message: its text, a blank line, and its note.
package enum EditableItem {
  /// The text for an editor.
  ///
  /// - Parameter item: The item.
  /// - Returns: Its text and note; reading that gives the item without a change.
  package static func text(of item: ChecklistItem) -> String {
    var lines = LineEscaping.lines(of: item.text)
    if let note = item.note { lines += [""] + LineEscaping.lines(of: note, isPage: true) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads the text of an editor.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - base: The item that the text was made of.
  /// - Returns: What the person made of the item.
  /// - Throws: ``MarkdownError`` when there is no text of an item.
  package static func read(
    _ text: String, of base: ChecklistItem
  ) throws(MarkdownError) -> EditedItem {
    let lines = try EditorComments.lines(of: text)
    let head = lines.prefix { !$0.trimmed.isEmpty }
    let newText = LineEscaping.text(of: head.map(\.trimmed))
    let isUnchanged = newText.utf8.elementsEqual(base.text.utf8) && !head.isEmpty
    guard isUnchanged || !ContentRules.isBlank(newText) else {
      throw MarkdownError(
        line: lines.first?.number ?? 1, "the text of the item belongs here, and it is blank")
    }
    var tail = lines.dropFirst(head.count).drop { $0.trimmed.isEmpty }
    while let last = tail.last, last.trimmed.isEmpty { tail.removeLast() }
    let note = LineEscaping.text(of: tail.map { $0.text.droppingLastSpaces() })
    let isNoteUnchanged = base.note.map { $0.utf8.elementsEqual(note.utf8) } ?? false
    if let first = tail.first, !isNoteUnchanged, ContentRules.isBlank(note) {
      throw MarkdownError(
        line: first.number, "the note is blank; to take it away, remove its lines")
    }
    return EditedItem(
      base: base, edit: ItemEdit(text: newText, note: tail.isEmpty ? .remove : .set(note)))
  }
}
