package import ChecklistCore

extension ImportedFile {
  /// Leaves out, and counts, what a file of text has no place for, and identities, since a text is
  /// what identifies an item there.
  ///
  /// - Parameter format: The format of the document that the file is imported into.
  package mutating func leaveOutFields(absentIn format: any DocumentFormat) {
    let kind = "a \(format.kind)"
    let absent = format.absentFields.map { ($0, $0.values) }
    for list in lists.indices {
      if let icon = lists[list].icon, icon != Checklist.noIcon {
        warnings.add(kind, hasNo: "icons", of: "list")
      }
      if lists[list].isHidden == true { warnings.add(kind, hasNo: "hidden lists", of: "list") }
      (lists[list].id, lists[list].icon, lists[list].isHidden) = (nil, nil, nil)
      for item in lists[list].items.indices {
        lists[list].items[item].hasIdentity = false
        for (field, values) in absent { leaveOut(field, values, of: item, in: list, from: kind) }
      }
    }
  }

  private mutating func leaveOut(
    _ field: ItemField, _ values: String, of item: Int, in list: Int, from kind: String
  ) {
    let isThere =
      lists[list].items[item].item[field] != nil
      || field == .attachments && !lists[list].items[item].files.isEmpty
    lists[list].items[item].named[field] = false
    guard isThere else { return }
    warnings.add(kind, hasNo: values)
    lists[list].items[item].item[field] = nil
    if field == .attachments { lists[list].items[item].files = [] }
  }
}

extension ItemField {
  /// Its values, as a warning names them.
  fileprivate var values: String {
    switch self {
    case .level: "nested items"
    case .section: "sections"
    case .note: "notes"
    case .origin: "fields of other programs"
    default: rawValue
    }
  }
}
