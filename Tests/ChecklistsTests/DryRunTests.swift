import Foundation
import TestSupport
import Testing

/// A dry run says what would be done, in the text and in JSON, and does nothing.
@Suite(.blocking)
struct DryRunTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("batch", input: "add Milk Bread Eggs\ncheck 2\nlists add Rome\n")
    try sandbox.run("add", "Tea")
    try sandbox.run("undo")
  }

  private func files() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: sandbox.home.path())
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, FileManager.default.contents(atPath: "\(sandbox.home.path())/\($0)") ?? Data())
      })
  }

  @Test(arguments: [
    ("add Salt", "Would add 4 [ ] Salt to Checklist"),
    ("toggle 1-2", "Would check 1 [x] Milk in Checklist\nWould uncheck 2 [ ] Bread in Checklist"),
    ("check 1", "Would check 1 [x] Milk in Checklist"),
    ("uncheck done", "Would uncheck 2 [ ] Bread in Checklist"),
    ("edit 1 Oat", "Would edit 1 [ ] Oat (was Milk) in Checklist"),
    ("delete 3", "Would delete 3 [ ] Eggs from Checklist"),
    ("move 1 --last", "Would move 3 [ ] Milk in Checklist"),
    ("move 1 --to Rome", "Would move 1 [ ] Milk to Rome"),
    ("reset", "Would uncheck 2 [ ] Bread in Checklist"),
    ("lists add Trip", "Would add Trip (0/0)"),
    ("lists edit Rome Venice", "Would rename Venice (0/0) (was Rome)"),
    ("lists delete Rome", "Would delete Rome (0/0)"),
    (
      "lists move Rome --first",
      "Would move Rome (0/0)\nCommands would mean 'Rome' from now on."
    ),
    ("use Rome", "Commands would mean 'Rome' from now on."),
    ("undo", "Would undo 2: Added Milk and 2 more, and 2 more changes (batch)"),
    ("redo", "Would redo 3: Added Tea (add Tea)"),
    ("history restore 3", "Would restore 3: Added Tea (add Tea)"),
    ("history clear", "Would forget all states but the present one."),
    ("check 2", "Nothing to change."),
  ])
  func `A command says what it would do, and does nothing`(line: String, text: String) throws {
    let before = try files()
    let words = line.split(separator: " ").map(String.init)
    let run = try sandbox.run(words + ["--dry-run"])
    #expect((run.output, run.errors, run.status) == (text + "\n", "", 0))
    let json = try sandbox.json(words + ["-n"])
    #expect(json["dryRun"] as? Bool == true)
    #expect(try files() == before)
    // Without it there is no such member.
    #expect(try sandbox.json(words)["dryRun"] == nil)
  }

  @Test func `A batch and a view say that it is one too`() throws {
    let run = try sandbox.run("batch", "--json", "-n", input: "add Tea\n")
    #expect(run.output.contains(#""dryRun":true,"results":[{"line":1,"command":"add Tea","#))
    #expect(try sandbox.json("list", "-n")["dryRun"] as? Bool == true)
  }

  @Test(arguments: ["undo", "redo"])
  func `What is undone or made again is told as the history then has it`(command: String) throws {
    let tried = try sandbox.json(command, "-n")["state"] as? [String: Any]
    let done = try sandbox.json(command)["state"] as? [String: Any]
    let states = try #require(try sandbox.json("history")["states"] as? [[String: Any]])
    for state in [tried, done] {
      let number = try #require(state?["number"] as? Int)
      let present = try #require(states.first { $0["number"] as? Int == number })
      #expect(state?["present"] as? Bool == (command == "redo"))
      #expect(state?["undone"] as? Bool == (command == "undo"))
      #expect(state?["present"] as? Bool == present["present"] as? Bool)
      #expect(state?["undone"] as? Bool == present["undone"] as? Bool)
    }
  }

  @Test(arguments: ["undo", "redo", "history restore", "history restore 3"])
  func `A home that was never used stays so when there is nothing to go back to`(
    line: String
  ) throws {
    let sandbox = try Sandbox()
    for more in [[], ["--dry-run"]] {
      let run = try sandbox.run(line.split(separator: " ").map(String.init) + more)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(!FileManager.default.fileExists(atPath: sandbox.home.path()))
    }
    #expect(
      try sandbox.run("undo").errors
        == "checklists: there is nothing to undo in \(sandbox.document.path())\n")
  }

  @Test func `What was removed with its directory is brought back`() throws {
    try FileManager.default.removeItem(at: sandbox.home.appending(path: "Documents"))
    #expect(try sandbox.run("history", "restore", "-n").status == 0)
    #expect(try sandbox.run("history").output.contains("  Added Milk and 2 more, and 2 more"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
    #expect(try sandbox.run("history", "restore").status == 0)
    #expect(try sandbox.run("list", "--count").output == "3\n")
  }
}
