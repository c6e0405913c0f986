package import ChecklistCore

/// A list in an editor: an ordered task list, as GitHub's Markdown has it.
///
///     ## Food
///
///     1. [ ] Milk
///     2. [x] A text of two lines
///
/// A heading of any level begins a section, and one without a text ends it.
/// The number says which item a line is, wherever the line is moved. A line with a box and without
/// a number is a new item, as is any other line that is not indented. Indented lines continue the
/// item above, unless they have a box. An item whose line is missing is deleted.
package enum MarkdownTaskList {
  /// The text for an editor.
  ///
  /// - Parameter checklist: The list.
  /// - Returns: Its items; reading the text gives the list without a change.
  package static func text(of checklist: Checklist) -> String {
    guard checklist.hasSections else { return text(of: checklist.items, from: 0) }
    return checklist.sectionRuns.enumerated().map { index, run in
      let heading = run.name.map { "## \(headingText(of: $0))\n\n" } ?? (index == 0 ? "" : "##\n\n")
      return (index == 0 ? "" : "\n") + heading
        + text(of: checklist.items[run.positions], from: run.positions.lowerBound)
    }.joined()
  }

  /// The text of a section's heading, in one line.
  private static func headingText(of section: String) -> String {
    LineEscaping.lines(of: section).joined(separator: "\\u{A}")
  }

  /// The lines of items, the first of which has a position.
  private static func text(of items: some Sequence<ChecklistItem>, from start: Int) -> String {
    zip(start..., items).map { position, item in
      let start = "\(position + 1). [\(item.isChecked ? "x" : " ")] "
      let indent = String(repeating: " ", count: start.utf8.count)
      let lines = LineEscaping.lines(of: item.text)
      let following = lines.dropFirst().map { line in
        // A line that has a box of its own would be an item.
        MarkdownTaskMarker(line[...]).box == nil ? line : LineEscaping.escapingFirst(line)
      }
      return start + ([lines[0]] + following).joined(separator: "\n" + indent) + "\n"
    }.joined()
  }

  /// Reads the text of an editor.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - base: The list that the text was made of.
  /// - Returns: What the person made of the list.
  /// - Throws: ``MarkdownError`` for the first line that cannot be understood.
  package static func read(
    _ text: String, of base: Checklist
  ) throws(MarkdownError) -> EditedList {
    var entries: [Entry] = []
    var section: String?
    let known = Set(base.sections.map(CodeUnits.init))
    var blanks = 0
    for line in try EditorComments.lines(of: text) {
      let trimmed = line.trimmed
      if trimmed.isEmpty {
        blanks += 1
        continue
      }
      if !line.isIndented, let heading = trimmed.markdownHeading {
        section = try Self.section(heading, at: line.number, among: known)
        blanks = 0
        continue
      }
      let marker = MarkdownTaskMarker(trimmed)
      if line.isIndented, marker.box == nil {
        guard let last = entries.indices.last else {
          throw MarkdownError(
            line: line.number, "an indented line continues an item, and there is none above")
        }
        entries[last].lines += repeatElement("", count: blanks) + [trimmed]
      } else {
        entries.append(try Entry(marker, section: section, line: line.number))
      }
      blanks = 0
    }
    return EditedList(base: base, lines: try lines(entries, of: base))
  }

  /// The section that a heading begins; nil for a heading without a text.
  private static func section(
    _ heading: Substring, at line: Int, among known: Set<CodeUnits>
  ) throws(MarkdownError) -> String? {
    if heading.isEmpty { return nil }
    let name = LineEscaping.text(of: [heading])
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
    var lineOfNumber: [Int: Int] = [:]
    var lines: [EditedList.Line] = []
    for entry in entries {
      let text = LineEscaping.text(of: entry.lines)
      var position: Int?
      if let digits = entry.number {
        guard let number = Int(digits), number > 0, number <= base.items.count else {
          throw MarkdownError(
            line: entry.line,
            "there is no item \(digits); a new item has no number, as in '- [ ] Text'"
          )
        }
        if let other = lineOfNumber.updateValue(entry.line, forKey: number) {
          throw MarkdownError(
            line: entry.line, "item \(number) is on line \(other) already; a new item has no number"
          )
        }
        position = number - 1
      }
      let isUnchanged = position.map { base.items[$0].text.utf8.elementsEqual(text.utf8) } ?? false
      guard isUnchanged || !ContentRules.isBlank(text) else {
        throw MarkdownError(
          line: entry.line, "an item needs a text; to delete an item, remove its line")
      }
      lines.append(
        EditedList.Line(
          position: position, isChecked: entry.isChecked, text: text, section: entry.section))
    }
    return lines
  }

  /// An item as it was read.
  private struct Entry {
    /// The number of its first line.
    var line: Int
    /// The digits before its box.
    var number: Substring?
    var isChecked: Bool
    var section: String?
    var lines: [Substring]

    init(_ marker: MarkdownTaskMarker, section: String?, line: Int) throws(MarkdownError) {
      self.line = line
      self.section = section
      number = marker.number
      isChecked = marker.box == .checked
      lines = [marker.rest]
      if marker.box == .unknown || marker.box == nil && number != nil {
        throw MarkdownError(
          line: line,
          marker.box == nil
            ? "after the number of an item comes a box, '[ ]' or '[x]', and a space"
            : "a box is '[ ]' or '[x]'; a text that begins with other brackets comes after a box")
      }
    }
  }
}

extension Substring {
  /// The text of a heading; nil for a line that is none.
  fileprivate var markdownHeading: Substring? {
    let level = utf8.prefix { $0 == UInt8(ascii: "#") }.count
    let rest = utf8.dropFirst(level)
    guard (1...6).contains(level),
      rest.first.map({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) ?? true
    else { return nil }
    return Substring(rest).trimmingSpaces()
  }
}
