/// A field of an item.
///
/// A field that is added here is compared, merged, told and written as JSON. The names and their
/// order are those of JSON.
package enum ItemField: String, CaseIterable, Sendable {
  case level, text, section, checked, skipReason, due
  case repetition = "repeat"
  case created, completed, note, attachments, origin, conflicts

  /// The values that it may have.
  package enum Kind {
    case number, text, flag, moment, due, repetition, attachments, origin, conflicts
  }

  /// The values that it may have.
  package var kind: Kind {
    switch self {
    case .level: .number
    case .text, .section, .skipReason, .note: .text
    case .checked: .flag
    case .created, .completed: .moment
    case .due: .due
    case .repetition: .repetition
    case .attachments: .attachments
    case .origin: .origin
    case .conflicts: .conflicts
    }
  }

  /// Whether few items have it, so that it is among their ``RareFields``.
  fileprivate var isRare: Bool {
    switch self {
    case .level, .text, .checked, .due, .created, .completed, .note: false
    default: true
    }
  }

  /// The fields that few items have.
  static let rare = allCases.filter(\.isRare)
}

/// A set of fields.
package struct ItemFields: Equatable, ExpressibleByArrayLiteral, Sendable {
  /// All fields.
  package static let all = ItemFields(ItemField.allCases)

  private var bits: UInt16

  private init(_ fields: [ItemField]) { bits = fields.reduce(0) { $0 | $1.bit } }

  /// A set of some fields.
  package init(arrayLiteral fields: ItemField...) { self.init(fields) }

  /// The fields that are not in the set.
  package var others: ItemFields {
    var others = ItemFields.all
    others.bits &= ~bits
    return others
  }

  /// The fields of both sets.
  package func union(_ fields: ItemFields) -> ItemFields {
    var union = self
    union.bits |= fields.bits
    return union
  }

  /// The fields of this set that are not in another one.
  package func subtracting(_ fields: ItemFields) -> ItemFields {
    var rest = self
    rest.bits &= ~fields.bits
    return rest
  }

  /// The fields of the set, in their order.
  package var each: [ItemField] { ItemField.allCases.filter { self[$0] } }

  /// Whether a field is in the set.
  package subscript(field: ItemField) -> Bool {
    get { bits & field.bit != 0 }
    set { if newValue { bits |= field.bit } else { bits &= ~field.bit } }
  }
}

extension ItemField {
  fileprivate var bit: UInt16 {
    switch self {
    case .text: 1
    case .section: 2
    case .checked: 4
    case .due: 8
    case .repetition: 16
    case .created: 32
    case .completed: 64
    case .note: 128
    case .attachments: 256
    case .origin: 512
    case .conflicts: 1024
    case .skipReason: 2048
    case .level: 4096
    }
  }
}

/// The value of a field of an item.
package enum FieldValue: Sendable {
  case number(Int)
  case text(String)
  case flag(Bool)
  case moment(Date)
  case due(DueDate)
  case repetition(Repetition)
  case attachments([Attachment])
  case origin(ItemOrigin)
  case conflicts([Conflict])

  package var number: Int? { if case .number(let number) = self { number } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  var moment: Date? { if case .moment(let moment) = self { moment } else { nil } }
  package var due: DueDate? { if case .due(let due) = self { due } else { nil } }
  var repetition: Repetition? { if case .repetition(let value) = self { value } else { nil } }
}

extension ChecklistItem {
  /// The value of a field; nil for none, or an empty one.
  ///
  /// A value of another kind counts as none. The check mark is set without its time.
  package subscript(field: ItemField) -> FieldValue? {
    get {
      switch field {
      case .level: level == 0 ? nil : .number(level)
      case .text: .text(text)
      case .section: section.map { .text($0) }
      case .checked: .flag(isChecked)
      case .skipReason: skipReason.map { .text($0) }
      case .due: due.map { .due($0) }
      case .repetition: repetition.map { .repetition($0) }
      case .created: created.map { .moment($0) }
      case .completed: finished.map { .moment($0) }
      case .note: note.map { .text($0) }
      case .attachments: hasAttachments ? .attachments(attachments) : nil
      case .origin: origin.map { .origin($0) }
      case .conflicts: hasConflicts ? .conflicts(conflicts) : nil
      }
    }
    set {
      if newValue == nil, field.isRare, fields.rare.isEmpty { return }
      switch field {
      case .level: level = newValue?.number ?? 0
      case .text: text = newValue?.text ?? ""
      case .section: section = newValue?.text
      case .checked: fields.isChecked = if case .flag(let flag) = newValue { flag } else { false }
      case .skipReason: skipReason = newValue?.text
      case .due: due = newValue?.due
      case .repetition: repetition = newValue?.repetition
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
    if field.isRare, fields.rare.areSame(as: other.fields.rare) { return true }
    return switch field {
    case .level: level == other.level
    case .text: fields.text.hasSameCodeUnits(as: other.fields.text)
    case .section: hasSameSection(as: other)
    case .checked: isChecked == other.isChecked
    case .skipReason: skipReason.hasSameCodeUnits(as: other.skipReason)
    case .due: due == other.due
    case .repetition: repetition == other.repetition
    case .created: created == other.created
    case .completed: finished == other.finished
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
    case .note: fields.note = other.fields.note
    default: self[field] = other[field]
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
  package func hasSameFields(as other: Checklist) -> Bool {
    ListField.allCases.allSatisfy { hasSame($0, as: other) }
  }
}

extension ChecklistItem {
  /// Whether an item has something in a field that a file without the field loses.
  package func has(_ field: ItemField) -> Bool {
    switch field {
    case .checked: isChecked
    case .note: hasNote
    case .section: hasSection
    case .repetition: repetition != nil || hasRuleBesideText
    default: self[field] != nil
    }
  }
}

extension ItemField {
  /// Its values, as a message names them.
  package var values: String {
    switch self {
    case .level: "nested items"
    case .text: "texts"
    case .section: "sections"
    case .checked: "check marks"
    case .skipReason: "skipped items"
    case .due: "due dates"
    case .repetition: "repetitions"
    case .created: "creation dates"
    case .completed: "completion dates"
    case .note: "notes"
    case .attachments: "attachments"
    case .origin: "fields of other programs"
    case .conflicts: "conflicts"
    }
  }
}
