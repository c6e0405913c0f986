/// The subject of a text for an editor, and the list that it was made from.
package struct DraftOrigin: Sendable {
  /// The list, as the text was made from it; for a file of text, an empty one with its name.
  package private(set) var list: Checklist
  /// The identity of the item that the text is about; nil for the whole list.
  package let item: Int?
  /// Whether the text is a whole file of text.
  package let isFile: Bool
  /// The text that the editor was given first, or the file with which a person has merged it.
  package private(set) var text: [UInt8]
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
    isFile = false
  }

  /// The origin of a text that is a whole file of text.
  package init(fileNamed name: String, text: [UInt8]) {
    list = Checklist(name)
    document = ChecklistDocument()
    item = nil
    self.text = text
    isFile = true
  }

  /// The names of the files that have the text, by which editors tell its language.
  static let textNames = ["item.md", "checklist.md", "document.md", "todo.txt"]

  /// The name of the file that has the text.
  var textName: String {
    if isFile { return Self.textNames[list.name.hasSuffix(".txt") ? 3 : 2] }
    return Self.textNames[item == nil ? 1 : 0]
  }

  /// Takes a file that another program has written as the one that the text was made from.
  mutating func acknowledge(_ present: [UInt8]) { text = present }

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
    static let isFile = "File"
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
    if isFile { values[Key.isFile] = .boolean(true) }
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
    if case .boolean(true) = values[Key.isFile] {
      self.init(fileNamed: list.name, text: text)
    } else {
      self.init(list, of: document, item: item, text: text)
    }
  }
}
