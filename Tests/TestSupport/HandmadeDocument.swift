package import ChecklistCore

extension HandmadeArchive {
  /// A document with one list of items, each of which has a text, is not checked, and has these
  /// fields too, or in their place.
  package init(items: [PropertyListDictionary], list fields: PropertyListDictionary = [:]) {
    let item = addClass("Checklists.ChecklistItem")
    let list = addClass("Checklists.Checklist")
    let objects = items.enumerated().map { index, fields in
      var all: PropertyListDictionary = [
        "Text": .string("Item \(index)"), "Checked": false, "$class": item,
      ]
      all.replace(with: fields)
      return add(.dictionary(all))
    }
    var all: PropertyListDictionary = ["Name": "List", "Items": .array(objects), "$class": list]
    all.replace(with: fields)
    top = ["Checklists": [add(.dictionary(all))]]
  }

  /// An object of class `NSDate`.
  package mutating func addDate(_ seconds: Double) -> PropertyList {
    add(["NS.time": .real(seconds), "$class": addClass("NSDate")])
  }

  /// The document.
  package func document() throws(ArchiveError) -> ChecklistDocument {
    try ChecklistDocument(file().bytes)
  }
}

extension PropertyListDictionary {
  fileprivate mutating func replace(with others: PropertyListDictionary) {
    entries.removeAll { others[$0.key] != nil }
    entries += others.entries
  }
}
