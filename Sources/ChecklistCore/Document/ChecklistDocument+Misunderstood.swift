extension ChecklistDocument {
  /// A field that has a key of this program, and a value that means nothing to it.
  package struct MisunderstoodField: CustomStringConvertible {
    let key: String
    let place: String
    /// Whether it may name attachments.
    package let isAttachments: Bool

    /// "Section of item 2 of list 1".
    package var description: String { "\(key) of \(place)" }
  }

  package var misunderstoodFields: [MisunderstoodField] {
    let itemKeys = ChecklistItem.sharedKeys(in: dialect.layout)
    let attachments = ChecklistItem.attachmentsKey(in: dialect.layout)
    let listKeys = Checklist.sharedKeys(in: dialect.layout)
    func fields(_ keys: [String], _ object: ArchivedObject?, _ place: () -> String)
      -> [MisunderstoodField]
    {
      keys.filter { (try? object?.fields.hasUnread($0)) == true }.map {
        MisunderstoodField(key: $0, place: place(), isAttachments: $0 == attachments)
      }
    }
    return checklists.enumerated().flatMap { number, list in
      fields(listKeys, list.archived) { "list \(number + 1)" }
        + list.items.enumerated().flatMap { position, item in
          fields(itemKeys, item.archived) { "item \(position + 1) of list \(number + 1)" }
        }
    }
  }
}
