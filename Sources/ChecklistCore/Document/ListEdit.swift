/// New values for fields of a list.
public struct ListEdit: Sendable {
  /// A new name; nil keeps the present one.
  public var name: String?
  /// A new icon; nil keeps the present one.
  public var icon: String?
  /// Whether the list is put away; nil keeps it as it is.
  public var isHidden: Bool?

  /// An edit that changes what is named and keeps the rest.
  public init(name: String? = nil, icon: String? = nil, isHidden: Bool? = nil) {
    self.name = name
    self.icon = icon
    self.isHidden = isHidden
  }
}
