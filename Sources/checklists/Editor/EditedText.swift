import ChecklistCore
import ChecklistInterchange

/// A whole list, or an item of it, as a text that a person is to change in the editor.
struct EditedText {
  /// The changes that the text makes in the document as it is now.
  typealias Changes = (ChecklistDocument) throws(EditConflict) -> [DocumentChange]

  /// The text.
  let text: String
  /// The messages about it, at its end.
  private var comment: [String]
  /// Reads what it has become.
  let changes: (String) throws(MarkdownError) -> Changes

  /// The text, with what is said about it.
  var bytes: [UInt8] { Array((text + "\n" + EditorComments.comment(comment)).utf8) }

  /// The text of a list.
  ///
  /// - Parameter now: The time at which new items are made.
  init(_ list: Checklist, now: Date) {
    let isNested = list.items.indices.contains { list.items[$0].level > 0 }
    self.init(
      MarkdownTaskList.text(of: list),
      comment: [
        "Edit the items of \(list.displayName):",
        "change a text or a box, move a line, remove a line to delete its item.",
        "The number identifies the item of a line. A new item is '- [ ] Text'.",
        "'## Name' starts a section, '##' ends it. Indented lines continue a text.",
      ] + (isNested ? ["An indented line with a box is an item below another one."] : []) + [
        "Due dates and notes stay with their items.",
        "'checklists undo' reverts all of it.",
      ]
    ) { text throws(MarkdownError) in
      let edited = try MarkdownTaskList.read(text, of: list)
      return { document throws(EditConflict) in try edited.changes(in: document, now: now) }
    }
  }

  /// The text of an item, with its note.
  init(_ item: ChecklistItem) {
    self.init(
      EditableItem.text(of: item),
      comment: ["The text of the item, then a blank line and its note."]
    ) { text throws(MarkdownError) in
      let edited = try EditableItem.read(text, of: item)
      return { document throws(EditConflict) in try edited.changes(in: document) }
    }
  }

  /// The text of a list, or of an item of it.
  init(_ list: Checklist, item: Int?, now: Date) {
    if let item = list.items.first(where: { $0.id == item }) {
      self.init(item)
    } else {
      self.init(list, now: now)
    }
  }

  private init(
    _ text: String, comment: [String], changes: @escaping (String) throws(MarkdownError) -> Changes
  ) {
    self.text = text
    self.comment = comment + ["An empty file changes nothing, and is not kept."]
    if text.utf8.contains(UInt8(ascii: "\\")) {
      self.comment.append("A character after a backslash is part of the text.")
    }
    if text.utf8.contains(UInt8(ascii: "&")), text.holds("&#") {
      self.comment.append("'&#N;' is a character that cannot be shown, by its number.")
    }
    self.changes = changes
  }
}
