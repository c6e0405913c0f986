import ChecklistCore

/// Reads the tasks of calendars.
///
/// Several files are read as one, for directories in which each task has a file.
struct ICalendarReader {
  /// The place of a task in its list, before the order of the list is known.
  struct Place {
    /// Its place among the others, if the file says so.
    var order: Int?
    /// The identity of the task of which it is a part.
    var parent: Int?
  }

  /// The tasks of a list.
  struct TaskList {
    /// The name; nil when the file has none.
    var name: String?
    var items: [ImportedItem] = []
    var places: [Place] = []
  }

  /// The most components that are inside each other.
  private static let mostDepth = 64

  /// The options.
  let options: ImportOptions
  /// Whether lines are told, which mean nothing where there are several files.
  private let tellsLines: Bool
  /// How many tasks there were, also such as were left out.
  private(set) var taskCount = 0
  /// The values that were left out or changed.
  private(set) var warnings = InterchangeWarnings()
  /// The time zones that calendars name.
  var zones: CalendarZones
  var days: LocalDays

  private var lists: [TaskList] = []
  private var indices: [CodeUnits?: Int] = [:]

  /// Reads with some options.
  init(_ options: ImportOptions, tellsLines: Bool = true) {
    (self.options, self.tellsLines) = (options, tellsLines)
    zones = CalendarZones(directory: options.zoneDirectory)
    days = LocalDays(in: options.zone)
  }

  /// Reads a file.
  ///
  /// - Parameter defaultName: The name of the list, where a calendar has none.
  /// - Throws: ``InterchangeError`` when it is damaged, or no calendar.
  mutating func read(
    _ bytes: [UInt8], defaultName: String? = nil
  ) throws(InterchangeError) {
    var lines = try ContentLines(bytes)
    zones.begin(bytes)
    var isCalendar = false
    while let line = try lines.next() {
      guard lines.badLines.count == 0 || isCalendar, line.begins("VCALENDAR") else {
        throw Self.noCalendar(lines.badLines.first ?? line.number)
      }
      isCalendar = true
      try readCalendar(&lines, defaultName)
    }
    guard isCalendar else { throw Self.noCalendar(lines.badLines.first) }
    warn(
      "line that is not understood was left out", "lines that are not understood were left out",
      line: lines.badLines.first ?? 1, count: lines.badLines.count)
  }

  /// Leaves out what is in a folder of calendars, and no file, although it is named as one.
  mutating func leaveOut(_ names: [String]) {
    guard let first = names.first?.shownPath else { return }
    warnings.add(
      "pipe or broken link was left out: \(first)",
      "pipes and broken links were left out; the first is \(first)", count: names.count)
  }

  /// Leaves out the task of a file that the next export removes.
  mutating func leaveOutDeletedItem() {
    taskCount += 1
    warnings.leaveOut(
      "deleted item was left out; the next export to the folder removes its file",
      "deleted items were left out; the next export to the folder removes their files")
  }

  private static func noCalendar(_ line: Int?) -> InterchangeError {
    InterchangeError(line: line, "the file is not a calendar: it has no BEGIN:VCALENDAR here")
  }

  /// The refusal of a vCalendar, which writes texts and rules in another way than iCalendar.
  private func vCalendar(_ line: Int) -> InterchangeError {
    InterchangeError(
      line: told(line),
      "the file is a vCalendar 1.0, a format from before 1998 that is not supported",
      hint: "Export iCalendar (VERSION:2.0) from the program that wrote the file.")
  }

  private mutating func readCalendar(
    _ lines: inout ContentLines, _ defaultName: String?
  ) throws(InterchangeError) {
    let start = lines.lineCount
    var (name, otherName) = (String?.none, String?.none)
    var list = TaskList()
    var hasTasks = false
    while let line = try lines.next() {
      switch line.name {
      case "BEGIN" where line.valueName.isSame(as: "VTODO"):
        hasTasks = true
        if let (item, place) = try readTodo(line, &lines) {
          list.items.add(item)
          list.places.append(place)
        }
      case "BEGIN": _ = try readBlock(line, &lines, isKept: false)
      case "END":
        guard line.valueName.isSame(as: "VCALENDAR") else {
          throw Self.stray(line, inside: "VCALENDAR", from: start)
        }
        let names = [name, otherName, defaultName].compactMap(\.self)
        list.name = names.first { !ContentRules.isBlank($0) }
        if hasTasks { add(list) }
        return
      case "VERSION" where line.valueName.isSame(as: "1.0"): throw vCalendar(line.number)
      case "NAME": name = line.nameOfList
      case "X-WR-CALNAME": otherName = line.nameOfList
      default: break
      }
    }
    throw Self.unended("VCALENDAR", from: start)
  }

  private static func stray(
    _ line: ContentLine, inside component: String, from start: Int
  ) -> InterchangeError {
    InterchangeError(
      line: line.number,
      "END:\(line.shownComponent) is inside of \(component), which begins on line \(start)")
  }

  private static func unended(_ component: String, from start: Int) -> InterchangeError {
    InterchangeError(
      line: start, "the file ends before the END of \(component), which begins here",
      hint: "Get the file again; this one is incomplete.")
  }

