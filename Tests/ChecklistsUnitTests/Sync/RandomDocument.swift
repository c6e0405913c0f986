import ChecklistCore
import Foundation
import TestSupport

/// Random documents with everything that the model has.
struct RandomDocument {
  var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  private static let parts = [
    "a", "Milk", " ", "\n", "\t", "\"", "\\", "\\u0041", "é", "e\u{301}", "😀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍👩‍👧", "\u{202E}",
    "\u{1}", "\u{1B}", "\u{7F}", "\u{0}", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{10FFFF}", "{", "]",
    "\r\n", "null", "$date",
  ]
  private static let numbers = [
    0, -0.0, 0.1, 1e-300, -1e300, 815_000_000.123_456_7, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, 1.0.nextUp,
  ]

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  mutating func text() -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      Self.parts.randomElement(using: &random) ?? ""
    }.joined()
  }

  private mutating func moment() -> Date {
    Date(timeIntervalSinceReferenceDate: Self.numbers.randomElement(using: &random) ?? 0)
  }

  private mutating func due() -> DueDate {
    let days = ["2026-12-24T23:59:59+13:00", "0001-01-01T23:59:59-00:01:15"]
    if chance(2), let text = days.randomElement(using: &random),
      let day = DueDate.Day(storedText: text)
    {
      return .day(day)
    }
    return .moment(moment())
  }

  private mutating func item() -> ChecklistItem {
    var item = ChecklistItem(
      text(), id: Int.random(in: .min ... .max, using: &random), now: moment())
    if chance(4) { item.created = nil }
    if chance(2) {
      if chance(3) { item.isChecked = true } else { item.setChecked(true, now: moment()) }
    } else if chance(3) {
      item.skip(chance(2) ? "" : text().filter { !$0.isNewline })
    }
    if chance(2) {
      item.due = due()
      if chance(2) { item.repetition = Repetition(storedText: "1month@31") }
      if item.state == .skipped, item.repetition != nil { item[.completed] = .moment(moment()) }
    }
    if chance(2) { item.note = text() }
    if chance(3) { item.section = ContentRules.sectionName(from: "A" + text()) }
    if chance(4) { item.origin = ItemOrigin("iCalendar", id: text(), fields: [text(), text()]) }
    if chance(4) { item.conflicts = [.text(text()), .note(text()), .due(due())] }
    return item
  }

  /// A document.
  mutating func document(lists: Int, items: Int) -> ChecklistDocument {
    var document = ChecklistDocument()
    for _ in 0..<Int.random(in: 0...lists, using: &random) {
      var list = Checklist(
        text(), icon: text(), id: Int.random(in: .min ... .max, using: &random))
      list.isHidden = chance(2)
      if chance(4) { list.conflicts = [.name(text()), .icon(text())] }
      list.items = (0..<Int.random(in: 0...items, using: &random)).map { _ in item() }
      list.nest(using: &random)
      document.checklists.append(list)
    }
    return document
  }
}
