import ChecklistCore
import ChecklistScreen
import Terminal

/// All that is known of an item, a field a line.
struct ItemDetails {
  let item: ChecklistItem
  /// Its number in the list.
  let number: Int
  let list: Checklist
  let dates: DateWords
  /// Where the files of its attachments lie; nil does not look for them.
  var folder: AttachmentFolder?

  /// The lines; a note has its own lines, and on a terminal what is longer than a line is broken.
  func text(on display: Display) -> String {
    let rows = fields.flatMap { name, value in
      let lines =
        name.hasSuffix("note")
        ? value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) : [value[...]]
      return lines.enumerated().map {
        TerminalRows.Row(
          start: label($0 == 0 ? name : "", on: display), text: display.text(String($1)))
      }
    }
    guard display.isTerminal else {
      return rows.map { "\($0.start.text) \($0.text)\n" }.joined()
    }
    return TerminalRows(rows, on: display, mostLines: nil).text
  }

  private var fields: [(name: String, value: String)] {
    var fields = [
      ("number", "\(number)"), ("text", item.text), ("list", list.name),
    ]
    if let section = item.section { fields.append(("section", section)) }
    fields += [
      ("checked", item.isChecked ? "yes" : "no"), ("id", item.id.identityText),
    ]
    if let due = item.due {
      let words = item.isChecked ? dates.day(due) : dates.due(due).text
      fields.append(("due", "\(dates.absoluteDay(due)) (\(words))"))
    }
    if let repetition = item.repetition { fields.append(("repeat", repetition.longWords)) }
    if let created = item.created { fields.append(("created", dates.absolute(created))) }
    if let completed = item.completed { fields.append(("completed", dates.absolute(completed))) }
    if let note = item.note { fields.append(("note", note)) }
    fields += item.attachments.map { ("attached", folder?.words(for: $0) ?? $0.words) }
    fields += item.conflicts.map { ("or \($0.field.rawValue)", $0.words(dates)) }
    return fields
  }

  private func label(_ name: String, on display: Display) -> InlineText {
    var label = InlineText(name, on: display, as: .dim)
    label.pad(to: 10)
    return label
  }
}
