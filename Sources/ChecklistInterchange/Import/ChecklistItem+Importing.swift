import ChecklistCore

extension ChecklistItem {
  /// The values that an item gets from a file that names them; its section and its check mark are
  /// changes of their own.
  func edit(for imported: ImportedItem, in zone: TimeZoneRules) -> ItemEdit {
    let (new, named) = (imported.item, imported.named)
    var edit = ItemEdit()
    if !hasSame(.text, as: new) { edit.text = new.text }
    if named.contains(.note), !hasSame(.note, as: new) {
      edit.note = new.note.map { .set($0) } ?? .remove
    }
    if named.contains(.due), !isDue(new.due, in: zone) {
      edit.due = new.due.map { .set($0) } ?? .remove
    }
    let isDueThen = named.contains(.due) ? new.due != nil : due != nil
    if named.contains(.repetition), isDueThen, new.repetition != repetition {
      edit.repetition = new.repetition.map { .set($0) } ?? .remove
    }
    // When an item was made does not change; formats with days only must not make it less exact.
    if named.contains(.created), created == nil, let created = new.created {
      edit.created = .set(created)
    }
    if named.contains(.origin) {
      let merged =
        imported.originFormat.map { ItemOrigin.replacing($0.rawValue, in: origin, by: new.origin) }
        ?? new.origin
      if merged != origin { edit.origin = merged.map { .set($0) } ?? .remove }
    }
    if named.contains(.attachments) {
      // What was attached here stays: nothing that is imported takes anything away.
      let keys = Set(attachments.map { $0.key.uppercased() })
      edit.attached = new.attachments.filter { attachment in
        !keys.contains(attachment.key.uppercased())
          // Files without keys got new ones.
          && (imported.files.isEmpty || !attachments.contains { $0.isLike(attachment) })
      }
    }
    if named.contains(.conflicts), new.conflicts != conflicts { edit.conflicts = new.conflicts }
    return edit
  }

  /// The section that an item gets from a file that names another one.
  func section(for imported: ImportedItem) -> ItemEdit.Field<String> {
    let new = imported.item.section
    guard imported.named.contains(.section), !new.hasSameCodeUnits(as: section) else {
      return .keep
    }
    // Without identities, no section above an item can mean that the file has no sections.
    return new.map { .set($0) } ?? (imported.hasIdentity ? .remove : .keep)
  }

  /// Whether it is due at a date already: on the same day, or in the same second, because formats
  /// have no fractions of one.
  private func isDue(_ date: DueDate?, in zone: TimeZoneRules) -> Bool {
    guard let date, let due else { return date == nil && due == nil }
    let (one, other) = (due.day(in: zone), date.day(in: zone))
    if one != nil || other != nil { return one?.daysSince2001 == other?.daysSince2001 }
    return due.storedMoment.timeIntervalSinceReferenceDate.rounded(.down)
      == date.storedMoment.timeIntervalSinceReferenceDate.rounded(.down)
  }
}

extension Attachment {
  /// Whether another one has the same name and size.
  fileprivate func isLike(_ other: Attachment) -> Bool {
    size == other.size && name.hasSameCodeUnits(as: other.name)
  }
}
