import ChecklistCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads tasks as `task export` writes them.
struct TaskwarriorReader {
  /// What is read.
  var scanner: JSONScanner
  let options: ImportOptions
  var warnings = InterchangeWarnings()
  var days: LocalDays
  private var tasks: [Task] = []
  /// The position of the last task with each identity.
  private var positions: [Int: Int] = [:]

  /// A task.
  struct Task {
    /// The identity, if it has one.
    var id: Int?
    /// The item; nil where the task is none.
    var item: ImportedItem?
    /// The list.
    var project: String?
    /// The place in the list.
    var order: Double?
  }

  /// Reads a text from its beginning.
  init(_ scanner: JSONScanner, _ options: ImportOptions) {
    (self.scanner, self.options) = (scanner, options)
    days = LocalDays(in: options.zone)
  }

  /// Reads the whole text.
  ///
  /// - Returns: What it says.
  /// - Throws: ``InterchangeError`` when it is damaged, or has no tasks.
  mutating func read() throws(InterchangeError) -> ImportedFile {
    if scanner.isAtEnd() { throw InterchangeError("the file is empty") }
    while !scanner.isAtEnd() {
      if try scanner.kind() == .array {
        try scanner.beginArray()
        while try scanner.nextElement() { add(try readTask()) }
      } else if try scanner.kind() == .object {
        add(try readTask())
      } else {
        throw scanner.expected("a task")
      }
      // Older versions write a comma after each line, and no brackets.
      scanner.skipSpace()
      _ = scanner.skip(UInt8(ascii: ","))
    }
    return makeFile()
  }

  /// Adds a task; of several with one identity the last one counts.
  private mutating func add(_ task: Task?) {
    guard let task else { return }
    if let id = task.id, let former = positions.updateValue(tasks.count, forKey: id) {
      tasks[former].item = nil
      warnings.leaveOut(
        "task was left out, since the same one comes again below",
        "tasks were left out, since the same ones come again below", line: task.item?.line)
    }
    tasks.append(task)
  }

  /// The lists in the order of their first tasks, each by the order of this program.
  private mutating func makeFile() -> ImportedFile {
    var file = ImportedFile()
    var lists: [[Task]] = []
    var indices: [CodeUnits?: Int] = [:]
    for task in tasks where task.item != nil {
      let project = task.project.map(CodeUnits.init)
      if let index = indices[project] {
        lists[index].append(task)
      } else {
        indices[project] = lists.count
        lists.append([task])
      }
    }
    for list in lists {
      // New tasks have no place yet: they come last. The sort keeps the order of equals.
      let sorted = list.sorted { ($0.order ?? .infinity) < ($1.order ?? .infinity) }
      file.lists.append(
        ImportedList(name: list.first?.project, items: sorted.compactMap(\.item)))
    }
    file.warnings = warnings
    return file
  }
}
