import ChecklistCore

extension InterchangeWarnings {
  /// Counts the fields of an item that a kind of file cannot hold.
  ///
  /// - Parameters:
  ///   - kind: The kind of file, as a warning names it: "CSV", "a todo.txt file".
  ///   - fields: The fields for which it has no place.
  mutating func add(_ kind: String, without fields: ItemFields, of item: ChecklistItem) {
    for field in ItemField.allCases where fields[field] && item.has(field) {
      add(kind, hasNo: field.values)
    }
  }
}

extension ChecklistItem {
  /// Whether a file that does not hold a field loses something by it.
  func has(_ field: ItemField) -> Bool {
    switch field {
    case .checked: isChecked
    case .note: hasNote
    case .section: hasSection
    default: self[field] != nil
    }
  }
}

extension ItemField {
  /// Its values, as a warning names them.
  fileprivate var values: String {
    switch self {
    case .level: "nested items"
    case .text: "texts"
    case .section: "sections"
    case .checked: "check marks"
    case .skipReason: "reasons of skips"
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
