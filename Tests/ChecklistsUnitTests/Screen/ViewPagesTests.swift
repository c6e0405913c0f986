import ChecklistCore
import Foundation
import Terminal
import TestSupport
import Testing

@testable import ChecklistScreen

/// Today and the search of all lists, folded sections, ranges of marks, and copies.
struct ViewPagesTests {
  private static let undoes = " · u undoes"

  /// Two lists with something due, and one that is hidden.
  private static let document: ChecklistDocument = {
    func item(_ text: String, _ id: Int, dueInHours hours: Double? = nil) -> ChecklistItem {
      let due = hours.map { DueDate.moment(ViewPlayer.now + $0 * 3600) }
      return ChecklistItem(text, due: due, id: id, now: ViewPlayer.now)
    }
    var work = Checklist("Work", id: 1)
    work.items = [
      item("Mail", 11, dueInHours: -30), item("Plan", 12), item("Call", 13, dueInHours: 2),
    ]
    var home = Checklist("Home", id: 2)
    home.items = [
      item("Iron", 21, dueInHours: 50),
      ChecklistItem(
        "Bins", due: .day(DueDate.Day(of: ViewPlayer.now, in: ViewPlayer.zone)), id: 22,
        now: ViewPlayer.now),
    ]
    var old = Checklist("Old", id: 3)
    old.isHidden = true
    old.items = [item("Planks", 31)]
    return ChecklistDocument([work, home, old])
  }()

  /// The texts of the items that are shown.
  private func shown(_ player: ViewPlayer) -> [String] {
    (0..<player.state.shown.count).map {
      player.state.document[player.state.shown[$0]].text
    }
  }

  // MARK: Today

  @Test func `Today has what is due by its end, in all lists, until it is done`() {
    var player = ViewPlayer(Self.document)
    player.press("gt")
    #expect(shown(player) == ["Mail", "Call", "Bins"])
    #expect(player.rows[0].hasSuffix("Today  1 overdue · 2 today"))
    player.press("jx")
    #expect(shown(player) == ["Mail", "Bins"])
    #expect(player.cursor == "Bins")
    player.press("u")
    #expect(shown(player) == ["Mail", "Call", "Bins"])
    player.press("gg+")
    #expect(player.message == "Mail: due today 06:00, was yesterday 06:00\(Self.undoes)")
    player.press("+")
    #expect(shown(player) == ["Call", "Bins"])
  }

