import ChecklistCore

/// Makes a document of the lists and tasks of a Markdown file.
struct MarkdownDecoder {
  /// The lists and tasks, the lists with identities.
  private(set) var contents: MarkdownContents
  /// What is usual in the file.
  private(set) var habits = MarkdownHabits()
  /// The due dates of open items that cannot be read.
  private(set) var unreadDues: [TextFlaw] = []
  /// The document with an item for each task.
  private(set) var document = ChecklistDocument()
  /// The document as people see it.
  private(set) var shown = ChecklistDocument()
  /// The tasks that repeat, and which of them are records.
  private(set) var records = LineRecords()
  private var repeating: [RepeatingLine] = []
  /// The task that is read.
  private var taskNumber = 0
  private let now: Date
  private var days: LocalDays
  /// The file, in which most texts stay.
  private let file: TextBytes
  /// The part of a list that was asked for last, and its section.
  private var lastSection = (place: -1, section: ChecklistItem.SharedSection(nil))

  /// A decoder of a file.
  init(_ contents: MarkdownContents, in zone: TimeZoneRules, at now: Date) {
    (self.contents, self.now) = (contents, now)
    file = TextBytes(contents.lines.bytes)
    days = LocalDays(in: zone)
  }

  /// Makes the document.
  mutating func run() {
    var lists = DerivedIdentities(of: "list", count: contents.lists.count)
    var items = DerivedIdentities(
      of: "item", prefix: "text ", count: contents.tasks.count)
    document.checklists = contents.lists.map { list in
      // The list that is the file itself is the same whatever the file is named.
      let identity =
        list.heading == nil ? DerivedIdentities.ofFile : lists.next(Array(list.name.utf8)[...])
      var checklist = Checklist(list.name, id: identity)
      checklist.isHidden = list.tasks.isEmpty && list.hasText
      checklist.items = Array(largeCapacity: list.tasks.count)
      for task in list.tasks { checklist.items.append(item(task, &items)) }
      return checklist
    }
    if !repeating.isEmpty {
      records = LineRecords(repeating, newestIsFirst: true, at: now, in: days.zone)
      records.giveIdentities(in: document, &items)
    }
    shown = records.withoutRecords(document)
    var repeated = RepeatedTexts(lists, items) { [contents, file, records] in
      contents.source($0, file, records)
    }
    repeated.tellApart(in: &shown)
    for (index, list) in contents.lists.enumerated() {
      contents.lists[index].identity = shown.checklists[index].id
      shown.checklists[index].sectionPlaces = contents.sectionPlaces(
        of: list, shown.checklists[index].items, index, records)
    }
    document = records.allLines(of: document, as: shown) { repeated.identity(ofRecord: $0, of: $1) }
    shown = records.shown(shown, of: document, at: now, in: days.zone)
  }

  private mutating func item(_ index: Int, _ identities: inout DerivedIdentities) -> ChecklistItem {
    let task = contents.tasks[index]
    taskNumber = index
    let box = file.bytes[task.box + 1]
    let state = ChecklistItem.State(boxMark: box) ?? .open
    let isDone = state == .done
    habits.note(box: box)
    var skipReason = state == .skipped ? "" : nil
    var item: ChecklistItem
    if let (range, isASCII) = contents.plainText(of: task, in: file) {
      let identity = identities.next(withPrefix: file.bytes[range])
      item = ChecklistItem(
        textAt: range, of: file, isASCII: isASCII, id: identity, isChecked: isDone,
        level: task.level, section: section(task.place))
    } else {
      let head = MarkdownHead(contents.tree, paragraph: task.paragraph, from: task.box + 3)
      let own = head.ownIdentity
      let place = head.textInPlace
      let text = place.map { file.bytes[$0] } ?? head.text[...]
      let routine = MarkdownRoutine(head.source[..<head.tail])
      let known = routine?.textWithoutDays.map { $0[...] } ?? text
      let identity =
        own.map { identities.identity(of: $0.way.text($0.text.utf8)[...]) }
        ?? identities.identity(withPrefix: known)
      // A record has no identity of a text.
      if routine == nil || state == .open { identities.add(identity) }
      if let routine { note(routine, head, of: task, state) }
      if let place {
        item = ChecklistItem(
          textAt: place, of: file, isASCII: text.allSatisfy { $0 < 0x80 }, id: identity,
          isChecked: isDone, level: task.level, section: section(task.place))
      } else {
        item = ChecklistItem(
          String(decoding: text, as: UTF8.self), id: identity, isChecked: isDone,
          level: task.level, section: section(task.place))
      }
      if let own { item.ownIdentity = own }
      setFields(of: &item, head)
      if state == .skipped, let reason = head.field(.skipReason)?.text { skipReason = reason }
      habits.note(head.fields, isDone: isDone)
      if state == .open { noteUnreadDues(head, of: task) }
    }
    if let skipReason { item.skip(skipReason) }
    if item.state != .open, item.repetition != nil { item.isOccurrence = true }
    if let note = task.note { item.note = contents.tree.note(note, of: task.node) }
    return item
  }

