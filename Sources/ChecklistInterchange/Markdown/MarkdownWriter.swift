import ChecklistCore

/// Writes lists as Markdown.
struct MarkdownWriter {
  /// The file, and the values that could not be written.
  private(set) var file = ExportedFile()
  private let options: ExportOptions
  /// Whether the days on which items were made and done are written.
  private let hasMarksOfObsidian: Bool
  private var text: [UInt8] = []
  /// The most items that the next one can stand below.
  private var mostLevels = 0

  /// A writer of an empty file.
  init(_ options: ExportOptions, hasMarksOfObsidian: Bool) {
    (self.options, self.hasMarksOfObsidian) = (options, hasMarksOfObsidian)
  }

  /// Appends a list with its name as a heading.
  mutating func append(_ list: ExportedList) {
    if !file.bytes.isEmpty { file.bytes.append(UInt8(ascii: "\n")) }
    MarkdownHeading.append(list.checklist.name, level: 1, to: &file.bytes)
    var section: String?
    var isFirst = true
    mostLevels = 0
    for position in list.positions {
      // An item is copied when it is handed out; its fields are not.
      let item = list.checklist.items[position]
      if !item.section.hasSameCodeUnits(as: section) {
        section = item.section
        if !isFirst { file.bytes.append(UInt8(ascii: "\n")) }
        MarkdownHeading.append(section, level: 2, to: &file.bytes)
        mostLevels = 0
      }
      append(item)
      isFirst = false
    }
  }

  private mutating func append(_ item: ChecklistItem) {
    let state = options.isBlank ? .open : item.state
    text.removeAll(keepingCapacity: true)
    item.appendText(to: &text)
    let level = min(item.level, mostLevels)
    if level < item.level {
      file.warnings.add("Markdown", hasNo: "items nested below one of another section")
    }
    mostLevels = level + 1
    appendIndent(2 * level)
    file.bytes += "- ".utf8
    let indent = 2 * (level + 1)
    file.bytes += [UInt8(ascii: "["), state.boxMark, UInt8(ascii: "]")]
    let lines = MarkdownSource.lines(ofText: text, isDue: item.due != nil)
    for (index, line) in lines.enumerated() {
      if index > 0 {
        file.bytes.append(UInt8(ascii: "\n"))
        appendIndent(indent)
      } else if !text.isEmpty {
        file.bytes.append(UInt8(ascii: " "))
      }
      file.bytes += line
    }
    appendDates(of: item, isChecked: state == .done)
    if state == .skipped, let reason = item.skipReason, !reason.isEmpty {
      file.bytes.append(UInt8(ascii: " "))
      file.bytes += MarkdownFieldText(reason: reason).field(.skipReason, inBrackets: true)
    }
    for mark in item.origin?[InterchangeFormat.markdown.rawValue]?.fields ?? [] {
      file.bytes += " \(mark)".utf8
    }
    file.bytes.append(UInt8(ascii: "\n"))
    if item.hasNote, let note = item.note, !note.isEmpty {
      file.bytes.append(UInt8(ascii: "\n"))
      let lines = MarkdownNote.source(note).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines {
        if !line.isEmpty { appendIndent(indent) }
        file.bytes += line
        file.bytes.append(UInt8(ascii: "\n"))
      }
    }
    if item.hasAttachments { appendLinks(to: item.attachments, indent: indent) }
  }

  private mutating func appendIndent(_ count: Int) {
    file.bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }

  /// Appends a paragraph with a line for each file that lies beside the output.
  private mutating func appendLinks(to attachments: [Attachment], indent: Int) {
    var isFirst = true
    for attachment in attachments {
      guard let path = options.attachments?.path(of: attachment) else { continue }
      if isFirst { file.bytes.append(UInt8(ascii: "\n")) }
      appendIndent(indent)
      MarkdownLink.append(attachment.name, to: path, &file.bytes)
      file.bytes.append(UInt8(ascii: "\n"))
      isFirst = false
    }
  }

  private mutating func appendDates(of item: ChecklistItem, isChecked: Bool) {
    let completed = isChecked ? item.completed : nil
    if hasMarksOfObsidian, let created = item.created { append("➕", created) }
    if let due = item.due, !MarkdownDate.append(due: due, in: options.zone, to: &file.bytes) {
      warnOfYear()
    }
    if let repetition = item.repetition {
      file.bytes.append(UInt8(ascii: " "))
      file.bytes += MarkdownFieldText(repetition).field(.repetition, inBrackets: false)
    }
    if hasMarksOfObsidian, let completed { append("✅", completed) }
  }

  /// Appends a mark with the day of a moment.
  private mutating func append(_ mark: StaticString, _ moment: Date) {
    let day = options.zone.clock(at: moment)
    if !MarkdownDate.append(mark, day, to: &file.bytes) { warnOfYear() }
  }

  private mutating func warnOfYear() {
    file.warnings.add("Markdown", hasNo: "years of more than four digits")
  }
}
