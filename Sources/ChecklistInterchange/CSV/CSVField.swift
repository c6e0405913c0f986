/// The field in a column of a table.
enum CSVField: Int, CaseIterable {
  // In the order in which they choose among the columns.
  case text, checked, due, completed, created, note, section, list, id, isAllDay, zone, type, indent
  case state, reason

  /// The names of its columns in lowercase letters and digits alone; the first that a table has
  /// counts.
  var names: [String] {
    switch self {
    case .text:
      [
        "text", "title", "task", "content", "subject", "name", "summary", "taskname", "cardname",
      ]
    case .checked:
      [
        "checked", "done", "completed", "complete", "iscompleted", "isdone", "status", "state",
        "%complete", "duecomplete",
      ]
    case .due: ["due", "duedate", "dueday", "date", "deadline", "duestring", "deadlinedate"]
    case .completed:
      [
        "completed", "completedat", "completedtime", "completeddate", "completiondate",
        "datecompleted", "donedate",
      ]
    case .created:
      ["created", "createdat", "createdtime", "createddate", "creationdate", "datecreated"]
    case .note:
      [
        "note", "notes", "description", "comment", "comments", "details", "content",
        "carddescription",
      ]
    case .section: ["section", "sectionname", "heading", "group", "columnname", "sectioncolumn"]
    case .list: ["list", "listname", "checklist", "project", "projectname", "projects"]
    case .id: ["id", "uuid", "uid", "taskid"]
    // TickTick's.
    case .isAllDay: ["isallday"]
    case .zone: ["timezone"]
    // Todoist's.
    case .type: ["type"]
    case .indent: ["indent"]
    // Ours, beside "checked".
    case .state: ["state"]
    case .reason: ["skipreason"]
    }
  }

  /// The columns that are written, in their order.
  static let written: [(name: String, field: CSVField)] = [
    ("list", .list), ("section", .section), ("text", .text), ("checked", .checked), ("due", .due),
    ("note", .note), ("created", .created), ("completed", .completed), ("id", .id),
    ("state", .state), ("skipReason", .reason),
  ]
}
