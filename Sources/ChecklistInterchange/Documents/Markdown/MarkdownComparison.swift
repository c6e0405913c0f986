import ChecklistCore

/// Compares what a written Markdown file says with the document that was meant.
struct MarkdownComparison {
  private let meant: ChecklistDocument
  private let former: MarkdownReading
  private let reading: MarkdownReading

  /// A comparison of a document that was meant with one that was read.
  init(
    _ meant: ChecklistDocument, _ former: MarkdownReading, _ reading: MarkdownReading
  ) {
    (self.meant, self.former, self.reading) = (meant, former, reading)
  }

  /// Refuses a difference.
  func check() throws(DocumentFormatError) {
    if let difference { throw DocumentFormatError(.difference(difference)) }
  }

  private var difference: String? {
    let meant = meant.checklists.filter { $0.items.count > 0 || !isFile($0) }
    let read = zip(reading.document.checklists, reading.contents.lists)
      .filter { $0.items.count > 0 || $1.heading != nil }.map(\.0)
    guard meant.count == read.count else {
      return "it would have \(read.count) lists, not \(meant.count)"
    }
    if self.meant.checklists.count >= former.contents.lists.count,
      reading.contents.headingCount < former.contents.headingCount
    {
      return "a heading would be other text"
    }
    var tasks: [Int: Int]?
    for (meant, read) in zip(meant, read) {
      if !meant.name.hasSameCodeUnits(as: read.name) {
        return "a list would be named '\(read.name)', not '\(meant.name)'"
      }
      if meant.items.count != read.items.count {
        return "'\(meant.name)' would have \(read.items.count) items, not \(meant.items.count)"
      }
      for position in meant.items.indices {
        if let own = meant.items[position].ownIdentity, own != read.items[position].ownIdentity {
          let known = tasks ?? former.tasksByIdentity
          tasks = known
          if !isReplaced(own, of: meant.items[position], known) {
            return "the identity of item \(position + 1) of '\(meant.name)' would be another"
          }
        }
        guard let field = meant.items[position].difference(to: read.items[position]) else {
          continue
        }
        if field == .note {
          let known = tasks ?? former.tasksByIdentity
          tasks = known
          if let task = known[meant.items[position].id],
            below(task) != meant.items.below(position).map({ known[$0.id] })
          {
            // When the first nested item goes, what stands after it is read as the note.
            continue
          }
        }
        return "the \(field.rawValue) of item \(position + 1) of '\(meant.name)' would be another"
      }
    }
    return nil
  }

  /// Whether a new text of an item has taken the place of the identity that its line had.
  private func isReplaced(_ own: OwnIdentity, of item: ChecklistItem, _ tasks: [Int: Int]) -> Bool {
    guard let task = tasks[item.id] else { return false }
    let list = former.contents.tasks[task].list
    let first = former.contents.lists[list].tasks.lowerBound
    let old = former.document.checklists[list].items[task - first]
    return own == old.ownIdentity && !item.hasSame(.text, as: old)
  }

  /// Whether a list is the file itself, as it was read.
  private func isFile(_ list: Checklist) -> Bool {
    guard let first = former.contents.lists.first, first.heading == nil else { return false }
    return first.identity == list.id && first.name.hasSameCodeUnits(as: list.name)
  }

  /// The tasks that stood below one.
  private func below(_ task: Int) -> [Int?] {
    let tasks = former.contents.tasks
    let end = former.contents.lists[tasks[task].list].tasks.upperBound
    let next = (task + 1..<end).first { tasks[$0].level <= tasks[task].level } ?? end
    return Array(task + 1..<next)
  }
}

extension [ChecklistItem] {
  /// The items that stand below one.
  fileprivate func below(_ position: Int) -> ArraySlice<ChecklistItem> {
    self[(position + 1)...].prefix { $0.level > self[position].level }
  }
}

/// A field of an item in a text file, as messages name it.
enum WrittenField: String {
  case text
  case checkMark = "check mark"
  case skipReason = "reason of the skip"
  case dueDate = "due date"
  case repetition, note, section, level
}

extension ChecklistItem {
  /// The first field that another item has another value of; when it was made and done does not
  /// count.
  func difference(to other: ChecklistItem) -> WrittenField? {
    if !hasSame(.text, as: other) { return .text }
    if state != other.state { return .checkMark }
    if !hasSame(.skipReason, as: other) { return .skipReason }
    if !due.isSame(as: other.due) { return .dueDate }
    if !hasSame(.repetition, as: other) { return .repetition }
    if !hasSame(.note, as: other) { return .note }
    if !hasSame(.section, as: other) { return .section }
    return level == other.level ? nil : .level
  }
}
