import ChecklistCore
import Terminal
import TestSupport
import Testing

@testable import checklists

/// Lists with sections, and what repeats, as they are shown.
struct SectionViewTests {
  private static func list() throws -> Checklist {
    var items = [
      try ChecklistItem.item("Passport"), try .item("Soap", isChecked: true), try .item("Towel"),
      try .item("Shirts", due: "2026-11-19"), try .item("Map", note: "old\none"),
    ]
    for (index, section) in [nil, "Wash", "Wash", "Cloth\u{7}es", nil].enumerated() {
      items[index].section = section
    }
    items[3].repetition = .weeks(2)
    return Checklist("Packing", items: items)
  }

  private static func view(
    _ positions: [Int] = [0, 1, 2, 3, 4], notes: Bool = false, sections: Bool = true,
    on display: Display
  ) throws -> String {
    ListView(
      list: try list(), positions: positions, showsNotes: notes, showsSections: sections,
      dates: .noon
    ).text(on: display)
  }

  @Test func `a pipe gets the headings, and a blank line where a section ends`() throws {
    #expect(
      try Self.view(on: .plain) == """
        Packing (1/5)
          1 [ ] Passport

          Wash (1/2)
          2 [x] Soap
          3 [ ] Towel

          Cloth\u{7}es (0/1)
          4 [ ] Shirts  overdue 2d (every 2 weeks)

          5 [ ] Map  (note)

        """)
  }

  @Test func `a terminal gets columns through all sections`() throws {
    let text = try Self.view(on: .terminal(60))
    #expect(
      text == """
        Packing  ━━━━──────────────── 1/5
          1 ☐ Passport

          Wash (1/2)
          2 ☑ Soap
          3 ☐ Towel

          Cloth\\u{7}es (0/1)
          4 ☐ Shirts  overdue 2d ↻

          5 ☐ Map ✎

        """)
  }

  @Test func `what is left out takes its heading along, and progress counts it`() throws {
    #expect(
      try Self.view([2, 4], on: .plain) == """
        Packing (1/5)
          Wash (1/2)
          3 [ ] Towel

          5 [ ] Map  (note)

        """)
  }

  @Test func `sorted items have no headings`() throws {
    #expect(
      try Self.view([4, 2], sections: false, on: .plain) == """
        Packing (1/5)
          5 [ ] Map  (note)
          3 [ ] Towel

        """)
  }

  @Test func `notes stay with their items`() throws {
    #expect(
      try Self.view([3, 4], notes: true, on: .plain) == """
        Packing (1/5)
          Cloth\u{7}es (0/1)
          4 [ ] Shirts  overdue 2d (every 2 weeks)

          5 [ ] Map
                old
                one

        """)
  }

  @Test func `all that is known has the section and the repetition`() throws {
    let list = try Self.list()
    let text = ItemDetails(item: list.items[3], number: 4, list: list, dates: .noon)
      .text(on: .plain).string
    #expect(text.contains("section    Cloth\u{7}es\n"))
    #expect(text.contains("due        2026-11-19 (overdue 2d)\nrepeat     every 2 weeks\n"))
  }
}
