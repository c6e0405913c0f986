import ChecklistCore
import Foundation
import Terminal
import TestSupport
import Testing

@testable import ChecklistScreen

/// What the screen shows, as it is seen.
struct ViewScreenTests {
  /// A screen as a text, with the cursor's place.
  private func text(_ player: ViewPlayer) -> String {
    let screen = player.state.screen(at: ViewPlayer.now)
    let cursor = screen.cursor.map { "cursor \($0.column), \($0.row)\n" } ?? "no cursor\n"
    return player.text + cursor
  }

  @Test func `80 columns: two panes`() {
    var player = ViewPlayer()
    player.press("j")
    #expect(
      text(player) == """
         Lists             │ Groceries  ━━━─────── 1/4
        * Groceries    1/4 │ Dairy
          Packing      1/2 │   1 ☑ Butter
          Rome         0/0 │ > 2 ☐ Oat milk, the one in the blue        tomorrow 12:00 ✎
                           │       carton, not the grey
                           │ Bread and eggs
                           │   3 ☐ Six eggs                                   overdue 2d
                           │   4 ☐ Rye
                           │
                           │

         Space check  a add  e edit  d delete  u undo  / search  ? help  q quit
        cursor 21, 3

        """)
  }

  @Test func `40 columns: one pane, and the lists as a page`() {
    var player = ViewPlayer(columns: 40, rows: 10)
    player.press("j")
    #expect(
      text(player) == """
        Groceries  ━━━─────── 1/4
        Dairy
          1 ☑ Butter
        > 2 ☐ Oat milk, the     tomorrow 12:00 ✎
              one in the blue
              carton, not the…
        Bread and eggs
          3 ☐ Six eggs                overdue 2d

         Space check  a add  ? help  q quit
        cursor 0, 3

        """)
    player.press("<Tab>")
    #expect(
      text(player) == """
         Lists
        > Groceries                         1/4
          Packing                           1/2
          Rome                              0/0





         a add  e edit  d delete  ? help  q quit
        cursor 0, 1

        """)
  }

  @Test func `120 columns: a third pane tells of the item`() {
    var player = ViewPlayer(columns: 120, rows: 12)
    player.press("jtfri 9:00<Enter>")
    #expect(
      text(player) == """
         Lists             │ Groceries  ━━━─────── 1/4                                     │
        * Groceries    1/4 │ Dairy                                                         │ Oat milk, the one in the blue
          Packing      1/2 │   1 ☑ Butter                                                  │ carton, not the grey
          Rome         0/0 │ > 2 ☐ Oat milk, the one in the blue carton, not   Fri 09:00 ✎ │ Due: 2026-11-27 09:00
                           │       the grey                                                │ Section: Dairy
                           │ Bread and eggs                                                │ Created: 2026-11-21 12:00
                           │   3 ☐ Six eggs                                     overdue 2d │
                           │   4 ☐ Rye                                                     │ 3.5 percent
                           │                                                               │
                           │                                                               │
         Edited Oat milk, the one in the blue carton, n…
         Space check  a add  e edit  d delete  u undo  / search  ? help  q quit
        cursor 21, 3

        """)
  }

  @Test func `what is typed stands in its place`() {
    var player = ViewPlayer(columns: 60, rows: 10)
    player.press("jjo日本語 and é<Left><Left>")
    #expect(
      text(player) == """
         Lists             │ Groceries  ━━━─────── 1/4
        * Groceries    1/4 │ Dairy
          Packing      1/2 │   1 ☑ Butter
          Rome         0/0 │   2 ☐ Oat milk, the …  tomorrow 12:00 ✎
                           │ Bread and eggs
                           │   3 ☐ Six eggs               overdue 2d
                           │ > +   日本語 and é
                           │   4 ☐ Rye

         Enter save  Esc drop
        cursor 37, 6

        """)
    player.press("<Esc>e<Ctrl-A>X")
    #expect(
      text(player) == """
         Lists             │ Groceries  ━━━─────── 1/4
        * Groceries    1/4 │ Dairy
          Packing      1/2 │   1 ☑ Butter
          Rome         0/0 │   2 ☐ Oat milk, the …  tomorrow 12:00 ✎
                           │ Bread and eggs
                           │ > 3   XSix eggs
                           │   4 ☐ Rye
                           │

         Enter save  Esc drop  Ctrl-R as it was
        cursor 28, 5

        """)
  }

  /// Two lists, whose items have dates of all lengths and every mark.
  private static let dated: ChecklistDocument = {
    var list = Checklist("Journeys", id: 5)
    list.items = [-1234, -3, 0, 1, 5, 400].enumerated().map { index, days in
      var item = ChecklistItem(
        "Book the train to Rome, with a seat at the window",
        due: .moment(ViewPlayer.now + 86_400 * Double(days) + 60), note: "by phone",
        id: 50 + index, now: ViewPlayer.now)
      item.repetition = .weeks(2)
      item.conflicts = [.text("Book")]
      return item
    }
    return ChecklistDocument([list, Checklist("Other", id: 6)])
  }()

  @Test func `at 40 columns marks give way to the text, and both to the date`() {
    let player = ViewPlayer(Self.dated, columns: 40, rows: 14)
    #expect(
      player.text == """
        Journeys  ────────── 0/6
        > 1 ☐ Book the       overdue 1234d ↻ ! ✎
              train to
              Rome, with a…
          2 ☐ Book the train …  overdue 3d ↻ ! ✎
          3 ☐ Book the train…  today 12:01 ↻ ! ✎
          4 ☐ Book the tr…  tomorrow 12:01 ↻ ! ✎
          5 ☐ Book the train t…  Thu 12:01 ↻ ! ✎
          6 ☐ Book the tra…  26 Dec 2027 12:01 ↻




         c settle  Space check  ? help  q quit

        """)
  }

  @Test(arguments: [36, 40, 59, 60, 80, 120], [true, false])
  func `each row has its whole date`(columns: Int, showsSymbols: Bool) {
    let player = ViewPlayer(Self.dated, columns: columns, rows: 24, showsSymbols: showsSymbols)
    let dates = [
      "overdue 1234d", "overdue 3d", "today 12:01", "tomorrow 12:01", "Thu 12:01",
      "26 Dec 2027 12:01",
    ]
    for date in dates {
      #expect(player.rows.contains { $0.contains(date) }, "\(date) in\n\(player.text)")
    }
  }

  @Test func `without symbols everything is ASCII but the texts`() {
    var player = ViewPlayer(showsSymbols: false)
    player.press("j<Ctrl-L>")
    #expect(
      text(player) == """
         Lists             | Groceries 1/4
        * Groceries    1/4 | Dairy
          Packing      1/2 |   1 [x] Butter
          Rome         0/0 | > 2 [ ] Oat milk, the one in the      tomorrow 12:00 (note)
                           |         blue carton, not the grey
                           | Bread and eggs
                           |   3 [ ] Six eggs                                 overdue 2d
                           |   4 [ ] Rye
                           |
                           |

         Space check  a add  e edit  d delete  u undo  / search  ? help  q quit
        cursor 21, 3

        """)
    player.press("?")
    #expect(player.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `letters of all widths stay in their columns`() {
    var list = Checklist("الكل", id: 5)
    list.items = [
      "日本語のパン", "👩‍👩‍👧 family 🏳️‍🌈", "e\u{301}clair", "مرحبا 12", "a\u{1B}[31mb\tc\u{202E}d",
      "line\nbreak",
    ].enumerated().map {
      ChecklistItem($1, due: .moment(ViewPlayer.now), id: 50 + $0, now: ViewPlayer.now)
    }
    let player = ViewPlayer(ChecklistDocument([list]), columns: 44, rows: 11)
    #expect(
      text(player) == """
        الكل‎  ────────── 0/6
        > 1 ☐ 日本語のパン               today 12:00
          2 ☐ 👩‍👩‍👧 family 🏳️‍🌈               today 12:00
          3 ☐ éclair                     today 12:00
          4 ☐ مرحبا 12‎                   today 12:00
          5 ☐ a\\u{1B}[31mb\\tc\\u{202E}d   today 12:00
          6 ☐ line⏎break                 today 12:00



         Space check  a add  e edit  ? help  q quit
        cursor 0, 1

        """)
  }

  @Test func `the help is the table, and scrolls`() {
    var player = ViewPlayer(rows: 8)
    player.press("?")
    #expect(
      text(player) == """
         Keys
         Space x                     check or uncheck the item
         a                           add at the end; in the lists pane a list
         o                           add below the cursor
         O                           add above the cursor
         e                           edit the text; in the lists pane the name
         Enter                       edit the text; in the lists pane go to the items
         j k Space go, any other key leaves  1-6 of 59
        cursor 0, 0

        """)
    player.press("jj<PgDn>")
    #expect(player.rows[1].hasPrefix(" n "))
    player.press("q")
    #expect(player.rows[0].hasPrefix(" Lists"))
  }

  @Test func `the selected row is reversed, and a marked one says so`() throws {
    var player = ViewPlayer()
    player.press("vj")
    let screen = player.state.screen(at: ViewPlayer.now)
    let row = try #require(player.rows.firstIndex { $0.contains("> 3") })
    #expect(screen[25, row]?.look.attributes == .reversed)
    #expect(screen[25, row - 1]?.look.attributes == [])
    #expect(player.rows.contains { $0.contains("│  +1 ☑ Butter") })
    #expect(
      player.rows[10] == " 1 marked: the next key is for all of them. Esc forgets the marks.")
  }

  @Test func `a long list is shown from any place, and only what is seen is laid out`() {
    var list = Checklist("Long", id: 9)
    list.items = (1...100_000).map {
      ChecklistItem("Item \($0 as Int)", id: $0, now: ViewPlayer.now)
    }
    var player = ViewPlayer(ChecklistDocument([list]), columns: 30, rows: 8)
    player.press("G")
    #expect(player.rows[5] == "> 100000 ☐ Item 100000")
    player.press("<PgUp>k")
    #expect(player.cursor == "Item 99995")
    player.press("g")
    #expect(player.rows[1] == ">      1 ☐ Item 1")
  }

  @Test func `the README shows the screen as it is`() throws {
    let readme = try String(
      contentsOf: Fixture.package.appending(path: "README.md"), encoding: .utf8)
    let parts = readme.split(separator: "### On the full screen")
    let blocks = try #require(parts.last).split(separator: "```text\n").dropFirst()
      .compactMap { $0.split(separator: "```").first.map(String.init) }
    var document = ChecklistDocument.groceries
    document.checklists[0].items[3].setChecked(true, now: ViewPlayer.now)
    document.checklists[0].items.append(ChecklistItem("Salt", id: 15, now: ViewPlayer.now))
    document.checklists[0].items[4].section = "Bread and eggs"
    document.checklists[2].items = ["Map", "Tickets", "Hat"].enumerated().map {
      ChecklistItem($1, id: 30 + $0, now: ViewPlayer.now)
    }
    var player = ViewPlayer(document, rows: 12)
    player.press("j")
    player.apply(
      .changedElsewhere(document, how: "Another command: Checked Butter (check 1)"))
    #expect(player.text == blocks.first)

    player.press("/egg")
    var recording = "\(player.rows[10])\n"
    player.press("<Enter> ")
    recording += "\(player.rows[10])\n"
    player.press("<Esc>aCandles")
    recording += player.rows.filter { $0.contains("> +") }.map {
      "\($0.drop { $0 != ">" })▏\n"
    }.joined()
    player.press("<Enter>")
    recording += "\(player.rows[10])\n"
    #expect(recording == blocks.dropFirst().first)
  }
}
