extension ChecklistDocument {
  /// The fields that have a key of this program, and a value that means nothing to it: "Section of
  /// item 2 of list 1".
  package var misunderstoodFields: [String] {
    let itemKeys = ChecklistItem.sharedKeys(in: dialect.layout)
    let listKeys = Checklist.sharedKeys(in: dialect.layout)
    func fields(_ keys: [String], _ object: ArchivedObject?, _ place: () -> String) -> [String] {
      keys.filter { (try? object?.fields.hasUnread($0)) == true }.map { "\($0) of \(place())" }
    }
    return checklists.enumerated().flatMap { number, list in
      fields(listKeys, list.archived) { "list \(number + 1)" }
        + list.items.enumerated().flatMap { position, item in
          fields(itemKeys, item.archived) { "item \(position + 1) of list \(number + 1)" }
        }
    }
  }
}
