/// The members of a task that this program knows; the others are kept as they are.
enum TaskwarriorField: String, CaseIterable {
  case uuid, description, status, entry, end, due, annotations, project
  /// How often a task comes again, and the task of which each time is a copy.
  case recur, parent
  /// The place in the list.
  case order = "checklistsorder"
  /// The heading in the list.
  case section = "checklistssection"
  // Taskwarrior makes these itself.
  case id, urgency, modified

  /// The members by their names.
  static let names = JSONNames<TaskwarriorField>()
}