  private mutating func readTodo(
    _ begin: ContentLine, _ lines: inout ContentLines
  ) throws(InterchangeError) -> (item: ImportedItem, place: Place)? {
    taskCount += 1
    var draft = TodoDraft(line: begin.number)
    while let line = try lines.next() {
      switch line.name {
      case "BEGIN":
        // A zone is a part of the calendar, and read there.
        let isZone = line.valueName.isSame(as: "VTIMEZONE")
        if let block = try readBlock(line, &lines, isKept: !isZone) { draft.blocks.append(block) }
      case "END":
        guard line.valueName.isSame(as: "VTODO") else {
          throw Self.stray(line, inside: "VTODO", from: begin.number)
        }
        return task(draft)
      default:
        if !draft.read(line) {
          warn(
            "property that is not understood was left out",
            "properties that are not understood were left out", line: line.number)
        }
      }
    }
    throw Self.unended("VTODO", from: begin.number)
  }

  /// Reads a component with those in it.
  ///
  /// - Returns: All of it, if it is kept, in lines that end with LF alone.
  private func readBlock(
    _ begin: ContentLine, _ lines: inout ContentLines, isKept: Bool
  ) throws(InterchangeError) -> String? {
    var open = [begin]
    var block: [UInt8] = isKept ? Array(begin.bytes) : []
    while let line = try lines.next() {
      if isKept {
        block.append(UInt8(ascii: "\n"))
        block += line.bytes
      }
      if line.name.isSame(as: "BEGIN") {
        open.append(line)
        guard open.count <= Self.mostDepth else {
          throw InterchangeError(
            line: line.number, "more than \(Self.mostDepth) components are inside each other")
        }
      } else if line.name.isSame(as: "END"), let last = open.popLast() {
        guard line.valueName.isSame(as: last.valueName) else {
          throw Self.stray(line, inside: last.shownComponent, from: last.number)
        }
        if open.isEmpty { return isKept ? String(decoding: block, as: UTF8.self) : nil }
      }
    }
    throw Self.unended(begin.shownComponent, from: begin.number)
  }

  /// Counts a warning, with its line where lines are told.
  mutating func warn(_ one: String, _ many: String, line: Int, count: Int = 1) {
    warnings.add(one, many, line: told(line), count: count)
  }

  /// Counts an item that is left out, with its line where lines are told.
  mutating func leaveOut(_ one: String, _ many: String, line: Int) {
    warnings.leaveOut(one, many, line: told(line))
  }

  /// The number of a line, where lines are told.
  func told(_ line: Int) -> Int? { tellsLines ? line : nil }
}

extension ICalendarReader {
  private mutating func add(_ list: TaskList) {
    let key = list.name.map(CodeUnits.init)
    guard let index = indices[key] else {
      indices[key] = lists.count
      lists.append(list)
      return
    }
    lists[index].items += list.items
    lists[index].places += list.places
  }

  /// All that was read, each list in its order.
  consuming func finish() -> ImportedFile {
    var file = ImportedFile()
    for list in lists {
      var list = list
      list.sort()
      let count = list.nest()
      warnings.add(
        "item that is part of another is below it",
        "items that are part of others are below them", count: count)
      file.lists.append(ImportedList(name: list.name, items: list.items))
    }
    file.warnings = warnings
    return file
  }
}

extension ICalendarReader.TaskList {
  /// Sorts the tasks by their places, if all have one.
  fileprivate mutating func sort() {
    guard places.allSatisfy({ $0.order != nil }) else { return }
    let orders = places.map { $0.order ?? 0 }
    if zip(orders, orders.dropFirst()).allSatisfy({ $0 <= $1 }) { return }
    arrange(orders.indices.sorted { (orders[$0], $0) < (orders[$1], $1) })
  }

  private mutating func arrange(_ positions: [Int]) {
    items = positions.map { items[$0] }
    places = positions.map { places[$0] }
  }

  /// Places each task after the one of which it is a part.
  ///
  /// - Returns: How many are parts of others.
  fileprivate mutating func nest() -> Int {
    guard places.contains(where: { $0.parent != nil }) else { return 0 }
    var identities: [Int: Int] = [:]
    for (index, item) in items.enumerated() where item.hasIdentity {
      identities[item.item.id] = index
    }
    var parts: [Int: [Int]] = [:]
    var tops: [Int] = []
    for (index, place) in places.enumerated() {
      if let parent = place.parent.flatMap({ identities[$0] }), parent != index {
        parts[parent, default: []].append(index)
      } else {
        tops.append(index)
      }
    }
    var order: [Int] = []
    var isPlaced = [Bool](repeating: false, count: items.count)
    // Tasks that are parts of each other are below no top; they come last.
    for top in tops + [Int](items.indices) {
      var waiting = [top]
      while let index = waiting.popLast() {
        if isPlaced[index] { continue }
        isPlaced[index] = true
        order.append(index)
        waiting += (parts[index] ?? []).reversed()
      }
    }
    arrange(order)
    return items.count - tops.count
  }
}

extension ContentLine {
  /// Whether it begins a component of that name.
  fileprivate func begins(_ component: StaticString) -> Bool {
    name.isSame(as: "BEGIN") && valueName.isSame(as: component)
  }

  /// The value as the name of a list, without the characters that an export leaves out: else the
  /// next import would not know the list.
  fileprivate var nameOfList: String {
    var name: [UInt8] = []
    name.appendEscaped(text)
    return Self.unescaped(name[...])
  }

  /// The name of the component that it begins or ends, cut to a length that fits a message.
  fileprivate var shownComponent: String {
    String(decoding: valueName.bytes.prefix(40), as: UTF8.self)
  }
}
