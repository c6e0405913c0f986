import ChecklistCore

/// Writes lists as Markdown.
struct MarkdownWriter {
  /// The file, and the values that could not be written.
  private(set) var file = ExportedFile()
  private let options: ExportOptions
  /// Whether the days on which items were made and done are written.
  private let hasMarksOfObsidian: Bool
  private var text: [UInt8] = []

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
    for position in list.positions {
      // An item is copied when it is handed out; its fields are not.
      let item = list.checklist.items[position]
      if !item.section.hasSameCodeUnits(as: section) {
        section = item.section
        if !isFirst { file.bytes.append(UInt8(ascii: "\n")) }
        MarkdownHeading.append(section, level: 2, to: &file.bytes)
      }
      append(item)
      isFirst = false
    }
  }

  private mutating func append(_ item: ChecklistItem) {
    let isChecked = item.isChecked && !options.isBlank
    text.removeAll(keepingCapacity: true)
    item.appendText(to: &text)
    file.bytes += "- ".utf8
    MarkdownBox.append(
      isChecked: isChecked, text[...], in: .item, indent: 2, to: &file.bytes)
    appendDates(of: item, isChecked: isChecked)
    file.bytes.append(UInt8(ascii: "\n"))
    if item.hasNote, let note = item.note, !note.isEmpty {
      file.bytes += "\n  ".utf8
      MarkdownText.append(Array(note.utf8)[...], in: .note, indent: 2, to: &file.bytes)
      file.bytes.append(UInt8(ascii: "\n"))
    }
    if item.hasAttachments { appendLinks(to: item.attachments) }
    if item.repetition != nil {
      file.warnings.add("Markdown", hasNo: "repetitions")
    }
  }

  /// Appends a paragraph with a line for each file that lies beside the output.
  private mutating func appendLinks(to attachments: [Attachment]) {
    var isFirst = true
    for attachment in attachments {
      guard let path = options.attachments?.path(of: attachment) else { continue }
      file.bytes += (isFirst ? "\n  " : "  ").utf8
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
    if hasMarksOfObsidian {
      if let completed { append("✅", completed) }
      return
    }
    if item.created != nil {
      file.warnings.add("Markdown", hasNo: "creation dates")
    }
    if completed != nil {
      file.warnings.add("Markdown", hasNo: "completion dates")
    }
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