  /// The section of a part of a list, which its items share.
  private mutating func section(_ place: Int) -> ChecklistItem.SharedSection {
    if place != lastSection.place {
      lastSection = (place, ChecklistItem.SharedSection(contents.places[place].section))
    }
    return lastSection.section
  }

  /// Notes a task that repeats.
  private mutating func note(
    _ routine: MarkdownRoutine, _ head: MarkdownHead, of task: MarkdownTask,
    _ state: ChecklistItem.State
  ) {
    let first = contents.lists[task.list].tasks.lowerBound
    repeating.append(
      RepeatingLine(
        list: task.list, place: task.place, parent: task.parent, position: taskNumber - first,
        words: MarkdownRoutine.ofRecord(head, routine).words, state: state, rule: routine.rule,
        unreadRule: routine.unreadRule, date: routine.date(&days),
        done: routine.done(state, &days)))
  }

  private mutating func noteUnreadDues(_ head: MarkdownHead, of task: MarkdownTask) {
    for due in head.unreadDues {
      let line = contents.lines.number(at: head.offset(of: due.lowerBound))
      let text = String(decoding: head.source[due], as: UTF8.self)
      let form = head.source[due.lowerBound] == 0xF0 ? "📅 YYYY-MM-DD" : "[due:: YYYY-MM-DD]"
      unreadDues.append(.unreadDue(text, line: line, list: task.list, form: form))
    }
  }

  /// The item of a head, as the one of a task is read.
  mutating func item(
    ofHead head: MarkdownHead, _ state: ChecklistItem.State
  ) -> ChecklistItem {
    var item = ChecklistItem(
      String(decoding: head.text, as: UTF8.self), id: ChecklistItem("", now: now).id,
      isChecked: state == .done)
    setFields(of: &item, head)
    if state == .skipped { item.skip(head.fields.last(.skipReason)?.text ?? "") }
    return item
  }

  private mutating func setFields(of item: inout ChecklistItem, _ head: MarkdownHead) {
    if let time = head.field(.due)?.time { item.due = days.due(at: time) }
    if let repetition = head.field(.repetition)?.repetition { item.repetition = repetition }
    if let time = head.field(.created)?.time { item.created = time.moment(in: days.zone) }
    if item.isChecked, let time = head.field(.completed)?.time {
      item.isChecked = false
      item.setChecked(true, now: time.moment(in: days.zone))
    }
  }
}

extension MarkdownContents {
  /// The place of the text of a task in one line that has no markup of ours; nil for any other.
  fileprivate func plainText(
    of task: MarkdownTask, in file: TextBytes
  ) -> (range: Range<Int>, isASCII: Bool)? {
    let paragraph = tree[task.paragraph]
    guard paragraph.first == paragraph.last else { return nil }
    let stop = lines.stop(paragraph.first)
    return file.plainText(in: task.box + 3..<stop)
  }

  /// The comments and the block id at the end of the text of a task.
  func mark(of task: MarkdownTask) -> ArraySlice<UInt8> {
    let end = lines.stop(tree.textLines(of: task.paragraph).upperBound)
    guard lines.bytes[task.box..<end].contains(where: { "^<".utf8.contains($0) }) else { return [] }
    let head = MarkdownHead(tree, paragraph: task.paragraph, from: task.box + 3)
    return head.source[head.tail...]
  }

  /// A list in the file, as what is around its items tells them apart.
  fileprivate func source(
    _ position: Int, _ file: TextBytes, _ records: LineRecords
  ) -> RepeatedTexts.Source {
    let list = lists[position]
    let shown = records.shownPositions(ofList: position, count: list.tasks.count)
    func task(_ index: Int) -> MarkdownTask {
      tasks[list.tasks.lowerBound + (shown.isEmpty ? index : shown[index])]
    }
    return RepeatedTexts.Source(
      parts: places[list.places].map { $0.hash },
      part: { task($0).place - list.places.lowerBound },
      mark: { index in
        let task = task(index)
        return plainText(of: task, in: file) != nil ? [] : self.mark(of: task)
      },
      bytes: { index in
        let node = tree[task(index).node]
        return lines.bytes[lines.start(node.first)..<lines.stop(node.last)]
      },
      allBytes: list.lines.isEmpty
        ? []
        : lines.bytes[lines.start(list.lines.lowerBound)..<lines.end(list.lines.upperBound - 1)]
    )
  }
}

