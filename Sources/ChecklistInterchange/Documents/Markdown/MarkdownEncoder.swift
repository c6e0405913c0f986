import ChecklistCore

/// Writes a changed document into the Markdown file that it was read from.
///
/// It finds the bytes that change: spans within lines, lines that leave their place, and lines that
/// are put before others. Everything between is copied.
struct MarkdownEncoder {
  /// Bytes that are replaced.
  struct Edit {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  /// Lines that leave their place.
  struct Cut {
    let lines: ClosedRange<Int>
    /// The block that leaves, or the first one of several.
    let owner: Int
  }

  let document: ChecklistDocument
  let anchors: MarkdownReading
  let contents: MarkdownContents
  let tree: MarkdownTree
  let lines: DocumentLines
  let moved: Set<Int>
  /// What is written of items that repeat.
  let repeating: RepeatingEdits
  let zone: TimeZoneRules
  /// What ends new lines.
  let ending: [UInt8]
  /// Whether new dates are in brackets.
  private(set) var hasBrackets = false

  /// The items of the changed document.
  var rows: [Row] = []
  /// Whether each task of the file is still in the document.
  var isPresent: [Bool] = []
  /// The place of each list among the lists and items.
  var listOrders: [Int] = []
  /// The list of the file that each list is; nil for a new one.
  var listAnchors: [Int?] = []
  /// The items that stand beside each other.
  var groups: [[Int]] = []
  /// Whether each item stays where it is.
  private(set) var stays: [Bool] = []

  var edits: [Edit] = []
  var cuts: [Cut] = []
  var insertions: [MarkdownInsertion] = []
  /// The blocks of tasks that leave their places.
  var cutNodes: Set<Int> = []
  /// The blocks in whose places something is put.
  var replaced: Set<Int> = []
  /// New names of sections, by the part of the list.
  var renamed: [Int: String] = [:]
  /// The places of items that do not stay.
  var places: [Int: MarkdownInsertionPlace] = [:]
  /// The headings that were made.
  var newSections: Set<SectionKey> = []
  /// The first item of each section in the file, once one was looked for.
  var firstTasks: [SectionKey: Int]?
  var gaps = MarkdownGaps()

  /// A section of a list of the changed document.
  struct SectionKey: Hashable {
    let list: Int
    let section: CodeUnits?

    init(_ list: Int, _ section: String?) {
      (self.list, self.section) = (list, section.map(CodeUnits.init))
    }
  }

  /// An encoder of a changed document.
  init(
    _ document: ChecklistDocument, _ anchors: MarkdownReading, moved: Set<Int>,
    _ repeating: RepeatingEdits, in zone: TimeZoneRules
  ) {
    self.repeating = repeating
    (self.document, self.anchors, self.moved, self.zone) = (document, anchors, moved, zone)
    contents = anchors.contents
    (tree, lines) = (contents.tree, contents.lines)
    ending = lines.usualEnding
  }

  /// The whole file.
  mutating func encoded() throws(DocumentFormatError) -> [UInt8] {
    try makeRows()
    // In another encoding, brackets are what it surely has.
    hasBrackets = anchors.habits.hasBrackets || mayWriteDates && !lines.isUTF8
    try checkASCII()
    cutDeletedTasks()
    findRenamedSections()
    findWhatStays()
    for list in document.checklists.indices where listAnchors[list] == nil {
      try insertHeading(ofList: list)
    }
    for row in rows.indices where !rows[row].isUnchanged {
      if let task = rows[row].task { try editItem(row, task) }
    }
    try placeItems()
    try cutBlocks()
    try renameAll()
    var output = WrittenLines(after: lines.mark, usualEnding: ending)
    try MarkdownRenderer(self).render(nil, into: &output)
    return try arrangingLists(output.finished(endsWithLineEnd: lines.endsWithLineEnd))
  }

  /// The item of a task as it was read.
  func oldItem(_ task: Int) -> ChecklistItem {
    let list = contents.tasks[task].list
    return anchors.document.checklists[list].items[task - contents.lists[list].tasks.lowerBound]
  }

  /// The item of a row.
  func item(_ row: Int) -> ChecklistItem {
    document.checklists[rows[row].list].items[rows[row].item]
  }

  /// Whether a date or a repetition of an item may be written.
  private var mayWriteDates: Bool {
    let habits = anchors.habits
    return rows.indices.contains { row in
      if rows[row].isUnchanged { return false }
      let item = item(row)
      return item.due != nil || habits.hasCreationDays
        || habits.hasCompletionDays && item.completed != nil
    }
  }

  /// In another encoding, what is not ASCII may be read otherwise.
  private func checkASCII() throws(DocumentFormatError) {
    for row in rows.indices where !rows[row].isUnchanged {
      let (item, old) = (item(row), rows[row].task.map(oldItem))
      for field in [ItemField.text, .note, .section] {
        if let text = item[field]?.text, !text.utf8.allSatisfy({ $0 < 0x80 }),
          old.map({ item.hasSame(field, as: $0) }) != true
        {
          if lines.isUTF8 { return }
          throw DocumentFormatError(.notUTF8)
        }
      }
    }
    for (index, list) in document.checklists.enumerated() {
      let name = listAnchors[index].map { contents.lists[$0].name }
      if name.map({ list.name.hasSameCodeUnits(as: $0) }) != true,
        !list.name.utf8.allSatisfy({ $0 < 0x80 })
      {
        if lines.isUTF8 { return }
        throw DocumentFormatError(.notUTF8)
      }
    }
  }

