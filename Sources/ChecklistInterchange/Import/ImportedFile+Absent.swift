package import ChecklistCore

extension ImportedFile {
  /// Leaves out, and counts, what a file of text has no place for, and identities, since a text is
  /// what identifies an item there.
  ///
  /// - Parameter format: The format of the document that the file is imported into.
  package mutating func leaveOutFields(absentIn format: any DocumentFormat) {
    let (kind, absent) = ("a \(format.kind)", format.supports.others.each)
    for list in lists.indices {
      if let icon = lists[list].icon, icon != Checklist.noIcon {
        warnings.add(kind, hasNo: ListField.icon.values, of: "list")
      }
      if lists[list].isHidden == true {
        warnings.add(kind, hasNo: ListField.hidden.values, of: "list")
      }
      (lists[list].id, lists[list].icon, lists[list].isHidden) = (nil, nil, nil)
      for item in lists[list].items.indices {
        lists[list].items[item].hasIdentity = false
        lists[list].items[item].leaveOut(absent, in: format, &warnings)
        if absent.contains(.attachments) { leaveOutFiles(of: item, in: list, from: kind) }
      }
    }
  }

  /// Leaves out the files beside the imported one that an item would get.
  private mutating func leaveOutFiles(of item: Int, in list: Int, from kind: String) {
    if lists[list].items[item].files.isEmpty { return }
    warnings.add(kind, hasNo: "attachments")
    lists[list].items[item].files = []
  }
}

extension ImportedItem {
  /// Leaves out fields for which a file of text has no place, but for what its own format knows of
  /// an item, which a new line has.
  fileprivate mutating func leaveOut(
    _ fields: [ItemField], in format: some DocumentFormat, _ warnings: inout InterchangeWarnings
  ) {
    let own = format.originFormat.flatMap { name in
      item.origin?[name].flatMap { ItemOrigin(name, id: $0.id, fields: $0.fields) }
    }
    warnings.add("a \(format.kind)", without: fields, of: item, unless: format.keeps)
    item.note(unreadRule: nil)
    for field in fields {
      named[field] = false
      item[field] = field == .origin ? own.map { .origin($0) } : nil
    }
  }
}
