/// An identity in a file that an earlier list, or an earlier item, already has.
package struct RepeatedIdentity: Sendable, Equatable {
  /// The identity.
  package let identity: Int
  /// The position of the list, from 0.
  package let list: Int
  /// The position of the item in that list, from 0; nil when it is the list's own identity.
  package let item: Int?
}
