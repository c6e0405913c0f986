import ChecklistCore
import Foundation
import TestSupport

@testable import checklists

extension CompletionSource {
  /// A document in which every name and text is a case of its own.
  static var sample: CompletionSource {
    CompletionSource(resolver: .noon) { globals in
      globals.file == nil ? lists : []
    } list: { globals in
      guard globals.file == nil else { return nil }
      return lists.first { $0.name == globals.list } ?? lists[0]
    } states: { globals in
      globals.file == nil ? [(2, "2026-11-21 07:02  Added\tMilk"), (1, "no document")] : []
    }
  }

  private static let lists: [Checklist] = {
    let names = ["Groceries", "Trip to Rome", "A:B", "Twin", "Twin", "", "tab\there", "-dash"]
    var lists = names.enumerated().map { Checklist($1, id: 0xA0 + $0) }
    let texts = ["Milk", "Oat milk", "Eggs", "eggs", "two\nlines", "done", "Milk, fresh", "-5°C"]
    lists[0].items = texts.enumerated().map {
      ChecklistItem($1, id: 0x10 + $0, now: Date(timeIntervalSinceReferenceDate: 0))
    }
    _ = lists[0].items[1].setChecked(true, now: Date(timeIntervalSinceReferenceDate: 0))
    lists[1].items = (1...1200).map { (number: Int) in
      ChecklistItem(
        "Thing \(number)", id: number, now: Date(timeIntervalSinceReferenceDate: 0))
    }
    return lists
  }()
}
