package import ChecklistCore

extension TodoTxtDocument {
  /// Writes a document into the file that it was read from.
  package func encode(
    _ document: ChecklistDocument, _ anchors: TodoTxtAnchors, moved: Set<Int>
  ) throws(DocumentFormatError) -> (
    bytes: [UInt8], reading: (document: ChecklistDocument, anchors: TodoTxtAnchors)?
  ) {
    var document = document
    document.takeRepetitions(fromTextsOf: anchors.document) { _, item in
      let line = TodoTxtLine(anchors.lines.content(anchors.itemLines[item]), isDue: true)
      return (line.text, repetition(of: line.body))
    }
    guard let list = document.checklists.first, document.checklists.count == 1 else {
      throw DocumentFormatError(.oneList)
    }
    guard list.name.hasSameCodeUnits(as: anchors.name) else { throw DocumentFormatError(.listName) }
    try DocumentRules.check(document, against: anchors.document, kind: kind)
    let bytes = try write(list.items, anchors, moved)
    let reading = try decode(bytes, name: anchors.name)
    let read = reading.document.checklists[0]
    guard read.items.count == list.items.count else {
      throw DocumentFormatError(
        .difference("it would have \(read.items.count) items, not \(list.items.count)"))
    }
    for (position, (item, other)) in zip(list.items, read.items).enumerated() {
      if let field = item.difference(to: other) {
        throw DocumentFormatError(
          .difference("the \(field.rawValue) of item \(position + 1) would be another"))
      }
    }
    return (bytes, reading)
  }

  /// The whole file: items in their old order keep their lines, the others follow their neighbors.
  private func write(
    _ items: [ChecklistItem], _ anchors: TodoTxtAnchors, _ moved: Set<Int>
  ) throws(DocumentFormatError) -> [UInt8] {
    let lines = anchors.lines
    var positions: [Int: Int] = [:]
    let old = anchors.document.checklists.first?.items ?? []
    for (position, item) in old.enumerated() { positions[item.id] = position }
    // The position of each item in the file; nil for a new one.
    let known = items.map { positions.removeValue(forKey: $0.id) }
    let staying = Set(
      zip(known, items).compactMap { moved.contains($1.id) ? nil : $0 }
        .longestIncreasingSubsequence)
    var kept: [Int: [UInt8]] = [:]
    var after: [Int: [(content: [UInt8], ending: [UInt8])]] = [:]
    // What comes first goes before the first item that stays, or where the items were.
    let start = -1
    var last = start
    var firstLine: Int?
    for (item, position) in zip(items, known) {
      let line = position.map { anchors.itemLines[$0] }
      let content = try self.line(item, position.map { old[$0] }, line, anchors)
      if let position, let line, staying.contains(position) {
        kept[line] = content
        firstLine = firstLine ?? line
        last = line
      } else {
        let ending = line.map { Array(lines.ending($0)) } ?? lines.usualEnding
        after[last, default: []].append((content, ending))
      }
    }
    let firstPlace = firstLine ?? anchors.itemLines.first ?? lines.count
    let itemLines = Set(anchors.itemLines)
    var output = WrittenLines(after: lines.mark, usualEnding: lines.usualEnding)
    for line in 0...lines.count {
      if line == firstPlace {
        for added in after[start] ?? [] { output.append(added.content, ending: added.ending) }
      }
      guard line < lines.count else { break }
      if let content = kept[line] {
        output.append(content, ending: lines.ending(line))
      } else if !itemLines.contains(line) {
        output.append(lines.content(line), ending: lines.ending(line))
      }
      for added in after[line] ?? [] { output.append(added.content, ending: added.ending) }
    }
    return output.finished(endsWithLineEnd: lines.endsWithLineEnd)
  }

  /// The line of an item.
  private func line(
    _ item: ChecklistItem, _ old: ChecklistItem?, _ number: Int?, _ anchors: TodoTxtAnchors
  ) throws(DocumentFormatError) -> [UInt8] {
    let lines = anchors.lines
    if let number, let old, item == old { return Array(lines.content(number)) }
    let text = Array(item.text.utf8)
    if text.contains(where: { $0 == 10 || $0 == 13 || $0 == TodoTxtLine.lineBreak }) {
      throw DocumentFormatError(.severalLines)
    }
    if item.section != nil { throw DocumentFormatError(.noSections) }
    if item.level > 0 { throw DocumentFormatError(.noNesting) }
    if item.hasNote, !anchors.hasNotes { throw DocumentFormatError(.noNotes) }
    if !lines.isUTF8,
      !(text + "\(item.note ?? "")\(item.skipReason ?? "")".utf8).allSatisfy({ $0 < 0x80 }),
      old.map({ old in [.text, .note, .skipReason].allSatisfy { item.hasSame($0, as: old) } })
        != true
    {
      throw DocumentFormatError(.notUTF8)
    }
    let present = number.map { TodoTxtLine(lines.content($0), isDue: item.due != nil) }
    var line = TodoTxtLineDraft(
      text, present, isReworded: old.map { !item.hasSame(.text, as: $0) } ?? true)
    if old.map({ !item.hasSame(.note, as: $0) }) ?? item.hasNote {
      let note = item.note.map { note in
        note.utf8.map { $0 == UInt8(ascii: "\n") ? TodoTxtLine.lineBreak : $0 }
      }
      line.body = line.body.noted(note)
    }
    try setFields(of: item, old, in: &line.body)
    line.isChecked = item.state != .open
    line.created =
      present != nil ? present?.created : anchors.hasCreationDays ? day(item.created) : nil
    if line.isChecked {
      if let present, present.isChecked {
        line.completed = present.completed
      } else if anchors.hasCompletionDays || line.created != nil {
        line.completed = day(item.completed ?? item.created ?? now)
      }
    }
    return try guarded(line, item)
  }

