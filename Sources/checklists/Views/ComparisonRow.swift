import ChecklistCore
import Terminal

/// The line of an item that differs, and the lines of its note.
struct ComparisonRow {
  let item: DocumentComparison.Item
  let numberWidth: Int
  let dates: DateWords

  func write(to output: inout DisplayBuffer, on display: Display) {
    guard let shown = (item.after ?? item.before)?.item else { return }
    let number = DisplayText("\(item.shownNumber)").padded(to: numberWidth, alignment: .right)
    let (sign, style) = sign
    let text = display.difference(
      from: item.before?.item.text ?? shown.text, to: shown.text, as: nil)
    let start = output.count
    output.append(
      "\(display.styled(sign, as: style)) \(display.styled(number, as: .number)) "
        + "\(display.box(shown.state)) \(text)")
    let words = display.text(words.joined(separator: ", "))
    if !words.isEmpty { output.append("  " + display.styled(words, as: .dim)) }
    output.wrapLine(from: start, on: display, hangingIndent: numberWidth + 5)
    output.endLine()
    writeNote(to: &output, on: display)
  }

  private var sign: (DisplayText, Style) {
    if item.before == nil { return ("+", .done) }
    if item.after == nil { return ("-", .overdue) }
    return item.isMoved && item.fields.isEmpty ? (">", .number) : ("~", .due)
  }

  /// What there is to know besides the text, or what differs.
  private var words: [String] {
    guard let before = item.before, let after = item.after else {
      return whole((item.before ?? item.after)?.item)
    }
    var words = item.fields.compactMap { self.words(for: $0, before.item, after.item) }
    if item.isMoved {
      let place =
        before.list.id == after.list.id ? "" : " of \(before.list.title)"
      words.append("moved from \(before.number)\(place)")
    }
    return words.isEmpty && item.fields.isEmpty ? ["unknown fields"] : words
  }

  private func whole(_ item: ChecklistItem?) -> [String] {
    guard let item else { return [] }
    return [
      item.due.map { "due \(dates.day($0))" }, item.repetition?.longWords,
      item.section.map { "under \($0)" },
    ].compactMap(\.self)
  }

  private func words(
    for field: ItemField, _ before: ChecklistItem, _ after: ChecklistItem
  ) -> String? {
    func changed(_ name: String, _ old: String?, _ new: String?) -> String {
      (new.map { "\(name) \($0)" } ?? "no longer \(name)") + (old.map { " (was \($0))" } ?? "")
    }
    switch field {
    case .skipReason where before.isChecked != after.isChecked: return nil
    case .checked, .skipReason:
      switch after.state {
      case .open: return after.isAfter(before) ? "due again" : "unchecked"
      case .done: return "checked"
      case .skipped:
        return ["skipped", after.skipReason].compactMap(\.self).filter { !$0.isEmpty }
          .joined(separator: ": ")
      }
    case .due:
      return changed(
        "due", before.due.map { dates.day($0) }, after.due.map { dates.day($0) })
    case .repetition:
      return changed("repeated", before.repetition?.longWords, after.repetition?.longWords)
    case .level: return "level \(before.level) → \(after.level)"
    case .section: return changed("under", before.section, after.section)
    case .attachments:
      let (old, new) = (before.attachments, after.attachments)
      let added = new.filter { !old.contains($0) }
      let removed = old.filter { !new.contains($0) }
      let words = [(added, "with"), (removed, "without")].filter { !$0.0.isEmpty }
      return words.map { "\($0.1) \($0.0.names)" }.joined(separator: ", ")
    case .conflicts: return after.hasConflicts ? "in conflict" : "resolved"
    case .origin: return "known to others differently"
    case .created: return "another time of creation"
    case .completed:
      return before.isChecked == after.isChecked ? "another time of completion" : nil
    case .text, .note: return nil
    }
  }

  /// Writes the lines of the note that are gone or new.
  private func writeNote(to output: inout DisplayBuffer, on display: Display) {
    let (old, new) = (item.before?.item.noteLines ?? [], item.after?.item.noteLines ?? [])
    let difference = SequenceDifference(old, new) { $0.utf8.elementsEqual($1.utf8) }
    let indent = DisplayText.spaces(numberWidth + 3)
    let sides: [(DisplayText, ArraySlice<Substring>, Style)] = [
      ("-", difference.removed, .overdue), ("+", difference.added, .done),
    ]
    for (sign, lines, style) in sides {
      for line in lines {
        let shown = display.styled("\(sign) \(display.text(String(line)))", as: style)
        output.append(display.wrapped(indent + shown, hangingIndent: indent.width + 2))
        output.endLine()
      }
    }
  }
}
