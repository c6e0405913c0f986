/// A change that was made since an edit began, and that the edit collides with.
package struct EditConflict: Error, Equatable, Sendable {
  /// The kind of change.
  package enum Kind: Equatable, Sendable {
    /// The item was changed.
    case changed
    /// The item was deleted, or moved to another list.
    case deleted
    /// The order was changed too, in another way.
    case reordered
    /// The list was deleted.
    case listDeleted
  }

  /// The kind of change.
  package var kind: Kind
  /// The text of the item as it was before, or the name of the list; empty for neither.
  package var name: String
  /// The identity of an item that was changed, which can be looked up in the document.
  package var item: Int?

  /// A conflict.
  ///
  /// - Parameters:
  ///   - name: The text of the item as it was before, or the name of the list.
  ///   - item: The identity of an item that was changed.
  package init(_ kind: Kind, _ name: String = "", item: Int? = nil) {
    self.kind = kind
    self.name = name
    self.item = item
  }
}

extension EditConflict: CustomStringConvertible {
  /// The change and its subject, in words.
  package var description: String {
    switch kind {
    case .changed: "'\(name)' has been changed since the edit began"
    case .deleted: "'\(name)' has been deleted or moved since the edit began"
    case .reordered: "the order of the list has been changed since the edit began"
    case .listDeleted: "\(name) has been deleted since the edit began"
    }
  }
}