  /// The lists of the file that are no longer in the document.
  var goneLists: [Int] {
    let present = Set(listAnchors.compactMap { $0 })
    return contents.lists.indices.filter { !present.contains($0) }
  }

  private mutating func cutDeletedTasks() {
    let gone = Set(goneLists)
    for task in isPresent.indices
    where !isPresent[task] && !gone.contains(contents.tasks[task].list) {
      cutNodes.insert(contents.tasks[task].node)
    }
  }

  /// The section of a task, also where that gets another name.
  func section(of task: MarkdownTask) -> String? {
    renamed[task.place] ?? contents.places[task.place].section
  }

  // MARK: What stays

  /// Finds the items that stay where they are: of each group, the longest run that is in order.
  private mutating func findWhatStays() {
    stays = Array(repeating: false, count: rows.count)
    for group in groups {
      var tasks: [Int] = []
      for row in group {
        if let task = rows[row].task, canStay(row, task) { tasks.append(task) }
      }
      if !zip(tasks, tasks.dropFirst()).allSatisfy({ $0 < $1 }) {
        tasks = tasks.longestIncreasingSubsequence.reversed()
      }
      var next = 0
      for row in group where next < tasks.count {
        if rows[row].task == tasks[next] {
          stays[row] = true
          next += 1
        }
      }
    }
    for (index, row) in rows.enumerated() where !stays[index] {
      if let task = row.task { cutNodes.insert(contents.tasks[task].node) }
    }
  }

  private func canStay(_ row: Int, _ task: Int) -> Bool {
    let (row, parentTask) = (rows[row], contents.tasks[task].parent)
    guard contents.tasks[task].list == listAnchors[row.list] else { return false }
    // What is nested below an item that moved has moved with it.
    let isMoved =
      !moved.isEmpty && moved.contains(document.checklists[row.list].items[row.item].id)
    guard let parent = row.parent else {
      if isMoved || parentTask != nil { return false }
      return row.isUnchanged && renamed.isEmpty
        || section(of: contents.tasks[task]).hasSameCodeUnits(
          as: document.checklists[row.list].items[row.item].section)
    }
    if isMoved, !moved.contains(item(parent).id) { return false }
    return rows[parent].task.map { $0 == parentTask } ?? false
  }

  // MARK: Sections

  /// Finds sections of which all items get one new name where they stand: the heading gets it then.
  private mutating func findRenamedSections() {
    guard
      rows.indices.contains(where: { row in
        guard !rows[row].isUnchanged, let task = rows[row].task else { return false }
        return !item(row).hasSame(.section, as: oldItem(task))
      })
    else { return }
    var presentTasks: [Int: Int] = [:]
    for row in rows {
      if let task = row.task { presentTasks[contents.tasks[task].place, default: 0] += 1 }
    }
    var rowsOfLists: [[Int]] = document.checklists.map { _ in [] }
    for row in rows.indices { rowsOfLists[rows[row].list].append(row) }
    for (list, rows) in rowsOfLists.enumerated() {
      guard let anchor = listAnchors[list] else { continue }
      findRenamedSections(in: contents.lists[anchor], anchor, rows, presentTasks)
    }
  }

  private mutating func findRenamedSections(
    in list: MarkdownList, _ anchor: Int, _ rows: [Int], _ presentTasks: [Int: Int]
  ) {
    var counts: [CodeUnits: Int] = [:]
    // The one name that the items of a part have, and how many they are; nil for several names, and
    // where an item goes away.
    var names: [Int: (name: String?, count: Int)?] = [:]
    // The first and the last of these rows, as they are in the list.
    var ends: [Int: ClosedRange<Int>] = [:]
    for (index, row) in rows.enumerated() {
      let section = item(row).section
      if let section { counts[CodeUnits(section), default: 0] += 1 }
      guard let task = self.rows[row].task, contents.tasks[task].list == anchor else { continue }
      let place = contents.tasks[task].place
      ends[place] = (ends[place]?.lowerBound ?? index)...index
      if moved.contains(item(row).id) {
        names[place] = .some(nil)
      } else if let known = names[place] {
        if let known, known.name.hasSameCodeUnits(as: section) {
          names[place] = .some((section, known.count + 1))
        } else {
          names[place] = .some(nil)
        }
      } else {
        names[place] = .some((section, 1))
      }
    }
    let known = Set(list.places.compactMap { contents.places[$0].section.map(CodeUnits.init) })
    for place in list.places {
      guard let old = contents.places[place].section, let entry = names[place], let entry,
        let name = entry.name, !name.hasSameCodeUnits(as: old), !known.contains(CodeUnits(name)),
        counts[CodeUnits(name)] == entry.count, counts[CodeUnits(old)] == nil,
        presentTasks[place] == entry.count, let ends = ends[place],
        areInOrder(rows, at: ends)
      else { continue }
      renamed[place] = name
    }
  }

  /// Whether items of a list stand between those between which they stand in the file.
  private func areInOrder(_ rows: [Int], at range: ClosedRange<Int>) -> Bool {
    let tasks = range.compactMap { self.rows[rows[$0]].task }
    guard let first = tasks.min(), let last = tasks.max() else { return false }
    let before = rows[..<range.lowerBound].last { self.rows[$0].task != nil }
    let after = rows[(range.upperBound + 1)...].first { self.rows[$0].task != nil }
    return (before.flatMap { self.rows[$0].task } ?? -1) < first
      && last < (after.flatMap { self.rows[$0].task } ?? Int.max)
  }
}