  @Test func `marks in several lists are one change`() {
    var player = ViewPlayer(Self.document)
    player.press("gtvGx")
    #expect(player.past.count == 1)
    #expect(player.message == "Checked Mail and 2 more\(Self.undoes)")
    #expect(shown(player).isEmpty)
    #expect(player.rows[1].hasSuffix("Nothing is due today."))
    player.press("u")
    #expect(player.document.outline == Self.document.outline)
    player.press("ggvGmhom<Enter>")
    #expect(player.past.count == 1)
    #expect(player.document.checklists[1].items.map(\.id) == [21, 22, 11, 13])
    player.press("uggvGttomorrow<Enter>")
    #expect(player.past.count == 1)
    #expect(shown(player).isEmpty)
    player.press("uggvGd")
    #expect(
      player.document.outline == ["# Work", "- Plan [] ()", "# Home", "- Iron [] ()"] + [
        "# Old", "- Planks [] ()",
      ])
  }

  @Test func `in Today items of several lists get a section, each in its list`() {
    var player = ViewPlayer(Self.document)
    player.press("gtvGsfirst<Enter>")
    #expect(player.past.count == 1)
    #expect(player.document.checklists[0].items.map(\.section) == [nil, "first", "first"])
    #expect(player.document.checklists[1].items.map(\.section) == [nil, "first"])
    player.press("u")
    #expect(player.document.outline == Self.document.outline)
  }

  @Test func `a new item of Today is due today, in the list of the cursor`() throws {
    var player = ViewPlayer(Self.document)
    player.press("gtGaMop<Enter>Dust<Enter><Enter>")
    let home = player.document.checklists[1]
    #expect(home.items.map(\.text) == ["Iron", "Bins", "Mop", "Dust"])
    #expect(home.items[2].due == home.items[1].due)
    #expect(player.cursor == "Dust")
  }

  @Test(arguments: ["J", "K", "p", "P", "R", "C", "E", "za", "zM"])
  func `a key for one list says so in Today`(keys: String) {
    var player = ViewPlayer(Self.document)
    player.press("gt\(keys)")
    #expect(player.message == "Only inside a list: → goes to that of the item.")
    #expect(player.past.isEmpty && player.effects.isEmpty)
  }

  @Test func `a search of all lists goes to the list of what it finds, and back`() {
    var player = ViewPlayer(Self.document)
    player.press("jg/plan")
    #expect(shown(player) == ["Plan"])
    #expect(player.rows[0].contains("All lists  /plan"))
    player.press("<Esc>")
    #expect(player.state.list?.name == "Work")
    #expect(player.cursor == "Plan")
    player.press(".g/plan<Enter>j")
    #expect(shown(player) == ["Plan", "Planks"])
    player.press("<Right>")
    #expect(player.state.list?.name == "Old")
    #expect(player.cursor == "Planks")
    player.press(".")
    player.press("gt/zzz<Enter>")
    #expect(player.rows[1].hasSuffix("No matches. Esc shows all."))
    player.press("<Esc>")
    #expect(shown(player) == ["Mail", "Call", "Bins"])
  }

  @Test func `the minute and the day go on`() {
    var player = ViewPlayer(Self.document)
    player.press("gt")
    var state = player.state
    state.keepUp(with: ViewPlayer.now + 3 * 3600)
    #expect(state.statuses.map(\.overdue) == [2, 0, 0])
    #expect(state.statuses.map(\.today) == [0, 1, 0])
    state.keepUp(with: ViewPlayer.now + 86_400)
    #expect(state.statuses.map(\.overdue) == [2, 1, 0])
    state.keepUp(with: ViewPlayer.now + 60 * 3600)
    #expect(state.shown.count == 4)
    player.press("jvj")
    state = player.state
    state.keepUp(with: ViewPlayer.now + 60 * 3600)
    #expect(state.marked == [13, 22])
    #expect(state.anchor == nil)
  }

  // MARK: Lists

  @Test func `hidden lists are left out until they are asked for`() {
    var player = ViewPlayer(Self.document)
    #expect(!player.text.contains("Old"))
    #expect(player.text.contains("1 hidden (.)"))
    player.press("hjj")
    #expect(player.state.list?.name == "Home")
    player.press(".j")
    #expect(player.state.list?.name == "Old")
    player.press("H")
    #expect(player.message == "Old is shown again\(Self.undoes)")
    player.press("u.kk/old")
    #expect(player.state.list?.name == "Old")
    player.press("<Esc>")
    #expect(player.state.list?.name == "Work")
    player.press("/hom<Enter>")
    #expect(player.state.list?.name == "Home")
    #expect(player.state.pane == .items)
  }

  @Test func `undoing the deletion of a list shows it`() {
    var player = ViewPlayer(Self.document)
    player.press("hjd")
    // The next one is hidden.
    #expect(player.state.list?.name == "Work")
    player.press("u")
    #expect(player.state.list?.name == "Home")
  }

  // MARK: Sections

  @Test func `a folded section stands for its items`() {
    var player = ViewPlayer()
    player.press("za")
    #expect(shown(player) == ["Butter", "Six eggs", "Rye"])
    #expect(player.rows[1].hasSuffix("> ▸ Dairy  1/2"))
    player.press("x")
    #expect(player.past.count == 1)
    #expect(player.document.checklists[0].items.map(\.isChecked) == [true, true, false, false])
    player.press("ud")
    #expect(player.items == ["Six eggs", "Rye"])
    player.press("ue")
    #expect(player.state.input == nil)
    #expect(shown(player).count == 4)
    player.press("zM")
    #expect(shown(player) == ["Butter", "Six eggs"])
    player.press("zR")
    #expect(shown(player).count == 4)
  }

  @Test func `what is hidden as done is not deleted with its folded section`() {
    var player = ViewPlayer()
    player.press("Hzad")
    #expect(player.items == ["x Butter", "Six eggs", "Rye"])
  }

  @Test func `one goes from section to section`() {
    var player = ViewPlayer()
    player.press("}")
    #expect(player.cursor == "Six eggs")
    player.press("}")
    #expect(player.cursor == "Rye")
    player.press("{")
    #expect(player.cursor == "Six eggs")
    player.press("{")
    #expect(player.cursor == "Butter")
    player.press("gt}")
    #expect(player.cursor == "Six eggs")
  }

  @Test func `a search finds sections, and what it finds is underlined`() throws {
    var player = ViewPlayer()
    player.press("/dairy milk<Enter>")
    #expect(shown(player) == ["Oat milk, the one in the blue carton, not the grey"])
    player.press("<Esc>/rye<Enter>k")
    let screen = player.state.screen(at: ViewPlayer.now)
    let row = try #require(player.rows.firstIndex { $0.contains("Rye") })
    let column = try #require((0..<80).first { screen.text(atColumn: $0, row: row) == "R" })
    #expect(screen[column, row]?.look == .reversed)
    player.press("h")
    let left = player.state.screen(at: ViewPlayer.now)
    #expect(left[column, row]?.look.attributes == .underlined)
  }

  // MARK: Several items

  @Test func `a range of marks goes with the cursor until it ends`() {
    var player = ViewPlayer()
    player.press("vj")
    #expect(player.state.markedIndices == [0, 1])
    player.press("jk")
    #expect(player.state.markedIndices == [0, 1])
    player.press("vGv")
    #expect(player.state.markedIndices == [0, 1, 3])
    player.press("v")
    #expect(player.state.markedIndices == [0, 1, 3])
    player.press("<Esc><Shift-↑><Shift-↑>")
    #expect(player.state.markedIndices == [1, 2, 3])
    player.change { $0.checklists[0].items.remove(at: 0) }
    #expect(player.state.markedIndices == [0, 1, 2])
  }

  @Test func `what is deleted can be put elsewhere`() {
    var player = ViewPlayer()
    player.press("dGp")
    #expect(player.items.map { $0.prefix(8) } == ["Oat milk", "Six eggs", "Rye", "Butter"])
    #expect(player.past.count == 2)
  }

  @Test func `a number before a key goes that far, and does nothing else`() {
    var player = ViewPlayer()
    player.press("2j")
    #expect(player.cursor == "Six eggs")
    player.press("2dd")
    #expect(player.message == "Deleted Six eggs\(Self.undoes)")
    #expect(player.past.count == 1)
    player.press("u2G")
    #expect(player.cursor?.hasPrefix("Oat") == true)
    player.press("3gg")
    #expect(player.cursor == "Six eggs")
    player.press("99999999999k")
    #expect(player.cursor == "Butter")
    player.press("3x")
    #expect(player.message == "A number is for going: 3x does nothing.")
    player.press("3<Esc>:4<Enter>")
    #expect(player.cursor == "Rye")
    player.press(":wx<Enter>")
    #expect(player.message == ":wx does nothing here. ? shows the keys.")
    player.press(":w<Enter>")
    #expect(player.message == "Everything is saved already.")
    player.press(":wq<Enter>")
    #expect(player.past.count == 0 && player.effects.count == 1)
  }

  @Test func `adding ends a range of marks`() {
    var player = ViewPlayer()
    player.press("vjaTea<Enter><Esc>")
    #expect(player.state.markedIndices == [0, 1])
    #expect(player.cursor == "Tea")
  }

  @Test func `a text that was discarded comes back`() {
    var player = ViewPlayer()
    player.press("aTea and salt<Esc>")
    #expect(player.message == "Discarded: Ctrl-R in a line brings it back.")
    player.press("a<Ctrl-R>!<Enter><Esc>")
    #expect(player.items.last == "Tea and salt!")
    player.press("eX<Ctrl-R><Ctrl-R><Esc>")
    #expect(player.items.last == "Tea and salt!")
    player.press("a<Esc>")
    #expect(player.message == nil)
  }

  @Test func `the caret goes by the lines that are seen`() {
    var player = ViewPlayer(columns: 40, rows: 12)
    player.press("je<Up>X")
    #expect(player.state.input?.editor.text.hasPrefix("Oat milk, the one inX the") == true)
    player.press("<Up>Y<Down><Down><Down>Z")
    #expect(
      player.state.input?.editor.text
        == "YOat milk, the one inX the blue carton, not the greyZ")
  }

  @Test func `what is typed above the first item of a section stands in it`() {
    var player = ViewPlayer()
    player.press("}OTea")
    let rows = player.rows.map { $0.drop { $0 != "│" } }
    let input = rows.firstIndex { $0.contains("+ ☐ Tea") }
    #expect(input.map { rows[$0 - 1].hasPrefix("│ Bread and eggs") } == true)
    player.press("<Enter>")
    #expect(player.document.checklists[0].items[2].section == "Bread and eggs")
  }

  @Test func `undoing a new list goes back to the one before`() {
    var player = ViewPlayer()
    player.press("haTea<Enter>u")
    #expect(player.state.list?.name == "Groceries")
    player.press("C<Enter>")
    #expect(player.state.list?.name == "Groceries 2")
    player.press("u")
    #expect(player.state.list?.name == "Groceries")
  }

  @Test(arguments: ["Rome", "a\0b"])
  func `a copy is offered a name that no list has`(name: String) {
    var document = Self.document
    document.checklists[0].name = name
    var player = ViewPlayer(document)
    player.press("C")
    #expect(player.state.input?.editor.text == "\(name) 2")
  }

  @Test func `copies are put beside the cursor, and are new items`() {
    var player = ViewPlayer()
    player.press("p")
    #expect(player.message == "Nothing was copied: y copies items.")
    player.press("jyGp")
    let items = player.document.checklists[0].items
    #expect(
      items.map(\.section) == ["Dairy", "Dairy"] + Array(repeating: "Bread and eggs", count: 3))
    #expect(items[4].text == items[1].text && items[4].due == items[1].due)
    #expect(items[4].id != items[1].id && items[4].note == "3.5 percent")
    player.press("ugg")
    #expect(player.items.count == 4)
    player.press("vjy}P")
    #expect(
      player.items.map { $0.prefix(8) } == [
        "x Butter", "Oat milk", "Butter", "Oat milk", "Six eggs", "Rye",
      ])
    #expect(player.past.count == 1)
  }

  @Test func `a due date moves by a day, of each marked item that has one`() {
    var player = ViewPlayer()
    player.press("G+")
    #expect(player.message == "No due date here: t sets one.")
    player.press("ggvG-")
    #expect(player.past.count == 1)
    let due = player.document.checklists[0].items.map(\.due)
    #expect(due == [nil, .moment(ViewPlayer.now), .moment(ViewPlayer.now - 286_400), nil])
  }

  // MARK: Help, conflicts

  @Test func `the help finds a key, and does it`() {
    var player = ViewPlayer()
    player.press("?days? <Ctrl-U>due a day<Down><Enter>")
    #expect(player.message == "No due date here: t sets one.")
    player.press("?qu<Esc>")
    #expect(player.state.mode == .browsing)
    player.press("?quit<Enter>")
    #expect(player.effects.count == 1)
  }

  @Test func `conflicts are settled field by field`() {
    var document = Self.document
    document.checklists[0].items[0].conflicts = [.text("Post"), .note("by hand"), .text("Letter")]
    var player = ViewPlayer(document)
    player.press("c")
    #expect(player.text.contains("Conflict of the text (1 of 2):"))
    #expect(player.text.contains("1 in the document       │ 2 other                 │ 3 other"))
    player.press("3")
    #expect(player.text.contains("Conflict of the note (2 of 2):"))
    #expect(player.text.contains("(none)"))
    #expect(player.past.isEmpty)
    player.press("2")
    let item = player.document.checklists[0].items[0]
    #expect((item.text, item.note, item.hasConflicts) == ("Letter", "by hand", false))
    player.press("uc<Esc>")
    #expect(player.document.checklists[0].items[0].conflicts.count == 3)
    player.press("ckj11")
    #expect(player.document.checklists[0].items[0].text == "Mail")
    #expect(player.message == "Mail: conflict resolved\(Self.undoes)")
  }

  // MARK: Others

  /// 6,000 items without a section, and three in each of two.
  private static let long: ChecklistDocument = {
    var list = Checklist("Long", id: 9)
    list.items = (0..<6006).map { number in
      var item = ChecklistItem("Item \(number)", id: 1000 + number, now: ViewPlayer.now)
      item.section = number < 6000 ? nil : number < 6003 ? "S1" : "S2"
      return item
    }
    return ChecklistDocument([list])
  }()

  @Test(arguments: ["GzMG", "GHk", "/item<Enter>G"])
  func `in a long list the cursor stays at its item`(keys: String) {
    var player = ViewPlayer(Self.long)
    player.press(keys)
    while player.state.isSearching { player.apply(.searched) }
    player.press("G")
    let item = player.cursor
    player.change { $0.checklists[0].items[0].text = "Another item" }
    #expect(player.cursor == item)
    player.press("S<Enter>")
    #expect(player.message?.hasPrefix("Skipped \(item ?? "")") == true)
  }

  @Test func `marks stay at their items when others change the list`() {
    var player = ViewPlayer(Self.long)
    player.press("/item<Enter>")
    while player.state.isSearching { player.apply(.searched) }
    player.press("Gvkk")
    let marked = player.state.targets.map { player.state.document[$0].text }
    player.change {
      $0.checklists[0].items.insert(ChecklistItem("item", id: 1, now: ViewPlayer.now), at: 0)
    }
    while player.state.isSearching { player.apply(.searched) }
    #expect(player.state.targets.map { player.state.document[$0].text } == marked)
    player.press("d")
    #expect(player.document.checklists[0].items.count == 6004)
  }

  @Test func `dates move of what was marked, and of nothing else`() {
    var player = ViewPlayer(Self.document)
    player.press("gtvj+")
    #expect(player.document.checklists[1].items[1].due == Self.document.checklists[1].items[1].due)
    #expect(player.state.anchor == nil)
    #expect(player.state.marked == [11, 13])
  }

  @Test func `a question ends where its list or its item is gone`() {
    var player = ViewPlayer(Self.document)
    player.press("R")
    player.change { $0.checklists.removeFirst() }
    #expect(player.state.mode == .browsing)
    player.press("gti")
    player.change { $0.checklists[0].items.removeLast() }
    #expect(player.state.mode == .browsing)
    #expect(player.past.isEmpty)
  }

  @Test func `what is typed is seen when its item is hidden or gone`() {
    var player = ViewPlayer()
    player.press("/rye<Enter>eX")
    player.change { $0.checklists[0].items[3].text = "Spelt" }
    #expect(player.rows[10] == " Text: RyeX")
    player.press("<Esc><Esc>/six<Enter>oTea")
    player.change { $0.checklists[0].items.remove(at: 2) }
    #expect(player.text.contains("+ ☐ Tea"))
  }

  @Test(arguments: [true, false])
  func `conflicts are not settled that are others now`(isSeen: Bool) {
    var document = Self.document
    document.checklists[0].items[0].conflicts = [.text("Post"), .note("by hand")]
    var player = ViewPlayer(document)
    player.press("c2")
    player.change(
      { $0.checklists[0].items[0].conflicts = [.note("by hand")] }, isSeen: isSeen)
    player.press("1")
    #expect(player.message == "It was changed in the meantime: c shows it again.")
    #expect(player.document.checklists[0].items[0].conflicts == [.note("by hand")])
    #expect(player.document.checklists[0].items[0].text == "Mail")
    #expect(player.state.mode == .browsing)
  }

  @Test func `an item moves past another one with those below it`() {
    var list = Checklist("L", id: 1)
    list.items = ["p", "c", "q"].enumerated().map {
      ChecklistItem($1, id: 10 + $0, now: ViewPlayer.now)
    }
    list.items[1].level = 1
    var player = ViewPlayer(ChecklistDocument([list]))
    player.press("J")
    #expect(player.items == ["q", "p", "c"])
    player.press("K")
    #expect(player.items == ["p", "c", "q"])
    player.press("GK")
    #expect(player.items == ["q", "p", "c"])
  }

  @Test(arguments: ["d", "y"])
  func `a deleted or copied item comes back with those below it`(key: String) {
    var list = Checklist("L", id: 1)
    list.items = ["p", "c", "d", "q"].enumerated().map {
      ChecklistItem($1, id: 10 + $0, now: ViewPlayer.now)
    }
    (list.items[1].level, list.items[2].level) = (1, 2)
    var player = ViewPlayer(ChecklistDocument([list]))
    player.press("\(key)Gp")
    let items = player.document.checklists[0].items
    let nested = items.drop { $0.text != "q" }
    #expect(nested.map(\.text) == ["q", "p", "c", "d"])
    #expect(nested.map(\.level) == [0, 0, 1, 2])
  }
}
