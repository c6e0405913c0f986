import Foundation
import TestSupport
import Testing

/// `checklists ui` on a terminal, as a person uses it.
@Suite(.blocking) struct UITests: ViewSuite {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Self.makeSandbox()
  }

  // MARK: What is shown

  @Test func `the first screen has the lists, the items and the keys`() throws {
    try sandbox.run("edit", "3", "--due", "2099-12-24", "--note", "Free range")
    let terminal = try show()
    let rows = [
      " Lists             │ Groceries  ━━━─────── 1/3",
      "* Groceries    1/3 │ Dairy",
      "  Packing      0/1 │ > 1 ☐ Milk",
      "                   │",
      "                   │   2 ☑ Bread",
      "                   │   3 ☐ Eggs                                    24 Dec 2099 ✎",
    ]
    let bar =
      " Space check  a add  e edit  d delete  u undo  / search  ? help  q quit"
    let blank = Array(repeating: "                   │", count: 22 - rows.count)
    #expect(terminal.emulator.lines == rows + blank + ["", bar])
    #expect(terminal.emulator.column == 21 && terminal.emulator.row == 2)
    #expect(terminal.emulator.isAlternate && terminal.emulator.isCursorVisible)
    #expect(terminal.emulator.marksPastes)
    try quit(terminal)
    #expect(terminal.emulator.lines == Array(repeating: "", count: 24))
  }

  @Test func `one list on a narrow terminal has it for itself`() throws {
    try sandbox.run("lists", "delete", "Packing")
    let terminal = try show(columns: 40, rows: 7)
    #expect(
      terminal.emulator.lines == [
        "Groceries  ━━━─────── 1/3", "Dairy", "> 1 ☐ Milk", "", "  2 ☑ Bread", "",
        " Space check  a add  ? help  q quit",
      ])
    try quit(terminal)
  }

  @Test func `a home without a document is no hindrance`() throws {
    try FileManager.default.removeItem(at: sandbox.home)
    let terminal = try show(columns: 40, rows: 7)
    #expect(terminal.emulator.lines[0] == "No list yet")
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
    try terminal.send("aMilk\r")
    try terminal.wait(for: "Added Milk")
    #expect(try sandbox.run("list").output == "Checklist (0/1)\n  1 [ ] Milk\n")
    try terminal.send("\u{1B}")
    try terminal.wait(for: "q quit")
    try quit(terminal)
  }

  @Test func `another list, by an option, is shown first`() throws {
    let terminal = try show("--list", "Packing")
    #expect(terminal.emulator.lines[0].hasSuffix("│ Packing  ────────── 0/1"))
    #expect(terminal.emulator.lines[2] == "* Packing      0/1 │")
    try quit(terminal)
  }

  @Test func `another document, by an option, is shown and changed`() throws {
    let path = sandbox.directory.appending(path: "Other.plist").path()
    try sandbox.run("add", "Tea", "--file", path)
    let before = try Data(contentsOf: sandbox.document)
    let terminal = try show("--file", path)
    #expect(
      terminal.emulator.lines.prefix(3) == ["Checklist  ────────── 0/1", "> 1 ☐ Tea", ""])
    try terminal.send(" ")
    try terminal.wait(for: "Checked Tea")
    #expect(try sandbox.run("list", "--file", path).output == "Checklist (1/1)\n  1 [x] Tea\n")
    #expect(try Data(contentsOf: sandbox.document) == before)
    try quit(terminal)
  }

  @Test func `without colours the screen is the same, and without symbols it is plain letters`()
    throws
  {
    try sandbox.run("edit", "1", "--due", "2020-01-01", "--list", "Groceries")
    var terminal = try show()
    let lines = terminal.emulator.lines
    func looks() -> Set<UInt64> { Set(terminal.emulator.cells.joined().map(\.look)) }
    // Of the text and behind it.
    let colors: UInt64 = 0xFF << 30 | 0xFF << 40
    #expect(looks().contains { $0 & colors != 0 })
    try quit(terminal)

    sandbox.environment["NO_COLOR"] = "1"
    terminal = try show()
    #expect(terminal.emulator.lines == lines)
    #expect(looks().allSatisfy { $0 & colors == 0 })
    // The row of the cursor is reversed nevertheless.
    #expect(looks().contains { $0 & 1 << 7 != 0 })
    try quit(terminal)

    try sandbox.run("undo")
    sandbox.environment["LC_ALL"] = "C"
    terminal = try show()
    #expect(terminal.emulator.text.utf8.allSatisfy { $0 < 0x7F })
    #expect(
      terminal.emulator.lines.prefix(6) == [
        " Lists             | Groceries 1/3",
        "* Groceries    1/3 | Dairy",
        "  Packing      0/1 | > 1 [ ] Milk",
        "                   |",
        "                   |   2 [x] Bread",
        "                   |   3 [ ] Eggs",
      ])
    try quit(terminal)
  }

  // MARK: What keys do

  @Test func `a key changes the document at once, and undo takes it back`() throws {
    let terminal = try show()
    try terminal.send(" ")
    try terminal.wait(for: "Checked Milk")
    #expect(terminal.emulator.lines[2] == "  Packing      0/1 │ > 1 ☑ Milk")
    #expect(try list().hasPrefix("Groceries (2/3)\n  Dairy (1/1)\n  1 [x] Milk\n"))
    try terminal.send("jd")
    try terminal.wait(for: "Deleted Bread")
    #expect(try list().hasSuffix("\n  2 [ ] Eggs\n"))
    try terminal.send("u")
    try terminal.wait(for: "Undid: Deleted Bread (ui)")
    try terminal.send("u")
    try terminal.wait(for: "Undid: Checked Milk (ui)")
    #expect(
      try list() == "Groceries (1/3)\n  Dairy (0/1)\n  1 [ ] Milk\n\n  2 [x] Bread\n  3 [ ] Eggs\n")
    try quit(terminal)
  }

  @Test func `what is typed becomes items, and an empty line ends it`() throws {
    let terminal = try show()
    try terminal.send("aOat milk\r")
    try terminal.wait(for: "Added Oat milk")
    try terminal.send("日本 🥛\r")
    try terminal.wait(for: "Added 日本 🥛")
    try terminal.send("\r")
    try terminal.wait(for: "q quit")
    #expect(try list().hasSuffix("  3 [ ] Eggs\n  4 [ ] Oat milk\n  5 [ ] 日本 🥛\n"))
    #expect(try keptLines() == [])
    try quit(terminal)
  }

  @Test func `which list commands mean is not changed by looking at another one`() throws {
    let before = try sandbox.run("lists").output
    #expect(before == "* Groceries  1/3\n  Packing    0/1\n")
    let terminal = try show()
    try terminal.send("\tj\t")
    try terminal.wait(for: "Packing  ────────── 0/1")
    try terminal.send("x")
    try terminal.wait(for: "Checked Socks")
    #expect(try list("Packing") == "Packing (1/1)\n  1 [x] Socks\n")
    try quit(terminal)
    #expect(try sandbox.run("lists").output == "* Groceries  1/3\n  Packing    1/1\n")
  }

  @Test func `the list is changed in the editor, which has the terminal meanwhile`() throws {
    let script = """
      stty -g >"$OUT/stty"; echo '4. Tea' >/dev/null
      sed -i 's/^3\\. .*/3. [x] Six eggs/' "$1"
      """
    try Data(script.utf8).write(to: sandbox.directory.appending(path: "editor"))
    sandbox.environment["EDITOR"] = "sh '\(sandbox.directory.appending(path: "editor").path())'"
    sandbox.environment["OUT"] = sandbox.directory.path()
    let terminal = try show()
    try terminal.send("E")
    try terminal.wait { $0.isAlternate && $0.text.contains("☑ Six eggs") && !$0.isSynchronized }
    #expect(!terminal.attributes.isCanonical && !terminal.attributes.echoes)
    #expect(try list().hasSuffix("  3 [x] Six eggs\n"))
    // It is what a terminal is set to before the view.
    let meanwhile = try String(
      contentsOf: sandbox.directory.appending(path: "stty"), encoding: .utf8)
    let bare = try PseudoTerminal("/bin/sh", ["-c", "stty -g"])
    try bare.waitForEnd()
    #expect("\(bare.emulator.lines.joined())\n" == meanwhile)
    try terminal.send(" ")
    try terminal.wait(for: "Checked Milk")
    try quit(terminal)
  }

  @Test func `an editor that fails is told, and the screen comes back`() throws {
    sandbox.environment["EDITOR"] = "false"
    let terminal = try show()
    try terminal.send("E")
    try terminal.wait { $0.isAlternate && $0.text.contains("false") && !$0.isSynchronized }
    #expect(try list().hasSuffix("  3 [ ] Eggs\n"))
    try quit(terminal)
  }

  @Test func `a megabyte that is pasted into a note arrives whole`() throws {
    let line = "Oat milk, q and d, 日本 \u{1F95B}"
    let text = Array(repeating: line, count: 1_000_000 / line.utf8.count).joined(separator: "\r")
    let terminal = try show()
    try terminal.send("n")
    try terminal.wait(for: "Note:")
    try terminal.send("\u{1B}[200~\(text)\u{1B}[201~")
    try terminal.wait(for: "🥛")
    try terminal.send("\r")
    try terminal.wait(for: "Edited Milk")
    let shown = try sandbox.json("show", "1")
    let items = try #require(shown["items"] as? [[String: Any]])
    #expect(items.first?["note"] as? String == text.replacing("\r", with: "\n"))
    #expect(try keptLines() == [])
    try quit(terminal)
  }

  // MARK: Where it is not shown

  private static let noTerminal =
    "checklists: 'ui' needs a terminal that can show a full screen\n"
    + "Without one: 'checklists list' shows a list, 'checklists run' goes through it.\n"

  @Test func `without a terminal the message names other commands`() throws {
    let run = try sandbox.run("ui")
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors == Self.noTerminal)
  }

  @Test func `a terminal that can do nothing is told the same`() throws {
    sandbox.environment["TERM"] = "dumb"
    let terminal = try PseudoTerminal(
      Sandbox.executable.path(), ["ui"], environment: variables, columns: 80, rows: 5)
    #expect(try terminal.waitForEnd() == .exit(status: 64))
    #expect(terminal.emulator.text == Self.noTerminal + "\n\n")
    #expect(terminal.attributes == (try Self.untouched()))
  }

  @Test(arguments: ["--json", "--dry-run"])
  func `options that do not go with it are refused, also on a terminal`(option: String) throws {
    let message = "'ui' does not go with \(option)"
    let run = try sandbox.run("ui", option)
    #expect(run.status == 64)
    if option == "--json" {
      #expect(run.output == "")
      #expect(run.errors.contains(#""message":"\#(message)""#))
    } else {
      #expect(run.errors == "checklists: \(message)\nSee 'checklists help ui'.\n")
    }
    let terminal = try PseudoTerminal(
      Sandbox.executable.path(), ["ui", option], environment: variables, columns: 300, rows: 5)
    #expect(try terminal.waitForEnd() == .exit(status: 64))
    #expect(terminal.emulator.text.contains(message))
  }

  @Test func `it cannot be in a batch`() throws {
    let run = try sandbox.run("batch", input: "ui\n")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        checklists: line 1, 'ui': 'ui' cannot be in a batch: it is a dialogue
        Nothing was changed. See 'checklists help batch'.

        """)
  }

  @Test func `a document that cannot be read is told before the screen is taken`() throws {
    try Data("no document".utf8).write(to: sandbox.document)
    let terminal = try PseudoTerminal(
      Sandbox.executable.path(), ["ui"], environment: variables, columns: 300, rows: 5)
    #expect(try terminal.waitForEnd() == .exit(status: 65))
    #expect(
      terminal.emulator.lines[0] == (try sandbox.run("list").errors.split(separator: "\n")[0]))
    #expect(terminal.attributes == (try Self.untouched()))
  }
}
