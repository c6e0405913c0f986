import ChecklistCore

/// The lists and items that the blocks of a text describe.
extension MarkdownReader {
  /// Takes the paragraph that ends: the text of an item, or a piece of its note.
  mutating func endParagraph() {
    defer { paragraph.removeAll(keepingCapacity: true) }
    guard let last = containers.indices.last, containers[last].indent != nil else { return }
    if containers[last].blockCount > 1 {
      guard let task = containers[last].task else { return }
      if let first = paragraph.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "!"),
        let folder = options.attachmentFolder,
        let files = MarkdownLink.files(paragraph[...], in: folder)
      {
        outline.add(files, to: task)
        // The empty lines around it are none of the note.
        containers[last].emptyLines = 0
        return
      }
      containers[last].beginNoteLine()
      MarkdownText.append(meaningOf: paragraph[...], to: &containers[last].note)
    } else if let box = MarkdownBox(paragraph[...]), box.kind != .empty {
      containers[last].isTask = true
      addTask(box)
    } else {
      nameSection()
      if containers.dropLast().contains(where: \.isTask) {
        warnings.add(
          "entry without a box below an item was left out",
          "entries without a box below an item were left out", line: paragraphLine)
      }
    }
  }

  private mutating func addTask(_ box: MarkdownBox) {
    hasTasks = true
    var scan = MarkdownFieldScan(Array(paragraph[box.end...].drop(while: \.isMarkdownSpace)))
    scan.run()
    // Only what is due is due again.
    let isDue = scan.fields.last(.due) != nil
    let source = scan.source { $0.kind != .repetition || isDue }
    let text = MarkdownText.text(of: source[...])
    if box.kind == .other {
      warnings.add(
        "item with a box other than '[ ]', '[x]' or '[-]' was imported as open",
        "items with a box other than '[ ]', '[x]' or '[-]' were imported as open",
        line: paragraphLine)
    }
    var item = ImportedItem(text, line: paragraphLine, now: options.now)
    let state: ChecklistItem.State = if case .state(let state) = box.kind { state } else { .open }
    take(scan.fields, state, for: &item)
    takeAncestors(for: &item)
    containers[containers.count - 1].task = outline.add(item)
  }

  private mutating func take(
    _ fields: [MarkdownField], _ state: ChecklistItem.State, for item: inout ImportedItem
  ) {
    item.set(
      state, at: fields.last(.completed)?.time?.moment(in: options.zone),
      for: fields.last(.skipReason)?.text ?? "")
    if let due = fields.last(.due)?.time {
      item.setDue(days.due(at: due))
      if let repetition = fields.last(.repetition)?.repetition {
        item.set(.repetition, .repetition(repetition))
      }
    }
    // It says the day only, so it does not change an item that is there.
    item.item.created = fields.last(.created)?.time?.moment(in: options.zone) ?? item.item.created
  }

  /// Takes the paragraph as the text of an item without a box, below which tasks may stand.
  private mutating func nameSection() {
    // More than a name can have.
    let text = String(MarkdownText.text(of: paragraph[...]).prefix(1_000))
    guard !ContentRules.isBlank(text) else { return }
    containers[containers.count - 1].section = SectionName(text)
  }

  /// Names the section of an item that stands within others.
  private mutating func takeAncestors(for item: inout ImportedItem) {
    let ancestors = containers.dropLast()
    if ancestors.contains(where: \.isTask) {
      warnings.add(
        "nested item was flattened", "nested items were flattened",
        line: paragraphLine)
    }
    guard let parent = ancestors.last(where: { $0.section != nil }) else { return }
    item.setSection(parent.section)
  }

  // MARK: Headings

  /// Takes a heading; in an item it is a piece of the note, and in a quote nothing.
  mutating func add(_ heading: MarkdownHeading, _ cursor: MarkdownCursor) {
    if containers.isEmpty {
      outline.add(heading)
    } else {
      addSource(cursor)
    }
  }

  /// Takes the paragraph as a heading, which the line below underlines.
  mutating func endHeading(level: Int, _ cursor: MarkdownCursor) {
    let isFirst = containers.last.map { $0.indent != nil && $0.blockCount == 1 } ?? false
    if isFirst {
      nameSection()
    } else if containers.isEmpty {
      outline.add(MarkdownHeading(level: level, source: paragraph[...]))
    } else {
      endParagraph()
      addSource(cursor)
    }
    paragraph.removeAll()
  }

  // MARK: Notes

  /// Ends a container, whose note is whole then.
  mutating func finish(_ container: MarkdownContainer) {
    guard let task = container.task, !container.note.isEmpty else { return }
    outline.setNote(String(decoding: container.note, as: UTF8.self), of: task)
  }

  /// Takes a line as it is for the note of the task in which it stands.
  mutating func addSource(_ cursor: MarkdownCursor) {
    guard let item = containers.lastItem, containers[item].task != nil else { return }
    containers[item].beginNoteLine()
    addQuoteMarks(of: item)
    containers[item].note += cursor.source
  }

  /// Takes a line of a quoted paragraph for the note of the task in which it stands.
  mutating func addParagraphSource(_ cursor: MarkdownCursor) {
    guard containers.last?.indent == nil, let item = containers.lastItem,
      containers[item].task != nil
    else { return }
    containers[item].beginNoteLine()
    addQuoteMarks(of: item)
    containers[item].note += cursor.trimmedText
  }

  private mutating func addQuoteMarks(of item: Int) {
    for _ in (item + 1)..<containers.count { containers[item].note += "> ".utf8 }
  }

  /// Counts an empty line of the note.
  mutating func addBlankLine() {
    guard let item = containers.lastItem else { return }
    containers[item].emptyLines += 1
  }
}
