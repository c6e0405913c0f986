package import ChecklistCore

extension TodoTxtDocument {
  /// Writes a document into the file that it was read from.
  package func encode(
    _ document: ChecklistDocument, _ anchors: TodoTxtAnchors, moved: Set<Int>
  ) throws(DocumentFormatError) -> (
    bytes: [UInt8], reading: (document: ChecklistDocument, anchors: TodoTxtAnchors)?
  ) {
    let meant = document
    var repeating = RepeatingEncoder(
      anchors.document, shownAs: anchors.shown, anchors.records,
      TodoTxtRepeatingSource(self, anchors), moved: moved, at: now, in: zone)
    var document = try repeating.lines(meaning: document)
    document.takeRepetitions(fromTextsOf: anchors.document) { _, item in
      let line = TodoTxtLine(anchors.lines.content(anchors.itemLines[item]), isDue: true)
      return (line.text, repetition(of: line.body))
    }
    guard let list = document.checklists.first, document.checklists.count == 1 else {
      throw DocumentFormatError(.oneList)
    }
    guard list.name.hasSameCodeUnits(as: anchors.name) else { throw DocumentFormatError(.listName) }
    // Notes are what another program hides in its lines, so only a file that has some takes more.
    let supports = anchors.hasNotes ? supports.union([.note]) : supports
    try DocumentRules.check(document, against: anchors.document, in: self, with: supports)
    var encoder = TodoTxtEncoder(self, anchors, repeating.edits)
    try encoder.write(list.items, repeating.moved)
    let known = TodoTxtKnownLines(encoder.positions, of: anchors)
    let bytes = encoder.finished
    let lines = try DocumentLines(bytes)
    if anchors.conflictLine == nil, list.items.differOnlyInStates(from: anchors.items),
      anchors.records.lines.isEmpty
        || anchors.records.haveSameStates(document, as: anchors.document),
      try !haveConflict(lines, known, meaning: list.items)
    {
      try anchors.records.check(unchanged: anchors.shown, means: meant)
      return (bytes, nil)
    }
    let reading = decode(lines, name: anchors.name, known: known)
    let read = reading.document.checklists[0]
    guard read.items.count == list.items.count else {
      throw Self.difference(inCount: read.items.count, meaning: list.items)
    }
    // The others have the lines that they had, and are as these say.
    for position in reading.readItems {
      try Self.check(read.items[position], at: position, meaning: list.items)
    }
    try reading.anchors.records.check(
      reading.anchors.shown, means: meant, after: anchors.records,
      releasing: repeating.releasesRecords)
    return (bytes, (reading.anchors.shown, reading.anchors))
  }

  /// Checks what the lines of a file say that was written, without making a document of them.
  ///
  /// - Returns: Whether a line has become a marker of a conflict.
  private func haveConflict(
    _ lines: DocumentLines, _ known: TodoTxtKnownLines, meaning items: [ChecklistItem]
  ) throws(DocumentFormatError) -> Bool {
    let file = TextBytes(lines.bytes)
    var days = LocalDays(in: zone)
    let noSection = ChecklistItem.SharedSection(nil)
    let positions = known.positions(in: lines)
    var count = 0
    for line in 0..<lines.count {
      if positions.isEmpty || positions[line] < 0 {
        if lines.isBlank(line) { continue }
        if count < items.count {
          let read = TodoTxtLine(lines.content(line))
          if ConflictMarker.begins(read.body.bytes) { return true }
          try Self.check(
            item(read, of: file, id: items[count].id, noSection, &days), at: count, meaning: items)
        }
      }
      count += 1
    }
    if count != items.count { throw Self.difference(inCount: count, meaning: items) }
    return false
  }

  private static func check(
    _ read: ChecklistItem, at position: Int, meaning items: [ChecklistItem]
  ) throws(DocumentFormatError) {
    if let field = items[position].difference(to: read) {
      throw DocumentFormatError(
        .difference("the \(field.rawValue) of item \(position + 1) would be another"))
    }
  }

  private static func difference(
    inCount count: Int, meaning items: [ChecklistItem]
  ) -> DocumentFormatError {
    DocumentFormatError(.difference("it would have \(count) items, not \(items.count)"))
  }
}

/// Writes the items of a document into the file that it was read from.
private struct TodoTxtEncoder {
  private let format: TodoTxtDocument
  private let anchors: TodoTxtAnchors
  /// What is written of items that repeat.
  private let repeating: RepeatingEdits
  private let old: [ChecklistItem]
  private var output: WrittenLines
  /// The lines that come next and stay as they are.
  private var copied = 0..<0
  /// Where the lines begin of which nothing is written yet.
  private var nextLine = 0
  /// For each line that was written the position of the item whose line was copied; -1 for others.
  private(set) var positions: [Int] = []
  private lazy var isUTF8 = anchors.lines.isUTF8
  /// The day that was asked for last.
  private var lastDay: (moment: Date, day: CalendarDate?)?

