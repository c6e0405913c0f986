import ChecklistCore
import Foundation
import Terminal
import TestSupport

@testable import checklists

/// What the tests of views are made of.
extension Display {
  /// A terminal that shows symbols, without colour.
  static func terminal(_ width: Int) -> Display {
    Display(
      isTerminal: true, terminalWidth: width,
      environment: { ["TERM": "xterm", "LANG": "C.UTF-8"][$0] },
      color: .never)
  }

  /// One with colour.
  static let colored = Display(
    isTerminal: true, terminalWidth: 60,
    environment: { ["TERM": "xterm-256color", "LANG": "C.UTF-8"][$0] })

  /// One that can show nothing but text.
  static let dumb = Display(
    isTerminal: true, terminalWidth: 60, environment: { ["TERM": "dumb", "LANG": "C.UTF-8"][$0] })
}

extension ListView {
  /// The lines.
  func text(on display: Display) -> String {
    var output = DisplayBuffer()
    write(to: &output, on: display)
    return String(decoding: output.bytes, as: UTF8.self)
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
    let due = try phrase.map { try DateWords.noon.dueDate($0) }
    var item = ChecklistItem(text, due: due, note: note, now: DateWords.noon.now)
    item.setChecked(isChecked, now: DateWords.noon.now)
    return item
  }
}
