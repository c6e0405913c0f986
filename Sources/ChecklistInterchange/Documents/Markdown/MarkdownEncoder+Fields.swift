import ChecklistCore

/// The fields of items that stay or move: spans of their paragraphs.
extension MarkdownEncoder {
  /// Finds the spans of an item that change.
  mutating func editItem(_ row: Int, _ task: Int) throws(DocumentFormatError) {
    let (item, old) = (item(row), oldItem(task))
    let firstEdit = edits.count
    let anchor = contents.tasks[task]
    if item.state != old.state {
      let mark = anchors.habits.boxMark(item.state)
      edits.append(Edit(range: anchor.box + 1..<anchor.box + 2, bytes: [mark]))
    }
    if let source = repeating.sources[item.id] { return replaceHead(of: anchor, with: source) }
    let days = repeating.days[item.id]
    let isReworded = days == nil && !item.hasSame(.text, as: old)
    if isReworded || days != nil || item.state != old.state || !item.hasSame(.skipReason, as: old)
      || !item.hasSame(.repetition, as: old)
      || !item.due.isSame(as: old.due) || item.created != old.created
      || item.completed != old.completed
    {
      let head = MarkdownHead(
        tree, paragraph: anchor.paragraph, from: anchor.box + 3, isDue: item.due != nil)
      if isReworded { reword(head, item, anchor) }
      if let days, let routine = MarkdownRoutine(head.source[..<head.tail]) {
        for edit in try routine.edits(movingDaysBy: days) {
          replace(edit.range, of: head, with: edit.bytes)
        }
      }
      try editFields(of: head, item, old, isReworded: isReworded)
    }
    if let own = item.ownIdentity, own.way == .block, own != old.ownIdentity {
      append(own, to: anchor, after: firstEdit)
    }
    if !item.hasSame(.note, as: old) { try editNote(row, anchor) }
  }

  /// Appends a block id to the last line of a task, where Obsidian looks for it.
  ///
  /// - Parameter firstEdit: The first edit of the task.
  private mutating func append(
    _ identity: OwnIdentity, to anchor: MarkdownTask, after firstEdit: Int
  ) {
    let end = lines.stop(tree.textLines(of: anchor.paragraph).upperBound)
    let space = UInt8(ascii: " ")
    let mark = (lines.bytes[end - 1] == space ? [] : [space]) + "^\(identity.text)".utf8
    if let index = edits[firstEdit...].firstIndex(where: { $0.range == end..<end }) {
      edits[index] = Edit(range: end..<end, bytes: edits[index].bytes + mark)
    } else {
      edits.append(Edit(range: end..<end, bytes: mark))
    }
  }

  /// Puts another source in the place of the text and the fields of a task; what both begin and end
  /// with stays.
  private mutating func replaceHead(of anchor: MarkdownTask, with new: [UInt8]) {
    let head = MarkdownHead(tree, paragraph: anchor.paragraph, from: anchor.box + 3)
    let same = Array(head.source[..<head.tail]).sameEnds(as: new)
    let lineBreak = ending(of: anchor.node) + continuation(of: anchor.node)
    let lines = new[same.prefix..<new.count - same.suffix].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    replace(
      same.prefix..<head.tail - same.suffix, of: head,
      with: Array(lines.joined(separator: lineBreak)))
  }

  private mutating func replace(
    _ range: Range<Int>, of head: MarkdownHead, with bytes: [UInt8]
  ) {
    let start = head.offset(of: range.lowerBound)
    let end = head.offset(of: range.upperBound)
    edits.append(Edit(range: start..<max(start, end), bytes: bytes))
  }

  /// Puts a new text in the place of the old one; fields that both have stay where they are.
  private mutating func reword(
    _ head: MarkdownHead, _ item: ChecklistItem, _ anchor: MarkdownTask
  ) {
    let source = Array(head.source[..<head.tail])
    let isDue = item.due != nil
    let lines = MarkdownSource.lines(ofText: Array(item.text.utf8), isDue: isDue)
    let text = Array(lines.joined(separator: "\n".utf8))
    let own = head.fields.map(\.range).filter { $0.upperBound <= head.tail }
    let others = (
      old: MarkdownFieldScan.others(in: source), new: MarkdownFieldScan.others(in: text)
    )
    var rewording = Rewording(source, with: text, keeping: own, others: others)
    let result = rewording.result + head.source[head.tail...]
    if !MarkdownHead(result, isDue: isDue).text.elementsEqual(item.text.utf8) {
      // Other white space stands between the fields.
      rewording = Rewording(source, with: text, keeping: own, others: ([], []))
    }
    let lineBreak = ending(of: anchor.node) + continuation(of: anchor.node)
    for edit in rewording.edits {
      let lines = edit.bytes.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      replace(edit.range, of: head, with: Array(lines.joined(separator: lineBreak)))
    }
  }

  // MARK: Dates, repetitions and reasons

