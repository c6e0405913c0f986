extension Checklist {
  /// How many unknown fields of the list are preserved, without those of its items.
  package var unknownFieldCount: Int { archived?.fields.unread.count ?? 0 }
}

extension ChecklistItem {
  /// How many unknown fields of the item are preserved.
  package var unknownFieldCount: Int { archived?.fields.unread.count ?? 0 }
}
