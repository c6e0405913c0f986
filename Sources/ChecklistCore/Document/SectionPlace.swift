/// A part of a list in a file whose sections are places: below a heading, say, also where no item
/// stands there.
package struct SectionPlace: Sendable {
  /// The kind of place.
  package enum Kind: Sendable {
    /// The beginning of the list.
    case top
    /// Below a heading.
    case heading
    /// Below an entry without a box.
    case entry
  }

  /// The kind of place.
  package let kind: Kind
  /// The section of the items there; nil for none.
  package let name: String?
  /// How many items stand there.
  package let itemCount: Int
  /// The identity of the last item of the list that stands there or before; nil for none.
  package let lastItem: Int?
  /// The identities of the first and the last item that stand there or in a place nested below;
  /// nil for none.
  package let ends: Ends?

  /// The identities of two items.
  package struct Ends: Sendable {
    let first: Int
    let last: Int

    package init(first: Int, last: Int) { (self.first, self.last) = (first, last) }
  }

  /// A place in a list.
  package init(
    _ kind: Kind, name: String?, itemCount: Int, lastItem: Int?, ends: Ends? = nil
  ) {
    (self.kind, self.name) = (kind, name)
    (self.itemCount, self.lastItem, self.ends) = (itemCount, lastItem, ends)
  }
}
