/// New values for fields of an item.
///
/// Whether an item is checked is a change of its own: ``DocumentChange/checkItems(_:list:_:)``.
public struct ItemEdit: Sendable {
  /// What happens to a field that an item may lack.
  public enum Field<Value: Sendable>: Sendable {
    /// It stays as it is.
    case keep
    /// It gets a value.
    case set(Value)
    /// It is removed.
    case remove

    /// Whether it stays as it is.
    package var isKeep: Bool {
      if case .keep = self { true } else { false }
    }

    /// The value after the edit.
    ///
    /// - Parameter value: The value before; nil for none.
    /// - Returns: The value after; nil for none.
    func applied(to value: Value?) -> Value? {
      switch self {
      case .keep: value
      case .set(let new): new
      case .remove: nil
      }
    }
  }

  /// A new text; nil keeps the present one.
  public var text: String?
  /// More about the item.
  public var note: Field<String>
  /// When it is due.
  ///
  /// Without a due date an item has no repetition.
  public var due: Field<DueDate>
  /// How often it is due again.
  public var repetition: Field<Repetition>
  /// The heading under which it stands.
  public var section: Field<String>
  /// What other programs know of it.
  package var origin: Field<ItemOrigin> = .keep
  /// The values that lost in a merge; nil settles those fields that get another value.
  package var conflicts: [Conflict]?
  /// Files that are attached; one whose key the item has already stays as it is.
  public var attached: [Attachment] = []
  /// The keys of attachments that the item loses.
  public var detached: Set<String> = []
  /// When it was done; without a check mark it is of no account.
  package var completed: Field<Date> = .keep
  /// Another identity; nil keeps the present one.
  package var identity: Int?
  /// When it was made.
  public var created: Field<Date>
  /// The object that it was read from, with its preserved fields.
  public var archived: Field<ArchivedObject>

  /// An edit that changes what is named and keeps the rest.
  public init(
    text: String? = nil, note: Field<String> = .keep, due: Field<DueDate> = .keep,
    repetition: Field<Repetition> = .keep, section: Field<String> = .keep,
    created: Field<Date> = .keep, archived: Field<ArchivedObject> = .keep
  ) {
    self.text = text
    self.note = note
    self.due = due
    self.repetition = repetition
    self.section = section
    self.created = created
    self.archived = archived
  }

  /// Whether it changes nothing.
  package var isEmpty: Bool {
    text == nil && note.isKeep && due.isKeep && repetition.isKeep && section.isKeep
      && origin.isKeep && created.isKeep && archived.isKeep && conflicts == nil
      && completed.isKeep && identity == nil && attached.isEmpty && detached.isEmpty
  }

  /// The item with these values.
  package func applied(to item: ChecklistItem) -> ChecklistItem {
    var edited = item
    // Setting a field marks the item as one that must be encoded anew.
    if let text { edited.text = text }
    if !note.isKeep { edited.note = note.applied(to: item.note) }
    if !due.isKeep {
      let due = due.applied(to: item.due)
      // The day that was set in another time zone is the same day.
      if due?.day == nil || due?.day?.daysSince2001 != item.due?.day?.daysSince2001 {
        edited.due = due
      }
      // It keeps to the day that is set.
      if let repetition = edited.repetition { edited.repetition = repetition.withoutAnchor }
    }
    if !repetition.isKeep { edited.repetition = repetition.applied(to: item.repetition) }
    if !section.isKeep { edited.section = section.applied(to: item.section) }
    if !origin.isKeep { edited.origin = origin.applied(to: item.origin) }
    if !created.isKeep { edited.created = created.applied(to: item.created) }
    if !completed.isKeep, item.isChecked {
      edited.fields.completed = .init(completed.applied(to: item.completed))
    }
    if let identity { edited.identity = identity }
    if !attached.isEmpty || !detached.isEmpty {
      let kept = item.attachments.filter { !detached.contains($0.key) }
      edited.attachments = (kept + attached).normalized()
    }
    if !archived.isKeep { edited.preserve(archived.applied(to: item.archived)) }
    if !item.conflicts.isEmpty || conflicts != nil {
      edited.conflicts = conflicts ?? item.conflicts.filter { !edits($0.field) }
    }
    return edited
  }

  private func edits(_ field: Conflict.Field) -> Bool {
    switch field {
    case .text: text != nil
    case .note: !note.isKeep
    case .due: !due.isKeep
    case .name, .icon: false
    }
  }

  /// Checks what the edit brings to an item against the content rules.
  func check(for item: ChecklistItem) throws(ChangeError) {
    // A text that the item has already stays, whatever it is.
    if let text, !text.utf8.elementsEqual(item.text.utf8) { try ContentRules.itemText(text) }
    if case .set(let note) = note, item.note?.hasSameCodeUnits(as: note) != true {
      try ContentRules.note(note)
    }
    if case .set(let section) = section, item.section?.hasSameCodeUnits(as: section) != true {
      try ContentRules.section(section)
    }
    if case .set = repetition, due.applied(to: item.due) == nil {
      throw ChangeError(.repetitionWithoutDueDate)
    }
  }
}
