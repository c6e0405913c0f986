package import ChecklistCore

/// A todo.txt file as a document: one list, in which each line that is not blank is an item.
package struct TodoTxtDocument: DocumentFormat {
  let zone: TimeZoneRules
  let now: Date

  /// The format.
  ///
  /// - Parameters:
  ///   - zone: The zone in which one is, of dates with a time.
  ///   - now: The time at which items are made or done of which that is not known.
  package init(in zone: TimeZoneRules, now: Date) { (self.zone, self.now) = (zone, now) }

  package var kind: String { "todo.txt file" }

  package var supports: ItemFields {
    [.text, .checked, .skipReason, .due, .repetition, .created, .completed]
  }

  package var originFormat: String? { nil }

  package func substitute(for field: ItemField) -> String? {
    switch field {
    case .section: "write +project into the text"
    case .attachments: "write a link into the text"
    default: nil
    }
  }

  /// Reads a file.
  package func decode(
    _ bytes: [UInt8], name: String
  ) throws(DocumentFormatError) -> (document: ChecklistDocument, anchors: TodoTxtAnchors) {
    let (_, anchors, _) = decode(try DocumentLines(bytes), name: name)
    return (anchors.shown, anchors)
  }

  /// Reads the lines of a file.
  ///
  /// - Parameter known: The lines that were read before; nil for none.
  /// - Returns: The document with an item for each line, where it stands in the file, and the
  ///   positions of the items whose lines were not read before, if some were.
  func decode(
    _ lines: DocumentLines, name: String, known: TodoTxtKnownLines? = nil
  ) -> (document: ChecklistDocument, anchors: TodoTxtAnchors, readItems: [Int]) {
    let file = TextBytes(lines.bytes)
    let noSection = ChecklistItem.SharedSection(nil)
    var anchors = TodoTxtAnchors(lines, name: name)
    var identities = DerivedIdentities(of: "item", prefix: "text ", count: lines.count)
    var days = LocalDays(in: zone)
    var readItems: [Int] = []
    var items = [ChecklistItem](largeCapacity: lines.count)
    var repeating: [RepeatingLine] = []
    let (knownItems, knownTraits) = (known?.anchors.items ?? [], known?.anchors.traits ?? [])
    let positions = known?.positions(in: lines) ?? []
    for line in 0..<lines.count {
      let range = lines.start(line)..<lines.stop(line)
      if !positions.isEmpty, positions[line] >= 0 {
        let position = positions[line]
        anchors.add(knownTraits[position], line)
        items.append(knownItems[position])
        identities.add(knownItems[position].id)
      } else if let isASCII = file.isASCIIOfPlainTodo(in: range) {
        anchors.add([], line)
        if known != nil { readItems.append(items.count) }
        items.append(
          ChecklistItem(
            textAt: range, of: file, isASCII: isASCII,
            id: identities.next(withPrefix: file.bytes[range]), isChecked: false, level: 0,
            section: noSection))
      } else if !lines.isBlank(line) {
        let read = TodoTxtLine(lines.content(line))
        anchors.add(read, line)
        if known != nil { readItems.append(items.count) }
        let routine = TodoTxtRoutine(read)
        let identity = read.body.identity(identities, routine)
        // A record has no identity of a text.
        if routine == nil || read.state == .open { identities.add(identity) }
        if let routine { repeating.append(routine.line(at: items.count, in: self, &days)) }
        items.append(item(read, of: file, id: identity, noSection, &days))
      }
    }
    var list = Checklist(name, id: DerivedIdentities.ofFile)
    list.items = items
    var document = ChecklistDocument()
    document.checklists = [list]
    if !repeating.isEmpty {
      anchors.records = LineRecords(repeating, newestIsFirst: false, at: now, in: zone)
      anchors.records.giveIdentities(in: document, &identities)
    }
    var shown = anchors.records.withoutRecords(document)
    let itemPositions = anchors.records.shownPositions(ofList: 0, count: anchors.itemLines.count)
    var repeated = RepeatedTexts(DerivedIdentities(of: "list", count: 0), identities) {
      [lines, itemLines = anchors.itemLines] _ in
      RepeatedTexts.Source(
        parts: [0], part: { _ in 0 }, mark: { _ in [] },
        bytes: { lines.content(itemLines[itemPositions.isEmpty ? $0 : itemPositions[$0]]) },
        allBytes: lines.bytes[...])
    }
    repeated.tellApart(in: &shown)
    shown.checklists[0].sectionPlaces = [
      SectionPlace(
        .top, name: nil, itemCount: shown.checklists[0].items.count,
        lastItem: shown.checklists[0].items.last?.id)
    ]
    document = anchors.records.allLines(of: document, as: shown) {
      repeated.identity(ofRecord: $0, of: $1)
    }
    anchors.document = document
    anchors.shown = anchors.records.shown(shown, of: document, at: now, in: zone)
    return (document, anchors, readItems)
  }

  /// The item that a line is.
  func item(
    _ line: TodoTxtLine, of file: TextBytes, id identity: Int,
    _ noSection: ChecklistItem.SharedSection, _ days: inout LocalDays
  ) -> ChecklistItem {
    var item: ChecklistItem
    if let range = line.textRange {
      item = ChecklistItem(
        textAt: range, of: file, isASCII: file.isASCII(range), id: identity, isChecked: false,
        level: 0, section: noSection)
    } else {
      item = ChecklistItem(
        String(decoding: line.text, as: UTF8.self), id: identity, isChecked: false,
        section: noSection)
    }
    if let reason = line.body.skipReason {
      item.skip(reason)
    } else if line.isChecked {
      if let completed = line.completed {
        item.setChecked(true, now: days.start(of: completed))
      } else {
        item.isChecked = true
      }
    }
    if let own = line.body.ownIdentity {
      item.ownIdentity = OwnIdentity(.id, String(decoding: own, as: UTF8.self))
    }
    if let created = line.created { item.created = days.start(of: created) }
    if let due = line.body.due { item.due = days.due(at: due) }
    if let repetition = repetition(of: line.body) {
      item.repetition = repetition
      item.isOccurrence = item.state != .open
    }
    if let note = line.body.note {
      let breaks = note.map { $0 == TodoTxtLine.lineBreak ? UInt8(ascii: "\n") : $0 }
      item.note = String(decoding: breaks, as: UTF8.self)
    }
    return item
  }

  package func flaws(_ anchors: TodoTxtAnchors) -> [TextFlaw] {
    anchors.conflictLine.map { [.conflictMarker(line: $0)] } ?? anchors.unreadDues
  }

  /// What somebody means who types a text: dates in it are those of the item.
  package func read(typed text: String) -> TypedText {
    let body = TodoTxtBody(Array(text.utf8)[...], isDone: false, isDue: true)
    guard body.due != nil || body.repetition != nil else { return TypedText(text) }
    var days = LocalDays(in: zone)
    return TypedText(
      String(decoding: body.text, as: UTF8.self), due: body.due.map { days.due(at: $0) },
      repetition: repetition(of: body))
  }

  func repetition(of body: TodoTxtBody) -> Repetition? {
    body.repetition.map { TodoTxtDue.repetition($0, of: body.due, in: zone) }
  }

  /// A text in which new words stand for the old ones; it keeps the priority and the words
  /// `KEY:VALUE` that the new ones do not name.
  package func reworded(_ text: String, as words: String) -> String {
    let (old, new) = (Array(text.utf8), Array(words.utf8))
    let (oldMarks, newMarks) = (TodoTxtMarks(old[...]), TodoTxtMarks(new[...]))
    let oldPriority = oldMarks.isChecked ? [] : Array(oldMarks.priority ?? [])
    let newPriority = newMarks.isChecked ? [] : Array(newMarks.priority ?? [])
    let rest = Array(new[newPriority.count...])
    let body = Array(old[oldPriority.count...])
    let names = Set(TodoTxtBody.others(in: rest, withRules: true).map(\.name))
    let kept = TodoTxtBody.others(in: body, withRules: true).filter { !names.contains($0.name) }
    let priority = newPriority.isEmpty && !rest.hasPriority ? oldPriority : newPriority
    let result = priority + Rewording(body, with: rest, keeping: kept).result
    return String(decoding: result, as: UTF8.self)
  }

  package func mayRepeat(_ item: ChecklistItem) -> Bool {
    item.repetition != nil || Array(item.text.utf8)[...].hasRule
  }

  /// The identity of the last word `id:abc`, `uid:abc` or `uuid:abc`.
  package func ownIdentity(inText text: String) -> OwnIdentity? {
    TodoTxtBody(Array(text.utf8)[...], isDone: false).ownIdentity
      .map { OwnIdentity(.id, String(decoding: $0, as: UTF8.self)) }
  }

  /// The edit that adds the word `id:abc` to the text.
  package func edit(giving identity: String, toItemWithText text: String) -> ItemEdit {
    let space = text.utf8.last?.isSpace ?? true ? "" : " "
    var edit = ItemEdit(text: "\(text)\(space)id:\(identity)")
    edit.ownIdentity = OwnIdentity(.id, identity)
    return edit
  }
}

