import ChecklistCore
import Foundation
import TestSupport

/// Items of random fields, with texts that tables and pages may stumble over.
struct RandomTableItems {
  private var generator: SplitMix64
  private let pieces: [String]
  /// The zone of the days.
  static let zone = TestZone.berlin.rules

  /// A maker of random items.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - marks: Texts that mean something in the format.
  init(seed: UInt64, marks: [String]) {
    generator = SplitMix64(seed: seed)
    pieces =
      marks + [
        " ", "  ", "\t", "\n", "\r", "\r\n", "\\", "\"", "'", "a", "Milk", "é", "e\u{301}",
        "\u{301}",
        "🥛", "👨‍👩‍👧", "牛奶", "\u{202E}", "\u{200F}", "\u{1}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}",
        "\u{FEFF}", "\u{FFFF}", "true", "2026-12-24", "0",
      ]
  }

  /// A text that is not blank.
  mutating func text() -> String {
    while true {
      let count = Int.random(in: 1...8, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      if !ContentRules.isBlank(text) { return text }
    }
  }

  /// The name of a section.
  mutating func section() -> String {
    while true {
      // Of white space with an accent above it nothing is left in one line.
      let name = ContentRules.sectionName(from: text())
      if !ContentRules.isBlank(name) { return name }
    }
  }

  /// A number below a limit.
  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  /// A whole second of the years around now.
  mutating func moment() -> Date {
    Date(timeIntervalSinceReferenceDate: Double(number(below: 2_000_000_000)))
  }

  /// Nests some items of a list.
  mutating func nest(_ list: inout Checklist) { list.nest(using: &generator) }

  /// An item with any fields but a repetition.
  mutating func item() -> ChecklistItem {
    let id = Int.random(in: 1...Int.max, using: &generator)
    var item = ChecklistItem(text(), id: id, now: moment())
    if number(below: 2) == 0 { item.note = text() }
    if number(below: 2) == 0 { item.section = section() }
    switch number(below: 4) {
    case 0: item.due = .moment(moment())
    case 1: item.due = .day(DueDate.Day(of: moment(), in: Self.zone))
    default: break
    }
    switch number(below: 4) {
    case 2: item.skip(text().filter { !$0.isNewline })
    case 0: item.setChecked(true, now: moment())
    case 1: item.isChecked = true
    default: break
    }
    return item
  }
}