  private func setFields(
    of item: ChecklistItem, _ old: ChecklistItem?, in body: inout TodoTxtBody
  ) throws(DocumentFormatError) {
    var words: [TodoTxtField: [UInt8]] = [:]
    if let step = item.repetition {
      guard let value = TodoTxtRepetition.value(step) else {
        throw DocumentFormatError(.noRepetition(step.longWords))
      }
      let hasPlus = body.word(.repetition).map { $0.dropFirst(4).first == UInt8(ascii: "+") }
      words[.repetition] = Array((hasPlus ?? true ? "rec:+" : "rec:").utf8) + value
    }
    if let date = item.due {
      guard let word = TodoTxtDue.word(date, repeatedBy: item.repetition, in: zone) else {
        throw DocumentFormatError(.difference("a year has four digits"))
      }
      words[.due] = Array(word.utf8)
    }
    words[.skip] = item.skipReason.map(TodoTxtSkip.word)
    if item.state == .done, TodoTxtSkip.last(in: Array(item.text.utf8)[...]) != nil {
      words[.skip] = TodoTxtSkip.doneWord
    }
    // What stays keeps its word, as it was written.
    if let old {
      if item.due.isSame(as: old.due), let word = body.word(.due) { words[.due] = word }
      if item.hasSame(.repetition, as: old), let word = body.word(.repetition) {
        words[.repetition] = word
      }
      if item.skipReason != nil, item.hasSame(.skipReason, as: old), let word = body.word(.skip) {
        words[.skip] = word
      }
    }
    body.set { words[$0] }
  }

  /// The line, with days where a text would be read as marks without them.
  private func guarded(
    _ line: TodoTxtLineDraft, _ item: ChecklistItem
  ) throws(DocumentFormatError) -> [UInt8] {
    var line = line
    if line.says(item) { return line.bytes }
    let today = day(item.completed ?? item.created ?? now)
    line.created = line.created ?? today
    if line.isChecked { line.completed = line.completed ?? today }
    if line.says(item) { return line.bytes }
    let read = String(decoding: TodoTxtLine(line.bytes[...]).text, as: UTF8.self)
    throw DocumentFormatError(.misreadText(item.text, as: read))
  }

  private func day(_ moment: Date?) -> CalendarDate? {
    moment.map { zone.clock(at: $0) }.flatMap { (0...9999).contains($0.year) ? $0 : nil }
  }
}

/// A line of a todo.txt file that is written.
private struct TodoTxtLineDraft {
  var isChecked = false
  var created: CalendarDate?
  var completed: CalendarDate?
  var priority: [UInt8]
  var body: TodoTxtBody

  /// A line with a text.
  ///
  /// - Parameters:
  ///   - present: The line as it is, whose words for dates stay.
  ///   - isReworded: Whether the text is another one than there.
  init(_ text: [UInt8], _ present: TodoTxtLine?, isReworded: Bool) {
    if let present, !isReworded {
      (priority, body) = (present.priority, present.body)
      return
    }
    let marks = TodoTxtMarks(text[...])
    // A priority stands before the day on which it was made.
    priority = marks.isChecked ? [] : marks.priority.map { Array($0) } ?? []
    let rest = Array(text[priority.count...])
    body = present?.body.reworded(rest) ?? TodoTxtBody(rest, isDone: false)
  }

  /// The bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = isChecked ? Array("x ".utf8) : priority
    for day in [completed, created] {
      if let day { bytes += "\(day.isoDay) ".utf8 }
    }
    if isChecked { bytes += priority }
    return bytes + body.bytes
  }

  /// Whether an item is read from it.
  func says(_ item: ChecklistItem) -> Bool {
    let line = TodoTxtLine(bytes[...])
    let repeats = line.body.due != nil && line.body.repetition != nil
    return line.state == item.state
      && line.body.skipReason.hasSameCodeUnits(as: item.skipReason)
      && String(decoding: line.text, as: UTF8.self).hasSameCodeUnits(as: item.text)
      && (line.body.due == nil) == (item.due == nil) && repeats == (item.repetition != nil)
  }
}
