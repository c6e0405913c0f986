import ChecklistCore
import ChecklistInterchange
import ChecklistScreen
import Terminal

/// The fields of an item, a line each.
struct ItemDetails {
  let item: ChecklistItem
  /// Its number in the list.
  let number: Int
  let list: Checklist
  let dates: DateWords
  /// The folder of its attachments, to tell which are missing; nil does not look for them.
  var folder: AttachmentFolder?
  /// The paths of copies of its attachments.
  var copies: [String] = []

  /// The lines; a note has its own lines, and on a terminal what is longer than a line is broken.
  func text(on display: Display) -> DisplayText {
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
    [
      ("number", "\(number)"), ("text", item.text), ("list", list.name),
      ("id", item.id.identityText),
    ]
      + ItemField.allCases.filter { $0 != .text }.flatMap { field in
        (item[field].map { lines(field, $0) } ?? []) + (field == .repetition ? series : [])
      } + copies.map { ("copied to", $0.shownPath) }
  }

  private func lines(_ field: ItemField, _ value: FieldValue) -> [(name: String, value: String)] {
    let name = field.rawValue
    return switch value {
    case .text(let reason) where field == .skipReason:
      [("skipped", reason.isEmpty ? "yes" : reason)]
    case .number(let number): [(name, "\(number)")]
    case .text(let text): [(name, text)]
    case .flag(let flag): [(name, flag ? "yes" : "no")]
    case .moment(let moment): [(name, dates.absolute(moment))]
    case .due(let due): [(name, "\(dates.absoluteDay(due)) (\(words(of: due)))")]
    case .repetition(let repetition): [(name, repetition.longWords)]
    case .attachments(let attachments):
      attachments.map { ("attached", folder?.words(for: $0) ?? $0.words) }
    case .conflicts(let conflicts):
      conflicts.map { ("or \($0.field.rawValue)", $0.words(dates)) }
    case .origin: []
    }
  }

  /// When it comes again, and the rule where that is not understood.
  private var series: [(name: String, value: String)] {
    let next = item.next(in: dates.zone)?.due
    return next.map { [("next", "\(dates.absoluteDay($0)) (\(dates.day($0)))")] } ?? []
      + (item.unreadRule.map { [("rule", $0)] } ?? [])
  }

  private func words(of due: DueDate) -> String {
    item.state != .open ? dates.day(due) : dates.due(due).text
  }

  private func label(_ name: String, on display: Display) -> InlineText {
    var label = InlineText(display.text(name), on: display, as: .dim)
    label.pad(to: 10)
    return label
  }
}
