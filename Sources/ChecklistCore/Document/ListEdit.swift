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
