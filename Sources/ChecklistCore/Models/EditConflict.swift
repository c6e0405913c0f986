/// What others have done meanwhile to that which an edit is about.
public struct EditConflict: Error, Equatable, Sendable {
  /// What they have done.
  public enum Kind: Equatable, Sendable {
    /// They changed the item.
    case changed
    /// They deleted the item, or moved it to another list.
    case deleted
    /// They changed the order, in another way.
    case reordered
  }

  /// What they have done.
  public var kind: Kind
  /// The text of the item as it was before; nil where it is not about one.
  public var text: String?

  /// A conflict.
  ///
  /// - Parameters:
  ///   - kind: what others have done.
  ///   - item: the item that it is about, as it was before.
  public init(_ kind: Kind, of item: ChecklistItem?) {
    self.kind = kind
    text = item?.text
  }
}

extension EditConflict: CustomStringConvertible {
  /// What happened to what.
  public var description: String {
    switch kind {
    case .changed: "'\(text ?? "")' was changed by another program in the meantime"
    case .deleted: "'\(text ?? "")' is gone from the list in the meantime"
    case .reordered: "the order of the list was changed by another program in the meantime"
    }
  }
}

extension ChecklistItem {
  /// Whether another item has the same content: text, check mark, due date and note.
  ///
  /// - Parameter other: the other item.
  /// - Returns: whether it has, by code unit.
  public func says(theSameAs other: ChecklistItem) -> Bool {
    text.utf8.elementsEqual(other.text.utf8) && isChecked == other.isChecked && due == other.due
      && (note ?? "").utf8.elementsEqual((other.note ?? "").utf8)
      && (note == nil) == (other.note == nil)
  }
}
