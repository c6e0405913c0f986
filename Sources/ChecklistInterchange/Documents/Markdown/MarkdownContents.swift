import ChecklistCore

/// The lists and tasks of a Markdown file, with their places.
struct MarkdownContents: Sendable {
  /// The blocks of the file.
  private(set) var tree: MarkdownTree
  /// The tasks in the order of the file.
  private(set) var tasks: [MarkdownTask] = []
  /// The parts of the lists.
  private(set) var places: [MarkdownPlace] = []
  /// The lists in the order of the file.
  var lists: [MarkdownList] = []
  /// The first open box without a text, or else the first other one; nil without any.
  private(set) var emptyBox: TextFlaw?
  /// The first text that looks like an open box, or else like another one; nil without any.
  private(set) var nearBox: TextFlaw?

  /// The lines of entries with a box whose mark nobody knows.
  private(set) var linesOfOtherBoxes: [Int] = []
  /// The lines of blocks in an item that stand below its first nested task, and so in no note.
  private(set) var linesBelowNested: [Int] = []
  /// The name of the list that is the file itself, and of those whose heading is blank.
  private let fileName: String

  /// The lines of the file.
  var lines: DocumentLines { tree.lines }

  /// Finds the lists and tasks of a file.
  ///
  /// - Parameter name: The name of the list that is the file itself.
  init(_ lines: DocumentLines, name: String) {
    self.init(MarkdownTree(lines), name: name)
  }

  /// Finds the lists and tasks of a file, or of a part of one.
  ///
  /// - Parameters:
  ///   - name: The name of the list that the file itself is.
  ///   - section: The section in which the first items stand.
  init(_ tree: consuming MarkdownTree, name: String, section: String? = nil) {
    // A second holder of the tree would make the first task copy all blocks.
    self.tree = consume tree
    fileName = name
    tasks = Array(largeCapacity: lines.count)
    beginList(nil, name: name, section: section, line: self.tree.frontLines)
    var next = self.tree[MarkdownTree.root].firstChild
    while let node = next {
      next = self.tree[node].next
      if self.tree[node].kind == .heading {
        begin(heading: node)
      } else {
        let count = tasks.count
        visit(node, below: nil, in: regionPlace)
        if tasks.count == count { lists[lists.count - 1].hasText = true }
      }
    }
    endPlace(before: lines.count)
    endList(before: lines.count)
  }

  /// How many headings of lists and sections there are.
  private(set) var headingCount = 0

  // MARK: Lists and headings

  private mutating func beginList(
    _ heading: Int?, name: String, section: String? = nil, line: Int
  ) {
    lists.append(
      MarkdownList(
        heading: heading, name: name, lines: line..<line, tasks: tasks.count..<tasks.count,
        places: places.count..<places.count))
    addPlace(.top, heading, section: section, line: heading.map { tree[$0].last + 1 } ?? line)
  }

  private mutating func endList(before line: Int) {
    let last = lists.count - 1
    lists[last].lines = lists[last].lines.lowerBound..<line
    lists[last].tasks = lists[last].tasks.lowerBound..<tasks.count
    lists[last].places = lists[last].places.lowerBound..<places.count
  }

  /// The place below a heading that lines belong to.
  private var regionPlace = 0

  private mutating func addPlace(
    _ kind: SectionPlace.Kind, _ node: Int?, section: String?, line: Int
  ) {
    if kind != .entry { regionPlace = places.count }
    places.append(MarkdownPlace(kind: kind, node: node, section: section, lines: line..<line))
  }

  private mutating func endPlace(before line: Int) {
    let start = places[regionPlace].lines.lowerBound
    places[regionPlace].lines = start..<max(start, line)
    places[regionPlace].tasksBeforeEnd = tasks.count
  }

