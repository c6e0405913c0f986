/// Fields of an object apart from their archive, with all objects that they lead to.
///
/// The fields and the objects refer to each other by UIDs: 0 is null, and any other is the position
/// of an object, from 1. What is outside is named by a dictionary with one entry
/// (``LooseReference``).
/// The `$class` of an object is the class record itself. In a plain property list, which has
/// no objects, the fields are values.
package struct LooseFields: Equatable, Sendable {
  /// The layout of the archive that they are from.
  package var layout: KeyedArchive.Layout
  /// The fields by their keys, as they stand in the file.
  package var fields: PropertyListDictionary
  /// The objects that they lead to.
  package var objects: [PropertyList]

  /// Fields with the objects that they lead to.
  package init(
    layout: KeyedArchive.Layout, fields: PropertyListDictionary, objects: [PropertyList] = []
  ) {
    (self.layout, self.fields, self.objects) = (layout, fields, objects)
  }
}

/// An object outside of ``LooseFields`` that they refer to.
package enum LooseReference: Hashable, Sendable {
  /// A list of the document, by its identity.
  case list(Int)
  /// An item of the document, by its identity.
  case item(Int)
  /// An object that several lists or items lead to: the name of its group, and its position in
  /// that, from 1.
  case shared(String, Int)

  private enum Key {
    static let list = "$list"
    static let item = "$item"
    static let shared = "$shared"
  }

  /// The dictionary that stands for the object.
  var propertyList: PropertyList {
    switch self {
    case .list(let id): [Key.list: .string(id.identityText)]
    case .item(let id): [Key.item: .string(id.identityText)]
    case .shared(let name, let position):
      [Key.shared: .array([.string(name), .integer(Int128(position))])]
    }
  }

  /// The reference that a dictionary stands for; nil for any other value.
  init?(_ value: PropertyList) {
    guard case .dictionary(let dictionary) = value, dictionary.entries.count == 1,
      let entry = dictionary.entries.first
    else { return nil }
    switch (entry.key, entry.value) {
    case (Key.list, .string(let text)):
      guard let bits = UInt64(text, radix: 16) else { return nil }
      self = .list(Int(truncatingIfNeeded: bits))
    case (Key.item, .string(let text)):
      guard let bits = UInt64(text, radix: 16) else { return nil }
      self = .item(Int(truncatingIfNeeded: bits))
    case (Key.shared, .array(let parts)):
      guard parts.count == 2, case .string(let name) = parts[0],
        case .integer(let number) = parts[1],
        let position = Int(exactly: number)
      else { return nil }
      self = .shared(name, position)
    default: return nil
    }
  }
}

/// The unknown fields of a document, apart from its archives.
package struct LooseDocumentFields: Equatable, Sendable {
  /// Those beside the lists, in `$top`.
  package var top: LooseFields?
  /// Those beside `$top`.
  package var root: LooseFields?
  /// Those of lists, by their identities.
  package var lists: [Int: LooseFields] = [:]
  /// Those of items, by their identities.
  package var items: [Int: LooseFields] = [:]
  /// The objects that several of them lead to, in groups by name.
  package var shared: [String: [PropertyList]] = [:]

  /// No fields.
  package init() {}

  /// Whether there are none.
  package var isEmpty: Bool {
    top == nil && root == nil && lists.isEmpty && items.isEmpty
  }
}
