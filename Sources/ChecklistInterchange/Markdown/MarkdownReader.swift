import ChecklistCore

/// Takes the tasks of a Markdown text from its blocks, for an import.
///
/// Nothing is kept but the tasks and an unfinished paragraph.
struct MarkdownReader {
  let options: ImportOptions
  var containers: [MarkdownContainer] = []
  /// The source of the paragraph, its lines without the white space around them.
  var paragraph: [UInt8] = []
  /// The line on which the paragraph begins, from 1.
  var paragraphLine = 0
  /// The line that is read, from 1.
  private var line = 0

  var outline: MarkdownOutline
  var warnings = InterchangeWarnings()
  /// Whether there is a task, also one that was left out.
  var hasTasks = false
  var days: LocalDays

  /// A reader at the beginning of a text.
  init(_ options: ImportOptions) {
    self.options = options
    outline = MarkdownOutline(named: options.listName)
    days = LocalDays(in: options.zone)
  }
}

extension MarkdownReader: MarkdownBlockHandler {
  mutating func beginLine(_ number: Int) { line = number }

  mutating func openQuote() { open(MarkdownContainer(indent: nil)) }

  mutating func openItem(_ item: MarkdownItemStart) {
    open(MarkdownContainer(indent: item.contentIndent))
  }

  private mutating func open(_ container: MarkdownContainer) {
    containers.noteBlock()
    containers.append(container)
  }

  mutating func closeContainer() { finish(containers.removeLast()) }

  mutating func begin(_ leaf: MarkdownLeaf, isOpen: Bool) {
    containers.noteBlock()
    if case .paragraph = leaf { paragraphLine = line }
  }

  mutating func closeLeaf() {}

  mutating func addComment(_ cursor: MarkdownCursor) {}

  mutating func addParagraphLine(_ cursor: MarkdownCursor) {
    if !paragraph.isEmpty { paragraph.append(UInt8(ascii: "\n")) }
    paragraph += cursor.trimmedText
    addParagraphSource(cursor)
  }
}
