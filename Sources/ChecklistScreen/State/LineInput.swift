import ChecklistCore

/// A text that somebody is about to give: what it is for, and how far it is typed.
package struct LineInput: Equatable, Sendable {
  /// Where a new item goes.
  package enum Place: Equatable, Sendable {
    case last
    /// Before or after the item with this identity.
    case before(Int)
    case after(Int)
  }

  /// The purpose of the text.
  ///
  /// Lists and items are named by their identities.
  package enum Purpose: Equatable, Sendable {
    /// A new item of a list; of the first one, which is made, where the list is nil.
    case item(Place, list: Int?)
    /// The text of an item.
    case text(item: Int, list: Int)
    /// The note of an item.
    case note(item: Int, list: Int)
    /// Why items are skipped.
    case skip([Int], list: Int)
    /// When items are due.
    case due([Int], list: Int)
    /// How often items are due again.
    case repetition([Int], list: Int)
    /// The section that items get.
    case section([Int], list: Int)
    /// The list that items are moved to.
    case move([Int], list: Int)
    /// A new list.
    case list
    /// The name of a list.
    case name(list: Int)
    /// The name of a copy of a list.
    case copy(list: Int)
    /// The text that is looked for.
    case filter
  }

  /// The purpose of the text.
  package var purpose: Purpose
  /// The text.
  package var editor: LineEditor
  /// The value of the field when it was shown last; nil where there is no field, or it was empty,
  /// and no text where the items have different values.
  package var former: String?

  package init(
    _ purpose: Purpose, _ text: String = "", former: String? = nil, isSelected: Bool = false
  ) {
    (self.purpose, self.former) = (purpose, former)
    editor = LineEditor(text, isSelected: isSelected)
  }

  /// The change that removes the value, by Ctrl-X; nil where there is none.
  var removal: ViewChange? {
    if former == nil { return nil }
    func change(_ items: [Int], _ list: Int, _ edit: ItemEdit) -> ViewChange {
      ViewChange([.editItems(items.map { ItemReference($0) }, list: list, edit)], input: self)
    }
    return switch purpose {
    case .note(let item, let list): change([item], list, ItemEdit(note: .remove))
    case .skip(let items, let list):
      ViewChange(
        [.checkItems(items.map { ItemReference($0) }, list: list, .open)], input: self)
    case .due(let items, let list): change(items, list, ItemEdit(due: .remove))
    case .repetition(let items, let list): change(items, list, ItemEdit(repetition: .remove))
    case .section(let items, let list): change(items, list, ItemEdit(section: .remove))
    default: nil
    }
  }

  /// The list that it is about; nil for none.
  package var list: Int? {
    switch purpose {
    case .item(_, let list): list
    case .text(_, let list), .note(_, let list), .skip(_, let list), .due(_, let list),
      .repetition(_, let list),
      .section(_, let list), .move(_, let list), .name(let list), .copy(let list):
      list
    case .list, .filter: nil
    }
  }

  /// Whether something was typed that would be missed.
  package var hasWork: Bool {
    purpose != .filter && !editor.isEmpty && !former.hasSameCodeUnits(as: editor.text)
  }

  /// The prompt before the text.
  package var prompt: String {
    switch purpose {
    case .item: "Add:"
    case .text: "Text:"
    case .note: "Note:"
    case .skip: "Reason (optional):"
    case .due: "Due:"
    case .repetition: "Repeat:"
    case .section: "Section:"
    case .move: "Move to list:"
    case .list: "New list:"
    case .name: "Name of the list:"
    case .copy: "Copy as list:"
    case .filter: "/"
    }
  }
}
