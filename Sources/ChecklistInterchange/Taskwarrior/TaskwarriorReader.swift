import ChecklistCore

/// Reads tasks as `task export` writes them.
struct TaskwarriorReader {
  /// The text that is read.
  var scanner: JSONScanner
  let options: ImportOptions
  var warnings = InterchangeWarnings()
  var days: LocalDays
  private var lists: [List] = []
  /// The positions of lists by their names.
  private var positions: [CodeUnits?: Int] = [:]
  /// Where the last task with each identity is: the position of its list, and its own there.
  private var places: [Int: (list: Int, item: Int)] = [:]
  /// The open task that is due last, by the parent of its tasks: it alone comes again.
  private var recurring: [String: Recurring] = [:]

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
    /// How often it comes again, if it is due.
    var repetition: Repetition?
    /// The task of which each time is a copy.
    var parent: String?
  }

  /// A task that comes again.
  private struct Recurring {
    var repetition: Repetition
    var place: (list: Int, item: Int)
    /// When the task is due; a task that is done is before all others.
    var due: Date
  }

  /// A list whose order is not known yet.
  private struct List {
    var name: String?
    var items: [ImportedItem] = []
    /// The place of each item; new ones have none yet, and come last.
    var orders: [Double] = []
    /// The positions of items that come again below.
    var removed: Set<Int> = []

    /// The list in the order of this program.
    var sorted: ImportedList {
      let isSorted = zip(orders, orders.dropFirst()).allSatisfy { $0 <= $1 }
      if isSorted, removed.isEmpty { return ImportedList(name: name, items: items) }
      // The sort keeps the order of equals.
      let positions = items.indices.filter { !removed.contains($0) }
        .sorted { orders[$0] < orders[$1] }
      return ImportedList(name: name, items: positions.map { items[$0] })
    }
  }

  /// Reads a text from its beginning.
  init(_ scanner: JSONScanner, _ options: ImportOptions) {
    (self.scanner, self.options) = (scanner, options)
    days = LocalDays(in: options.zone)
  }

  /// Reads the whole text.
  ///
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
    for task in recurring.values {
      lists[task.place.list].items[task.place.item].setRepetition(task.repetition)
    }
    var file = ImportedFile()
    for list in lists where list.items.count > list.removed.count { file.lists.append(list.sorted) }
    file.warnings = warnings
    return file
  }

  /// Adds a task; of several with one identity the last one counts.
  private mutating func add(_ task: Task?) {
    guard let task else { return }
    if let id = task.id, let former = places.removeValue(forKey: id) {
      lists[former.list].removed.insert(former.item)
      warnings.leaveOut(
        "item was left out, since it is repeated below",
        "items were left out, since they are repeated below",
        line: lists[former.list].items[former.item].line)
    }
    guard let item = task.item else { return }
    let name = task.project.map(CodeUnits.init)
    let position = positions[name] ?? lists.count
    if position == lists.count {
      positions[name] = position
      lists.append(List(name: task.project))
    }
    let place = (list: position, item: lists[position].items.count)
    if let id = task.id { places[id] = place }
    if let repetition = task.repetition, let due = item.item.due {
      let moment = item.item.state == .open ? due.storedMoment : .distantPast
      // Without a parent, it is a series of its own.
      let parent = task.parent ?? "\(place)"
      if recurring[parent].map({ $0.due <= moment }) ?? true {
        recurring[parent] = Recurring(repetition: repetition, place: place, due: moment)
      }
    }
    lists[position].items.add(item)
    lists[position].orders.append(task.order ?? .infinity)
  }
}
