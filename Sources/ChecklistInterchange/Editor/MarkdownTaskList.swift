package import ChecklistCore

/// A list in an editor: an ordered task list, as GitHub's Markdown has it.
///
///     ## Food
///
///     1. [ ] Milk
///        2. [x] A text of two lines
///               that is nested
///
/// A heading of any level begins a section, and one without a text ends it.
/// The number says which item a line is, wherever the line is moved. A line with a box and without
/// a number is a new item, as is any other line that is not indented. Indented lines continue the
/// item above, unless they have a box: then they are nested below it, as in any Markdown. An item
/// whose line is missing is deleted.
package enum MarkdownTaskList {
  /// The text for an editor.
  ///
  /// - Returns: Its items; reading the text gives the list without a change.
  package static func text(of checklist: Checklist) -> String {
    var page: [UInt8] = []
    let hasSections = checklist.hasSections
    let levels = shownLevels(of: checklist)
    for run in checklist.sectionRuns {
      if !page.isEmpty { page.append(UInt8(ascii: "\n")) }
      if hasSections, run.name != nil || run.positions.lowerBound > 0 {
        MarkdownHeading.append(run.name, level: 2, to: &page)
      }
      append(checklist.items[run.positions], levels, to: &page)
    }
    return String(decoding: page, as: UTF8.self)
  }

  /// The level with which each item is shown: below items of its section, and not deeper than
  /// Markdown goes.
  private static func shownLevels(of checklist: Checklist) -> [Int] {
    var levels: [Int] = []
    for run in checklist.sectionRuns {
      var most = 0
      for position in run.positions {
        let level = min(checklist.items[position].level, most)
        levels.append(level)
        most = min(level + 1, MarkdownBlockReader.mostContainers - 1)
      }
    }
    return levels
  }

  /// Appends items by their numbers.
  private static func append(
    _ items: ArraySlice<ChecklistItem>, _ levels: [Int], to page: inout [UInt8]
  ) {
    var text: [UInt8] = []
    // The columns before the items of each level.
    var indents = [0]
    for (position, item) in zip(items.indices, items) {
      text.removeAll(keepingCapacity: true)
      item.appendText(to: &text)
      indents.removeSubrange((levels[position] + 1)...)
      let indent = indents[levels[position]]
      let marker = "\(position + 1). "
      indents.append(indent + marker.utf8.count)
      page.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
      page += marker.utf8
      MarkdownBox.append(
        item.state, text[...], in: .editedItem,
        indent: indent + marker.utf8.count + "[ ] ".utf8.count, to: &page)
      page.append(UInt8(ascii: "\n"))
    }
  }

  /// Reads the text of an editor.
  ///
  /// - Parameter base: The list that the text was made of.
  /// - Throws: ``MarkdownError`` for the first line that cannot be understood.
  package static func read(
    _ text: String, of base: Checklist
  ) throws(MarkdownError) -> EditedList {
    let page = try EditorPage(text)
    if let line = page.tree.tooDeepLine {
      throw MarkdownError(
        line: line, "items are nested at most \(MarkdownBlockReader.mostContainers) levels deep")
    }
    var entries: [Entry] = []
    // The items by their blocks.
    var entryOfNode: [Int: Int] = [:]
    var section: String?
    let known = Set(base.sections.map(CodeUnits.init))
    var blanks = 0
    for line in page.lines {
      guard let node = line.node else {
        blanks += 1
        continue
      }
      let block = page.tree[node]
      if !line.isIndented, block.kind == .heading {
        let name = page.tree.lines.bytes[block.range]
        section = try Self.section(name, at: line.number, among: known)
      } else if case let mark = Mark(line, block), mark.box != nil || !line.isIndented {
        let above = page.tree.containers(of: block.parent).lazy.reversed().compactMap {
          entryOfNode[$0]
        }.first
        entryOfNode[node] = entries.count
        entries.append(
          try Entry(
            mark, section: section, level: above.map { entries[$0].level + 1 } ?? 0,
            line: line.number))
      } else if let last = entries.indices.last {
        entries[last].following += repeatElement(UInt8(ascii: "\n"), count: blanks + 1)
        entries[last].following += line.trimmed
      } else {
        throw MarkdownError(
          line: line.number, "an indented line continues an item, but there is no item above it")
      }
      blanks = 0
    }
    return EditedList(base: base, lines: try lines(entries, of: base))
  }

  /// The section that a heading begins; nil for a heading without a text.
  private static func section(
    _ heading: ArraySlice<UInt8>, at line: Int, among known: Set<CodeUnits>
  ) throws(MarkdownError) -> String? {
    if heading.isEmpty { return nil }
    let name = MarkdownText.text(of: heading)
    if known.contains(CodeUnits(name)) { return name }
    do throws(ChangeError) {
      return try ContentRules.section(name)
    } catch {
      throw MarkdownError(line: line, error.description)
    }
  }

  /// Checks what was read against the list that was edited.
  private static func lines(
    _ entries: [Entry], of base: Checklist
  ) throws(MarkdownError) -> [EditedList.Line] {
    let levels = shownLevels(of: base)
    var lineOfNumber: [Int: Int] = [:]
    var lines: [EditedList.Line] = []
    for entry in entries {
      let text = entry.text
      var position: Int?
      if let digits = entry.number {
        let digits = String(decoding: digits, as: UTF8.self)
        guard let number = Int(digits), number > 0, number <= base.items.count else {
          throw MarkdownError(
            line: entry.line,
            "there is no item \(digits); a new item has no number, as in '- [ ] Text'")
        }
        if let other = lineOfNumber.updateValue(entry.line, forKey: number) {
          throw MarkdownError(
            line: entry.line, "item \(number) is already on line \(other); a new item has no number"
          )
        }
        position = number - 1
      }
      let isUnchanged = position.map { base.items[$0].text.utf8.elementsEqual(text.utf8) } ?? false
      guard isUnchanged || !ContentRules.isBlank(text) else {
        throw MarkdownError(
          line: entry.line, "an item requires a text; to delete an item, remove its line")
      }
      lines.append(
        EditedList.Line(
          position: position, state: entry.state, text: text, section: entry.section,
          // An item that is shown less deep than it stands keeps its level.
          level: position.flatMap { levels[$0] == entry.level ? base.items[$0].level : nil }
            ?? entry.level))
    }
    return lines
  }

  /// An item as it was read.
  private struct Entry {
    /// The number of its first line.
    let line: Int
    /// The digits before its box; nil for a new item.
    let number: ArraySlice<UInt8>?
    let state: ChecklistItem.State
    let section: String?
    /// How many items it stands below.
    let level: Int
    /// The source of the text's first line.
    private let first: ArraySlice<UInt8>
    /// The lines of the others, each with a line break before it.
    var following: [UInt8] = []

    init(_ mark: Mark, section: String?, level: Int, line: Int) throws(MarkdownError) {
      (self.line, self.section, self.level) = (line, section, level)
      (number, first) = (mark.number, mark.rest)
      switch mark.box {
      case .state(let state): self.state = state
      case nil where number == nil: state = .open
      case nil:
        throw MarkdownError(
          line: line,
          "the number of an item must be followed by a box, '[ ]', '[x]' or '[-]', and a space")
      case .other, .empty:
        throw MarkdownError(
          line: line,
          "a box is '[ ]', '[x]' or '[-]'; put a box before a text that begins with other brackets")
      }
    }

    var text: String {
      MarkdownText.text(of: following.isEmpty ? first : first + following)
    }
  }

  /// The mark of the item that a line begins, `1. [ ]`, `- [x]`, `[ ]`, or nothing of the kind.
  private struct Mark {
    /// The digits of a number.
    let number: ArraySlice<UInt8>?
    let box: MarkdownBox.Kind?
    /// The rest of the line, without white space around it.
    let rest: ArraySlice<UInt8>

    init(_ line: EditorPage.Line, _ block: MarkdownNode) {
      var rest = line.trimmed
      if block.kind == .item { rest = rest[block.range.upperBound...].drop(while: \.isSpace) }
      number = block.number == nil ? nil : line.bytes[block.range].dropLast()
      let found = MarkdownBox(rest)
      box = found?.kind
      self.rest = found.map { rest[$0.end...].drop(while: \.isMarkdownSpace) } ?? rest
    }
  }
}
