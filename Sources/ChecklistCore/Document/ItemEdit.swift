#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What happens to a field that an item may lack.
public enum FieldEdit<Value: Sendable>: Sendable {
  /// It stays as it is.
  case keep
  /// It gets a value.
  case set(Value)
  /// It is removed.
  case remove

  /// Whether it stays as it is.
  public var isKeep: Bool {
    if case .keep = self { true } else { false }
  }

  /// The value after the edit.
  ///
  /// - Parameter value: The value before; nil for none.
  /// - Returns: The value after; nil for none.
  func applied(to value: Value?) -> Value? {
    switch self {
    case .keep: value
    case .set(let new): new
    case .remove: nil
    }
  }
}

/// New values for fields of an item.
///
/// Whether an item is checked is a change of its own: ``DocumentChange/checkItems(_:list:_:)``.
public struct ItemEdit: Sendable {
  /// A new text; nil keeps the present one.
  public var text: String?
  /// More about the item.
  public var note: FieldEdit<String>
  /// When it is due.
  public var due: FieldEdit<Date>
  /// When it was made.
  public var created: FieldEdit<Date>
  /// The object that it was read from, with its preserved fields.
  public var archived: FieldEdit<ArchivedObject>

  /// An edit that changes what is named and keeps the rest.
  public init(
    text: String? = nil, note: FieldEdit<String> = .keep, due: FieldEdit<Date> = .keep,
    created: FieldEdit<Date> = .keep, archived: FieldEdit<ArchivedObject> = .keep
  ) {
    self.text = text
    self.note = note
    self.due = due
    self.created = created
    self.archived = archived
  }

  /// Whether it changes nothing.
  public var isEmpty: Bool {
    text == nil && note.isKeep && due.isKeep && created.isKeep && archived.isKeep
  }

  /// The item with these values.
  public func applied(to item: ChecklistItem) -> ChecklistItem {
    var edited = item
    // Setting a field marks the item as one that must be encoded anew.
    if let text { edited.text = text }
    if !note.isKeep { edited.note = note.applied(to: item.note) }
    if !due.isKeep { edited.due = due.applied(to: item.due) }
    if !created.isKeep { edited.created = created.applied(to: item.created) }
    if !archived.isKeep { edited.archived = archived.applied(to: item.archived) }
    return edited
  }

  /// Checks what the edit brings to an item against the content rules.
  func check(for item: ChecklistItem) throws(ChangeError) {
    // A text that the item has already stays, whatever it is.
    if let text, !text.utf8.elementsEqual(item.text.utf8) { try ContentRules.itemText(text) }
    if case .set(let note) = note, !note.utf8.elementsEqual((item.note ?? "").utf8) {
      try ContentRules.note(note)
    }
  }
}

/// New values for fields of a list.
public struct ListEdit: Sendable {
  /// A new name; nil keeps the present one.
  public var name: String?
  /// A new icon; nil keeps the present one.
  public var icon: String?

  /// An edit that changes what is named and keeps the rest.
  public init(name: String? = nil, icon: String? = nil) {
    self.name = name
    self.icon = icon
  }
}
