package import ChecklistCore

/// A Markdown file as a document: its headings are lists and sections, its task lists the items.
package struct MarkdownDocument: DocumentFormat {
  /// The zone in which one is, of dates with a time.
  let zone: TimeZoneRules

  let now: Date

  /// The format.
  ///
  /// - Parameters:
  ///   - zone: The zone in which one is, of dates with a time.
  ///   - now: The present, at which an item that repeats is done or due again.
  package init(in zone: TimeZoneRules, now: Date) { (self.zone, self.now) = (zone, now) }

  package var kind: String { "Markdown file" }

  package var supports: ItemFields {
    [
      .level, .text, .section, .checked, .skipReason, .due, .repetition, .created, .completed,
      .note,
    ]
  }

  package var originFormat: String? { InterchangeFormat.markdown.rawValue }

  package func substitute(for field: ItemField) -> String? {
    field == .attachments ? "write a link into the text or the note" : nil
  }

  /// Reads a file.
  package func decode(
    _ bytes: [UInt8], name: String
  ) throws(DocumentFormatError) -> (document: ChecklistDocument, anchors: MarkdownAnchors) {
    let reading = try read(bytes, name: name)
    return (reading.shown, .read(reading))
  }

  /// Reads a file as a whole.
  func read(
    _ bytes: [UInt8], name: String
  ) throws(DocumentFormatError) -> MarkdownReading {
    let contents = MarkdownContents(try DocumentLines(bytes), name: name)
    if let line = contents.tree.tooDeepLine {
      let most = MarkdownBlockReader.mostContainers
      throw DocumentFormatError(.tooDeep(line: line, most: most))
    }
    var decoder = MarkdownDecoder(contents, in: zone, at: now)
    decoder.run()
    return MarkdownReading(
      contents: decoder.contents, habits: decoder.habits, document: decoder.document,
      shown: decoder.shown, records: decoder.records, name: name,
      unreadDues: decoder.unreadDues)
  }

  /// The places in a file, which is read now if it was only written so far.
  func reading(_ anchors: MarkdownAnchors) throws(DocumentFormatError) -> MarkdownReading {
    switch anchors {
    case .read(let reading): reading
    case .written(let bytes, let name): try read(bytes, name: name)
    }
  }

  package func flaws(_ anchors: MarkdownAnchors) -> [TextFlaw] {
    if case .read(let reading) = anchors { reading.flaws } else { [] }
  }

  /// What somebody means who types a text: when it is due, and how often, are the item's; other
  /// dates are text.
  package func read(typed text: String) -> TypedText {
    var scan = MarkdownFieldScan(Array(text.utf8))
    scan.run()
    if scan.fields.isEmpty { return TypedText(text) }
    var days = LocalDays(in: zone)
    let rest = scan.source { $0.kind == .due || $0.kind == .repetition }
    var typed = TypedText(String(decoding: rest, as: UTF8.self))
    for field in scan.fields {
      if let time = field.time, field.kind == .due { typed.due = days.due(at: time) }
      if let repetition = field.repetition { typed.repetition = repetition }
    }
    return typed
  }

  /// A text in which new words stand for the old ones; it keeps the fields of Obsidian's Tasks and
  /// of Dataview that the new words do not name.
  package func reworded(_ text: String, as words: String) -> String {
    let (old, new) = (Array(text.utf8), Array(words.utf8))
    let names = Set(MarkdownFieldScan.fields(ofText: new).map(\.name))
    let kept = MarkdownFieldScan.fields(ofText: old).filter { !names.contains($0.name) }
    return String(decoding: Rewording(old, with: new, keeping: kept).result, as: UTF8.self)
  }

  package func mayRepeat(_ item: ChecklistItem) -> Bool {
    item.repetition != nil || item.text.utf8.mayRepeat
  }

  /// The identity of Obsidian's Tasks, `🆔 abc`; a block id stands after the text.
  package func ownIdentity(inText text: String) -> OwnIdentity? {
    MarkdownHead.taskIdentity(in: Array(text.utf8)[...])
  }

  /// The edit that adds a block id.
  package func edit(giving identity: String, toItemWithText text: String) -> ItemEdit {
    var edit = ItemEdit()
    edit.ownIdentity = OwnIdentity(.block, identity)
    return edit
  }
}
