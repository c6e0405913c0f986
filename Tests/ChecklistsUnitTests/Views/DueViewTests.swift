import ChecklistCore
import Terminal
import TestSupport
import Testing

@testable import checklists

@Suite struct DueViewTests {
  private func view(on display: Display) throws -> String {
    var document = ChecklistDocument()
    document.checklists = [
      Checklist(
        "Groceries",
        items: try (1...12).map {
          try .item("Item \($0)", due: $0 == 12 ? "fri" : nil)
        }),
      Checklist(
        "The house and all that is in it",
        items: [
          try .item(
            "Water the plants, those in the garden too if there was no rain", due: "18:00",
            note: "n"),
          try .item("买牛奶\u{7}", due: "2026-11-19"),
        ]),
    ]
    let items = document.dueItems(in: .utc)
    return DueView(document: document, items: items, dates: .noon).text(on: display).string
  }

  @Test func `a pipe gets a line for each item, whole`() throws {
    let text = try view(on: .plain)
    #expect(
      text == """
        overdue 2d   The house and all that is in it   2 买牛奶\u{7}
        today 18:00  The house and all that is in it   1 Water the plants, those in the garden too if there was no rain  (note)
        Fri          Groceries                        12 Item 12

        """)
  }

  @Test func `a terminal of 80 columns gets columns`() throws {
    let text = try view(on: .terminal(80))
    #expect(
      text == """
        overdue 2d   The house and all t…   2 买牛奶\\u{7}
        today 18:00  The house and all t…   1 Water the plants, those in the garden too
                                              if there was no rain ✎
        Fri          Groceries             12 Item 12

        """)
  }

  @Test func `on 40 columns a text goes below`() throws {
    let text = try view(on: .terminal(40))
    #expect(
      text == """
        overdue 2d   The house and all t…   2
            买牛奶\\u{7}
        today 18:00  The house and all t…   1
            Water the plants, those in the
            garden too if there was no rain ✎
        Fri          Groceries             12
            Item 12

        """)
  }

  @Test func `a terminal that shows no symbols gets the same in ASCII`() throws {
    let text = try view(on: .dumb)
    #expect(
      text == """
        overdue 2d   The house and all...   2
            买牛奶\\u{7}
        today 18:00  The house and all...   1
            Water the plants, those in the garden too if there was
            no rain (note)
        Fri          Groceries             12
            Item 12

        """)
  }

  @Test func `colour says what is overdue and what is due soon`() throws {
    let text = try view(on: .colored).replacing("\u{1B}[", with: "<")
    #expect(
      text == """
        <1;38;5;231;48;5;160moverdue 2d<0m   The house and all t…   <38;5;63m2<0m
            买牛奶\\u{7}
        <38;5;163mtoday 18:00<0m  The house and all t…   <38;5;63m1<0m
            Water the plants, those in the garden too if there was
            no rain <38;5;243m✎<0m
        Fri          Groceries             <38;5;63m12<0m
            Item 12

        """)
  }

  @Test func `where nothing is due a pipe gets nothing, and a person a word`() {
    let view = DueView(document: ChecklistDocument(), items: [], dates: .noon)
    #expect(view.text(on: .plain) == "")
    #expect(view.text(on: .terminal(80)) == "No matches.\n")
  }
}
