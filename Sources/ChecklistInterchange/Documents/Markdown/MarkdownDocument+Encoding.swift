package import ChecklistCore

extension MarkdownDocument {
  /// Writes a document into the file that it was read from.
  package func encode(
    _ document: ChecklistDocument, _ anchors: MarkdownAnchors, moved: Set<Int>
  ) throws(DocumentFormatError) -> (
    bytes: [UInt8], reading: (document: ChecklistDocument, anchors: MarkdownAnchors)?
  ) {
    let former = try reading(anchors)
    let meant = document
    var repeating = RepeatingEncoder(
      former.document, shownAs: former.shown, former.records,
      MarkdownRepeatingSource(former, self), moved: moved, at: now, in: zone)
    var document = try repeating.lines(meaning: document)
    if let bytes = former.bytes(checkedAs: document) {
      try former.records.check(unchanged: former.shown, means: meant)
      return (bytes, nil)
    }
    try DocumentRules.check(document, against: former.document, in: self, with: supports)
    document.takeRepetitions(fromTextsOf: former.document) { list, item in
      let contents = former.contents
      let task = contents.tasks[contents.lists[list].tasks.lowerBound + item]
      guard let head = contents.head(of: task, isDue: true) else { return ([], nil) }
      return (head.text, head.field(.repetition)?.repetition)
    }
    var encoder = MarkdownEncoder(
      document, former, moved: repeating.moved, repeating.edits, in: zone)
    let bytes = try encoder.encoded()
    if let window = MarkdownWindow(of: former, changedTo: bytes),
      let result = window.document(meaning: document, in: zone, at: now)
    {
      return (bytes, (result, .written(bytes, name: former.name)))
    }
    let result = try read(bytes, name: former.name)
    try MarkdownComparison(document, former, result).check()
    try result.records.check(
      result.shown, means: meant, after: former.records, releasing: repeating.releasesRecords)
    return (bytes, (result.shown, .read(result)))
  }
}

extension MarkdownReading {
  /// The file with other check marks; nil where more than that is different, or a day must be
  /// written or removed.
  fileprivate func bytes(checkedAs document: ChecklistDocument) -> [UInt8]? {
    guard document.checklists.count == self.document.checklists.count,
      records.lines.isEmpty
        || document.checklists.map(\.items.count) == self.document.checklists.map(\.items.count)
          && records.haveSameStates(document, as: self.document)
    else { return nil }
    var changed: [(box: Int, state: ChecklistItem.State)] = []
    for (position, list) in document.checklists.enumerated() {
      let old = self.document.checklists[position]
      guard list.id == old.id, list.hasSameFields(as: old), list.items.count == old.items.count
      else { return nil }
      let first = contents.lists[position].tasks.lowerBound
      for index in list.items.indices {
        if list.items.isCopy(at: index, of: old.items, at: index) { continue }
        guard list.items[index].id == old.items[index].id,
          list.items[index].isSame(as: old.items[index])
        else { return nil }
        let state = list.items[index].state
        if state != old.items[index].state {
          let task = contents.tasks[first + index]
          if hasFieldOfState(task) { return nil }
          changed.append((task.box, state))
        }
        let reasons = [list.items[index].skipReason, old.items[index].skipReason]
        if reasons.contains(where: { $0?.isEmpty == false }),
          !list.items[index].hasSame(.skipReason, as: old.items[index])
        {
          return nil
        }
      }
    }
    if habits.hasCompletionDays, !changed.isEmpty { return nil }
    var bytes = contents.lines.bytes
    for (box, state) in changed { bytes[box + 1] = habits.boxMark(state) }
    return bytes
  }

  /// Whether a field says when a task was done, or why it is skipped, also where its box says
  /// another state.
  private func hasFieldOfState(_ task: MarkdownTask) -> Bool {
    guard let head = contents.head(of: task) else { return false }
    return head.fields.contains { $0.kind == .completed || $0.kind == .skipReason }
  }
}
