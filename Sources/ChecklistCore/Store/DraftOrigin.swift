/// The subject of a text for an editor, and the list that it was made from.
package struct DraftOrigin: Sendable {
  /// The list, as the text was made from it.
  package private(set) var list: Checklist
  /// The identity of the item that the text is about; nil for the whole list.
  package let item: Int?
  /// The text that the editor was given first.
  package let text: [UInt8]
  /// The document that the list was in, for its dialect and format only.
  private let document: ChecklistDocument

  /// The origin of a new text.
  ///
  /// - Parameters:
  ///   - item: The identity of the item that it is about; nil for the whole list.
  ///   - text: The text for the editor to start with.
  package init(_ list: Checklist, of document: ChecklistDocument, item: Int?, text: [UInt8]) {
    self.list = list
    self.document = document
    self.item = item
    self.text = text
  }

  /// Takes the content that an item has now as the one that the text was made from.
  ///
  /// A person who knows it, and still leaves another one in the text, wants the other one.
  ///
  /// - Parameter present: The item as it is now; nothing happens when the list did not have it.
  package mutating func acknowledge(_ present: ChecklistItem) {
    guard let position = list.items.firstIndex(where: { $0.id == present.id }) else { return }
    for field in ItemField.allCases { list.items[position].take(field, from: present) }
  }

  // MARK: As a file

  private enum Key {
    /// The name by which the document is known.
    static let document = "Document"
    /// A document that has only the list.
    static let base = "Base"
    static let item = "Item"
    static let text = "Text"
  }

  /// The property list that keeps it.
  ///
  /// - Parameter name: What the document is known by (``Container``).
  /// - Returns: The bytes of the file.
  /// - Throws: ``ArchiveError`` when the document's dialect cannot hold the list.
  func encoded(for name: String) throws(ArchiveError) -> [UInt8] {
    var base = document
    base.checklists = [list]
    var values: PropertyListDictionary = [
      Key.document: .string(name), Key.base: .data(try base.archived().bytes),
      Key.text: .data(text),
    ]
    values[Key.item] = item.map { .integer(Int128($0)) }
    return PropertyList.dictionary(values).binary()
  }

  /// The name by which the document of a file is known; nil when the file is damaged.
  static func document(of values: PropertyListDictionary) -> String? {
    guard case .string(let name) = values[Key.document] else { return nil }
    return name
  }

  /// Reads the file; nil when it is damaged.
  init?(_ values: PropertyListDictionary) {
    guard case .data(let base) = values[Key.base], case .data(let text) = values[Key.text],
      let document = try? ChecklistDocument(base), let list = document.checklists.first
    else { return nil }
    var item: Int?
    if let value = values[Key.item] {
      guard case .integer(let number) = value, let identity = Int(exactly: number),
        list.items.contains(where: { $0.id == identity })
      else { return nil }
      item = identity
    }
    self.init(list, of: document, item: item, text: text)
  }
}
