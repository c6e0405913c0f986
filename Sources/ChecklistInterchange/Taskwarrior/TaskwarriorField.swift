/// The members of a task that this program knows; the others are kept as they are.
enum TaskwarriorField: String, CaseIterable {
  case uuid, description, status, entry, end, due, annotations, project
  /// The place in the list.
  case order = "checklistsorder"
  /// The heading in the list.
  case section = "checklistssection"
  // Taskwarrior makes these itself.
  case id, urgency, modified

  private static let names = allCases.map { (bytes: Array($0.rawValue.utf8), field: $0) }

  /// The member of a name; nil for one that this program does not know.
  init?(_ name: JSONName) {
    guard let known = Self.names.first(where: { $0.bytes.elementsEqual(name.bytes) }) else {
      return nil
    }
    self = known.field
  }
}
