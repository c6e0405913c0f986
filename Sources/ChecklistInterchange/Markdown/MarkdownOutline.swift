import ChecklistCore

/// The tasks of a Markdown text under its headings.
///
/// The headings of the topmost level in the text are names of lists, and deeper ones are names of
/// sections. Which level is the topmost is known at the end.
struct MarkdownOutline {
  private struct Heading {
    let level: Int
    /// Nil for a heading without a text.
    let text: String?
    /// How many items stand above it.
    let itemCount: Int
  }

  private var headings: [Heading] = []
  /// The topmost level of all headings.
  private var top = 6
  private var items: [ImportedItem] = []

  /// Whether it has no tasks.
  var isEmpty: Bool { items.isEmpty }

  /// Adds an item after the others.
  mutating func add(_ item: ImportedItem) -> Int {
    items.append(item)
    return items.count - 1
  }

  /// Adds a heading after the items.
  mutating func add(_ heading: MarkdownHeading) {
    let source = heading.source.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    let text = MarkdownText.text(of: source[...])
    top = min(top, heading.level)
    // One without items that this one ends says nothing.
    while let last = headings.last, last.itemCount == items.count, last.level >= heading.level {
      headings.removeLast()
    }
    headings.append(
      Heading(
        level: heading.level, text: ContentRules.isBlank(text) ? nil : text,
        itemCount: items.count))
  }

  /// Gives an item files.
  mutating func add(_ files: [ImportedAttachment], to index: Int) { items[index].files += files }

  /// Gives an item its note.
  mutating func setNote(_ note: String, of index: Int) { items[index].setNote(note) }

  /// The lists that have items.
  ///
  /// - Returns: The lists in the order of the text.
  mutating func lists() -> [ImportedList] {
    var ranges: [(name: String?, items: Range<Int>)] = []
    var (name, start): (String?, Int) = (nil, 0)
    var section: SectionName?
    var hasSections = false
    var index = 0
    for heading in headings + [Heading(level: top, text: nil, itemCount: items.count)] {
      while index < heading.itemCount {
        // One that stands below an entry has its section already.
        if hasSections, !items[index].named[.section] { items[index].setSection(section) }
        index += 1
      }
      if heading.level == top || index == items.count {
        if index > start { ranges.append((name, start..<index)) }
        (name, start) = (heading.text, index)
        (section, hasSections) = (nil, false)
      } else {
        hasSections = true
        section = heading.text.map(SectionName.init)
      }
    }
    // Many items need much memory, and most texts have one list.
    if ranges.count == 1 { return [ImportedList(name: ranges[0].name, items: items)] }
    return ranges.map { ImportedList(name: $0.name, items: Array(items[$0.items])) }
  }
}
