import ChecklistCore

extension ListField {
  /// The values, as a sentence about a format that has none names them.
  package var values: String {
    switch self {
    case .name: "names of lists"
    case .icon: "icons"
    case .hidden: "hidden lists"
    case .conflicts: "conflicts of lists"
    }
  }
}

extension Checklist {
  /// Whether a list has something in a field that a file without the field loses.
  func has(_ field: ListField) -> Bool {
    switch field {
    case .name: !name.isEmpty
    case .icon: !icon.hasSameCodeUnits(as: Checklist.noIcon)
    case .hidden: isHidden
    case .conflicts: !conflicts.isEmpty
    }
  }
}
