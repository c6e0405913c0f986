import ChecklistCore
import Terminal
import Testing

@testable import checklists

@Suite struct ListsViewTests {
  /// Lists by their names, with the numbers of items that are done and that there are.
  private func view(_ lists: (String, Int, Int)..., on display: Display) throws -> String {
    let lists = try lists.map { name, done, total in
      Checklist(
        name, items: try (0..<total).map { try .item("Item \($0)", isChecked: $0 < done) })
    }
    return ListsView(lists: lists, selected: 1).text(on: display).string
  }

  @Test func `a pipe gets names and counts`() throws {
    let text = try view(
      ("Groceries", 2, 5), ("A name that is longer than a line of the terminal, for once", 0, 12),
      ("购物", 1, 1), on: .plain)
    #expect(
      text == """
          Groceries                                                     2/5
        * A name that is longer than a line of the terminal, for once  0/12
          购物                                                          1/1

        """)
  }

  @Test func `a terminal gets bars, and names as long as there is room`() throws {
    let text = try view(
      ("Groceries", 2, 5), ("A name that is longer than this", 0, 12), ("购物", 1, 1),
      ("קניות", 0, 0),
      on: .terminal(40))
    #expect(
      text == """
          Groceries              ━━━━──────  2/5
        * A name that is longe…  ────────── 0/12
          购物                   ━━━━━━━━━━  1/1
          קניות\u{200E}                  ──────────  0/0

        """)
  }

  @Test func `a terminal that shows no symbols gets counts`() throws {
    #expect(
      try view(("Groceries", 2, 5), ("Work", 0, 12), on: .dumb)
        == "  Groceries   2/5\n* Work       0/12\n")
  }

  @Test func `what is skipped has a column, which takes room from the names`() throws {
    var lists = [
      Checklist("A name that is longer than this", icon: "Trips"),
      Checklist("Work", icon: "Chores"),
    ]
    lists[0].items = [try .item("A"), try .item("B")]
    _ = lists[0].items[0].skip("")
    lists[1].items = [try .item("C", isChecked: true)]
    let view = ListsView(lists: lists, selected: 0)
    #expect(
      view.text(on: .terminal(60)) == """
        * A name that …  ━━━━━━━━━━────────── 0/2, 1 skipped  Trips
          Work           ━━━━━━━━━━━━━━━━━━━━ 1/1             Chores

        """)
    #expect(
      view.text(on: .plain) == """
        * A name that is longer than this  0/2, 1 skipped  Trips
          Work                             1/1  Chores

        """)
  }

  @Test func `colour says which list is chosen and which is done`() throws {
    let text = try view(("A", 1, 1), ("B", 1, 2), on: .colored)
    #expect(
      text.replacing("\u{1B}[", with: "<") == """
          A  <38;5;29m━━━━━━━━━━━━━━━━━━━━<0m <38;5;29m1/1<0m
        * <1mB<0m  <38;5;29m━━━━━━━━━━<0m<38;5;243m──────────<0m 1/2

        """)
  }
}
