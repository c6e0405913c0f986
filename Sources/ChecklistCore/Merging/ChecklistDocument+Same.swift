extension ChecklistDocument {
  /// Whether two documents are equal: the same lists and items in the same order, equal in every
  /// field, also in those that nobody understands.
  ///
  /// How the documents are stored is not compared.
  package func isSame(as other: ChecklistDocument) -> Bool {
    // Identities are unique in a document.
    checklists == other.checklists && (isPlain && other.isPlain || holds(other))
  }
}

extension ChecklistDocument {
  /// Whether it contains another document: each list and each item, equal in every field, in
  /// whatever order.
  func holds(_ other: ChecklistDocument) -> Bool {
    var content = UnreadContent()
    content.nameObjects(of: self)
    content.nameObjects(of: other)
    let lists = Dictionary(checklists.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let items = Dictionary(
      checklists.flatMap { $0.items.map { ($0.id, $0) } }, uniquingKeysWith: { first, _ in first })
    return content.isSame(topFields, other.topFields)
      && content.isSame(rootFields, other.rootFields)
      && other.checklists.allSatisfy { list in
        lists[list.id].map {
          $0.hasSameFields(as: list) && content.isSame($0.archived?.fields, list.archived?.fields)
        } == true
          && list.items.allSatisfy { item in
            items[item.id].map {
              $0 == item && content.isSame($0.archived?.fields, item.archived?.fields)
            } == true
          }
      }
  }
}
