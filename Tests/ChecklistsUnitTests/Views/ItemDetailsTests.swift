import ChecklistCore
import Foundation
import Terminal
import TestSupport
import Testing

@testable import checklists

@Suite struct ItemDetailsTests {
  private func details(on display: Display) throws -> String {
    var item = ChecklistItem(
      "Water the plants, those in the garden too", due: .moment(try DateWords.noon.moment("18:00")),
      note: "every day\nbut Sunday\u{7}", id: 255, now: DateWords.noon.now - 86_400)
    item.setChecked(true, now: DateWords.noon.now)
    return ItemDetails(item: item, number: 3, list: Checklist("House"), dates: .noon)
      .text(on: display).string
  }

  @Test func `a pipe gets a line for each field, and for each line of a note`() throws {
    let text = try details(on: .plain)
    #expect(
      text == """
        number     3
        text       Water the plants, those in the garden too
        list       House
        id         ff
        checked    yes
        due        2026-11-21 18:00 (today 18:00)
        created    2026-11-20 13:00
        completed  2026-11-21 13:00
        note       every day
                   but Sunday\u{7}

        """)
  }

  @Test func `a terminal gets values within its width, a note in its own lines`() throws {
    let text = try details(on: .terminal(32))
    #expect(
      text == """
        number     3
        text       Water the plants,
                   those in the garden
                   too
        list       House
        id         ff
        checked    yes
        due        2026-11-21 18:00
                   (today 18:00)
        created    2026-11-20 13:00
        completed  2026-11-21 13:00
        note       every day
                   but Sunday\\u{7}

        """)
  }

  @Test func `a day without a time is shown without one, however long ago`() throws {
    var item = try ChecklistItem.item("x", due: "2026-11-19")
    item.note = nil
    let text = ItemDetails(item: item, number: 1, list: Checklist(""), dates: .noon)
      .text(on: .plain).string
    #expect(text.contains("due        2026-11-19 (overdue 2d)\n"))
    #expect(!text.contains("note"))
  }
}
