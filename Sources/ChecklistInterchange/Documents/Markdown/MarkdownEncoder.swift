import ChecklistCore

/// Writes a changed document into the Markdown file that it was read from.
///
/// It finds the bytes that change: spans within lines, lines that leave their place, and lines that
/// are put before others. Everything between is copied.
struct MarkdownEncoder {
  /// An item of the changed document.
  struct Row {
    let item: ChecklistItem
    /// The list of the changed document.
    let list: Int
    /// The task that it is in the file; nil for a new one.
    let task: Int?
    /// The item below which it stands.
    let parent: Int?
    /// Its place among the lists and items.
    let order: Int
    /// The items that stand beside it, and its place among them.
    var group = 0
    var position = 0
  }

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
  let anchors: MarkdownAnchors
  let contents: MarkdownContents
  let tree: MarkdownTree
  let lines: DocumentLines
  let moved: Set<Int>
  let zone: TimeZoneRules
  /// What ends new lines.
  let ending: [UInt8]
  /// Whether new dates are in brackets.
  let hasBrackets: Bool

  /// The items of the changed document.
  private(set) var rows: [Row] = []
  /// The place of each list among the lists and items.
  private(set) var listOrders: [Int] = []
  /// The list of the file that each list is; nil for a new one.
  private(set) var listAnchors: [Int?] = []
  /// The items that stand beside each other.
  private(set) var groups: [[Int]] = []
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
    _ document: ChecklistDocument, _ anchors: MarkdownAnchors, moved: Set<Int>,
    in zone: TimeZoneRules
  ) {
    (self.document, self.anchors, self.moved, self.zone) = (document, anchors, moved, zone)
    contents = anchors.contents
    (tree, lines) = (contents.tree, contents.lines)
    ending = lines.usualEnding
    // In another encoding, brackets are what it surely has.
    hasBrackets = anchors.habits.hasBrackets || !lines.isUTF8
  }

  /// The whole file.
  mutating func encoded() throws(DocumentFormatError) -> [UInt8] {
    try makeRows()
    if !lines.isUTF8 { try checkASCII() }
    cutDeletedTasks()
    findRenamedSections()
    findWhatStays()
    for list in document.checklists.indices where listAnchors[list] == nil {
      try insertHeading(ofList: list)
    }
    for row in rows.indices {
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

  // MARK: Items

  private mutating func makeRows() throws(DocumentFormatError) {
    var lists: [Int: Int] = [:]
    for (index, list) in contents.lists.enumerated() { lists[list.identity] = index }
    var tasks = anchors.tasksByIdentity
    var order = 0
    groups = document.checklists.map { _ in [] }
    var groupsBelow: [Int: Int] = [:]
    for (index, list) in document.checklists.enumerated() {
      listAnchors.append(lists.removeValue(forKey: list.id))
      listOrders.append(order)
      order += 1
      var stack: [Int] = []
      for item in list.items {
        while let last = stack.last, rows[last].item.level >= item.level { stack.removeLast() }
        let parent = stack.last
        guard item.level == parent.map({ rows[$0].item.level + 1 }) ?? 0 else {
          throw DocumentFormatError(.brokenLevels)
        }
        var row = Row(
          item: item, list: index, task: tasks.removeValue(forKey: item.id), parent: parent,
          order: order)
        order += 1
        if let parent {
          row.group = groupsBelow[parent] ?? groups.count
          if row.group == groups.count { groups.append([]) }
          groupsBelow[parent] = row.group
        } else {
          row.group = index
        }
        row.position = groups[row.group].count
        groups[row.group].append(rows.count)
        stack.append(rows.count)
        rows.append(row)
      }
    }
  }

  /// In another encoding, what is not ASCII may be read otherwise.
  private func checkASCII() throws(DocumentFormatError) {
    for row in rows {
      let old = row.task.map(oldItem)
      for field in [ItemField.text, .note, .section] {
        if let text = row.item[field]?.text, !text.utf8.allSatisfy({ $0 < 0x80 }),
          old.map({ row.item.hasSame(field, as: $0) }) != true
        {
          throw DocumentFormatError(.notUTF8)
        }
      }
    }
    for (index, list) in document.checklists.enumerated() {
      let name = listAnchors[index].map { contents.lists[$0].name }
      if name.map({ list.name.hasSameCodeUnits(as: $0) }) != true,
        !list.name.utf8.allSatisfy({ $0 < 0x80 })
      {
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
    let present = Set(rows.compactMap(\.task))
    let gone = Set(goneLists)
    for (index, task) in contents.tasks.enumerated()
    where !present.contains(index) && !gone.contains(task.list) {
      cutNodes.insert(task.node)
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
        if let task = rows[row].task, canStay(rows[row], contents.tasks[task]) {
          tasks.append(task)
        }
      }
      var staying = Array(tasks.longestIncreasingSubsequence.reversed())[...]
      for row in group {
        if let task = rows[row].task, task == staying.first {
          stays[row] = true
          staying = staying.dropFirst()
        }
      }
    }
    for (index, row) in rows.enumerated() where !stays[index] {
      if let task = row.task { cutNodes.insert(contents.tasks[task].node) }
    }
  }

  private func canStay(_ row: Row, _ task: MarkdownTask) -> Bool {
    guard task.list == listAnchors[row.list] else { return false }
    // What is nested below an item that moved has moved with it.
    let isMoved = moved.contains(row.item.id)
    guard let parent = row.parent else {
      return !isMoved && task.parent == nil
        && section(of: task).hasSameCodeUnits(as: row.item.section)
    }
    if isMoved, !moved.contains(rows[parent].item.id) { return false }
    return rows[parent].task.map { $0 == task.parent } ?? false
  }

  // MARK: Sections

  /// Finds sections of which all items get one new name: the heading gets it then.
  private mutating func findRenamedSections() {
    guard
      rows.contains(where: { row in
        row.task.map { !row.item.hasSame(.section, as: oldItem($0)) } ?? false
      })
    else { return }
    var presentTasks: [Int: Int] = [:]
    for row in rows {
      if let task = row.task { presentTasks[contents.tasks[task].place, default: 0] += 1 }
    }
    var rowsOfLists: [[Row]] = document.checklists.map { _ in [] }
    for row in rows { rowsOfLists[row.list].append(row) }
    for (list, rows) in rowsOfLists.enumerated() {
      guard let anchor = listAnchors[list] else { continue }
      findRenamedSections(in: contents.lists[anchor], anchor, rows, presentTasks)
    }
  }

  private mutating func findRenamedSections(
    in list: MarkdownList, _ anchor: Int, _ rows: [Row], _ presentTasks: [Int: Int]
  ) {
    var counts: [CodeUnits: Int] = [:]
    // The one name that the items of a part have, and how many they are; nil for several names.
    var names: [Int: (name: String?, count: Int)?] = [:]
    for row in rows {
      let section = row.item.section
      if let section { counts[CodeUnits(section), default: 0] += 1 }
      guard let task = row.task, contents.tasks[task].list == anchor else { continue }
      let place = contents.tasks[task].place
      if let known = names[place] {
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
        presentTasks[place] == entry.count
      else { continue }
      renamed[place] = name
    }
  }
}
