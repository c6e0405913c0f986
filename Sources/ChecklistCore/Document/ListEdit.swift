/// New values for fields of a list.
public struct ListEdit: Sendable {
  /// A new name; nil keeps the present one.
  public var name: String?
  /// A new icon; nil keeps the present one.
  public var icon: String?
  /// Whether the list is put away; nil keeps it as it is.
  public var isHidden: Bool?
  /// The values that lost in a merge; nil settles those fields that get another value.
  package var conflicts: [Conflict]?
  /// Another identity; nil keeps the present one.
  package var identity: Int?
  /// The object that it was read from, with its preserved fields.
  package var archived: ItemEdit.Field<ArchivedObject> = .keep

  /// An edit that changes what is named and keeps the rest.
  public init(name: String? = nil, icon: String? = nil, isHidden: Bool? = nil) {
    self.name = name
    self.icon = icon
    self.isHidden = isHidden
  }

  /// Whether it changes nothing.
  package var isEmpty: Bool {
    name == nil && icon == nil && isHidden == nil && conflicts == nil && identity == nil
      && archived.isKeep
  }

  /// The list with these values.
  func applied(to list: Checklist) -> Checklist {
    var edited = list
    if let name { edited.name = name }
    if let icon { edited.icon = icon }
    if let isHidden { edited.isHidden = isHidden }
    if let identity { edited.identity = identity }
    if !archived.isKeep { edited.archived = archived.applied(to: list.archived) }
    edited.conflicts = conflicts ?? list.conflicts.filter { !edits($0.field) }
    return edited
  }

  private func edits(_ field: Conflict.Field) -> Bool {
    switch field {
    case .name: name != nil
    case .icon: icon != nil
    case .text, .note, .due: false
    }
  }
}
