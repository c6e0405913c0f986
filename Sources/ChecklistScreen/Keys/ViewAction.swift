/// The action of a key while no text is typed.
package enum ViewAction: Sendable, CaseIterable {
  case up, down, pageUp, pageDown, halfPageUp, halfPageDown, first, last
  case previousSection, nextSection
  case otherPane, showLists, showItems, today, showHiddenLists
  case check, skip, add, addBelow, addAbove, edit, open, due, note, section, repetition
  case later, earlier, editInEditor
  case moveDown, moveUp, mark, markUp, markDown, move, delete, copyItems, putBelow, putAbove
  case reset, hide, copy, template, importFile, editor
  case fold, foldAll, unfoldAll
  case filter, searchAll, command, undo, redo, settle, details, attachments
  case help, quit, escape, interrupt, suspend, redraw

  /// Whether it is about the item under the cursor alone, whatever is marked.
  var isForOneItem: Bool {
    switch self {
    case .addBelow, .addAbove, .edit, .open, .note, .attachments, .settle, .editInEditor: true
    default: false
    }
  }

  /// Whether it is about a list, and not about items of any list.
  var isForList: Bool {
    switch self {
    case .reset, .copy, .editor, .moveDown, .moveUp, .putBelow, .putAbove, .fold, .foldAll,
      .unfoldAll:
      true
    default: false
    }
  }
}
