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

  package var absentFields: ItemFields {
    [.level, .section, .note, .attachments, .origin, .conflicts]
  }

  /// Reads a file.
  package func decode(
    _ bytes: [UInt8], name: String
  ) throws(DocumentFormatError) -> (document: ChecklistDocument, anchors: TodoTxtAnchors) {
    let lines = try DocumentLines(bytes)
    var anchors = TodoTxtAnchors(lines, name: name)
    var list = Checklist(name, id: DerivedIdentities.ofFile)
    var identities = DerivedIdentities(of: "item", prefix: "text ", count: lines.count)
    var days = LocalDays(in: zone)
    for line in 0..<lines.count where !lines.isBlank(line) {
      let read = TodoTxtLine(lines.content(line))
      anchors.add(read, line)
      list.items.append(item(read, &identities, &days))
    }
    var document = ChecklistDocument()
    document.checklists = [list]
    var repeated = RepeatedTexts(DerivedIdentities(of: "list", count: 0), identities) {
      [lines, itemLines = anchors.itemLines] _ in
      RepeatedTexts.Source(
        parts: [0], part: { _ in 0 }, mark: { _ in [] },
        bytes: { lines.content(itemLines[$0]) }, allBytes: lines.bytes[...])
    }
    repeated.tellApart(in: &document)
    let items = document.checklists[0].items
    document.checklists[0].sectionPlaces = [
      SectionPlace(.top, name: nil, itemCount: items.count, lastItem: items.last?.id)
    ]
    anchors.document = document
    return (document, anchors)
  }

  private func item(
    _ line: TodoTxtLine, _ identities: inout DerivedIdentities, _ days: inout LocalDays
  ) -> ChecklistItem {
    let text = line.body.text
    // A priority comes and goes, and the item stays the same.
    let identity =
      line.body.ownIdentity.map { identities.next(DerivedIdentity.Own.id.text($0)[...]) }
      ?? identities.next(withPrefix: text[...])
    var item = ChecklistItem(
      String(decoding: line.priority + text, as: UTF8.self), id: identity,
      isChecked: false)
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
    item.repetition = repetition(of: line.body)
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
    let body = TodoTxtBody(Array(text.utf8), isDone: false, isDue: true)
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
    let names = Set(TodoTxtBody.others(in: rest).map(\.name))
    let kept = TodoTxtBody.others(in: body).filter { !names.contains($0.name) }
    let priority = newPriority.isEmpty && !rest.hasPriority ? oldPriority : newPriority
    let result = priority + Rewording(body, with: rest, keeping: kept).result
    return String(decoding: result, as: UTF8.self)
  }

  /// The identity of the last word `id:abc`, `uid:abc` or `uuid:abc`.
  package func ownIdentity(inText text: String) -> OwnIdentity? {
    TodoTxtBody(Array(text.utf8), isDone: false).ownIdentity
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

extension [UInt8] {
  /// Whether one of the words is a priority, wherever it stands.
  fileprivate var hasPriority: Bool {
    split(whereSeparator: \.isSpace).contains { word in
      word.count == 3 && TodoTxtMarks((word + " x".utf8)[...]).priority != nil
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
  /// The document as it was read.
  var document = ChecklistDocument()
  /// Whether a line has a note, as Sleek writes them.
  let hasNotes: Bool
  /// The number of the first line that is a marker of a conflict, from 1; nil without any.
  ///
  /// A marker after the marks of a line counts too: older versions checked it as an item.
  private(set) var conflictLine: Int?
  /// The due dates of open items that cannot be read.
  private(set) var unreadDues: [TextFlaw] = []
  private var doneCount = 0
  private var doneDateCount = 0
  /// Whether the last open line says when it was made.
  private(set) var hasCreationDays = false

  init(_ lines: DocumentLines, name: String) {
    (self.lines, self.name) = (lines, name)
    hasNotes = lines.bytes.contains(TodoTxtLine.lineBreak)
  }

  /// Whether what is done gets the day: not where there are done lines, and none has one.
  var hasCompletionDays: Bool { doneCount == 0 || doneDateCount > 0 }

  /// Adds the line of the next item.
  mutating func add(_ line: TodoTxtLine, _ number: Int) {
    itemLines.append(number)
    if conflictLine == nil, ConflictMarker.begins(line.body.bytes[...]) {
      conflictLine = number + 1
    }
    if let word = line.body.unreadDue, line.state == .open {
      let text = String(decoding: line.body.bytes[word], as: UTF8.self)
      unreadDues.append(
        .unreadDue(text, line: number + 1, list: 0, form: "due:YYYY-MM-DD"))
    }
    if line.isChecked {
      doneCount += 1
      if line.completed != nil { doneDateCount += 1 }
    } else {
      hasCreationDays = line.created != nil
    }
  }
}
