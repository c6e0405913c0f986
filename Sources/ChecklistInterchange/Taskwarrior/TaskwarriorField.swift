/// The members of a task that this program knows; the others are kept as they are.
enum TaskwarriorField: String {
  case uuid, description, status, entry, end, due, annotations, project
  /// The place in the list.
  case order = "checklistsorder"
  /// The heading in the list.
  case section = "checklistssection"
  // Taskwarrior makes these itself.
  case id, urgency, modified
}
