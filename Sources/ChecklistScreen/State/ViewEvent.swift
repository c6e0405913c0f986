package import ChecklistCore
package import Terminal

/// An event of the view.
package enum ViewEvent: Sendable {
  /// Somebody pressed a key or pasted a text.
  case input(KeyEvent)
  /// The terminal has this size now.
  case resized(columns: Int, rows: Int)
  /// The document is another one now, by somebody else; how that came about, if that is known.
  case changedElsewhere(ChecklistDocument, how: String?)
  /// The document cannot be read.
  case unreadable(String)
  /// A change was saved.
  case saved(ViewChange, [AppliedChange], ChecklistDocument)
  /// A change was not saved, since what it is about was changed or deleted meanwhile.
  case overtaken(ViewChange, ChecklistDocument)
  /// A change was not saved, or nothing was undone, for another reason.
  case refused(ViewChange, String)
  /// A change waits for another program, which is named if it is known.
  case waiting(holder: String?)
  /// Something was undone or made again: what it was, and the document now.
  case travelled(String, ChecklistDocument)
  /// Something else could not be done, or there is something to know.
  case told(String, isError: Bool)
  /// The names of the templates that a list may be made of.
  case templates([String])
  /// The search goes on.
  case searched
}

/// An effect that the view asks for.
package enum ViewEffect: Sendable {
  /// The change is saved.
  case change(ViewChange)
  /// The last change is taken back, or made again.
  case undo, redo
  /// The list with this identity is changed in the editor, or one of its items.
  case openEditor(list: Int, item: Int?)
  /// The list with this identity is gone through, item by item.
  case run(Int)
  /// The files that are attached to the item with this identity are opened.
  case openAttachments(Int)
  /// The templates are named.
  case findTemplates
  /// A list is made of the template of a name.
  case make(template: String)
  /// A file is imported.
  case importFile(String)
  /// The changes that wait are given up.
  case giveUp
  /// The program stops, as with Ctrl-Z in a shell.
  case suspend
  /// All of the screen is drawn.
  case redraw
  /// The program ends.
  case quit
}

/// A change that the view makes.
package struct ViewChange: Sendable {
  /// The changes, which are saved together.
  package var changes: [DocumentChange]
  /// The text that was typed for it; nil for none.
  package var input: LineInput?
  /// The item that the cursor goes to.
  package var target: Int?
  /// The list that is shown afterwards.
  package var shownList: Int?
  /// The conflicts that it settles, as they were shown; nil for none.
  var settlement: Settlement?

  package init(
    _ changes: [DocumentChange], input: LineInput? = nil, target: Int? = nil, shownList: Int? = nil
  ) {
    (self.changes, self.input) = (changes, input)
    (self.target, self.shownList) = (target, shownList)
  }

  init(_ changes: [DocumentChange], settlement: Settlement) {
    self.init(changes)
    self.settlement = settlement
  }

  /// Whether what was typed is about something that is another one than it was when it was shown.
  ///
  /// - Returns: Whether the change must not be made.
  package func isOvertaken(in document: ChecklistDocument) -> Bool {
    if let settlement { return !settlement.isCurrent(in: document) }
    guard let input else { return false }
    switch input.purpose {
    case .text(let item), .note(let item):
      return document.address(ofItem: item).map { !input.isShown(document[$0]) } ?? true
    case .name(let list):
      return document.list(id: list).map { !input.former.hasSameCodeUnits(as: $0.name) } ?? true
    default: return false
    }
  }
}

extension LineInput {
  /// Whether the field of an item is what was shown of it.
  func isShown(_ item: ChecklistItem) -> Bool {
    if case .note = purpose { return item.note.hasSameCodeUnits(as: former) }
    return former.hasSameCodeUnits(as: item.text)
  }
}
