/// Something that others did in the meantime, and that an edit collides with.
package struct EditConflict: Error, Equatable, Sendable {
  /// What they have done.
  package enum Kind: Equatable, Sendable {
    /// They changed the item.
    case changed
    /// They deleted the item, or moved it to another list.
    case deleted
    /// They changed the order too, in another way.
    case reordered
    /// They deleted the list.
    case listDeleted
  }

  /// What they have done.
  package var kind: Kind
  /// The text of the item as it was before, or the name of the list; empty for neither.
  package var name: String
  /// The identity of an item that they changed, which can be looked up in the document.
  package var item: Int?

  /// A conflict.
  ///
  /// - Parameters:
  ///   - kind: What others have done.
  ///   - name: The text of the item as it was before, or the name of the list.
  ///   - item: The identity of an item that they changed.
  package init(_ kind: Kind, _ name: String = "", item: Int? = nil) {
    self.kind = kind
    self.name = name
    self.item = item
  }
}

extension EditConflict: CustomStringConvertible {
  /// What happened to what.
  package var description: String {
    switch kind {
    case .changed: "'\(name)' was changed by another program in the meantime"
    case .deleted: "'\(name)' was deleted or moved by another program in the meantime"
    case .reordered: "the order of the list was changed by another program in the meantime"
    case .listDeleted: "\(name) was deleted by another program in the meantime"
    }
  }
}
