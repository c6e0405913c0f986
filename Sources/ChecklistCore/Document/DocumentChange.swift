/// A change of a document, as a value.
///
/// It names lists and items by their identities, so it can be made from one reading of the document
/// and applied to a later one. ``ChecklistDocument/apply(_:at:in:)`` applies it. There is no other
/// way to change what is saved: commands, batches, editors and merges make such values.
public enum DocumentChange: Sendable {
  /// Adds items to a list, whole, in their order.
  ///
  /// Their identities must be new in the document: one that is there already gets another when the
  /// document is read again.
  case addItems([ChecklistItem], list: Int, at: InsertionPoint<ItemReference> = .last)
  /// Gives fields of items new values.
  case editItems([ItemReference], list: Int, ItemEdit)
  /// Checks, unchecks or skips items.
  case checkItems([ItemReference], list: Int, CheckMark)
  /// Moves items together to an insertion point in their list, or in another one, in this order,
  /// and to a section.
  ///
  /// The point may be before or after an item that is moved itself: the others are gathered around
  /// it. Without a point, items go to the end of another list, and in their own they stay.
  case moveItems(
    [ItemReference], list: Int, to: Int, at: InsertionPoint<ItemReference>?,
    section: ItemEdit.Field<String> = .keep)
  /// Gives a list another order, with new items among the others. Each item is named once.
  case arrangeItems([ArrangedItem], list: Int)
  /// Deletes items.
  case deleteItems([ItemReference], list: Int)
  /// Opens items again, each with its next due date if it has one.
  ///
  /// ``Checklist/reset(onlyDue:at:in:)`` makes this change.
  case resetItems([ResetItem], list: Int)
  /// Adds a list, whole, whose identity is new; its items are taken as they are.
  case addList(Checklist, at: InsertionPoint<Int> = .last)
  /// Gives fields of a list new values.
  case editList(Int, ListEdit)
  /// Moves a list to an insertion point among the lists.
  case moveList(Int, at: InsertionPoint<Int>)
  /// Deletes a list with its items.
  case deleteList(Int)

  /// The identity of the list that the change is about; for a move to another list, of that list.
  public var list: Int {
    switch self {
    case .addItems(_, let list, _), .editItems(_, let list, _), .checkItems(_, let list, _),
      .moveItems(_, _, let list, _, _), .arrangeItems(_, let list), .deleteItems(_, let list),
      .resetItems(_, let list), .editList(let list, _), .moveList(let list, _),
      .deleteList(let list):
      list
    case .addList(let list, _): list.id
    }
  }

  /// Whether what it does is told of items, and not of a list.
  var isAboutItems: Bool {
    switch self {
    case .addItems, .editItems, .checkItems, .moveItems, .arrangeItems, .deleteItems, .resetItems:
      true
    case .addList, .editList, .moveList, .deleteList: false
    }
  }
}

extension DocumentChange {
  /// Whether it adds items.
  var isAddition: Bool { if case .addItems = self { true } else { false } }

  /// The change of the state of an item.
  public enum CheckMark: Sendable {
    /// The item is open.
    case open
    /// The item is done, since a time; nil is the time of the change.
    case done(at: Date? = nil)
    /// The item is done if it was open, and open if it was done.
    case toggled
    /// The item is skipped this time, for a reason in one line; "" is no reason, and nil keeps the
    /// one that it has. One that repeats is skipped since a time; nil is the time of the change.
    case skipped(String?, at: Date? = nil)
  }

  /// An item in another order of a list.
  public enum ArrangedItem: Sendable {
    /// An item that the list has.
    case present(ItemReference)
    /// An item that is added.
    case new(ChecklistItem)
  }

  /// An item that is opened again.
  public struct ResetItem: Sendable {
    /// The item.
    public let item: ItemReference
    /// When it is due next; nil keeps its due date.
    public let due: DueDate?
    /// The repetition that goes with that.
    let repetition: Repetition?
  }
}

extension ChecklistItem {
  /// The change that gives an item the state of this one.
  package var mark: DocumentChange.CheckMark {
    switch state {
    case .open: .open
    case .done: .done(at: completed)
    case .skipped: .skipped(skipReason, at: finished)
    }
  }
}
