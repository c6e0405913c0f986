import ChecklistCore

/// A checklist document in any dialect, binary or XML.
package enum PropertyListFormat: ImportFormat {
  /// Whether it is a property list.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    PropertyList.recognizes(bytes)
  }

  /// Reads all lists of a document, whole.
  package static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(InterchangeError) -> ImportedFile {
    let document: ChecklistDocument
    do {
      document = try ChecklistDocument(bytes)
    } catch {
      throw InterchangeError("the file is not a checklist document: \(error)")
    }
    return ImportedFile(
      lists: document.checklists.map { checklist in
        var list = ImportedList(
          name: checklist.name.isEmpty ? nil : checklist.name,
          items: checklist.items.map { ImportedItem($0, hasIdentity: true) })
        list.id = checklist.id
        list.icon = checklist.icon
        list.isHidden = checklist.isHidden
        return list
      })
  }
}
