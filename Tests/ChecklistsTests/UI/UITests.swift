import Foundation
import TestSupport
import Testing

/// What `checklists ui` does that the stories of `Tests/Screens` cannot say.
@Suite(.blocking) struct UITests: ViewSuite {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Self.makeSandbox()
  }

  @Test func `without colours the screen is the same`() throws {
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
  }

  @Test func `a megabyte that is pasted into a note arrives whole`() throws {
    let line = "Oat milk, q and d, 日本 \u{1F95B}"
    let text = Array(repeating: line, count: 1_000_000 / line.utf8.count).joined(separator: "\r")
    let terminal = try show()
    try terminal.send("n")
    try terminal.wait(for: "Ctrl-J new line")
    #expect(terminal.emulator.marksPastes)
    try terminal.send("\u{1B}[200~\(text)\u{1B}[201~")
    try terminal.wait(for: "🥛")
    try terminal.send("\r")
    try terminal.wait(for: "Milk: note added")
    let shown = try sandbox.json("show", "1")
    let items = try #require(shown["items"] as? [[String: Any]])
    #expect(items.first?["note"] as? String == text.replacing("\r", with: "\n"))
    #expect(try keptLines() == [])
    try quit(terminal)
  }
}