  private mutating func begin(heading node: Int) {
    let heading = tree[node]
    headingCount += 1
    endPlace(before: heading.first)
    let name = tree.headingText(node)
    if heading.level == 1 {
      endList(before: heading.first)
      if lists.count == 1, lists[0].heading == nil, tasks.isEmpty {
        // What stands before the first list has no items, so it is none.
        lists.removeAll()
        places.removeAll()
      }
      beginList(node, name: name.isEmpty ? fileName : name, line: heading.first)
    } else {
      addPlace(.heading, node, section: name.isEmpty ? nil : name, line: heading.last + 1)
    }
  }

  // MARK: Items

  /// Finds the tasks in a block, of which containers stand in each other at most 32 times.
  private mutating func visit(_ node: Int, below parent: Int?, in place: Int) {
    switch tree[node].kind {
    case .item:
      let first = tree[node].firstChild
      let opening = tree.openingBox(of: node)
      if opening == nil, let first, tree[first].kind == .paragraph {
        let line = tree[first].first
        note(MarkdownNearBox(ofEntry: tree.text(ofLine: line)))
        if parent == nil, MarkdownBox(tree.text(ofLine: line))?.kind == .other {
          linesOfOtherBoxes.append(line)
        }
      }
      if let (paragraph, box) = opening, tree.hasText(paragraph, after: box) {
        addTask(node, paragraph, box, below: parent, in: place)
      } else if parent == nil, let first, tree[first].kind == .paragraph, tree[first].next != nil,
        let name = tree.entryName(node)
      {
        let count = places.count
        addPlace(.entry, node, section: name, line: tree[node].first)
        let before = tasks.count
        visit(childrenFrom: first, below: nil, in: count)
        if tasks.count == before, places.count == count + 1 { places.removeLast() }
      } else {
        if let opening { noteEmptyBox(opening.box, in: opening.paragraph) }
        visit(childrenFrom: first, below: parent, in: place)
      }
    case .paragraph: noteNearBoxes(tree.textLines(of: node))
    case .quote: visit(childrenFrom: tree[node].firstChild, below: parent, in: place)
    default: break
    }
  }

  private mutating func noteEmptyBox(_ box: Int, in paragraph: Int) {
    if case .emptyBox(_, isOpen: true)? = emptyBox { return }
    let isOpen = ChecklistItem.State(boxMark: lines.bytes[box + 1]) == .open
    if isOpen || emptyBox == nil {
      emptyBox = .emptyBox(line: tree[paragraph].first + 1, isOpen: isOpen)
    }
  }

  /// Notes what looks like a box, but for a link.
  private mutating func note(_ box: MarkdownNearBox?) {
    guard let box else { return }
    if case .nearBox(_, _, let isOpen)? = nearBox, isOpen || !box.isOpen { return }
    if let label = box.label, lines.define(label) { return }
    let text = String(decoding: lines.bytes[box.range], as: UTF8.self)
    nearBox = .nearBox(text, line: lines.number(at: box.range.lowerBound), isOpen: box.isOpen)
  }

  /// Notes the lines of a paragraph that look like entries with a box.
  private mutating func noteNearBoxes(_ paragraph: ClosedRange<Int>) {
    for line in paragraph {
      let start = tree.textStart(line)
      // No mark of an entry begins as the text of a task does.
      if start < tree.lines.stop(line), tree.lines.bytes[start] == UInt8(ascii: "[") { continue }
      note(MarkdownNearBox(ofLine: tree.text(ofLine: line)))
    }
  }

  /// - Parameter notingText: Whether blocks without a task are of no note.
  private mutating func visit(
    childrenFrom first: Int?, below parent: Int?, in place: Int, notingText: Bool = false
  ) {
    var next = first
    while let node = next {
      next = tree[node].next
      let count = tasks.count
      visit(node, below: parent, in: place)
      if notingText, tasks.count == count { linesBelowNested.append(tree[node].first) }
    }
  }