  init(_ format: TodoTxtDocument, _ anchors: TodoTxtAnchors, _ repeating: RepeatingEdits) {
    (self.format, self.anchors, old) = (format, anchors, anchors.items)
    self.repeating = repeating
    output = WrittenLines(
      after: anchors.lines.mark, usualEnding: anchors.lines.usualEnding)
    output.reserveCapacity(anchors.lines.bytes.count + 256)
    positions.reserveCapacity(anchors.lines.count + 1)
  }

  /// The whole file.
  var finished: [UInt8] { output.finished(endsWithLineEnd: anchors.lines.endsWithLineEnd) }

  /// Writes all lines: items in their old order keep their lines, the others follow their
  /// neighbors.
  mutating func write(
    _ items: [ChecklistItem], _ moved: Set<Int>
  ) throws(DocumentFormatError) {
    let lines = anchors.lines
    let known = items.positions(in: old)
    let staying = staying(known, moved)
    // What comes first goes before the first item that stays, or where the items were.
    var start: Int? =
      known.first { $0 >= 0 && staying[$0] }.map { anchors.itemLines[$0] }
      ?? anchors.itemLines.first ?? lines.count
    for (index, position) in known.enumerated() {
      let line = position < 0 ? nil : anchors.itemLines[position]
      let isSame =
        position >= 0
        && (items.isCopy(at: index, of: old, at: position) || items[index] == old[position])
      if let line, staying[position] {
        copyOthers(to: line)
        nextLine = line + 1
        start = nil
        if isSame {
          copy(line, of: position)
          continue
        }
      } else if let first = start {
        copyOthers(to: first)
        start = nil
      }
      if isSame, let line {
        append(lines.content(line), lines.ending(line), position)
      } else {
        let content = try content(of: items[index], position < 0 ? nil : old[position], line)
        append(content[...], line.map(lines.ending) ?? lines.usualEnding[...], -1)
      }
    }
    copyOthers(to: lines.count)
    flush()
  }

  /// Whether each item that was read keeps its place in the file.
  private func staying(_ known: [Int], _ moved: Set<Int>) -> [Bool] {
    var staying = Array(repeating: false, count: old.count)
    let candidates = known.filter { $0 >= 0 && (moved.isEmpty || !moved.contains(old[$0].id)) }
    let isInOrder = zip(candidates, candidates.dropFirst()).allSatisfy { $0 < $1 }
    for position in isInOrder ? candidates : candidates.longestIncreasingSubsequence {
      staying[position] = true
    }
    return staying
  }

  /// Copies the lines before a line that are no items.
  private mutating func copyOthers(to end: Int) {
    while nextLine < end {
      if anchors.lines.isBlank(nextLine) { copy(nextLine, of: -1) }
      nextLine += 1
    }
  }

  private mutating func copy(_ line: Int, of position: Int) {
    if copied.upperBound != line { flush() }
    copied = copied.isEmpty ? line..<line + 1 : copied.lowerBound..<line + 1
    positions.append(position)
  }

  private mutating func append(
    _ content: ArraySlice<UInt8>, _ ending: ArraySlice<UInt8>, _ position: Int
  ) {
    flush()
    output.append(content, ending: ending)
    positions.append(position)
  }

  /// Writes the lines that stay as they are.
  private mutating func flush() {
    if copied.isEmpty { return }
    let lines = anchors.lines
    let last = copied.upperBound - 1
    output.append(
      lines.bytes[lines.start(copied.lowerBound)..<lines.end(last)], stop: lines.stop(last))
    copied = 0..<0
  }

