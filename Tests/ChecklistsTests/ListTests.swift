import Foundation
import Terminal
import TestSupport
import Testing

@testable import checklists

/// What `list` shows: which items, of which lists, in which order.
@Suite(.blocking)
struct ListTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("lists", "add", "Groceries")
    try sandbox.run("lists", "add", "Work")
    try sandbox.run("lists", "add", "Empty")
    try sandbox.run("add", "-l", "Groceries", "Oat milk", "bread", "Apples")
    try sandbox.run("edit", "-l", "Groceries", "2", "--due", "2031-01-01")
    try sandbox.run("edit", "-l", "Groceries", "1", "--due", "2032-01-01")
    try sandbox.run("check", "-l", "Groceries", "3")
    try sandbox.run("add", "-l", "Work", "Tea break", "--note", "with MILK\nand biscuits")
    try sandbox.run("add", "-l", "Work", "Report", "--due", "2030-01-01")
  }

  private func output(_ arguments: String...) throws -> String {
    let run = try sandbox.run(arguments)
    #expect(run.status == 0)
    #expect(run.errors == "")
    return run.output
  }

  @Test func `Texts and notes are searched`() throws {
    #expect(
      try output("list", "--search", "MILK") == """
        Groceries (1/3)
          1 [ ] Oat milk  due 1 Jan 2032

        """)
    #expect(
      try output("list", "--search", "milk", "-l", "Work") == """
        Work (0/2)
          1 [ ] Tea break  (note)

        """)
    #expect(try output("list", "--search", "nothing") == "Groceries (1/3)\n")
    #expect(try output("list", "done", "--search", "a") == "Groceries (1/3)\n  3 [x] Apples\n")
  }

  @Test func `Numbers stay those of the list in any order`() throws {
    #expect(
      try output("list", "--sort", "text") == """
        Groceries (1/3)
          3 [x] Apples
          2 [ ] bread  due 1 Jan 2031
          1 [ ] Oat milk  due 1 Jan 2032

        """)
    #expect(
      try output("list", "open", "--sort", "due") == """
        Groceries (1/3)
          2 [ ] bread  due 1 Jan 2031
          1 [ ] Oat milk  due 1 Jan 2032

        """)
    #expect(
      try output("--sort", "created") == """
        Groceries (1/3)
          1 [ ] Oat milk  due 1 Jan 2032
          2 [ ] bread  due 1 Jan 2031
          3 [x] Apples

        """)
  }

  @Test func `Every list is shown, without those in which nothing was found`() throws {
    #expect(
      try output("list", "--all", "--sort=due") == """
        Groceries (1/3)
          2 [ ] bread  due 1 Jan 2031
          1 [ ] Oat milk  due 1 Jan 2032
          3 [x] Apples

        Work (0/2)
          2 [ ] Report  due 1 Jan 2030
          1 [ ] Tea break  (note)

        Empty (0/0)

        """)
    #expect(
      try output("list", "--all", "open", "--search", "milk") == """
        Groceries (1/3)
          1 [ ] Oat milk  due 1 Jan 2032

        Work (0/2)
          1 [ ] Tea break  (note)

        """)
    #expect(try output("list", "--all", "done") == "Groceries (1/3)\n  3 [x] Apples\n")
    #expect(try output("list", "--all", "3") == "Groceries (1/3)\n  3 [x] Apples\n")
    #expect(try output("list", "--all", "--search", "nothing") == "")
    let missing = try sandbox.run("list", "--all", "4")
    #expect(missing.status == 1)
    #expect(missing.errors == "checklists: no list has items that match '4'\n")
  }

  @Test func `The environment's list gives way to all`() throws {
    sandbox.environment["CHECKLISTS_LIST"] = "Work"
    #expect(try output("list", "--count") == "2\n")
    #expect(try output("list", "--all", "--count") == "5\n")
  }

  @Test(arguments: [
    ([], "3"), (["open"], "2"), (["--search", "b"], "1"), (["open", "--search", "a"], "2"),
    (["--search", "nothing"], "0"), (["--all"], "5"), (["--all", "open"], "4"),
    (["--all", "--search", "milk"], "2"), (["--sort", "due", "1-2"], "2"), (["-l", "Empty"], "0"),
  ])
  func `A number is the number of items that would be shown`(
    options: [String], expected: String
  ) throws {
    let run = try sandbox.run(["list", "--count"] + options)
    #expect((run.status, run.output) == (0, "\(expected)\n"))
    let json = try sandbox.run(["list", "--count", "--json"] + options)
    let path = sandbox.document.path()
    #expect(json.output == #"{"schema":1,"document":"\#(path)","count":\#(expected)}"# + "\n")
  }

  @Test func `A program gets the same items in the same order`() throws {
    func numbers(_ list: Any?) throws -> [Int] {
      let list = try #require(list as? [String: Any])
      return try #require(list["items"] as? [[String: Any]]).compactMap { $0["number"] as? Int }
    }
    #expect(try numbers(sandbox.json("list", "--sort", "text")["checklist"]) == [3, 2, 1])
    #expect(try numbers(sandbox.json("list", "--search", "bread")["checklist"]) == [2])
    let object = try sandbox.json("list", "--all", "--sort", "due")
    #expect(Set(object.keys) == ["schema", "document", "checklists"])
    let lists = try #require(object["checklists"] as? [[String: Any]])
    #expect(lists.compactMap { $0["name"] as? String } == ["Groceries", "Work", "Empty"])
    #expect(try lists.map(numbers) == [[2, 1, 3], [2, 1], []])
    #expect(lists.compactMap { $0["total"] as? Int } == [3, 2, 0])
  }

  @Test func `Without a document there is nothing to show`() throws {
    let sandbox = try Sandbox()
    let hint = """
      No checklists yet. Make one with: checklists add "Buy milk"
      Or begin with a template: checklists lists add Rome --from template:Travel
      All templates: checklists lists --templates

      """
    #expect(try sandbox.run("list", "--all").output == hint)
    #expect(try sandbox.run("list", "--search", "x").output == hint)
    #expect(try sandbox.run("list", "--count").output == "0\n")
    #expect(try sandbox.run("list", "--all", "--count").output == "0\n")
    #expect(try sandbox.json("list", "--all")["checklists"] as? [Int] == [])
    #expect(try sandbox.json("list")["checklist"] is NSNull)
    let run = try sandbox.run("list", "--all", "1")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("checklists: there are no checklists yet\n"))
  }

  @Test(arguments: [80, 40])
  func `On a terminal each view is as wide as it`(columns: Int) throws {
    guard let script = try? Tool.find("script") else { return }
    let text =
      "Something to be done that needs so many words that it fits into no line of a terminal"
    try sandbox.run("add", text, "買い物 👩‍👩‍👧", "--due", "+2d 9:00", "--note", "n")
    for variables in ["TERM=xterm LANG=C.UTF-8", "TERM=xterm LANG=C", "TERM=dumb LANG=C.UTF-8"] {
      for command in ["list", "lists", "due", "list --all", "show all"] {
        let line =
          "stty cols \(columns); \(variables) NO_COLOR=1 "
          + "\(Sandbox.executable.path()) \(command)"
        let run = try sandbox.launch(script, ["-qec", line, "/dev/null"])
        #expect(run.status == 0)
        #expect(!run.output.contains("\u{1B}"), "\(variables) \(command)")
        for shown in run.output.split(whereSeparator: \.isNewline) {
          #expect(TerminalText.width(String(shown)) <= columns, "\(variables) \(command)")
        }
        if !variables.hasSuffix("xterm LANG=C.UTF-8") {
          #expect(!run.output.contains { "☐☑━─✎…".contains($0) }, "\(variables) \(command)")
        }
      }
    }
  }
}
