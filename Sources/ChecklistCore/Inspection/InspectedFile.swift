/// A file that is inspected: a property list of either format, and the keyed archive in it, if it
/// is one.
package struct InspectedFile {
  /// Its size in bytes.
  package let size: Int
  /// The property list; an XML one is converted to binary.
  package let propertyList: BinaryPropertyListReader
  /// How many values the property list has; a shared one counts once.
  package let valueCount: Int
  /// The keyed archive, if it is one.
  package let graph: ObjectGraph?
  /// Why it is no keyed archive although it has some of the keys of one.
  package let archiveFault: ArchiveError?

  /// Takes the bytes of a file, and checks the property list in them; the objects of an archive are
  /// checked when they are reached.
  ///
  /// - Throws: ``ArchiveError`` when the bytes are no property list.
  package init(_ bytes: [UInt8]) throws(ArchiveError) {
    size = bytes.count
    propertyList = try BinaryPropertyListReader(file: bytes)
    valueCount = try propertyList.validate()
    let looksLikeArchive = try Self.looksLikeArchive(propertyList)
    do {
      graph = try ObjectGraph(propertyList)
      archiveFault = nil
    } catch {
      graph = nil
      archiveFault = looksLikeArchive ? error : nil
    }
  }

  /// The format that it has on disk.
  package var format: PropertyList.Format { propertyList.format }

  /// Reads it as a checklist document.
  ///
  /// - Throws: ``ArchiveError`` when it is none.
  func document() throws(ArchiveError) -> ChecklistDocument {
    try ChecklistDocument(propertyList)
  }

  /// Whether the root has two of the four keys of a keyed archive, so that it was meant to be one.
  private static func looksLikeArchive(
    _ reader: BinaryPropertyListReader
  ) throws(ArchiveError) -> Bool {
    guard case .dictionary(let keys, _) = try reader.object(reader.root) else { return false }
    var found: Set<String> = []
    for index in 0..<keys.count {
      let number = try reader.reference(index, in: keys)
      let object = try reader.object(number)
      guard object.textSize <= 32, let key = try reader.string(object, number: number) else {
        continue
      }
      if ["$archiver", "$version", "$objects", "$top"].contains(key) { found.insert(key) }
    }
    return found.count > 1
  }

  /// Whether it was meant to be a checklist document: an archive with the keys of one, or an array
  /// whose first element has the keys of a list or an item.
  func looksLikeDocument() throws(ArchiveError) -> Bool {
    if let graph {
      return try graph.top().contains { ["Checklists", "ChecklistItems"].contains($0.key) }
    }
    guard case .array(let elements)? = try? propertyList.object(propertyList.root),
      elements.count > 0, let first = try? propertyList.reference(0, in: elements),
      case .dictionary(let keys, let values)? = try? propertyList.object(first),
      let entries = try? propertyList.entries(keys, values)
    else { return false }
    let names = Set(entries.map(\.key))
    return names.isSuperset(of: ["name", "items"]) || names.isSuperset(of: ["text", "checked"])
  }
}
