package import ChecklistCore

/// An item in an editor, in the manner of a commit message: its text, a blank line, and its note.
package enum EditableItem {
  /// The text for an editor.
  ///
  /// - Returns: Its text and note; reading that gives the item without a change.
  package static func text(of item: ChecklistItem) -> String {
    var page: [UInt8] = []
    MarkdownText.append(Array(item.text.utf8)[...], in: .pageHead, to: &page)
    page.append(UInt8(ascii: "\n"))
    if let note = item.note, !note.isEmpty {
      page.append(UInt8(ascii: "\n"))
      MarkdownText.append(Array(note.utf8)[...], in: .page, to: &page)
      page.append(UInt8(ascii: "\n"))
    }
    return String(decoding: page, as: UTF8.self)
  }

  /// Reads the text of an editor.
  ///
  /// - Parameter base: The item that the text was made of.
  /// - Throws: ``MarkdownError`` when there is no text of an item.
  package static func read(
    _ text: String, of base: ChecklistItem
  ) throws(MarkdownError) -> EditedItem {
    let lines = try EditorPage(text).lines
    let head = lines.prefix { !$0.trimmed.isEmpty }
    let newText = Self.text(of: head.map(\.trimmed))
    guard newText.hasSameCodeUnits(as: base.text) || !ContentRules.isBlank(newText) else {
      throw MarkdownError(
        line: lines.first?.number ?? 1, "the text of the item must be here, but it is blank")
    }
    var tail = lines.dropFirst(head.count).drop { $0.trimmed.isEmpty }
    while let last = tail.last, last.trimmed.isEmpty { tail.removeLast() }
    // A note without any text, as another program may write it, has no lines.
    if tail.isEmpty, base.note?.isEmpty == true {
      return EditedItem(base: base, edit: ItemEdit(text: newText))
    }
    let note = Self.text(of: tail.map { $0.bytes.droppingLastSpaces() })
    if let first = tail.first, !base.note.hasSameCodeUnits(as: note), ContentRules.isBlank(note) {
      throw MarkdownError(
        line: first.number, "the note is blank; to remove it, delete its lines")
    }
    return EditedItem(
      base: base, edit: ItemEdit(text: newText, note: tail.isEmpty ? .remove : .set(note)))
  }

  private static func text(of lines: [ArraySlice<UInt8>]) -> String {
    MarkdownText.text(of: ArraySlice(lines.joined(separator: "\n".utf8)))
  }
}
