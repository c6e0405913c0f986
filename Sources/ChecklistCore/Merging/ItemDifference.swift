extension ChecklistItem {
  /// The changes that make another item of this one.
  ///
  /// - Parameter isPreserved: Whether the fields that nobody understands are the same.
  func changes(
    to after: ChecklistItem, _ reference: ItemReference, list: Int, isPreserved: Bool
  ) -> [DocumentChange] {
    var changes: [DocumentChange] = []
    var edit = ItemEdit()
    if isChecked != after.isChecked {
      changes.append(
        .checkItems([reference], list: list, after.isChecked ? .done(at: after.completed) : .open))
      if after.isChecked, after.completed == nil { edit.completed = .remove }
    } else if completed != after.completed {
      edit.completed = .making(after.completed)
    }
    if !text.hasSameCodeUnits(as: after.text) { edit.text = after.text }
    if !note.hasSameCodeUnits(as: after.note) { edit.note = .making(after.note) }
    if due != after.due {
      if due?.day != nil, due?.day?.daysSince2001 == after.due?.day?.daysSince2001 {
        // An edit alone does not set the same day in another time zone.
        changes.append(.editItems([reference], list: list, ItemEdit(due: .remove)))
      }
      edit.due = .making(after.due)
    }
    if due != after.due || repetition != after.repetition {
      edit.repetition = .making(after.repetition)
    }
    if !section.hasSameCodeUnits(as: after.section) { edit.section = .making(after.section) }
    if attachments != after.attachments {
      edit.detached = Set(attachments.filter { !after.attachments.contains($0) }.map(\.key))
      edit.attached = after.attachments.filter { !attachments.contains($0) }
    }
    if origin != after.origin { edit.origin = .making(after.origin) }
    if created != after.created { edit.created = .making(after.created) }
    if id != after.id { edit.identity = after.id }
    if !isPreserved { edit.archived = .making(after.archived) }
    if conflicts != after.conflicts || !edit.isEmpty && !conflicts.isEmpty {
      edit.conflicts = after.conflicts
    }
    return edit.isEmpty ? changes : changes + [.editItems([reference], list: list, edit)]
  }
}

extension ItemEdit.Field {
  /// The edit that makes a field what another one is.
  static func making(_ value: Value?) -> Self { value.map { .set($0) } ?? .remove }
}
