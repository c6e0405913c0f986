import ChecklistCore

extension HandmadeArchive {
  /// A document with one list of items that share one object as their text and their note.
  package static func sharing(_ text: String, items count: Int) -> HandmadeArchive {
    // The items come after `$null` and two class records, the list after them.
    let shared = PropertyList.uid(UInt64(count + 4))
    let items = (0..<count).map { index -> PropertyListDictionary in
      ["Text": shared, "Note": shared, "ItemID": .integer(Int128(index + 1))]
    }
    var archive = HandmadeArchive(items: items)
    guard case .uid(let uid) = archive.add(.string(text)), case .uid(uid) = shared else {
      preconditionFailure("the text comes after the list")
    }
    return archive
  }
}
