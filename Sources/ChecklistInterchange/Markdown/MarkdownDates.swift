import ChecklistCore

/// The dates of a task.
struct MarkdownDates {
  private(set) var due: ISO8601.LocalTime?
  private(set) var created: ISO8601.LocalTime?
  private(set) var completed: ISO8601.LocalTime?

  /// Takes the dates out of the source of a task's text; of several of a kind, the last counts.
  init(takingFrom source: inout [UInt8]) {
    var scan = MarkdownFieldScan(source)
    scan.run()
    for field in scan.fields {
      switch field.kind {
      case .due: due = field.time
      case .created: created = field.time
      case .completed: completed = field.time
      // A repetition stays text.
      case .repetition: break
      }
    }
    if scan.fields.contains(where: { $0.kind != .repetition }) {
      source = scan.source(without: { $0.kind != .repetition })
    }
  }
}