  /// The line of an item that is new or another one than it was.
  private mutating func content(
    of item: ChecklistItem, _ old: ChecklistItem?, _ number: Int?
  ) throws(DocumentFormatError) -> [UInt8] {
    if let source = repeating.sources[item.id] { return source }
    let lines = anchors.lines
    let text = Array(item.text.utf8)
    if text.contains(where: { $0 == 10 || $0 == 13 || $0 == TodoTxtLine.lineBreak }) {
      throw DocumentFormatError(.severalLines)
    }
    if !isASCII(text, item),
      old.map({ old in [.text, .note, .skipReason].allSatisfy { item.hasSame($0, as: old) } })
        != true, !isUTF8
    {
      throw DocumentFormatError(.notUTF8)
    }
    let present = number.map { TodoTxtLine(lines.content($0), isDue: item.due != nil) }
    let days = repeating.days[item.id]
    let isReworded = days == nil && old.map { !item.hasSame(.text, as: $0) } ?? true
    var line = TodoTxtLineDraft(text, present, isReworded: isReworded)
    if let days { line.body = try line.body.moved(byDays: days) }
    if old.map({ !item.hasSame(.note, as: $0) }) ?? item.hasNote {
      let note = item.note.map { note in
        note.utf8.map { $0 == UInt8(ascii: "\n") ? TodoTxtLine.lineBreak : $0 }
      }
      line.body = line.body.noted(note)
    }
    try setFields(of: item, old, text, in: &line.body)
    line.isChecked = item.state != .open
    line.created =
      present != nil ? present?.created : anchors.hasCreationDays ? day(item.created) : nil
    if line.isChecked {
      if let present, let old, present.isChecked, old.state == item.state,
        old.completed == item.completed
      {
        line.completed = present.completed
      } else if anchors.hasCompletionDays || line.created != nil || present?.completed != nil {
        // A skip has no time; it is now.
        let done = item.completed ?? (old == nil ? item.created : nil)
        line.completed = day(done ?? format.now)
      }
    }
    return try guarded(line, item, text)
  }

  /// Whether the texts of an item are ASCII.
  private func isASCII(_ text: [UInt8], _ item: ChecklistItem) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else { return false }
    return !item.hasNote && item.skipReason == nil
      || "\(item.note ?? "")\(item.skipReason ?? "")".utf8.allSatisfy { $0 < 0x80 }
  }

  private func setFields(
    of item: ChecklistItem, _ old: ChecklistItem?, _ text: [UInt8], in body: inout TodoTxtBody
  ) throws(DocumentFormatError) {
    var due = TodoTxtField.due.word(of: item, text, in: format.zone)
    var repetition = TodoTxtField.repetition.word(of: item, text, in: format.zone)
    var skip = TodoTxtField.skip.word(of: item, text, in: format.zone)
    if let step = item.repetition {
      guard repetition != nil else {
        throw DocumentFormatError(.noRepetition(step.longWords))
      }
    }
    if item.due != nil, due == nil {
      throw DocumentFormatError(.difference("a year has four digits"))
    }
    // What stays keeps its word, as it was written.
    if let old {
      if item.due.isSame(as: old.due), let word = body.word(.due) { due = word }
      if item.hasSame(.repetition, as: old), let word = body.word(.repetition) {
        repetition = word
      }
      if item.skipReason != nil, item.hasSame(.skipReason, as: old), let word = body.word(.skip) {
        skip = word
      }
    }
    body.set { field in
      switch field {
      case .due: due
      case .repetition: repetition
      case .skip: skip
      }
    }
  }

  /// The line, with days where a text would be read as marks without them.
  private mutating func guarded(
    _ line: TodoTxtLineDraft, _ item: ChecklistItem, _ text: [UInt8]
  ) throws(DocumentFormatError) -> [UInt8] {
    var line = line
    if line.says(item, text) { return line.bytes }
    let today = day(item.completed ?? item.created ?? format.now)
    line.addDays(created: today, completed: today)
    if line.says(item, text) { return line.bytes }
    let read = String(decoding: TodoTxtLine(line.bytes[...]).text, as: UTF8.self)
    throw DocumentFormatError(.misreadText(item.text, as: read))
  }

  /// The day of a moment, which most items that change have in common.
  private mutating func day(_ moment: Date?) -> CalendarDate? {
    guard let moment else { return nil }
    if let lastDay, lastDay.moment == moment { return lastDay.day }
    let day = TodoTxtLineDraft.day(of: moment, in: format.zone)
    lastDay = (moment, day)
    return day
  }
}

extension [ChecklistItem] {
  /// The position that each item has among others; -1 for one that is not there.
  fileprivate func positions(in others: [ChecklistItem]) -> [Int] {
    var positions = [Int](repeating: -1, count: count)
    // Most items stand where they did, counted from the beginning or from the end.
    let most = Swift.min(count, others.count)
    var start = 0
    while start < most, self[start].id == others[start].id { start += 1 }
    var end = 0
    while end < most - start, self[count - 1 - end].id == others[others.count - 1 - end].id {
      end += 1
    }
    for index in 0..<start { positions[index] = index }
    for index in 0..<end { positions[count - 1 - index] = others.count - 1 - index }
    var between: [Int: Int] = [:]
    for index in start..<others.count - end { between[others[index].id] = index }
    if between.isEmpty { return positions }
    for index in start..<count - end {
      positions[index] = between.removeValue(forKey: self[index].id) ?? -1
    }
    return positions
  }
}
