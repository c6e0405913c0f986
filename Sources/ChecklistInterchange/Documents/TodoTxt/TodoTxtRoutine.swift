import ChecklistCore

/// A line of todo.txt that repeats: its rule, its dates, and what its records do not have.
struct TodoTxtRoutine {
  private let line: TodoTxtLine
  /// The text with the words that are fields, a repetition also without a due date.
  private let body: TodoTxtBody
  /// The rule; nil for one that is not understood.
  var rule: Repetition? { body.repetition }

  /// Finds the parts of a line; nil for one that does not repeat.
  init?(_ line: TodoTxtLine) {
    guard line.body.bytes.hasRule else { return nil }
    self.line = line
    body = TodoTxtBody(line.body.bytes, isDone: line.isChecked, isDue: true)
  }

  /// The line as one of its series; a line of the same list has the same place.
  func line(
    at position: Int, in format: TodoTxtDocument, _ days: inout LocalDays
  ) -> RepeatingLine {
    RepeatingLine(
      list: 0, position: position, words: words, state: line.state,
      rule: format.repetition(of: body), unreadRule: unreadRule, date: date(&days),
      done: line.completed.map { days.start(of: $0) })
  }

  /// The word of a rule that is not understood.
  private var unreadRule: String? {
    let bytes = line.body.bytes
    return bytes.words.last { bytes[$0].isRule }.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The date that moves when it is done: when it is due, or else from when on it is shown.
  private func date(_ days: inout LocalDays) -> DueDate? {
    if let due = body.due { return days.due(at: due) }
    return body.bytes.threshold.map { days.due(on: $0) }
  }

  /// The words that all lines of a series have: all but dates, identities, priorities and a rule
  /// that is understood.
  private var words: [UInt8] {
    let text = body.text
    let words = text.words.map { text[$0] }.filter { !$0.isOfOneLine }
    return Array(words.joined(separator: [UInt8(ascii: " ")]))
  }

  /// The text by which the line is known, without the days that move; nil where it has none.
  var textWithoutDays: ArraySlice<UInt8>? {
    guard line.body.bytes.threshold != nil else { return nil }
    let text = Array(line.body.text)
    return text.removing(text[...].words.filter { text[$0].threshold != nil })[...]
  }

  /// The bytes of a record.
  ///
  /// - Parameters:
  ///   - due: The word for the due date, where it is another one.
  ///   - completed: The day on which it was done or skipped.
  ///   - isChanged: Whether this is the line of the record, which keeps its identity and its note.
  func record(
    _ record: ItemRecord, due: [UInt8]?, completed: CalendarDate?, isChanged: Bool
  ) -> [UInt8] {
    let bytes = Array(line.body.bytes.prefix { $0 != TodoTxtLine.lineBreak })
    let gone = isChanged ? [] : bytes[...].words.filter { bytes[$0].isIdentity }
    let text = bytes.removing(gone)[...].droppingLastSpaces()
    var draft = TodoTxtLineDraft([], line, isReworded: false)
    let body = TodoTxtBody(text, isDone: true, isDue: true)
    let read = TodoTxtBody(text, isDone: false, isDue: true).text
    draft.body = body
    draft.body.set { field in
      switch field {
      case .due: due ?? body.word(.due)
      case .repetition: body.word(.repetition)
      case .skip:
        record.skipReason.map(TodoTxtSkip.word)
          ?? (line.isChecked || TodoTxtSkip.last(in: read) == nil ? nil : TodoTxtSkip.doneWord)
      }
    }
    (draft.isChecked, draft.completed, draft.created) = (true, completed, line.created)
    return draft.bytes + (isChanged ? line.body.bytes.dropFirst(bytes.count) : [])
  }
}

extension TodoTxtBody {
  /// The body whose days are some days later, but for the due date.
  func moved(byDays days: Int) throws(DocumentFormatError) -> TodoTxtBody {
    let bytes = Array(bytes)
    let moved = try bytes.moved(byDays: days)
    return moved == bytes ? self : read(bytes: moved[...])
  }
}

extension [UInt8] {
  /// The text of a line in which each day from which on it is shown is some days later.
  func moved(byDays days: Int) throws(DocumentFormatError) -> [UInt8] {
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    for word in self[...].words {
      guard let day = self[word].threshold?.adding(days: days) else { continue }
      guard (0...9999).contains(day.year) else { throw MarkdownFieldText.tooFar }
      edits.append((word, Array("t:\(day.isoDay)".utf8)))
    }
    return edits.isEmpty ? self : applying(edits)
  }

