import ChecklistCore

/// Where the lists and items of a document stand in a Markdown file: known, or to be found once
/// they are needed.
package enum MarkdownAnchors: Sendable {
  /// A file that was read.
  case read(MarkdownReading)
  /// A file without flaws that was written, of which only what is new was read.
  case written([UInt8], name: String)
}

/// A Markdown file that was read: where the lists and items of its document stand, and what is
/// usual in it.
package struct MarkdownReading: Sendable {
  /// The lists and tasks with their places.
  let contents: MarkdownContents
  /// What is usual in the file.
  let habits: MarkdownHabits
  /// The document as it was read; the items of its lists are the tasks, in their order.
  let document: ChecklistDocument
  /// The document as people see it, in which records are no items.
  let shown: ChecklistDocument
  /// The tasks that repeat, and their records.
  let records: LineRecords
  /// The name of the list that is the file itself.
  let name: String
  /// The due dates of open items that cannot be read.
  let unreadDues: [TextFlaw]

  /// What is no item or no field of the document, although a person sees it in the file.
  var flaws: [TextFlaw] {
    if let line = contents.lines.conflictLine { return [.conflictMarker(line: line)] }
    return [contents.emptyBox, contents.nearBox].compactMap { $0 } + unreadDues
  }

  /// The task that each item was when it was read.
  var tasksByIdentity: [Int: Int] {
    var tasks: [Int: Int] = [:]
    tasks.reserveCapacity(contents.tasks.count)
    for (list, checklist) in zip(contents.lists, document.checklists) {
      for (task, item) in zip(list.tasks, checklist.items) { tasks[item.id] = task }
    }
    return tasks
  }
}

/// What is usual in a Markdown file, which new text follows.
struct MarkdownHabits: Sendable {
  /// Whether done items have the day on which they were done.
  var hasCompletionDays = false
  /// Whether items have the day on which they were made.
  var hasCreationDays = false
  private var hasDueMarks = false
  private var hasDueBrackets = false
  private var hasSmallMarks = false
  private var hasCapitalMarks = false

  /// Whether dates are in brackets.
  var hasBrackets: Bool { hasDueBrackets && !hasDueMarks }

  /// What is written into a box.
  func boxMark(_ state: ChecklistItem.State) -> UInt8 {
    state == .done && hasCapitalMarks && !hasSmallMarks ? UInt8(ascii: "X") : state.boxMark
  }

  /// Notes the box of a task.
  mutating func note(box: UInt8) {
    if box == UInt8(ascii: "x") { hasSmallMarks = true }
    if box == UInt8(ascii: "X") { hasCapitalMarks = true }
  }

  /// Notes the fields of a task.
  mutating func note(_ fields: [MarkdownField], isDone: Bool) {
    for field in fields {
      switch field.kind {
      case .completed: hasCompletionDays = hasCompletionDays || isDone
      case .created: hasCreationDays = true
      case .due where field.isInBrackets: hasDueBrackets = true
      case .due: hasDueMarks = true
      case .repetition, .skipReason: break
      }
    }
  }
}
