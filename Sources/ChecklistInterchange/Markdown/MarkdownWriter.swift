import ChecklistCore

/// Writes lists as Markdown.
struct MarkdownWriter {
  /// The file, and the values that could not be written.
  private(set) var file = ExportedFile()
  private let options: ExportOptions
  private let writer: MarkdownItemWriter
  /// The styles of items, by their levels.
  private var styles = [
    MarkdownStyle(prefix: [], delimiter: UInt8(ascii: "-"), ending: [UInt8(ascii: "\n")])
  ]
  /// The most items that the next one can stand below.
  private var mostLevels = 0

  /// A writer of an empty file.
  ///
  /// - Parameter hasMarksOfObsidian: Whether the days on which items were made and done are
  ///   written.
  init(_ options: ExportOptions, hasMarksOfObsidian: Bool) {
    self.options = options
    writer = MarkdownItemWriter(
      zone: options.zone,
      fields: hasMarksOfObsidian
        ? [.created, .due, .repetition, .completed, .skipReason]
        : [.due, .repetition, .skipReason])
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
    let level = min(item.level, mostLevels)
    if level < item.level {
      file.warnings.add("Markdown", hasNo: "items nested below one of another section")
    }
    mostLevels = level + 1
    if level == styles.count { styles.append(styles[level - 1].nested) }
    let state = options.isBlank ? .open : item.state
    for _ in writer.append(item, as: state, styles[level], to: &file.bytes) {
      file.warnings.add("Markdown", hasNo: "years of more than four digits")
    }
    file.bytes.append(UInt8(ascii: "\n"))
    if item.hasAttachments { appendLinks(to: item.attachments, styles[level].continuation) }
  }

  /// Appends a paragraph with a line for each file that lies beside the output.
  private mutating func appendLinks(to attachments: [Attachment], _ continuation: [UInt8]) {
    var isFirst = true
    for attachment in attachments {
      guard let path = options.attachments?.path(of: attachment) else { continue }
      if isFirst { file.bytes.append(UInt8(ascii: "\n")) }
      file.bytes += continuation
      MarkdownLink.append(attachment.name, to: path, &file.bytes)
      file.bytes.append(UInt8(ascii: "\n"))
      isFirst = false
    }
  }
}