extension TodoTxtBody {
  /// The identity of an item: its own, or that of its text without days that move.
  ///
  /// A priority comes and goes, and the item stays the same. After the day on which it was made,
  /// what looks like one is text, and a priority once the item is done.
  fileprivate func identity(_ identities: DerivedIdentities, _ routine: TodoTxtRoutine?) -> Int {
    if let ownIdentity {
      return identities.identity(of: DerivedIdentity.Own.id.text(ownIdentity)[...])
    }
    var text = routine?.textWithoutDays ?? text
    while let priority = TodoTxtMarks.priority(at: text) {
      text = text.dropFirst(priority.count)
    }
    return identities.identity(withPrefix: text)
  }
}

extension [UInt8] {
  /// Whether one of the words is a priority, wherever it stands.
  fileprivate var hasPriority: Bool {
    split(whereSeparator: \.isSpace).contains { word in
      word.count == 3 && TodoTxtMarks((word + " x".utf8)[...]).priority != nil
    }
  }
}

extension TextBytes {
  /// Whether some of the bytes are ASCII.
  fileprivate func isASCII(_ range: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var all: UInt8 = 0
      for index in range { all |= bytes[index] }
      return all < 0x80
    }
  }
}

/// Where the items of a document stand in a todo.txt file, and what is usual in it.
package struct TodoTxtAnchors: Sendable {
  let lines: DocumentLines
  /// The name of the list, which is that of the file.
  let name: String
  /// The line of each item.
  private(set) var itemLines: [Int] = []
  /// The document as it was read, with an item for each line.
  var document = ChecklistDocument()
  /// The document as people see it, in which records are no items.
  var shown = ChecklistDocument()
  /// The lines that repeat, and their records.
  var records = LineRecords()
  /// Whether a line has a note, as Sleek writes them.
  private(set) var hasNotes = false
  /// The number of the first line that is a marker of a conflict, from 1; nil without any.
  ///
  /// A marker after the marks of a line counts too: older versions checked it as an item.
  private(set) var conflictLine: Int?
  /// The due dates of open items that cannot be read.
  private(set) var unreadDues: [TextFlaw] = []
  /// What the line of each item has.
  private(set) var traits: [Traits] = []
  private var doneCount = 0
  private var doneDateCount = 0
  /// Whether the last open line says when it was made.
  private(set) var hasCreationDays = false

  /// What a line has that tells what is usual in the file.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    static let isChecked = Traits(rawValue: 1)
    static let hasCreationDay = Traits(rawValue: 2)
    static let hasCompletionDay = Traits(rawValue: 4)
    static let hasNote = Traits(rawValue: 8)
    /// Whether it is a marker of a conflict, or has a due date that cannot be read.
    static let isFlawed = Traits(rawValue: 16)
  }

  init(_ lines: DocumentLines, name: String) {
    (self.lines, self.name) = (lines, name)
    itemLines.reserveCapacity(lines.count)
    traits.reserveCapacity(lines.count)
  }

  /// The items as they were read.
  var items: [ChecklistItem] { document.checklists.first?.items ?? [] }

  /// Whether what is done gets the day: not where there are done lines, and none has one.
  var hasCompletionDays: Bool { doneCount == 0 || doneDateCount > 0 }

  /// Adds the line of the next item.
  mutating func add(_ line: TodoTxtLine, _ number: Int) {
    var traits: Traits = []
    if line.isChecked { traits.insert(.isChecked) }
    if line.created != nil { traits.insert(.hasCreationDay) }
    if line.completed != nil { traits.insert(.hasCompletionDay) }
    if line.body.bytes.contains(TodoTxtLine.lineBreak) { traits.insert(.hasNote) }
    if ConflictMarker.begins(line.body.bytes) {
      traits.insert(.isFlawed)
      conflictLine = conflictLine ?? number + 1
    }
    if let word = line.body.unreadDue, line.state == .open {
      traits.insert(.isFlawed)
      let text = String(decoding: line.body.bytes[word], as: UTF8.self)
      unreadDues.append(
        .unreadDue(text, line: number + 1, list: 0, form: "TEXT due:YYYY-MM-DD"))
    }
    add(traits, number)
  }

  /// Adds the line of the next item, which has no flaws.
  mutating func add(_ line: Traits, _ number: Int) {
    itemLines.append(number)
    traits.append(line)
    if line.contains(.hasNote) { hasNotes = true }
    if line.contains(.isChecked) {
      doneCount += 1
      if line.contains(.hasCompletionDay) { doneDateCount += 1 }
    } else {
      hasCreationDays = line.contains(.hasCreationDay)
    }
  }
}

