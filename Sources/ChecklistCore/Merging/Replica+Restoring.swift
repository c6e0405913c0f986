extension Replica {
  /// Gives lists and items back what the app drops when it saves a document: all but names, texts,
  /// check marks, dates and its own identities.
  ///
  /// - Returns: How many items got something back; nil when the app has not saved the document.
  mutating func restoreFields(of base: Replica, lists: [Int?], items: [Int?]) -> Int? {
    guard !document.checklists.isEmpty, base.document.hasOwnFields, !document.hasOwnFields else {
      return nil
    }
    for (position, partner) in lists.enumerated() {
      guard let partner else { continue }
      document.checklists[position].isHidden = base.list(partner).isHidden
      document.checklists[position].conflicts = base.list(partner).conflicts
    }
    var count = 0
    for (number, partner) in items.enumerated() {
      guard let partner else { continue }
      let dropped = self[number]
      self[number].restoreFields(of: base[partner])
      if self[number] != dropped { count += 1 }
    }
    return count
  }
}

extension ChecklistDocument {
  /// Whether there is anything that only this program stores.
  fileprivate var hasOwnFields: Bool {
    for list in checklists {
      if dialect.hasLists, !derivedIdentities.lists.contains(list.id) { return true }
      if list.isHidden || !list.conflicts.isEmpty { return true }
      for index in list.items.indices where list.items[index].hasOwnFields { return true }
    }
    return false
  }
}

extension ChecklistItem {
  fileprivate var hasOwnFields: Bool {
    created != nil || completed != nil || hasNote || hasRepetition || hasSection || origin != nil
      || due?.day != nil || !conflicts.isEmpty || hasAttachments
  }

  fileprivate mutating func restoreFields(of before: ChecklistItem) {
    if let day = before.due, day.storedMoment == due?.storedMoment { due = day }
    created = before.created
    if isChecked, before.isChecked { fields.completed = before.fields.completed }
    fields.note = before.fields.note
    section = before.section
    origin = before.origin
    conflicts = before.conflicts
    attachments = before.attachments
    if due != nil { repetition = before.repetition }
  }
}
