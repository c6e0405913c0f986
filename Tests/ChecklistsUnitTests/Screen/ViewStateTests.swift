import ChecklistCore
import Foundation
import Terminal
import TestSupport
import Testing

@testable import ChecklistScreen

/// What keys do to the document, and what is said of it.
struct ViewStateTests {
  /// Keys, and what they make of the lists.
  struct Case: CustomTestStringConvertible, Sendable {
    let keys: String
    let items: [String]
    let message: String?
    let cursor: String?
    var testDescription: String { keys }

    init(_ keys: String, _ items: [String], _ message: String?, at cursor: String?) {
      (self.keys, self.items, self.message, self.cursor) = (keys, items, message, cursor)
    }
  }

  private static let oat = "Oat milk, the one in the blue carton, not the grey"
  private static let undoes = " · u undoes"
  private static let all = ["x Butter", oat, "Six eggs", "Rye"]
  private static let shortOat = "Oat milk, the one in the blue carton, n…"

  static let changes = [
    Case(" ", ["Butter", oat, "Six eggs", "Rye"], "Unchecked Butter\(Self.undoes)", at: "Butter"),
    Case(
      "jx", ["x Butter", "x \(oat)", "Six eggs", "Rye"], "Checked \(shortOat)\(Self.undoes)",
      at: oat),
    Case("aTea<Enter><Enter>", all + ["Tea"], nil, at: "Tea"),
    Case("aTea<Enter>Salt<Enter><Esc>", all + ["Tea", "Salt"], nil, at: "Salt"),
    Case(
      "oTea<Enter>", ["x Butter", "Tea", oat, "Six eggs", "Rye"], "Added Tea\(Self.undoes)",
      at: "Tea"),
    Case(
      "jOTea<Enter>", ["x Butter", "Tea", oat, "Six eggs", "Rye"], "Added Tea\(Self.undoes)",
      at: "Tea"),
    Case("a  <Enter>", all, nil, at: "Butter"),
    Case(
      "GeMeal<Enter>", ["x Butter", oat, "Six eggs", "RyeMeal"],
      "RyeMeal: was 'Rye'\(Self.undoes)", at: "RyeMeal"),
    Case(
      "G<Enter><Ctrl-U>Oats<Enter>", ["x Butter", oat, "Six eggs", "Oats"],
      "Oats: was 'Rye'\(Self.undoes)",
      at: "Oats"),
    Case("Ge<Ctrl-U><Enter>", all, "an item requires a text; this one is blank", at: "Rye"),
    Case("Ge<Enter>", all, nil, at: "Rye"),
    Case("GeX<Esc>", all, "Discarded: Ctrl-R in a line brings it back.", at: "Rye"),
    Case("d", [oat, "Six eggs", "Rye"], "Deleted Butter\(Self.undoes)", at: oat),
    Case("Gd", ["x Butter", oat, "Six eggs"], "Deleted Rye\(Self.undoes)", at: "Six eggs"),
    Case("du", all, "Undid", at: "Butter"),
    Case("GduU", ["x Butter", oat, "Six eggs"], "Redid", at: "Six eggs"),
    Case("J", [oat, "x Butter", "Six eggs", "Rye"], "Moved Butter\(Self.undoes)", at: "Butter"),
    Case("GK", ["x Butter", oat, "Rye", "Six eggs"], "Moved Rye\(Self.undoes)", at: "Rye"),
    Case("K", all, nil, at: "Butter"),
    Case("GJ", all, nil, at: "Rye"),
    Case("jvjvd", ["x Butter", "Rye"], "Deleted \(shortOat) and 1 more\(Self.undoes)", at: "Rye"),
    Case(
      "vjx", ["x Butter", "x \(oat)", "Six eggs", "Rye"], "Checked \(shortOat)\(Self.undoes)",
      at: oat),
    Case(
      "vvGvvx", ["x Butter", oat, "Six eggs", "x Rye"], "Checked Rye\(Self.undoes)", at: "Rye"),
    Case("Ru", ["Butter", oat, "Six eggs", "Rye"], "Unchecked Butter\(Self.undoes)", at: "Butter"),
    Case("R<Esc>", all, nil, at: "Butter"),
    Case(
      "Ssour<Enter>", ["Butter", oat, "Six eggs", "Rye"], "Skipped Butter\(Self.undoes)",
      at: "Butter"),
    Case("GS<Enter>", all, "Skipped Rye\(Self.undoes)", at: "Rye"),
    Case("GSa<Enter>S<Ctrl-X>", all, "Unchecked Rye\(Self.undoes)", at: "Rye"),
    Case(
      "Gmpac<Enter>", ["x Butter", oat, "Six eggs"], "Moved Rye to Packing\(Self.undoes)",
      at: "Six eggs"),
    Case("Gmzzz<Enter>", all, "there is no list 'zzz'", at: "Rye"),
    Case("Gttomorrow<Enter>", all, "Rye: due tomorrow\(Self.undoes)", at: "Rye"),
    Case(
      "Gtnever<Enter>", all, "'never' is not understood; try 'tomorrow' or 'fri 9:00'",
      at: "Rye"),
    Case("Grdaily<Enter>", all, "Rye: due today; repeats every day\(Self.undoes)", at: "Rye"),
    Case(
      "Gttomorrow<Enter>rweek end<Enter>", all,
      "'week end' is not understood; try 'daily', '2w' or 'tue,fri'",
      at: "Rye"),
    Case("Gnfresh<Enter>", all, "Rye: note added\(Self.undoes)", at: "Rye"),
    Case(
      "Gsdairy<Enter>", ["x Butter", oat, "Rye", "Six eggs"],
      "Rye: section Dairy, was Bread and eggs\(Self.undoes)", at: "Rye"),
    Case(
      "Gsnew<Enter>", all, "Rye: section new, was Bread and eggs\(Self.undoes)", at: "Rye"),
    Case(
      "<Tab><Enter>x", ["Butter", oat, "Six eggs", "Rye"], "Unchecked Butter\(Self.undoes)",
      at: "Butter"),
    Case("b", all, "b does nothing here. ? shows the keys.", at: "Butter"),
    Case("c", all, "No conflict here. Items with a conflict are marked with !", at: "Butter"),
  ]

