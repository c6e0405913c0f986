/// Where an item came from: what other programs know of it and this one has no field for.
///
/// An export to the same format gives it back.
package struct ItemOrigin: Hashable, Sendable {
  /// The knowledge of one format.
  package struct Entry: Hashable, Sendable {
    /// The identity of the item there, as it was read; nil when the format has none, or has this
    /// program's.
    package var id: String?
    /// Whole fields as the format writes them, in their order.
    package var fields: [String]

    /// The knowledge of one format.
    package init(id: String? = nil, fields: [String] = []) {
      (self.id, self.fields) = (id, fields)
    }

    /// Whether nothing is known.
    fileprivate var isEmpty: Bool { id == nil && fields.isEmpty }
  }

  private var entries: [String: Entry]

  /// The knowledge of one format; nil for none.
  package init?(_ format: String, id: String? = nil, fields: [String] = []) {
    let entry = Entry(id: id, fields: fields)
    if entry.isEmpty { return nil }
    entries = [format: entry]
  }

  /// The names of the formats, in alphabetical order.
  package var formats: [String] { entries.keys.sorted() }

  /// The knowledge of a format.
  package subscript(format: String) -> Entry? { entries[format] }

  /// An origin with what another one knows of a format, also where that is nothing.
  package static func replacing(
    _ format: String, in origin: ItemOrigin?, by other: ItemOrigin?
  ) -> ItemOrigin? {
    guard var replaced = origin else { return other }
    replaced.entries[format] = other?.entries[format]
    return replaced.entries.isEmpty ? nil : replaced
  }

  /// The knowledge of both; where both know of a format, the other's.
  package func merging(_ other: ItemOrigin) -> ItemOrigin {
    var merged = self
    merged.entries.merge(other.entries) { _, new in new }
    return merged
  }
}

extension ItemOrigin {
  /// The value that a document stores: a dictionary by format of dictionaries with `ID` and
  /// `Fields`.
  package var propertyList: PropertyList {
    let entries = formats.map { format in
      let entry = self[format] ?? Entry()
      var members: [PropertyListDictionary.Entry] = []
      if let id = entry.id { members.append(.init(key: "ID", value: .string(id))) }
      if !entry.fields.isEmpty {
        members.append(.init(key: "Fields", value: .array(entry.fields.map(PropertyList.string))))
      }
      return PropertyListDictionary.Entry(
        key: format, value: .dictionary(PropertyListDictionary(members)))
    }
    return .dictionary(PropertyListDictionary(entries))
  }

  /// Reads what ``propertyList`` gives; nil for anything else.
  package init?(_ value: PropertyList) {
    guard case .dictionary(let formats) = value, !formats.entries.isEmpty else { return nil }
    var entries: [String: Entry] = [:]
    for format in formats.entries {
      guard case .dictionary(let members) = format.value, !members.entries.isEmpty else {
        return nil
      }
      var entry = Entry()
      for member in members.entries {
        switch (member.key, member.value) {
        case ("ID", .string(let id)): entry.id = id
        case ("Fields", .array(let fields)):
          for field in fields {
            guard case .string(let text) = field else { return nil }
            entry.fields.append(text)
          }
        default: return nil
        }
      }
      guard !entry.isEmpty, entries.updateValue(entry, forKey: format.key) == nil else {
        return nil
      }
    }
    self.entries = entries
  }
}