extension MarkdownPlace {
  /// A hash of the kind and the name.
  fileprivate var hash: UInt64 {
    let kind =
      switch kind {
      case .top: "top"
      case .heading: "heading"
      case .entry: "entry"
      }
    return StableHash("\(kind) \(section ?? "")").value
  }
}

extension TextBytes {
  /// The place of a text without the white space around it, and whether it is ASCII; nil for a text
  /// that has markup of ours.
  fileprivate func plainText(in range: Range<Int>) -> (range: Range<Int>, isASCII: Bool)? {
    bytes.withUnsafeBytes { bytes in
      var (start, stop) = (range.lowerBound, range.upperBound)
      while start < stop, bytes[start].isSpace { start += 1 }
      while stop > start, bytes[stop - 1].isSpace { stop -= 1 }
      var index = start
      var isASCII = true
      while index < stop {
        // The last eight bytes may overlap those before.
        let word = min(index, stop - 8)
        if word >= start,
          bytes.loadUnaligned(fromByteOffset: word, as: UInt64.self).isPlainText
        {
          index = word + 8
          continue
        }
        let byte = bytes[index]
        // A colon may end the name of a due date.
        if byte == UInt8(ascii: ":")
          ? index > start && bytes[index - 1] | 0x20 == UInt8(ascii: "e") : byte.mayBeMarkup
        {
          return nil
        }
        isASCII = isASCII && bytes[index] < 0x80
        index += 1
      }
      return (start..<stop, isASCII)
    }
  }
}

extension UInt8 {
  /// Whether markup of ours may begin with the byte, or a character reference.
  fileprivate var mayBeMarkup: Bool {
    switch self {
    case UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "["), UInt8(ascii: "("), 0xF0, 0xE2,
      UInt8(ascii: "@"), UInt8(ascii: "^"), UInt8(ascii: "<"):
      true
    default: false
    }
  }
}

extension UInt64 {
  /// Whether eight bytes are ASCII, and none of them may begin markup of ours.
  fileprivate var isPlainText: Bool {
    let found =
      self | marks(of: UInt8(ascii: "\\")) | marks(of: UInt8(ascii: "&"))
      | marks(of: UInt8(ascii: "[")) | marks(of: UInt8(ascii: "(")) | marks(of: UInt8(ascii: "@"))
      | marks(of: UInt8(ascii: "^")) | marks(of: UInt8(ascii: "<")) | marks(of: UInt8(ascii: ":"))
    return found & Self.highBits == 0
  }
}

extension MarkdownTree {
  /// A note: its lines without the marks and the indent of the item that has it.
  fileprivate func note(_ lines: ClosedRange<Int>, of item: Int) -> String {
    let containers = containers(of: item)
    var note: [UInt8] = []
    for line in lines {
      if line > lines.lowerBound { note.append(UInt8(ascii: "\n")) }
      note += rest(of: line, within: containers)
    }
    return MarkdownNote.note(note)
  }

  /// The quotes and items in which a block stands, and the block, if it is one, from the outside.
  func containers(of node: Int?) -> [Int] {
    var containers: [Int] = []
    var next = node
    while let node = next, node != Self.root {
      if self[node].kind == .item || self[node].kind == .quote { containers.append(node) }
      next = self[node].parent
    }
    return containers.reversed()
  }

  /// A line without the marks of containers; nothing for a blank one.
  func rest(of line: Int, within containers: [Int]) -> [UInt8] {
    var cursor = MarkdownCursor(lines.content(line))
    var isWhole = true
    for container in containers where isWhole {
      isWhole = cursor.pass(self[container], beginsHere: self[container].first == line)
    }
    if cursor.isBlank { return [] }
    return isWhole ? cursor.wholeSource : Array(cursor.wholeSource.drop(while: \.isSpace))
  }

  /// Whether nothing stands in a line after the marks of containers.
  func isBlank(_ line: Int, within containers: [Int]) -> Bool {
    rest(of: line, within: containers).isEmpty
  }
}

extension MarkdownCursor {
  /// Passes over what a container has in a line.
  ///
  /// - Parameter beginsHere: Whether the line is the first of the container.
  /// - Returns: Whether the container has the line; else it is one that goes on with a paragraph.
  mutating func pass(_ container: MarkdownNode, beginsHere: Bool) -> Bool {
    switch container.kind {
    case .quote:
      guard !isBlank, indent < 4, text.first == UInt8(ascii: ">") else { return false }
      skipQuoteMark()
    case .item where beginsHere:
      skip(columns: indent)
      skip(bytes: container.range.count)
      skip(columns: container.paddingColumns)
    case .item:
      if isBlank { return true }
      guard indent >= container.contentIndent else { return false }
      skip(columns: container.contentIndent)
    default: break
    }
    return true
  }
}
