/// The action of a key while no text is typed.
package enum ViewAction: Sendable, CaseIterable {
  case up, down, pageUp, pageDown, first, last
  case otherPane, showLists, showItems
  case check, skip, add, addBelow, addAbove, edit, open, due, note, section, repetition
  case moveDown, moveUp, mark, move, delete
  case reset, hideDone, copy, editor
  case filter, undo, redo, settle, details, attachments
  case help, quit, escape, interrupt, suspend, redraw

  /// Whether it is about the item under the cursor alone, whatever is marked.
  var isForOneItem: Bool {
    switch self {
    case .addBelow, .addAbove, .edit, .open, .note, .attachments, .settle: true
    default: false
    }
  }
}
