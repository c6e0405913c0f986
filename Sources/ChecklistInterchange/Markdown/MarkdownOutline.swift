import ChecklistCore

/// The tasks of a Markdown text under its headings.
///
/// A heading of level 1 is the name of a list, and a deeper one that of a section.
struct MarkdownOutline {
  /// The name of the list that the text itself is, and of those whose heading is blank.
  private let name: String?
  /// The lists of the text in its order; items are added to the last one.
  private var open: [ImportedList]
  /// The section of the next item.
  private var section: SectionName?
  /// Whether the list has a heading of a section so far.
  private var hasSections = false

  /// The outline of a text without a line.
  ///
  /// - Parameter name: The name of the list that the text itself is; nil for a text without one.
  init(named name: String?) {
    self.name = name
    open = [ImportedList(name: name)]
  }

  /// The lists that have items.
  var lists: [ImportedList] { open.filter { !$0.items.isEmpty } }

  /// Adds an item after the others.
  ///
  /// - Returns: Its index in the last list.
  mutating func add(_ item: ImportedItem) -> Int {
    var item = item
    // One that stands below an entry has its section already.
    if hasSections, !item.named[.section] { item.setSection(section) }
    let list = open.count - 1
    open[list].items.add(item)
    return open[list].items.count - 1
  }

  /// Adds a heading after the items.
  mutating func add(_ heading: MarkdownHeading) {
    let source = heading.source.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    let text = MarkdownText.text(of: source[...])
    let isBlank = ContentRules.isBlank(text)
    hasSections = heading.level > 1
    section = isBlank || heading.level == 1 ? nil : SectionName(text)
    guard heading.level == 1 else { return }
    let list = ImportedList(name: isBlank ? name : text)
    // A text may have many headings without items.
    if open[open.count - 1].items.isEmpty { open.removeLast() }
    open.append(list)
  }

  /// Gives an item of the last list files.
  mutating func add(_ files: [ImportedAttachment], to index: Int) {
    open[open.count - 1].items[index].files += files
  }

  /// Gives an item of the last list its note.
  mutating func setNote(_ note: String, of index: Int) {
    open[open.count - 1].items[index].setNote(note)
  }
}
