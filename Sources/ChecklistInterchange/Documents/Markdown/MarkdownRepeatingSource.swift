import ChecklistCore

/// The tasks of a Markdown file, as what is done of items that repeat is written into it.
struct MarkdownRepeatingSource: RepeatingSource {
  private let reading: MarkdownReading
  private let format: MarkdownDocument
  private var zone: TimeZoneRules { format.zone }

  init(_ reading: MarkdownReading, _ format: MarkdownDocument) {
    (self.reading, self.format) = (reading, format)
  }

  var writesRecordsBelow: Bool { true }

  func mayRepeat(_ item: ChecklistItem) -> Bool { format.mayRepeat(item) }

  func text(of line: RepeatingLine, movedBy days: Int) throws(DocumentFormatError) -> String {
    let (head, routine) = try parts(of: line)
    let source = head.source.applying(try routine.edits(movingDaysBy: days))
    return String(decoding: MarkdownHead(source, isDue: isDue(line)).text, as: UTF8.self)
  }

  func moved(_ text: String, by days: Int) throws(DocumentFormatError) -> String {
    let source = Array(text.utf8)
    let edits = try MarkdownRoutine(parts: source).edits(movingDaysBy: days)
    return String(decoding: source.applying(edits), as: UTF8.self)
  }

  func record(
    of line: RepeatingLine, _ record: ItemRecord, due: DueDate?, isChanged: Bool
  ) throws(DocumentFormatError) -> (item: ChecklistItem, source: [UInt8]) {
    let (head, routine) = try parts(of: line)
    let hasBrackets =
      reading.habits.hasBrackets || !head.fields.isEmpty && head.fields.allSatisfy(\.isInBrackets)
      || !reading.contents.lines.isUTF8
    var added: [UInt8] = []
    if let completed = record.completed {
      let day = try MarkdownFieldText(dayOf: completed, in: zone)
      let field =
        record.state == .done
        ? day.field(.completed, inBrackets: hasBrackets)
        : Array((hasBrackets ? "[cancelled:: \(day.text)]" : "❌ \(day.text)").utf8)
      added = [UInt8(ascii: " ")] + field
    }
    if let reason = record.skipReason, !reason.isEmpty {
      let field = MarkdownFieldText(reason: reason).field(.skipReason, inBrackets: true)
      added += [UInt8(ascii: " ")] + field
    }
    var date: MarkdownFieldText?
    if let due { date = try MarkdownFieldText(due, in: zone) }
    let source =
      isChanged
      ? routine.record(due: date, added, isChanged: true)
      : MarkdownRoutine.ofRecord(head, routine).record(due: date, added, isChanged: false)
    var decoder = MarkdownDecoder(reading.contents, in: zone, at: format.now)
    return (decoder.item(ofHead: MarkdownHead(source, isDue: false), record.state), source)
  }

  func rest(ofRecord line: RepeatingLine) throws(DocumentFormatError) -> String? {
    let contents = reading.contents
    let node = contents.tree[task(of: line).node]
    let index = contents.linesBelowNested.partitioningIndex { $0 >= node.first }
    if let text = contents.linesBelowNested[index...].first, text <= node.last {
      throw DocumentFormatError(.textOfRecord(line: text + 1))
    }
    let (head, routine) = try parts(of: line)
    return MarkdownRoutine.ofRecord(head, routine).rest(of: head)
  }

  func reworded(record text: String, as words: String) -> String {
    // The days of the new text are those of the line.
    let words = MarkdownRoutine(parts: Array(words.utf8)).wordsOfRecord
    return format.reworded(
      text, as: String(decoding: words, as: UTF8.self))
  }

  /// The head of a task, and its parts that repeat.
  private func parts(
    of line: RepeatingLine
  ) throws(DocumentFormatError) -> (MarkdownHead, MarkdownRoutine) {
    let task = task(of: line)
    let tree = reading.contents.tree
    let head = MarkdownHead(tree, paragraph: task.paragraph, from: task.box + 3)
    guard let routine = MarkdownRoutine(head.source[..<head.tail]) else {
      throw DocumentFormatError(.difference("the repetition would be another"))
    }
    return (head, routine)
  }

  private func task(of line: RepeatingLine) -> MarkdownTask {
    let contents = reading.contents
    return contents.tasks[contents.lists[line.key.list].tasks.lowerBound + line.position]
  }

  private func isDue(_ line: RepeatingLine) -> Bool {
    reading.document.checklists[line.key.list].items[line.position].due != nil
  }
}
