extension NumberedDocument {
  /// Gives lists and items back what the app drops when it saves a document: all but names, texts,
  /// check marks, dates and its own identities.
  ///
  /// - Returns: How many items got something back; nil when the app has not saved the document.
  mutating func restoreFields(of base: NumberedDocument, lists: [Int?], items: [Int?]) -> Int? {
    guard !document.checklists.isEmpty, base.document.hasOwnFields, !document.hasOwnFields else {
      return nil
    }
    for (position, partner) in lists.enumerated() {
      guard let partner else { continue }
      document.checklists[position].take(.hidden, from: base.list(partner))
      document.checklists[position].take(.conflicts, from: base.list(partner))
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
    due?.day != nil || hasRepetition
      || ItemField.allCases.contains { $0.isOwn && self[$0] != nil }
  }

  fileprivate mutating func restoreFields(of before: ChecklistItem) {
    if let day = before.due, day.storedMoment == due?.storedMoment { due = day }
    for field in ItemField.allCases where field.isOwn {
      switch field {
      case .completed where state == .open || state != before.state: break
      case .repetition where due == nil: break
      case .skipReason where isChecked: break
      default: take(field, from: before)
      }
    }
  }
}

extension ItemField {
  /// Whether only this program stores it.
  fileprivate var isOwn: Bool {
    switch self {
    case .text, .checked, .due: false
    default: true
    }
  }
}