  /// The text without words that no record has, or that it has of its own.
  var wordsOfRecord: [UInt8] {
    removing(self[...].words.filter { self[$0].threshold != nil || self[$0].isIdentity })
  }
}

extension ArraySlice<UInt8> {
  /// The places of the words.
  fileprivate var words: [Range<Int>] {
    split(whereSeparator: TodoTxtLine.isSeparator).map { $0.startIndex..<$0.endIndex }
  }

  /// Whether a word of a text is a rule, understood or not.
  var hasRule: Bool {
    var last: UInt32 = 0
    // Most texts have no such bytes.
    let mayHaveOne = contains { byte in
      last = last << 8 | UInt32(byte)
      return last == 0x7265_633A
    }
    return mayHaveOne && words.contains { self[$0].isRule }
  }

  /// Whether a word is a rule, understood or not.
  fileprivate var isRule: Bool { count > 4 && starts(with: "rec:" as StaticString) }

  /// Whether a word says which task a line is.
  fileprivate var isIdentity: Bool {
    ["id:", "uid:", "uuid:"].contains { count > $0.utf8.count && starts(with: $0.utf8) }
  }

  /// Whether a word may be another one in each line of a series.
  fileprivate var isOfOneLine: Bool {
    threshold != nil || isIdentity || starts(with: "pri:" as StaticString)
  }

  /// The last day from which on a line is shown, `t:2026-12-24`; nil without any.
  fileprivate var threshold: CalendarDate? {
    var found: CalendarDate?
    for word in words where self[word].starts(with: "t:" as StaticString) {
      var scanner = FieldScanner(self[word].dropFirst(2))
      if let day = ISO8601.day(&scanner), scanner.isAtEnd { found = day }
    }
    return found
  }
}

/// The lines of a todo.txt file, as what is done of items that repeat is written into it.
struct TodoTxtRepeatingSource: RepeatingSource {
  private let format: TodoTxtDocument
  private let anchors: TodoTxtAnchors

  init(_ format: TodoTxtDocument, _ anchors: TodoTxtAnchors) {
    (self.format, self.anchors) = (format, anchors)
  }

  var writesRecordsBelow: Bool { false }

  func mayRepeat(_ item: ChecklistItem) -> Bool { format.mayRepeat(item) }

  func text(of line: RepeatingLine, movedBy days: Int) throws(DocumentFormatError) -> String {
    try moved(anchors.items[line.position].text, by: days)
  }

  func moved(_ text: String, by days: Int) throws(DocumentFormatError) -> String {
    String(decoding: try Array(text.utf8).moved(byDays: days), as: UTF8.self)
  }

  func record(
    of line: RepeatingLine, _ record: ItemRecord, due: DueDate?, isChanged: Bool
  ) throws(DocumentFormatError) -> (item: ChecklistItem, source: [UInt8]) {
    let read = TodoTxtLine(anchors.lines.content(anchors.itemLines[line.position]))
    let completed = TodoTxtLineDraft.day(of: record.completed, in: format.zone)
    let word = due.flatMap { TodoTxtDue.word($0, repeatedBy: line.rule, in: format.zone) }
    guard
      let bytes = TodoTxtRoutine(read)?.record(
        record, due: word.map { Array($0.utf8) }, completed: completed, isChanged: isChanged)
    else { throw DocumentFormatError(.difference("the repetition would be another")) }
    var days = LocalDays(in: format.zone)
    let item = format.item(
      TodoTxtLine(bytes[...]), of: TextBytes(bytes),
      id: ChecklistItem("", now: format.now).id, ChecklistItem.SharedSection(nil), &days)
    return (item, bytes)
  }

  func rest(ofRecord line: RepeatingLine) -> String? { nil }

  func reworded(record text: String, as words: String) -> String {
    // What is done keeps the priority that it had.
    let words = Array(words.utf8)
    let priority = TodoTxtMarks(words[...]).priority ?? []
    let rest = Array(words[priority.count...]).wordsOfRecord
    return format.reworded(text, as: String(decoding: rest, as: UTF8.self))
  }
}
