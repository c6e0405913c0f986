/// A field of an item.
///
/// A field that is added here is compared, merged, told and written as JSON. The names and their
/// order are those of JSON.
package enum ItemField: String, CaseIterable, Sendable {
  case text, section, checked, due
  case repetition = "repeat"
  case created, completed, note, attachments, origin, conflicts

  /// Whether few items have it.
  private var isRare: Bool {
    switch self {
    case .text, .checked, .due, .created, .completed, .note: false
    default: true
    }
  }

  /// The fields that few items have.
  static let rare = allCases.filter(\.isRare)
}

/// The value of a field of an item.
package enum FieldValue: Sendable {
  case text(String)
  case flag(Bool)
  case moment(Date)
  case due(DueDate)
  case repetition(Repetition)
  case attachments([Attachment])
  case origin(ItemOrigin)
  case conflicts([Conflict])

  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
  fileprivate var moment: Date? { if case .moment(let moment) = self { moment } else { nil } }
}

extension ChecklistItem {
  /// The value of a field; nil for none, or an empty one.
  ///
  /// A value of another kind counts as none. The check mark is set without its time.
  package subscript(field: ItemField) -> FieldValue? {
    get {
      switch field {
      case .text: .text(text)
      case .section: section.map { .text($0) }
      case .checked: .flag(isChecked)
      case .due: due.map { .due($0) }
      case .repetition: repetition.map { .repetition($0) }
      case .created: created.map { .moment($0) }
      case .completed: completed.map { .moment($0) }
      case .note: note.map { .text($0) }
      case .attachments: hasAttachments ? .attachments(attachments) : nil
      case .origin: origin.map { .origin($0) }
      case .conflicts: hasConflicts ? .conflicts(conflicts) : nil
      }
    }
    set {
      switch field {
      case .text: text = newValue?.text ?? ""
      case .section: section = newValue?.text
      case .checked: fields.isChecked = if case .flag(let flag) = newValue { flag } else { false }
      case .due: due = if case .due(let due) = newValue { due } else { nil }
      case .repetition:
        repetition = if case .repetition(let value) = newValue { value } else { nil }
      case .created: created = newValue?.moment
      case .completed: fields.completed = StoredDate(newValue?.moment)
      case .note: note = newValue?.text
      case .attachments:
        attachments = if case .attachments(let files) = newValue { files } else { [] }
      case .origin: origin = if case .origin(let origin) = newValue { origin } else { nil }
      case .conflicts: conflicts = if case .conflicts(let lost) = newValue { lost } else { [] }
      }
    }
  }

  /// Whether another item has the same value, texts compared by code unit.
  package func hasSame(_ field: ItemField, as other: ChecklistItem) -> Bool {
    switch field {
    case .text: fields.text.hasSameCodeUnits(as: other.fields.text)
    case .section: hasSameSection(as: other)
    case .checked: isChecked == other.isChecked
    case .due: due == other.due
    case .repetition: repetition == other.repetition
    case .created: created == other.created
    case .completed: completed == other.completed
    case .note: fields.note.hasSameCodeUnits(as: other.fields.note)
    case .attachments: attachments == other.attachments
    case .origin: origin == other.origin
    case .conflicts: conflicts == other.conflicts
    }
  }

  /// Takes the value of a field from another item, the check mark without its time.
  mutating func take(_ field: ItemField, from other: ChecklistItem) {
    switch field {
    case .text: fields.text = other.fields.text
    case .section: section = other.section
    case .checked: fields.isChecked = other.isChecked
    case .due: due = other.due
    case .repetition: repetition = other.repetition
    case .created: fields.created = other.fields.created
    case .completed: fields.completed = other.fields.completed
    case .note: fields.note = other.fields.note
    case .attachments: attachments = other.attachments
    case .origin: origin = other.origin
    case .conflicts: conflicts = other.conflicts
    }
  }
}

/// A field of a list.
///
/// The names and their order are those of JSON.
package enum ListField: String, CaseIterable, Sendable {
  case name, icon, hidden, conflicts
}

extension Checklist {
  /// Whether another list has the same value, texts compared by code unit.
  package func hasSame(_ field: ListField, as other: Checklist) -> Bool {
    switch field {
    case .name: name.hasSameCodeUnits(as: other.name)
    case .icon: icon.hasSameCodeUnits(as: other.icon)
    case .hidden: isHidden == other.isHidden
    case .conflicts: conflicts == other.conflicts
    }
  }

  /// Takes the value of a field from another list.
  mutating func take(_ field: ListField, from other: Checklist) {
    switch field {
    case .name: name = other.name
    case .icon: icon = other.icon
    case .hidden: isHidden = other.isHidden
    case .conflicts: conflicts = other.conflicts
    }
  }

  /// Whether another list has the same values, whatever its items.
  func hasSameFields(as other: Checklist) -> Bool {
    ListField.allCases.allSatisfy { hasSame($0, as: other) }
  }
}
