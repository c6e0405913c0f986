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
        الكل‎  ──────────  0 of 6 · 6 today
        > 1 ☐ 日本語のパン               today 12:00
          2 ☐ 👩‍👩‍👧 family 🏳️‍🌈               today 12:00
          3 ☐ éclair                     today 12:00
          4 ☐ مرحبا 12‎                   today 12:00
          5 ☐ a\\u{1B}[31mb\\tc\\u{202E}d   today 12:00
          6 ☐ line⏎break                 today 12:00



         Space check  a add  u undo  ? help  q quit
        cursor 0, 1

        """)
  }

  @Test func `the selected row is reversed`() throws {
    var player = ViewPlayer()
    player.press("vvj")
    let screen = player.state.screen(at: ViewPlayer.now)
    let row = try #require(player.rows.firstIndex { $0.contains("> 2") })
    #expect(screen[25, row]?.look.attributes == .reversed)
    #expect(screen[25, row - 1]?.look.attributes == [])
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
    player.press("gg")
    #expect(player.rows[1] == ">      1 ☐ Item 1")
  }

  @Test func `the article shows the screen as it is`() throws {
    let path = "Sources/ChecklistCore/ChecklistCore.docc/Lists.md"
    let article = try String(contentsOf: Fixture.package.appending(path: path), encoding: .utf8)
    let parts = article.split(separator: "## The full-screen view")
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

    player.press("/six")
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
