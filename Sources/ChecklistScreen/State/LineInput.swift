import ChecklistCore

/// A text that somebody is about to give: what it is for, and how far it is typed.
package struct LineInput: Equatable, Sendable {
  /// Where a new item goes.
  package enum Place: Equatable, Sendable {
    case last
    /// To the end of its list, due today.
    case today
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
    case text(Int)
    /// The note of an item.
    case note(Int)
    /// Why items are skipped.
    case skip([Int])
    /// When items are due.
    case due([Int])
    /// How often items are due again.
    case repetition([Int])
    /// The section that items get.
    case section([Int])
    /// The list that items are moved to.
    case move([Int])
    /// A new list.
    case list
    /// The name of a list.
    case name(list: Int)
    /// The name of a copy of a list.
    case copy(list: Int)
    /// The template that a new list is made of.
    case template
    /// The file that is imported.
    case file
    /// The text that is looked for.
    case filter
    /// The list that is looked for, from the one with this identity; from Today for nil.
    case jump(from: Int?)
    /// A number of an item, or a command of vim.
    case command
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

  /// The items that it is about.
  package var items: [Int] {
    switch purpose {
    case .text(let item), .note(let item): [item]
    default: purpose.markedItems
    }
  }

  /// The list that it is about, where it names one.
  package var list: Int? {
    switch purpose {
    case .item(_, let list): list
    case .name(let list), .copy(let list): list
    default: nil
    }
  }

  /// The change of fields that removes the value, by Ctrl-X; nil where there is none.
  var removal: ItemEdit? {
    if former == nil { return nil }
    return switch purpose {
    case .note: ItemEdit(note: .remove)
    case .due: ItemEdit(due: .remove)
    case .repetition: ItemEdit(repetition: .remove)
    case .section: ItemEdit(section: .remove)
    // The items are opened again.
    case .skip: ItemEdit()
    default: nil
    }
  }

  /// Whether something was typed that would be missed.
  package var hasWork: Bool {
    !purpose.isSearch && purpose != .command && !editor.isEmpty
      && !former.hasSameCodeUnits(as: editor.text)
  }

  /// The prompt before the text.
  package var prompt: String {
    switch purpose {
    case .item(.today, _): "Add, due today:"
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
    case .template: "Template:"
    case .file: "Import the file:"
    case .filter: "/"
    case .jump: "List:"
    case .command: ":"
    }
  }
}

extension LineInput.Purpose {
  /// The items that it is for, where it may be for all that are marked.
  package var markedItems: [Int] {
    switch self {
    case .skip(let items), .due(let items), .repetition(let items), .section(let items),
      .move(let items):
      items
    default: []
    }
  }

  /// What Enter does, for the bar.
  var verb: String {
    switch self {
    case .filter, .jump: "keep"
    case .item, .list: "add"
    case .move: "move"
    case .copy: "copy"
    case .template: "make"
    case .file: "import"
    case .command: "go"
    default: "save"
    }
  }

  /// Whether it changes what is shown while it is typed, and nothing else.
  var isSearch: Bool {
    switch self {
    case .filter, .jump: true
    default: false
    }
  }

  /// Whether the text may have several lines.
  var takesLines: Bool {
    switch self {
    case .item, .text, .note: true
    default: false
    }
  }
}
