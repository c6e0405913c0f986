extension ChecklistItem {
  /// The changes that make another item of this one.
  ///
  /// - Parameter isPreserved: Whether the fields that nobody understands are the same.
  func changes(
    to after: ChecklistItem, _ reference: ItemReference, list: Int, isPreserved: Bool
  ) -> [DocumentChange] {
    var changes: [DocumentChange] = []
    var edit = ItemEdit()
    var marked = self
    for field in ItemField.allCases where !hasSame(field, as: after) {
      switch field {
      case .skipReason where isChecked != after.isChecked: break
      case .checked, .skipReason:
        changes.append(.checkItems([reference], list: list, after.mark))
        marked.apply(after.mark, now: .distantPast)
      case .completed: break
      case .due:
        if due?.isSameDay(as: after.due) == true {
          // An edit alone does not set the same day in another time zone.
          changes.append(.editItems([reference], list: list, ItemEdit(due: .remove)))
        }
        edit[.due] = .making(after[.due])
        edit[.repetition] = .making(after[.repetition])
      case .attachments:
        edit.detached = Set(attachments.filter { !after.attachments.contains($0) }.map(\.key))
        edit.attached = after.attachments.filter { !attachments.contains($0) }
      default: edit[field] = .making(after[field])
      }
    }
    // A mark without a time has that of the change, and what does not repeat yet keeps none.
    if !marked.hasSame(.completed, as: after) { edit[.completed] = .making(after[.completed]) }
    if id != after.id { edit.identity = after.id }
    if !isPreserved { edit.archived = .making(after.archived) }
    if !edit.isEmpty, hasConflicts { edit[.conflicts] = .making(after[.conflicts]) }
    return edit.isEmpty ? changes : changes + [.editItems([reference], list: list, edit)]
  }
}
