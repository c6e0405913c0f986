/// An item in an editor, in the manner of a commit message: its text, a blank line, and its note.
public struct ItemPage: Sendable {
  /// The item that was edited, as it was then.
  let base: ChecklistItem
  /// What its text is to be.
  let text: String
  /// What its note is to be.
  let note: String?

  /// The text for an editor.
  ///
  /// - Parameter item: the item.
  /// - Returns: its text and note; reading that gives the item without a change.
  public static func text(of item: ChecklistItem) -> String {
    var lines = EditableText.lines(of: item.text)
    if let note = item.note { lines += [""] + EditableText.lines(of: note, isPage: true) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads the text of an editor.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - base: the item that the text was made of.
  /// - Throws: ``EditableTextError`` when there is no text of an item.
  public init(_ text: String, of base: ChecklistItem) throws(EditableTextError) {
    self.base = base
    let lines = try EditedPage.lines(of: text)
    let head = lines.prefix { !$0.trimmed.isEmpty }
    self.text = EditableText.text(of: head.map(\.trimmed))
    let isUnchanged = self.text.utf8.elementsEqual(base.text.utf8) && !head.isEmpty
    guard isUnchanged || !EditableText.isBlank(self.text) else {
      throw EditableTextError(
        line: lines.first?.number ?? 1, "here belongs the text of the item, and it is blank")
    }
    var tail = lines.dropFirst(head.count).drop { $0.trimmed.isEmpty }
    while let last = tail.last, last.trimmed.isEmpty { tail.removeLast() }
    note = tail.isEmpty ? nil : EditableText.text(of: tail.map { $0.text.droppingLastSpaces() })
  }

  /// Makes the item what it was edited to.
  ///
  /// - Parameter item: the item as it is now.
  /// - Returns: whether that changed anything.
  /// - Throws: ``EditConflict`` when others have changed it since it was taken for the edit. The item is as it
  ///   was then.
  public func apply(to item: inout ChecklistItem) throws(EditConflict) -> Bool {
    if describes(base) || describes(item) { return false }
    guard item.says(theSameAs: base) else { throw EditConflict(.changed, of: base) }
    item = applied(to: item)
    return true
  }

  /// Whether it shows an item as it is.
  private func describes(_ item: ChecklistItem) -> Bool {
    applied(to: item).says(theSameAs: item)
  }

  private func applied(to item: ChecklistItem) -> ChecklistItem {
    var edited = item
    edited.text = text
    edited.note = note
    return edited
  }
}