  private mutating func addTask(
    _ node: Int, _ paragraph: Int, _ box: Int, below parent: Int?, in place: Int
  ) {
    let task = tasks.count
    tree.setTask(task, of: node)
    if let parent, tasks[parent].firstChild == nil { tasks[parent].firstChild = task }
    tasks.append(
      MarkdownTask(
        node: node, paragraph: paragraph, box: box, parent: parent, place: place,
        list: lists.count - 1, level: parent.map { tasks[$0].level + 1 } ?? 0))
    noteNearBoxes(tree.textLines(of: paragraph))
    places[place].taskCount += 1
    places[place].tasksBeforeEnd = tasks.count
    var next = tree[paragraph].next
    var note: ClosedRange<Int>?
    while let child = next {
      next = tree[child].next
      let count = tasks.count
      visit(child, below: task, in: place)
      if tasks.count > count {
        visit(childrenFrom: next, below: task, in: place, notingText: true)
        break
      }
      note = (note?.lowerBound ?? tree[child].first)...tree[child].last
    }
    tasks[task].note = note
  }
}

extension MarkdownTree {
  /// The first paragraph of an item, and the box with which it begins; nil for an item without one.
  ///
  /// GitHub takes the box off before it looks for blocks, so an underlined text may be a task.
  fileprivate func openingBox(of node: Int) -> (paragraph: Int, box: Int)? {
    guard let first = self[node].firstChild,
      self[first].kind == .paragraph || self[first].isUnderlined
    else { return nil }
    let line = self[first].first
    let bytes = lines.bytes
    let (box, stop) = (textStart(line), lines.stop(line))
    guard box + 2 < stop, bytes[box] == UInt8(ascii: "["), bytes[box + 2] == UInt8(ascii: "]"),
      box + 3 == stop || bytes[box + 3].isSpace,
      ChecklistItem.State(boxMark: bytes[box + 1]) != nil
    else { return nil }
    return (first, box)
  }

  /// Whether a text follows a box: on its line, or on a later one of the paragraph.
  fileprivate func hasText(_ paragraph: Int, after box: Int) -> Bool {
    let first = self[paragraph].first
    return textLines(of: paragraph).count > 1
      || !lines.bytes[(box + 3)..<lines.stop(first)].allSatisfy(\.isSpace)
  }

  /// The text of an entry without a box, as the name of a section; nil where it can be none.
  fileprivate func entryName(_ node: Int) -> String? {
    guard let first = self[node].firstChild else { return nil }
    let source = joinedText(of: first)
    if source.count > 2, source[0] == UInt8(ascii: "["), source[2] == UInt8(ascii: "]"),
      source.count == 3 || source[3].isSpace
    {
      return nil
    }
    let name = MarkdownText.text(of: source[...]).trimmedLine
    return name.isEmpty || name.utf8.count > 255 ? nil : name
  }

  /// The text of a heading; empty where it is blank.
  func headingText(_ node: Int) -> String {
    let source =
      self[node].isUnderlined ? joinedText(of: node) : Array(lines.bytes[self[node].range])
    let text = MarkdownText.text(of: source[...])
    return ContentRules.isBlank(text) ? "" : text
  }

  /// The source of a paragraph in one line.
  private func joinedText(of node: Int) -> [UInt8] {
    var source: [UInt8] = []
    for line in textLines(of: node) {
      if line > self[node].first { source.append(UInt8(ascii: " ")) }
      source += lines.bytes[textStart(line)..<lines.stop(line)].trimmingSpaces()
    }
    return source
  }
}

extension String {
  /// The text in one line, without white space at the ends.
  fileprivate var trimmedLine: String {
    let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    if isPlain, utf8.first != 0x20, utf8.last != 0x20 { return self }
    let scalars = unicodeScalars.map { $0 == "\n" ? " " : $0 }
    var rest = scalars[...].drop(while: \.properties.isWhitespace)
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    var text = ""
    text.unicodeScalars.append(contentsOf: rest)
    return text
  }
}
