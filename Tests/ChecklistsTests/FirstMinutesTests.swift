import Foundation
import TestSupport
import Testing

/// What a person types before reading the help.
@Suite(.blocking)
struct FirstMinutesTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("add", "Oat milk", "Crème fraîche", "Milk")
  }

  private func run(_ words: String...) throws -> String {
    let run = try sandbox.run(words)
    #expect(run.errors == "")
    return run.output
  }

  @Test func `Other words run the same commands`() throws {
    #expect(try run("ls") == run("list"))
    #expect(try run("done", "1") == "Checked 1 [x] Oat milk\n")
    #expect(try run("undone", "1") == "Unchecked 1 [ ] Oat milk\n")
    #expect(try run("remove", "1") == "Deleted 1 [ ] Oat milk\n")
    #expect(try run("rm", "1") == "Deleted 1 [ ] Crème fraîche\n")
    #expect(try run("lists", "remove", "Checklist") == "Deleted Checklist (0/1)\n")
    // The history has the commands themselves.
    let commands = try run("history").split(separator: "\n").map { $0.split(separator: "(").last }
    #expect(
      commands.prefix(5) == [
        "lists delete Checklist)", "delete 1)", "delete 1)", "uncheck 1)", "check 1)",
      ])
  }

  @Test func `What is found has all the words, in text or note, in any list`() throws {
    try sandbox.run("lists", "add", "Work")
    try sandbox.run("add", "-l", "Work", "Ask about milk", "--note", "the Oat kind")
    let both = "Checklist (0/3)\n  1 [ ] Oat milk\n\nWork (0/1)\n  1 [ ] Ask about milk  (note)\n"
    #expect(try run("find", "MILK", "oat") == both)
    #expect(try run("find", "oat milk") == both)
    #expect(try run("list", "--all", "--search", "milk oat") == both)
    #expect(try run("find", "creme") == "Checklist (0/3)\n  2 [ ] Crème fraîche\n")
    #expect(try run("find", "crèmé") == "")
    #expect(
      try run("find", "milk", "--list", "work") == "Work (0/1)\n  1 [ ] Ask about milk  (note)\n")
  }

  @Test func `A view shows all that a text means, and a change wants one`() throws {
    #expect(try run("list", "milk") == "Checklist (0/3)\n  1 [ ] Oat milk\n  3 [ ] Milk\n")
    #expect(try run("show", "m").split(separator: "\n\n").count == 2)
    #expect(try run("check", "milk") == "Checked 3 [x] Milk\n")
    #expect(try sandbox.run("check", "m").status == 2)
  }

  @Test func `A list that must be done ends CI as long as it is not`() throws {
    let open = try sandbox.run("list", "open", "--exit-code")
    #expect(open.status == 1)
    #expect(open.errors == "")
    #expect(open.output.split(separator: "\n").count == 4)
    try sandbox.run("check", "all")
    let done = try sandbox.run("list", "open", "--exit-code")
    #expect((done.output, done.status) == ("Checklist (3/3)\n", 0))
    #expect(try sandbox.run("list", "--search", "milk", "--exit-code", "--count").status == 1)
    #expect(try sandbox.run("list", "milk", "--exit-code").status == 1)
    let none = try sandbox.run("list", "zebra", "--exit-code")
    #expect((none.output, none.errors, none.status) == ("Checklist (3/3)\n", "", 0))
  }

  @Test func `What is open can be counted before there is a list`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run("list", "open", "--count")
    #expect((run.output, run.errors, run.status) == ("0\n", "", 0))
    #expect(try sandbox.run("list", "1").status == 1)
    #expect(!FileManager.default.fileExists(atPath: sandbox.home.path()))
  }

  @Test func `An empty file is a document that is not there yet`() throws {
    let path = sandbox.directory.appending(path: "empty.plist").path()
    try Data().write(to: URL(filePath: path))
    let list = try sandbox.run("--file", path, "list")
    #expect(list.status == 66)
    #expect(
      list.errors
        == "checklists: there is no document at \(path)\nMake it with: checklists --file \(path) add \"Buy milk\"\n"
    )
    #expect(try run("--file", path, "add", "Tea") == "Added 1 [ ] Tea\n")
    #expect(try run("--file", path, "undo") == "Undid 2: Added Tea (--file \(path) add Tea)\n")
  }

  @Test(arguments: [
    ("24.12.2030", "2030-12-24T23:59:59Z"), ("Dec 24 2030", "2030-12-24T23:59:59Z"),
    ("24 December 2030 5pm", "2030-12-24T17:00:00Z"), ("noon 24.12.2030", "2030-12-24T12:00:00Z"),
    ("Dec 24, 2030 at 5:30 pm", "2030-12-24T17:30:00Z"),
    ("2030-12-24 midnight", "2030-12-25T00:00:00Z"),
  ])
  func `A date is understood as people write it`(phrase: String, moment: String) throws {
    let items = try sandbox.json("add", "Call", "--due", phrase)["items"] as? [[String: Any]]
    #expect(items?.first?["due"] as? String == moment)
  }

  @Test func `Undo is about the document, and not about the choice of a list`() throws {
    try sandbox.run("lists", "add", "Work")
    #expect(try run("use", "Work").hasSuffix("Go back with: checklists use Checklist\n"))
    #expect(try run("undo") == "Undid 3: Added the list 'Work' (lists add Work)\n")
    #expect(try run("help", "undo").contains("What 'use' chose"))
  }

  @Test func `An answer to edit says what the text was`() throws {
    #expect(try run("edit", "3", "2") == "Edited 3 [ ] 2 (was Milk)\n")
    let long = String(repeating: "0123456789", count: 10)
    try sandbox.run("edit", "3", long)
    #expect(
      try run("edit", "3", "x") == "Edited 3 [ ] x (was \(long.prefix(37))...)\n")
    #expect(try run("edit", "3", "--note", "y") == "Edited 3 [ ] x  (note)\n")
  }

  @Test(
    .needs("script"),
    arguments: [
      (
        "add -", "Tea",
        "each line is an item; Ctrl-D on a line of its own ends the input", "Added 4 [ ] Tea"
      ),
      (
        "batch", "check 3",
        "each line is a command, as 'add Milk'; Ctrl-D on a line of its own ends the input",
        "Checked 3 [x] Milk"
      ),
    ])
  func `A person who is to type is told how to end it`(
    command: String, typed: String, told: String, answer: String
  ) throws {
    sandbox.environment["P"] = Sandbox.executable.path()
    sandbox.environment["TERM"] = "dumb"
    let run = try sandbox.launch(
      Tool.find("script"), ["-qec", "exec \"$P\" \(command)", "/dev/null"],
      input: Data("\(typed)\n\u{4}".utf8))
    let lines = run.output.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasSuffix("checklists: \(told)") }, "\(lines)")
    #expect(lines.contains { $0.hasSuffix(answer) }, "\(lines)")
    // Nobody is told in a pipe.
    #expect(try sandbox.run(["batch"]).errors == "")
  }
}
