/// A value that lost in a merge, and is kept until somebody settles the field.
///
/// The field has the value that won. An item or a list may have several of one field.
package enum Conflict: Sendable {
  /// A text of an item.
  case text(String)
  /// A note of an item.
  case note(String)
  /// When an item is due.
  case due(DueDate)
  /// A name of a list.
  case name(String)
  /// An icon of a list.
  case icon(String)

  /// A field that can be in conflict.
  package enum Field: String, Sendable, CaseIterable {
    case text, note, due, name, icon

    /// Whether items have it; else lists have.
    fileprivate var isOfItems: Bool {
      switch self {
      case .text, .note, .due: true
      case .name, .icon: false
      }
    }
  }

  /// Which of two values is to stay.
  package enum Choice: Sendable {
    /// The value that won.
    case present
    /// The one that lost; of several the first.
    case other
  }

  /// The field that the value is of.
  package var field: Field {
    switch self {
    case .text: .text
    case .note: .note
    case .due: .due
    case .name: .name
    case .icon: .icon
    }
  }

  /// The value as a text: a day or a moment as ISO 8601 has it.
  package var text: String {
    switch self {
    case .text(let text), .note(let text), .name(let text), .icon(let text): text
    case .due(let due): due.description
    }
  }
}

extension Conflict: Hashable {
  /// Whether both have the same value of the same field, by code unit.
  package static func == (one: Conflict, other: Conflict) -> Bool {
    switch (one, other) {
    case (.due(let first), .due(let second)): first == second
    default: one.field == other.field && one.text.hasSameCodeUnits(as: other.text)
    }
  }

  /// Hashes the field and the text.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(field)
    text.hashCodeUnits(into: &hasher)
  }
}

// MARK: As documents have it

extension Conflict {
  private static let dueDayKey = "DueDay"

  /// The key of a field in documents.
  private static func key(of field: Field) -> String {
    switch field {
    case .text: "Text"
    case .note: "Note"
    case .due: "DueDate"
    case .name: "Name"
    case .icon: "IconName"
    }
  }

  /// A dictionary with one entry: the key of the field, with the value as the field would have it.
  fileprivate var propertyList: PropertyList {
    let entry: PropertyListDictionary.Entry =
      switch self {
      case .due(.day(let day)): .init(key: Self.dueDayKey, value: .string(day.storedText))
      case .due(.moment(let moment)):
        .init(key: Self.key(of: field), value: .date(moment.timeIntervalSinceReferenceDate))
      default: .init(key: Self.key(of: field), value: .string(text))
      }
    return .dictionary(PropertyListDictionary([entry]))
  }

  fileprivate init?(_ value: PropertyList) {
    guard case .dictionary(let dictionary) = value, dictionary.entries.count == 1,
      let entry = dictionary.entries.first
    else { return nil }
    switch (entry.key, entry.value) {
    case (Self.dueDayKey, .string(let text)):
      guard let day = DueDate.Day(storedText: text) else { return nil }
      self = .due(.day(day))
    case (Self.key(of: .due), .date(let seconds)):
      guard seconds.isFinite else { return nil }
      self = .due(.moment(Date(timeIntervalSinceReferenceDate: seconds)))
    case (Self.key(of: .text), .string(let text)): self = .text(text)
    case (Self.key(of: .note), .string(let text)): self = .note(text)
    case (Self.key(of: .name), .string(let text)): self = .name(text)
    case (Self.key(of: .icon), .string(let text)): self = .icon(text)
    default: return nil
    }
  }
}

extension [Conflict] {
  /// The value that a document stores: an array of dictionaries, each with one entry; nil for none.
  package var propertyList: PropertyList? { isEmpty ? nil : .array(map(\.propertyList)) }

  /// Reads what ``propertyList`` gives; nil for anything else.
  ///
  /// - Parameter ofItems: Whether they are of an item; else of a list.
  package init?(_ value: PropertyList, ofItems: Bool) {
    guard case .array(let values) = value, !values.isEmpty else { return nil }
    let conflicts = values.compactMap(Conflict.init)
    guard conflicts.count == values.count,
      conflicts.allSatisfy({ $0.field.isOfItems == ofItems })
    else { return nil }
    self = conflicts
  }
}

// MARK: Settling

extension Conflict.Choice {
  /// The values that fields take of those that lost: none, or the first of each.
  fileprivate func taken(of conflicts: [Conflict]) -> [Conflict] {
    var fields: Set<Conflict.Field> = []
    return self == .present ? [] : conflicts.filter { fields.insert($0.field).inserted }
  }
}

extension ChecklistItem {
  /// The edit that settles all conflicts of the item.
  ///
  /// - Parameter taken: The values that fields get; the other fields keep theirs.
  /// - Returns: The edit; it changes nothing where there is no conflict.
  package func settling(taking taken: [Conflict]) -> ItemEdit {
    var edit = ItemEdit()
    guard hasConflicts else { return edit }
    edit[.conflicts] = .remove
    for conflict in taken {
      switch conflict {
      case .text(let text): edit.text = text
      case .note(let note): edit.note = .set(note)
      case .due(let due): edit.due = .set(due)
      case .name, .icon: break
      }
    }
    return edit
  }

  /// The value of a field in conflict that the document has; nil for none.
  package func present(_ field: Conflict.Field) -> Conflict? {
    switch field {
    case .text: .text(text)
    case .note: note.map { .note($0) }
    case .due: due.map { .due($0) }
    case .name, .icon: nil
    }
  }
}

extension Checklist {
  /// The edit that settles all conflicts of the list itself.
  ///
  /// - Parameter taken: The values that fields get; the other fields keep theirs.
  /// - Returns: The edit; it changes nothing where there is no conflict.
  package func settling(taking taken: [Conflict]) -> ListEdit {
    var edit = ListEdit()
    guard !conflicts.isEmpty else { return edit }
    edit.conflicts = []
    for conflict in taken {
      switch conflict {
      case .name(let name): edit.name = name
      case .icon(let icon): edit.icon = icon
      case .text, .note, .due: break
      }
    }
    return edit
  }

  /// The edit that settles all conflicts of the list itself.
  package func settling(_ choice: Conflict.Choice) -> ListEdit {
    settling(taking: choice.taken(of: conflicts))
  }

  /// The changes that settle all conflicts of items.
  ///
  /// - Returns: A change for each item; for none one that changes nothing.
  package func settling(_ items: [Int], _ choice: Conflict.Choice) -> [DocumentChange] {
    if items.isEmpty { return [.editItems([], list: id, ItemEdit())] }
    return items.map { position in
      let item = self.items[position]
      let edit = item.settling(taking: choice.taken(of: item.conflicts))
      return .editItems([reference(at: position)], list: id, edit)
    }
  }

  /// The value of a field in conflict that the document has; nil for a field of items.
  package func present(_ field: Conflict.Field) -> Conflict? {
    switch field {
    case .name: .name(name)
    case .icon: .icon(icon)
    case .text, .note, .due: nil
    }
  }
}
