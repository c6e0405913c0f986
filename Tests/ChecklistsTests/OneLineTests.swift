import Foundation
import TestSupport
import Testing

/// In a pipe an item is one line, whatever its text and the name of its list have.
@Suite(.blocking)
struct OneLineTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("lists", "add", "two\nlines")
    try sandbox.run(
      "add", "a\r\nb\u{2028}c\u{85}d\u{B}e\tf", "--due", "2030-01-01", "--note", "x\ny\u{2029}z")
    try sandbox.run("lists", "add", "Rome\r")
  }

  private let item = "1 [ ] a b c d e\tf"

  @Test func `Views of items have one line for each`() throws {
    #expect(
      try sandbox.run("list").output == "two lines (0/1)\n  \(item)  due 1 Jan 2030  (note)\n")
    #expect(
      try sandbox.run("list", "--notes").output
        == "two lines (0/1)\n  \(item)  due 1 Jan 2030\n        x\n        y\n        z\n")
    #expect(
      try sandbox.run("due").output == "1 Jan 2030  two lines  1 a b c d e\tf  (note)\n")
    #expect(try sandbox.run("lists").output == "* two lines  0/1\n  Rome       0/0\n")
    #expect(
      try sandbox.run("check", "1").output
        == "Checked 1 [x] a b c d e\tf in two lines  due 1 Jan 2030  (note)\n")
    let states = try sandbox.run("history").output.split(separator: "\n")
    #expect(states.count == 5)
    #expect(states[0].hasSuffix("  Checked a b c d e\tf (check 1)"))
  }

  @Test func `What shows an item has one line for each field, and for each line of a note`() throws
  {
    let shown = try sandbox.run("show", "1").output
    #expect(shown.contains("text       a b c d e\tf\nlist       two lines\n"))
    #expect(shown.hasSuffix("note       x\n           y\n           z\n"))
  }

  @Test func `JSON has the texts as they are`() throws {
    let items = try #require(try sandbox.json("show", "1")["items"] as? [[String: Any]])
    #expect(items[0]["text"] as? String == "a\r\nb\u{2028}c\u{85}d\u{B}e\tf")
    #expect(items[0]["note"] as? String == "x\ny\u{2029}z")
  }
}
