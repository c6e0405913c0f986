/// An identity in a file that an earlier list, or an earlier item, already has.
public struct RepeatedIdentity: Sendable, Equatable {
  /// The identity.
  public let identity: Int
  /// The position of the list, from 0.
  public let list: Int
  /// The position of the item in that list, from 0; nil when it is the list's own identity.
  public let item: Int?
}
