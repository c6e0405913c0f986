import Foundation
import TestSupport
import Testing

/// `checklists ui` beside others that change the document, or hold its lock.
@Suite(.blocking) struct SharedUITests: ViewSuite {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Self.makeSandbox()
  }

  // MARK: Another command

  @Test func `what another command does is seen without a key`() throws {
    let terminal = try show()
    try sandbox.run("check", "1")
    try terminal.wait(for: "Another command: Checked Milk (check 1)")
    #expect(terminal.emulator.lines[0].hasSuffix("│ Groceries  ━━━━━━━───  2 of 3"))
    #expect(terminal.emulator.lines[2] == "* Groceries    2/3 │ > 1 ☑ Milk")
    try sandbox.run("add", "Tea")
    try terminal.wait(for: "Another command: Added Tea (add Tea)")
    #expect(terminal.emulator.lines[6] == "                   │   4 ☐ Tea")
    #expect(terminal.emulator.lines[22] == " Another command: Added Tea (add Tea)")
    // The cursor stays at its item, and the message until the next key.
    try sandbox.run("delete", "1")
    try terminal.wait(for: "Another command: Deleted Milk (delete 1)")
    try terminal.send("j")
    try terminal.wait { !$0.text.contains("Another command") && !$0.isSynchronized }
    #expect(terminal.emulator.lines[2] == "* Groceries    1/3 │ > 2 ☐ Eggs")
    try quit(terminal)
  }

  @Test func `what others do at the moment of a key is seen too`() throws {
    let terminal = try show()
    try terminal.send("a")
    for round in 0..<8 {
      let others = try (0..<5).map { try sandbox.start(["add", "Item \(round).\($0)"]) }
      try terminal.send("Mine \(round)\r")
      for other in others { #expect(try other.finish().status == 0) }
    }
    try terminal.wait(for: " 1 of 51")
    #expect(try list().hasPrefix("Groceries (1/51)\n"))
    try terminal.send("\r")
    try terminal.wait(for: "q quit")
    try quit(terminal)
  }

  @Test func `a line in the middle stays when another command changes the document`() throws {
    let terminal = try show()
    try terminal.send("eXY")
    try terminal.wait(for: "MilkXY")
    try sandbox.run("edit", "1", "Oat milk")
    try terminal.wait(for: "Another command: Edited Oat milk")
    #expect(terminal.emulator.text.contains("MilkXY"))
    try terminal.send("\r")
    try terminal.wait(for: "Now: 'Oat milk'. Enter keeps yours, Ctrl-R theirs.")
    #expect(try list().contains("1 [ ] Oat milk\n"))
    try terminal.send("\r")
    try terminal.wait(for: "MilkXY: was 'Oat milk'")
    #expect(try list().contains("1 [ ] MilkXY\n"))
    try quit(terminal)
  }

  @Test func `an item that was deleted meanwhile is added again by Enter`() throws {
    let terminal = try show()
    try terminal.send("eXY")
    try terminal.wait(for: "MilkXY")
    try sandbox.run("delete", "1")
    try terminal.wait(for: "Another command: Deleted Milk (delete 1)")
    try terminal.send("\r")
    try terminal.wait(for: "It was deleted in the meantime. Enter adds it again; Esc discards it.")
    try terminal.send("\r")
    try terminal.wait(for: "Added MilkXY")
    #expect(try list() == "Groceries (1/3)\n  1 [x] Bread\n  2 [ ] Eggs\n  3 [ ] MilkXY\n")
    try terminal.send("\r")
    try terminal.wait(for: "q quit")
    try quit(terminal)
  }

  // MARK: The document itself

  @Test func `a document that is removed is told, and not written again without a key`() throws {
    let terminal = try show(columns: 200)
    try FileManager.default.removeItem(at: sandbox.document)
    try terminal.wait(for: "No list yet")
    try terminal.wait(for: " is missing, but its last state is kept. Restore it with: ")
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
    try quit(terminal)
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
  }

  @Test func `a document that is damaged is told, and never written over`() throws {
    let whole = try Data(contentsOf: sandbox.document)
    let terminal = try show(columns: 200)
    let damaged = Data("bplist00 no more".utf8)
    try damaged.write(to: sandbox.document, options: .atomic)
    let problem = " is damaged or not a checklist document: a binary property list has"
    try terminal.wait(for: problem)
    // What was there is still to be seen.
    #expect(terminal.emulator.text.contains("> 1 ☐ Milk"))
    try terminal.send(" ")
    try terminal.wait { $0.text.contains(problem) && !$0.isSynchronized }
    try terminal.send("aTea\r")
    try terminal.wait { $0.text.contains("Tea") && $0.text.contains(problem) }
    #expect(try Data(contentsOf: sandbox.document) == damaged)
    // The line is typed still: with the document back, it is saved.
    try whole.write(to: sandbox.document, options: .atomic)
    try terminal.wait(for: "Another command: Added the list 'Groceries', and 5 more changes")
    try terminal.send("\r")
    try terminal.wait(for: "Added Tea")
    #expect(try list().hasSuffix("  3 [ ] Eggs\n  4 [ ] Tea\n"))
    try terminal.send("\r")
    try terminal.wait(for: "q quit")
    try quit(terminal)
  }

  @Test func `a document that is replaced is shown`() throws {
    let other = sandbox.directory.appending(path: "Other.plist")
    try sandbox.run("add", "Tea", "Salt", "--file", other.path())
    let terminal = try show()
    #expect(rename(other.path(), sandbox.document.path()) == 0)
    try terminal.wait(for: "1 ☐ Tea")
    #expect(
      terminal.emulator.lines.prefix(3) == [
        "Checklist  ──────────  0 of 2", "> 1 ☐ Tea", "  2 ☐ Salt",
      ])
    #expect(terminal.emulator.lines[22] == " Another program has changed the document.")
    try terminal.send(" ")
    try terminal.wait(for: "Checked Tea")
    #expect(try sandbox.run("list").output == "Checklist (1/2)\n  1 [x] Tea\n  2 [ ] Salt\n")
    try quit(terminal)
  }

  // MARK: The lock

  private func lock() throws -> DirectoryFlock {
    try DirectoryFlock(sandbox.document.deletingLastPathComponent().path())
  }

  @Test func `a held lock lets the screen go on, and the change is saved after it`() throws {
    let terminal = try show(columns: 200)
    let held = try lock()
    let before = try Data(contentsOf: sandbox.document)
    try terminal.send(" ")
    try terminal.wait(for: "Waiting for ")
    #expect(terminal.emulator.text.contains("to finish its change. Ctrl-C gives up."))
    try terminal.send("j")
    try terminal.wait(for: "> 2 ☑ Bread")
    try terminal.send("q")
    try terminal.wait(for: "A change is not saved yet. Ctrl-C gives it up; then q quits.")
    #expect(try Data(contentsOf: sandbox.document) == before)
    held.release()
    try terminal.wait(for: "1 ☑ Milk")
    #expect(try list().contains("  1 [x] Milk\n"))
    #expect(terminal.emulator.text.contains("> 2 ☑ Bread"))
    try quit(terminal)
  }

  @Test func `undo waits for the lock too, and can be given up`() throws {
    let terminal = try show(columns: 200)
    try terminal.send(" ")
    try terminal.wait(for: "Checked Milk")
    var held = try lock()
    try terminal.send("u")
    try terminal.wait(for: "Waiting for ")
    try terminal.send("\u{3}")
    try terminal.wait(for: "Nothing was changed.")
    held.release()
    #expect(try list().contains("  1 [x] Milk\n"))
    held = try lock()
    try terminal.send("u")
    try terminal.wait(for: "Waiting for ")
    held.release()
    try terminal.wait(for: "Undid: Checked Milk (ui)")
    #expect(try list().contains("  1 [ ] Milk\n"))
    try quit(terminal)
  }

  @Test func `undo tells what another program did, and leaves it`() throws {
    try sandbox.run("check", "1")
    sandbox.environment["CHECKLISTS_HISTORY"] = "off"
    try sandbox.run("add", "Tea")
    sandbox.environment["CHECKLISTS_HISTORY"] = nil
    try sandbox.run("check", "Eggs")
    let terminal = try show()
    try terminal.send("u")
    try terminal.wait(for: "Undid: Checked Eggs (check Eggs)")
    for _ in 1...2 {
      try terminal.send("u")
      try terminal.wait(for: "Another program: Added Tea.")
      #expect(try list().contains("  4 [ ] Tea\n"))
      try terminal.send("j")
      try terminal.wait { !$0.text.contains("Another program") && !$0.isSynchronized }
    }
    try quit(terminal)
  }

  @Test func `Ctrl-C gives up a change that waits, and what was typed comes back`() throws {
    let terminal = try show(columns: 200)
    let held = try lock()
    defer { held.release() }
    let before = try Data(contentsOf: sandbox.document)
    try terminal.send("eXY\r")
    try terminal.wait(for: "Waiting for ")
    #expect(try keptLines().count == 1)
    try terminal.send("\u{3}")
    try terminal.wait(for: "Nothing was changed.")
    #expect(terminal.emulator.text.contains("MilkXY"))
    try terminal.send("\u{1B}")
    try terminal.wait(for: "q quit")
    #expect(try keptLines() == [])
    #expect(try Data(contentsOf: sandbox.document) == before)
    try quit(terminal)
  }
}
