import Foundation
import TestSupport
import Testing

/// What was typed too early answers nothing, and a terminal that goes away loses nothing.
@Suite(.blocking)
struct RunTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["CHECKLISTS_BY"] = "Ann"
    try sandbox.run("lists", "add", "Shop")
    try sandbox.run("add", "Milk", "Bread", "Eggs", "-l", "Shop")
  }

  /// The items of the list that are checked.
  private func done() throws -> [String] {
    let answer = try sandbox.json("list", "done")["checklist"] as? [String: Any]
    return (answer?["items"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
  }

  /// What the log tells, in short.
  private func events() throws -> [String] {
    let folder = sandbox.home.appending(path: "Library/Runs")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(names.count == 1)
    let log = folder.appending(path: try #require(names.first))
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    // The first line names the document.
    #expect(lines.first == #"{"run":0,"document":"Documents/Checklists.plist"}"#)
    return try lines.dropFirst().map { line in
      let event = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let item = (event["item"] as? [String: Any])?["text"] as? String
      return [event["event"] as? String, item, event["reason"] as? String].compactMap { $0 }
        .joined(separator: " ")
    }
  }

  /// A terminal, with the variables of the program.
  private func terminal(_ executable: String, _ arguments: String...) throws -> PseudoTerminal {
    try PseudoTerminal(
      executable, arguments,
      environment: ["CHECKLISTS_HOME": sandbox.home.path(), "TZ": "UTC"]
        .merging(sandbox.environment) { $1 }, rows: 40)
  }

  @Test func `what was typed before a question answers none`() throws {
    let terminal = try terminal(Sandbox.executable.path(), "run", "Shop")
    try terminal.wait(for: "0 of 3 >")
    try terminal.send(String(repeating: "\r", count: 12))
    try terminal.wait(for: "1 of 3 >")
    #expect(try done() == ["Milk"])
    try terminal.send("\r")
    try terminal.wait(for: "2 of 3 >")
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 1))
    #expect(try events() == ["started", "done Milk", "done Bread"])
  }

  @Test func `what was typed before the program asks answers nothing`() throws {
    // The shell takes the first line, and the other ones wait in the terminal.
    let terminal = try terminal(
      "/bin/sh", "-c", #"read line; exec "$0" run Shop"#, Sandbox.executable.path())
    try terminal.send(String(repeating: "\r", count: 12))
    try terminal.wait(for: "0 of 3 >")
    try terminal.send("s")
    try terminal.wait(for: "Why?")
    try terminal.send("sold out\r")
    try terminal.wait(for: "0 of 3 · 1 skipped >")
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 1))
    #expect(try events() == ["started", "skipped Milk sold out"])
  }

  @Test func `what was typed before the question of an open run answers nothing`() throws {
    #expect(try sandbox.run("run", "Shop", input: "\n").status == 1)
    let terminal = try terminal(
      "/bin/sh", "-c", #"read line; exec "$0" run Shop"#, Sandbox.executable.path())
    try terminal.send("\rr\rr\r")
    try terminal.wait(for: "q quits. >")
    try terminal.send("\r")
    try terminal.wait(for: "1 of 3 >")
    try terminal.send("q")
    #expect(try terminal.waitForEnd() == .exit(status: 1))
    #expect(try events() == ["started", "done Milk"])
    #expect(try done() == ["Milk"])
  }

  @Test func `a terminal that is closed leaves what was answered`() throws {
    let terminal = try terminal(Sandbox.executable.path(), "run", "Shop")
    try terminal.wait(for: "0 of 3 >")
    try terminal.send("\r")
    try terminal.wait(for: "1 of 3 >")
    terminal.hangUp()
    #expect(try terminal.waitForEnd() == .signal(SIGHUP))
    #expect(try done() == ["Milk"])
    #expect(
      try sandbox.run("run", "Shop", input: "\n\n").output.hasPrefix("Shop: 1 of 3 done, since "))
    #expect(try events() == ["started", "done Milk", "done Bread", "done Eggs", "completed"])
  }
}