  @Test(arguments: changes)
  func `keys change the document at once`(of wanted: Case) {
    var player = ViewPlayer()
    player.press(wanted.keys)
    #expect(player.items == wanted.items)
    #expect(player.message == wanted.message)
    #expect(player.cursor == wanted.cursor)
    #expect(player.document.outline == player.state.document.outline)
  }

  @Test func `a due date, a repetition, a note and a section are set and taken away`() {
    var player = ViewPlayer()
    player.press("Gtfri 9:00<Enter>rweekly<Enter>nfresh<Ctrl-J>and dark<Enter>sdairy<Enter>")
    let item = player.state.item
    #expect(item?.due == .moment(ViewPlayer.now + 5 * 86_400 + 21 * 3600))
    #expect(item?.repetition?.words == "every week")
    #expect(item?.note == "fresh\nand dark")
    #expect(item?.section == "Dairy")
    player.press("r<Ctrl-X>t<Ctrl-X>n<Ctrl-X>s<Ctrl-X>")
    #expect(
      player.state.item
        == ChecklistItem("Rye", id: 14, now: ViewPlayer.now))
  }

  @Test func `a value that is there is selected, and Enter keeps it`() {
    var player = ViewPlayer()
    player.press("Gtfri 9:00<Enter>rweekly<Enter>nfresh<Enter>sdairy<Enter>")
    let item = player.state.item
    let changes = player.past.count
    for (key, text) in [
      ("t", "2026-11-27 09:00"), ("r", "every week"), ("s", "Dairy"), ("n", "fresh"),
    ] {
      player.press(key)
      #expect(player.state.input?.editor.text == text)
      #expect(player.state.input?.editor.isSelected == (key != "n"))
      player.press("<Enter>")
      #expect(player.state.input == nil)
      player.press("\(key)<Ctrl-U>")
      #expect(
        key == "n" || player.rows[10].hasSuffix(":    Ctrl-X removes it"), "\(player.rows[10])")
      player.press("<Enter>")
      #expect(player.message == "Ctrl-X removes it, Esc leaves it as it was.")
      player.press("  <Enter><Esc>")
    }
    #expect(player.state.item == item)
    #expect(player.past.count == changes)
    player.press("tsat<Enter>")
    #expect(
      player.state.item?.due
        == DueDate.Day(storedText: "2026-11-28T23:59:59+01:00").map { .day($0) })
    player.press("s")
    #expect(player.rows[10] == " Section: Dairy   Dairy")
    #expect(player.rows[11] == " Enter save  Esc discard  Ctrl-X remove  Ctrl-R as it was")
    let screen = player.state.screen(at: ViewPlayer.now)
    #expect(screen[10, 10]?.look.attributes == .reversed)
    #expect(screen[9, 10]?.look.attributes == [])
    player.press("<Left>")
    #expect(player.state.screen(at: ViewPlayer.now)[10, 10]?.look.attributes == [])
  }

  @Test func `without a value an empty line changes nothing, and there is nothing to remove`() {
    var player = ViewPlayer()
    for key in ["t", "n"] {
      player.press("G\(key)<Ctrl-X>")
      #expect(player.message == "Ctrl-X does nothing in a text.")
      player.press("<Enter>")
      #expect(player.state.input == nil)
    }
    #expect(player.past.isEmpty)
  }

  @Test func `items with different values get one, or none, and keep theirs with Enter`() {
    var player = ViewPlayer()
    let before = player.document
    player.press("jvjvt")
    #expect(player.state.input?.editor.text == "")
    #expect(player.rows[10] == " Due:    Ctrl-X removes it")
    player.press("<Enter>")
    #expect(player.document.outline == before.outline)
    #expect(player.state.marked == [12, 13])
    player.press("t<Ctrl-X>")
    #expect(player.document.checklists[0].items.map(\.due) == [nil, nil, nil, nil])
    #expect(player.message == "Edited \(Self.shortOat) and 1 more\(Self.undoes)")
    player.press("ggvjs")
    #expect(player.state.input?.editor.text == "Dairy")
    #expect(player.state.input?.former == "Dairy")
  }

  @Test func `two deletions in a row are told as two`() {
    var player = ViewPlayer()
    player.press("dd")
    #expect(player.items == ["Six eggs", "Rye"])
    #expect(
      player.message
        == "Deleted \(Self.shortOat) · 2 deletions in a row, each u undoes one")
    player.press("jd")
    #expect(player.message == "Deleted Rye\(Self.undoes)")
  }

  @Test func `marks that are not shown do not count`() {
    var player = ViewPlayer()
    player.press("ggv/egg<Enter>")
    #expect(player.cursor == "Six eggs")
    #expect(!player.rows[10].contains("marked"))
    player.press("d")
    #expect(player.message == "Deleted Six eggs\(Self.undoes)")
    #expect(player.document.checklists[0].items.map(\.id) == [11, 12, 14])
    player.press("<Esc><Esc>ggvvGvv")
    #expect(player.state.marked == [11, 14])
    player.press("H ")
    #expect(player.message == "Checked Rye\(Self.undoes)")
    #expect(player.items == ["x Butter", Self.oat, "x Rye"])
  }

  @Test(arguments: ["n", "e", "o", "O", "f", "c", "<Enter>"])
  func `a key for one item does nothing while some are marked`(key: String) {
    var player = ViewPlayer()
    player.press("vjv\(key)")
    #expect(player.message == "This key is for one item: Esc removes the marks.")
    #expect(player.state.input == nil)
    #expect(player.state.marked == [11, 12])
    #expect(player.past.isEmpty && player.effects.isEmpty)
  }

  @Test func `marks are for the next change, and stay when that is dropped`() {
    var player = ViewPlayer()
    player.press("vjvttom<Esc>")
    #expect(player.state.marked == [11, 12])
    player.press("ttomorrow<Enter>")
    #expect(player.message == "Edited Butter and 1 more\(Self.undoes)")
    #expect(player.state.marked.isEmpty)
  }

  @Test func `lists are added, renamed, copied, moved and deleted`() {
    var player = ViewPlayer()
    var names: [String] { player.document.checklists.map(\.name) }
    player.press("<Tab>aTea<Enter>")
    #expect(names == ["Groceries", "Packing", "Rome", "Tea"])
    #expect(player.state.list?.name == "Tea")
    #expect(player.message == "Added the list 'Tea'\(Self.undoes)")
    player.press("hK")
    #expect(names == ["Groceries", "Packing", "Tea", "Rome"])
    player.press("e<Ctrl-U>Coffee<Enter>")
    #expect(names == ["Groceries", "Packing", "Coffee", "Rome"])
    player.press("d")
    #expect(names == ["Groceries", "Packing", "Rome"])
    #expect(player.state.list?.name == "Rome")
    player.press("ggjC<Ctrl-U>Copy<Enter>")
    #expect(names == ["Groceries", "Packing", "Rome", "Copy"])
    #expect(player.items == ["Butter", Self.oat, "Six eggs", "Rye"])
    player.press("haRome<Enter>")
    #expect(player.message == "there is already a list 'Rome'")
    #expect(player.state.input?.editor.text == "Rome")
  }

  @Test func `in an empty document an item makes the first list`() {
    var player = ViewPlayer(ChecklistDocument())
    #expect(player.rows[0] == "No list yet")
    for key in ["x", "e", "d", "J", "v", "R", "C", "E"] { player.press(key) }
    #expect(player.message == "No list yet: 'a' adds an item.")
    player.press("aMilk<Enter>Bread<Enter><Enter>")
    #expect(player.document.outline == ["# Checklist", "- Milk [] ()", "- Bread [] ()"])
    #expect(player.past.count == 2)
  }

  @Test func `a new item gets the section of its neighbor, and at the end none`() {
    var player = ViewPlayer()
    player.press("oA<Enter>B<Enter><Esc>aC<Enter>")
    let items = player.document.checklists[0].items
    #expect(items.map(\.text) == ["Butter", "A", "B", Self.oat, "Six eggs", "Rye", "C"])
    #expect(items.map(\.section).prefix(4) == ["Dairy", "Dairy", "Dairy", "Dairy"])
    #expect(items.last?.section == nil)
  }

  // MARK: Looking

  @Test func `what is looked for is shown while it is typed`() {
    var player = ViewPlayer()
    player.press("/percent")
    #expect(player.state.shown.count == 1)
    #expect(player.cursor == Self.oat)
    player.press("<Enter>x")
    #expect(player.message == "Checked \(Self.shortOat)\(Self.undoes)")
    player.press("<Esc>")
    #expect(player.state.shown.count == 4)
    #expect(player.cursor == Self.oat)
    player.press("/zzz<Esc>")
    #expect(player.state.shown.count == 4)
  }

  @Test func `what is done is hidden, and leaves the screen when it is done`() {
    var player = ViewPlayer()
    player.press("H")
    #expect(player.state.shown.count == 3)
    #expect(player.cursor == Self.oat)
    player.press("x")
    #expect(player.cursor == "Six eggs")
    player.press("u")
    #expect(player.state.shown.count == 3)
    player.press("H")
    #expect(player.state.shown.count == 4)
  }

  @Test func `one goes by items, pages and lists, and comes back to where one was`() {
    var list = Checklist("Long", id: 9)
    list.items = (1...100).map { ChecklistItem("\($0)", id: 1000 + $0, now: ViewPlayer.now) }
    var player = ViewPlayer(ChecklistDocument([list, Checklist("Other", id: 8)]), rows: 13)
    player.press("jjj")
    #expect(player.cursor == "4")
    player.press("<PgDn>")
    #expect(player.cursor == "13")
    player.press("<PgDn><PgUp>")
    #expect(player.cursor == "13")
    player.press("G")
    #expect(player.cursor == "100")
    player.press("j")
    #expect(player.cursor == "100")
    player.press("<Home>k")
    #expect(player.cursor == "1")
    player.press("<Down><Down><Tab>j")
    #expect(player.state.list?.name == "Other")
    player.press("k<Tab>")
    #expect(player.cursor == "3")
  }

  // MARK: Typing

  @Test func `a megabyte is pasted at once`() {
    var player = ViewPlayer()
    player.press("Gn")
    player.paste(String(repeating: "a word ", count: 150_000))
    player.press("<Left><Enter>")
    #expect(player.document.checklists[0].items[3].note?.utf8.count == 1_050_000)
  }

  // MARK: Others

  @Test func `a check that somebody else made too stays a check`() {
    var player = ViewPlayer()
    player.change(
      { $0.checklists[0].items[3].setChecked(true, now: ViewPlayer.now) }, isSeen: false)
    player.press("Gx")
    #expect(player.items.last == "x Rye")
    #expect(player.message == "No changes.")
  }

  @Test func `a text that somebody else has changed is not written over unasked`() {
    var player = ViewPlayer()
    player.press("GeX")
    player.change({ $0.checklists[0].items[3].text = "Spelt" })
    #expect(player.state.input?.editor.text == "RyeX")
    player.press("<Enter>")
    #expect(player.message == "Now: 'Spelt'. Enter keeps yours, Ctrl-R theirs.")
    #expect(player.items.last == "Spelt")
    player.press("<Enter>")
    #expect(player.items.last == "RyeX")

    player.press("e")
    player.change({ $0.checklists[0].items[3].text = "Oats" }, isSeen: false)
    player.press("!<Enter><Ctrl-R><Enter>")
    #expect(player.items.last == "Oats")
    #expect(player.message == nil)
  }

  @Test func `an item that somebody else has deleted is added again, if that is wanted`() {
    var player = ViewPlayer()
    player.press("GeX")
    player.change({ $0.checklists[0].items.removeLast() })
    player.press("<Enter>")
    #expect(
      player.message == "It was deleted in the meantime. Enter adds it again; Esc discards "
        + "it.")
    player.press("<Enter>")
    #expect(player.items.last == "RyeX")
    player.press("<Esc>nfresh")
    player.change({ $0.checklists[0].items.removeLast() }, isSeen: false)
    player.press("<Enter>")
    #expect(player.message == "The item was deleted in the meantime; Esc discards it.")
    player.press("<Esc>")
    #expect(player.state.input == nil)
  }

  @Test func `what is typed for a list that is deleted goes nowhere unasked`() {
    var player = ViewPlayer()
    player.press("aTea")
    player.change { $0.checklists.removeFirst() }
    #expect(player.state.list?.name == "Packing")
    #expect(player.rows[10].hasPrefix(" Add: Tea"))
    player.press("<Enter>")
    #expect(
      player.message
        == "The list was deleted in the meantime. Enter adds this to 'Packing'; Esc discards it.")
    #expect(player.document.outline.count == 4)
    player.press("<Enter>")
    #expect(player.items == ["Socks", "x Passport", "Tea"])
    #expect(player.state.offers.isEmpty)
    player.press("<Esc><Tab>eX")
    player.change { $0.checklists.removeFirst() }
    player.press("<Enter>")
    #expect(player.message == "The list was deleted in the meantime; Esc discards it.")
    player.press("<Esc>eX")
    player.change { $0.checklists = [] }
    player.press("<Enter><Esc>aTea")
    #expect(player.rows[0] == "No list yet")
    player.press("<Enter>")
    #expect(player.document.outline == ["# Checklist", "- Tea [] ()"])
  }

  @Test func `the list fills the screen, whatever is hidden or grows`() {
    var list = Checklist("Long", id: 9)
    list.items = (1...30).map { ChecklistItem("Item \($0 as Int)", id: $0, now: ViewPlayer.now) }
    var player = ViewPlayer(ChecklistDocument([list]), columns: 40, rows: 13)
    player.press("G/item 1<Enter>")
    #expect(player.rows[1].hasSuffix("Item 11"))
    #expect(player.rows[10].hasSuffix("Item 21"))
    player.press("/<Ctrl-U>item 3<Enter>")
    #expect(player.rows[1].hasSuffix("Item 3"))
    player.press("<Esc>G")
    player.apply(.resized(columns: 40, rows: 24))
    #expect(player.rows[1].hasSuffix("Item 10"))
    #expect(player.rows[21].hasSuffix("Item 30"))
  }

  @Test func `a message is broken into lines, and nothing of it is lost`() {
    var player = ViewPlayer(columns: 40)
    let words = "this is a long message with the path of a file, and what to do next at its end"
    player.apply(.told(words, isError: true))
    #expect(
      player.rows[8...10].joined()
        == " this is a long message with the path of a file, and what to do next at its end")
  }

  @Test func `the cursor stays on its item, and goes to the next one when that is gone`() {
    var player = ViewPlayer()
    player.press("jj")
    player.change {
      $0.checklists[0].items.insert(ChecklistItem("New", id: 99, now: ViewPlayer.now), at: 0)
    }
    #expect(player.cursor == "Six eggs")
    player.change { $0.checklists[0].items.removeAll { $0.id == 13 } }
    #expect(player.cursor == "Rye")
    player.change { $0.checklists[0].items.removeAll { $0.id == 14 } }
    #expect(player.cursor == Self.oat)
    player.change { $0.checklists[0].items = [] }
    #expect(player.cursor == nil)
    player.change { $0.checklists.removeFirst() }
    #expect(player.state.list?.name == "Packing")
    #expect(player.cursor == "Socks")
    player.change { $0.checklists = [] }
    #expect(player.state.list == nil)
    player.press("jkgGxd<Tab>j<Tab>")
  }

  @Test func `while the lock is held a change waits, and is given up if that is wanted`() {
    var player = ViewPlayer()
    player.isLocked = true
    player.press("GeX<Enter>")
    let waiting = " Waiting for another program to finish its change. Ctrl-C gives up."
    #expect(player.rows[10] == waiting)
    player.press("k")
    #expect(player.rows[10] == waiting)
    player.press("q")
    #expect(player.effects.count == 1)
    player.press("<Ctrl-C>")
    guard case .giveUp = player.effects.last, case .change(let change) = player.effects.first else {
      Issue.record("\(player.effects)")
      return
    }
    player.apply(.refused(change, "Nothing was changed."))
    #expect(player.state.input?.editor.text == "RyeX")
  }

  @Test func `what is typed meanwhile is not lost when the line before comes back`() {
    var player = ViewPlayer()
    player.isLocked = true
    player.press("aone<Enter>tw")
    guard case .change(let change) = player.effects.last else {
      Issue.record("\(player.effects)")
      return
    }
    player.apply(.refused(change, "the disk is full"))
    #expect(player.state.input?.editor.text == "one")
    #expect(player.message == "the disk is full")
    #expect(player.state.offers.map(\.editor.text) == ["tw"])
  }

  @Test func `what was typed when the program ended last is offered`() {
    var player = ViewPlayer()
    player.offer(LineInput(.item(.after(11), list: 1), "Half a te"))
    #expect(player.message == "Unsaved text. Enter saves it, Esc discards it.")
    player.press("a<Enter>")
    #expect(player.items[1] == "Half a tea")
    player.offer(LineInput(.text(14), "Ry", former: "Bread"))
    #expect(player.message == "Now: 'Rye'. Enter keeps yours, Ctrl-R theirs.")
    player.press("<Esc>")
    player.offer(LineInput(.section([11, 13]), "Cold"))
    #expect(player.message == "Unsaved text. Enter saves it, Esc discards it.")
    #expect(player.state.marked == [11, 13])
    #expect(player.cursor == "Butter")
    player.press("<Esc><Esc>")
    player.offer(LineInput(.due([11, 99]), "fri"))
    #expect(player.message == "The item was deleted in the meantime; Esc discards it.")
    player.press("<Esc>")
    player.offer(LineInput(.text(99), "Gone", former: "Was"))
    player.press("<Enter>")
    #expect(player.items.last == "Gone")
  }

  @Test func `keys ask for what the loop must do`() {
    var player = ViewPlayer()
    player.press("E<Ctrl-Z><Ctrl-L>q")
    let words = player.effects.map { effect in
      switch effect {
      case .openEditor(let list, _): "editor \(list)"
      case .openAttachments(let item): "attachments \(item)"
      case .suspend: "suspend"
      case .redraw: "redraw"
      case .quit: "quit"
      default: "else"
      }
    }
    #expect(words == ["editor 1", "suspend", "redraw", "quit"])
  }
}