/// The lines of a file that stood in it before: they say what they said.
///
/// An item is what its line says, whatever the lines around it say; but not the identity of one
/// whose text repeats, and not a flaw, which has the number of its line.
struct TodoTxtKnownLines {
  /// Where the items stood.
  let anchors: TodoTxtAnchors
  /// For each line of the file the position of the item whose line it was; -1 for others.
  private let positions: [Int]

  /// - Parameter positions: For each line that was written the position of the item whose line was
  ///   copied; -1 for others.
  init(_ positions: [Int], of anchors: TodoTxtAnchors) {
    self.anchors = anchors
    let repeated = anchors.document.derivedIdentities.items
    let items = anchors.items
    // What a line that repeats says depends on its records.
    let repeating = Set(anchors.records.lines.map(\.position))
    self.positions = positions.map {
      $0 < 0 || anchors.traits[$0].contains(.isFlawed)
        || !repeating.isEmpty && repeating.contains($0)
        || !repeated.isEmpty && repeated.contains(items[$0].id) ? -1 : $0
    }
  }

  /// For each line of a file the position of the item that it said before.
  ///
  /// - Returns: The positions; -1 for a line with other bytes, and for one that must be read again.
  ///   Empty where none is where it was written.
  func positions(in lines: DocumentLines) -> [Int] {
    guard lines.count == positions.count else { return [] }
    let itemLines = anchors.itemLines
    return positions.indices.map { line in
      let position = positions[line]
      return position >= 0
        && lines.hasSameContent(line, as: itemLines[position], of: anchors.lines) ? position : -1
    }
  }
}
