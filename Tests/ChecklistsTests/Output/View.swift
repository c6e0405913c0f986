import ChecklistCore
import Foundation

@testable import checklists

/// What the tests of views are made of.
extension Display {
  /// A terminal that shows symbols, without colour.
  static func terminal(_ width: Int) -> Display {
    Display(
      isTerminal: true, terminalWidth: width, environment: ["TERM": "xterm", "LANG": "C.UTF-8"],
      color: .never)
  }

  /// One with colour.
  static let colored = Display(
    isTerminal: true, terminalWidth: 60, environment: ["TERM": "xterm", "LANG": "C.UTF-8"])

  /// One that can show nothing but text.
  static let dumb = Display(
    isTerminal: true, terminalWidth: 60, environment: ["TERM": "dumb", "LANG": "C.UTF-8"])
}

extension ListView {
  /// The lines.
  func text(on display: Display) -> String {
    var output: [UInt8] = []
    write(to: &output, on: display)
    return String(decoding: output, as: UTF8.self)
  }
}

extension DateText {
  /// Saturday, 21 November 2026, at noon in UTC and 13:00 in Berlin.
  static let noon = DateText(now: Date(timeIntervalSince1970: 1_795_262_400), zone: .berlin)

  /// The moment that a phrase means then and there.
  func moment(_ phrase: String) throws -> Date {
    try DuePhrase(phrase).moment(now: now, in: zone)
  }
}

extension TimeZoneRules {
  /// Berlin's rules in the years 2026 and 2027.
  static let berlin = TimeZoneRules { second in
    let summers = [(29, 25), (28, 31)].enumerated().map { index, days in
      CalendarDate(year: 2026 + index, month: 3, day: days.0, hour: 1)
        .secondsSince2001..<CalendarDate(year: 2026 + index, month: 10, day: days.1, hour: 1)
        .secondsSince2001
    }
    return summers.contains { $0.contains(second) } ? 7200 : 3600
  }
}

extension Checklist {
  /// A list of items.
  init(_ name: String, items: [ChecklistItem]) {
    self.init(name)
    self.items = items
  }
}

extension ChecklistItem {
  /// An item for a view.
  static func item(
    _ text: String, due phrase: String? = nil, note: String? = nil, isChecked: Bool = false
  ) throws -> ChecklistItem {
    let due = try phrase.map { try DateText.noon.moment($0) }
    var item = ChecklistItem(text, due: due, note: note, now: DateText.noon.now)
    item.setChecked(isChecked, now: DateText.noon.now)
    return item
  }
}
