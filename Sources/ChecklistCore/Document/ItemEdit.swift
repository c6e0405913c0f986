/// New values for fields of an item.
///
/// Whether an item is checked is a change of its own: ``DocumentChange/checkItems(_:list:_:)``.
public struct ItemEdit: Sendable {
  /// The change of a field that an item may lack.
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

    /// The edit that makes a field what another one is.
    package static func making(_ value: Value?) -> Self { value.map { .set($0) } ?? .remove }

    /// The value after the edit.
    ///
    /// - Parameter value: The value before; nil for none.
    /// - Returns: The value after; nil for none.
    package func applied(to value: Value?) -> Value? {
      switch self {
      case .keep: value
      case .set(let new): new
      case .remove: nil
      }
    }

    /// The same edit of a value in another form; one that has none there is removed.
    fileprivate func map<Form>(_ form: (Value) -> Form?) -> Field<Form> {
      isKeep ? .keep : .making(applied(to: nil).flatMap(form))
    }
  }

  /// The new values, by field.
  private var values: [(field: ItemField, edit: Field<FieldValue>)] = []
  /// Files that are attached; one whose key the item has already stays as it is.
  public var attached: [Attachment] = []
  /// The keys of attachments that the item loses.
  public var detached: Set<String> = []
  /// Whether a new text keeps the fields of other programs that the old one has in a file of text;
  /// it is for one item then.
  package var keepsOtherFields = false
  /// Whether an item whose identity changes with its text, or with the items around it, gets one
  /// that stays: in its line of a file of text, or stored in a property list.
  public var givesIdentity = false
  /// The identity that the line of an item in a file of text gets; nil keeps the present one.
  package var ownIdentity: OwnIdentity?
  /// Whether an item that is done and repeats stays so when it gets another due date, which opens
  /// it otherwise.
  package var keepsState = false
  /// The due date of an item that gets a repetition and has none; nil refuses it.
  package var firstDue: DueDate?
  /// The words of a rule that is not understood and by which the item repeats from now on; nil
  /// keeps the present ones.
  package var unreadRule: String?
  /// Another identity; nil keeps the present one.
  package var identity: Int?
  /// The object that it was read from, with its preserved fields.
  public var archived: Field<ArchivedObject>

  /// An edit that changes what is named and keeps the rest.
  public init(
    text: String? = nil, note: Field<String> = .keep, due: Field<DueDate> = .keep,
    repetition: Field<Repetition> = .keep, section: Field<String> = .keep,
    created: Field<Date> = .keep, archived: Field<ArchivedObject> = .keep
  ) {
    self.archived = archived
    if let text { self.text = text }
    if !note.isKeep { self.note = note }
    if !due.isKeep { self.due = due }
    if !repetition.isKeep { self.repetition = repetition }
    if !section.isKeep { self.section = section }
    if !created.isKeep { self.created = created }
  }

  /// The change of a field.
  ///
  /// Attachments are added and removed, see ``attached`` and ``detached``. A time of completion
  /// counts for items that are done or skipped. Conflicts that are kept are settled where their
  /// field gets another value.
  package subscript(field: ItemField) -> Field<FieldValue> {
    get { values.first { $0.field == field }?.edit ?? .keep }
    set {
      if edits(field) { values.removeAll { $0.field == field } }
      if !newValue.isKeep { values.append((field, newValue)) }
    }
  }

  /// A new text; nil keeps the present one.
  public var text: String? {
    get { self[.text].applied(to: nil)?.text }
    set { self[.text] = newValue.map { .set(.text($0)) } ?? .keep }
  }

  /// More about the item.
  public var note: Field<String> {
    get { self[.note].map(\.text) }
    set { self[.note] = newValue.map { .text($0) } }
  }

  /// When it is due.
  ///
  /// Without a due date an item has no repetition.
  public var due: Field<DueDate> {
    get { self[.due].map(\.due) }
    set { self[.due] = newValue.map { .due($0) } }
  }

  /// How often it is due again.
  public var repetition: Field<Repetition> {
    get { self[.repetition].map(\.repetition) }
    set { self[.repetition] = newValue.map { .repetition($0) } }
  }

  /// The heading under which it stands.
  public var section: Field<String> {
    get { self[.section].map(\.text) }
    set { self[.section] = newValue.map { .text($0) } }
  }

  /// When it was made.
  public var created: Field<Date> {
    get { self[.created].map(\.moment) }
    set { self[.created] = newValue.map { .moment($0) } }
  }

  /// Whether it changes nothing.
  package var isEmpty: Bool {
    values.isEmpty && attached.isEmpty && detached.isEmpty && !givesIdentity && ownIdentity == nil
      && unreadRule == nil && identity == nil && archived.isKeep
  }

  /// The item with these values.
  package func applied(to item: ChecklistItem) -> ChecklistItem {
    var edited = item
    // Setting a field marks the item as one that must be encoded anew.
    for (field, edit) in values {
      let value = edit.applied(to: nil)
      switch field {
      // The day that was set in another time zone is the same day.
      case .due where value?.due?.isSameDay(as: item.due) == true: break
      case .completed where item.state == .open: break
      default: edited[field] = value
      }
    }
    if case .set = repetition, due.isKeep, edited.due == nil { edited.due = firstDue }
    // It keeps to the day that is set.
    if edits(.due), !edits(.repetition), let repetition = edited.repetition {
      edited.repetition = repetition.withoutAnchor
    }
    if let unreadRule { edited.note(unreadRule: unreadRule) }
    if let identity { edited.identity = identity }
    if let ownIdentity { edited.ownIdentity = ownIdentity }
    if !attached.isEmpty || !detached.isEmpty {
      let kept = item.attachments.filter { !detached.contains($0.key) }
      edited.attachments = (kept + attached).normalized()
    }
    if !archived.isKeep { edited.preserve(archived.applied(to: item.archived)) }
    if item.hasConflicts, !edits(.conflicts) {
      edited.conflicts = item.conflicts.filter { !edits(ItemField(rawValue: $0.field.rawValue)) }
    }
    return edited
  }

  /// The item with these values and, where it is done and repeats, with what they say of its next
  /// date: another due date is that date, and another rule has it after the present day.
  ///
  /// - Parameters:
  ///   - now: The time of the change.
  ///   - zone: The time zone in which one is; nil where the change has the state and the dates too.
  func applied(
    to item: ChecklistItem, at now: Date, in zone: TimeZoneRules?
  ) -> ChecklistItem {
    var edited = applied(to: item)
    guard let zone, edited.state != .open else { return edited }
    if edits(.due) {
      if !keepsState, edited.isBetweenDates || edited.unreadRule != nil && edited.due != nil {
        edited.setChecked(false, now: now)
      }
    } else if edited.repetition != item.repetition {
      edited.cover(at: now, in: zone)
    }
    return edited
  }

  private func edits(_ field: ItemField?) -> Bool { values.contains { $0.field == field } }

  /// Checks what the edit brings to an item against the content rules.
  func check(for item: ChecklistItem) throws(ChangeError) {
    for case (let field, .set(.text(let text))) in values
    // A text that the item has already stays, whatever it is.
    where item[field]?.text.hasSameCodeUnits(as: text) != true {
      try ContentRules.check(text, of: field)
    }
    if case .set = repetition, due.applied(to: item.due) == nil, !due.isKeep || firstDue == nil {
      throw ChangeError(.repetitionWithoutDueDate)
    }
  }
}
