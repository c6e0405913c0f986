import ChecklistCore
import ChecklistInterchange

extension JSONScanner {
  /// The next member of an object; nil at its end.
  ///
  /// - Throws: `InterchangeError` also for a member that this version does not know: it could not
  ///   be kept.
  mutating func nextMember() throws(InterchangeError) -> TextMember? {
    guard let key = try nextKey() else { return nil }
    guard let member = TextMember(rawValue: key) else {
      throw error("there is a member that is not known")
    }
    return member
  }

  /// Reads the values that lost in a merge.
  mutating func conflicts(ofItems: Bool) throws(InterchangeError) -> [Conflict] {
    guard let conflicts = [Conflict](try propertyList(), ofItems: ofItems) else {
      throw error("the conflicts are not what they must be")
    }
    return conflicts
  }

  /// Reads an item.
  mutating func item() throws(InterchangeError) -> ChecklistItem {
    var id: Int?
    var values: [(field: ItemField, value: FieldValue)] = []
    try beginObject()
    while let key = try nextKey() {
      switch TextMember(rawValue: key) {
      case .id: id = try identity()
      case .unknown: try skip()
      case let member:
        guard let field = member == .dueDay ? .due : ItemField(rawValue: key) else {
          throw error("there is a member that is not known")
        }
        guard let value = field.value(try propertyList()) else {
          throw error("\"\(key)\" is not what it must be")
        }
        values.append((field, value))
      }
    }
    let fields = Set(values.map(\.field))
    guard let id, fields.isSuperset(of: [.text, .checked]) else {
      throw error("an item has an identity, a text and a check mark")
    }
    var item = ChecklistItem("", id: id, now: Date(timeIntervalSinceReferenceDate: 0))
    item[.created] = nil
    for (field, value) in values { item[field] = value }
    if !item.isChecked { item[.completed] = nil }
    return item
  }
}