  private mutating func editFields(
    of head: MarkdownHead, _ item: ChecklistItem, _ old: ChecklistItem, isReworded: Bool
  ) throws(DocumentFormatError) {
    var added: [UInt8] = []
    for kind in MarkdownField.Kind.allCases {
      let found = head.fields.filter { $0.kind == kind }
      let counting = head.field(kind)
      guard let change = try change(of: kind, item, old, counting) else { continue }
      switch change {
      case .removed: for field in found { remove(field, from: head) }
      case .written(let value):
        guard let field = counting else {
          if kind == .repetition, !isReworded, item.text.holds(MarkdownField.repetitionMark) {
            throw DocumentFormatError(.unreadRepetition)
          }
          added += [UInt8(ascii: " ")] + value.field(kind, inBrackets: usesBrackets(head))
          continue
        }
        if let whole = value.replacement(of: field, inBrackets: usesBrackets(head)) {
          replace(field.range, of: head, with: whole)
        } else {
          replace(field.valueRange, of: head, with: Array(value.text.utf8))
        }
      }
    }
    if !added.isEmpty {
      let place = place(ofNewFields: head, isReworded: isReworded)
      replace(place..<place, of: head, with: added)
    }
  }

  private enum FieldChange {
    case removed
    case written(MarkdownFieldText)
  }

  /// What becomes of a field; nil where it stays.
  private func change(
    of kind: MarkdownField.Kind, _ item: ChecklistItem, _ old: ChecklistItem,
    _ found: MarkdownField?
  ) throws(DocumentFormatError) -> FieldChange? {
    switch kind {
    case .repetition:
      // A repetition in a text counts once the item is due.
      guard let repetition = item.repetition else { return found == nil ? nil : .removed }
      if found != nil, item.hasSame(.repetition, as: old) { return nil }
      return repetition == found?.repetition ? nil : .written(MarkdownFieldText(repetition))
    case .due:
      if item.due.isSame(as: old.due) { return nil }
      guard let due = item.due else { return .removed }
      return .written(try MarkdownFieldText(due, in: zone))
    case .created:
      if item.created == old.created { return nil }
      guard let created = item.created else { return .removed }
      guard found != nil || anchors.habits.hasCreationDays else { return nil }
      return .written(try MarkdownFieldText(dayOf: created, in: zone))
    case .completed:
      if !item.isChecked {
        return old.isChecked && anchors.habits.hasCompletionDays ? .removed : nil
      }
      guard item.isChecked != old.isChecked || item.completed != old.completed,
        found != nil || anchors.habits.hasCompletionDays && !old.isChecked,
        let completed = item.completed
      else { return nil }
      return .written(try MarkdownFieldText(dayOf: completed, in: zone))
    case .skipReason:
      if item.hasSame(.skipReason, as: old) { return nil }
      guard let reason = item.skipReason, !reason.isEmpty else { return .removed }
      return .written(MarkdownFieldText(reason: reason))
    }
  }

  /// Whether new dates of an item are in brackets, as in the file, or as its other ones.
  func usesBrackets(_ head: MarkdownHead) -> Bool {
    hasBrackets || !head.fields.isEmpty && head.fields.allSatisfy(\.isInBrackets)
  }

  /// Where new fields go: after the others, else to the end of the first line.
  private func place(ofNewFields head: MarkdownHead, isReworded: Bool) -> Int {
    if let last = head.fields.last(where: { $0.range.upperBound <= head.tail }) {
      return last.range.upperBound
    }
    if isReworded, let first = head.texts.first { return first.upperBound }
    var place = head.tail
    if let end = head.source[..<head.tail].firstIndex(of: UInt8(ascii: "\n")) {
      place = end
      // Before the backslash of a hard line break.
      if place > 0, head.source[place - 1] == UInt8(ascii: "\\") { place -= 1 }
    }
    while place > 0, head.source[place - 1].isSpace { place -= 1 }
    return place
  }

  /// Removes a field with the white space before it, or else after it.
  private mutating func remove(_ field: MarkdownField, from head: MarkdownHead) {
    let source = head.source
    var (start, end) = (field.range.lowerBound, field.range.upperBound)
    while start > 0, source[start - 1].isSpace { start -= 1 }
    if start == 0 || source[start - 1] == UInt8(ascii: "\n") {
      while end < source.count, source[end].isSpace { end += 1 }
      // A line that had nothing else.
      if start > 0, end == source.count || source[end] == UInt8(ascii: "\n") { start -= 1 }
    }
    replace(start..<end, of: head, with: [])
  }
}

extension DueDate? {
  /// Whether both are the same day, wherever it was set, or the same moment; or neither is there.
  func isSame(as other: DueDate?) -> Bool {
    switch (self, other) {
    case (.day(let day)?, .day(let other)?): day.daysSince2001 == other.daysSince2001
    default: self == other
    }
  }
}
