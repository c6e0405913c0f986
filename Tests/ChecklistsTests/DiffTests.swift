import Foundation
import TestSupport
import Testing

/// What differs between states, files and times.
@Suite(.blocking)
struct DiffTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["TZ"] = "UTC"
    try sandbox.run("add", "Oat milk for two", "Bread", "Eggs", "Tea")
  }

  /// What `diff` prints, without the names of the two documents.
  private func difference(_ arguments: String...) throws -> String {
    let run = try sandbox.run(["diff"] + arguments)
    #expect(run.errors == "")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("--- "))
    #expect(lines[1].hasPrefix("+++ "))
    return lines.dropFirst(2).joined(separator: "\n")
  }

  static let lines: [(line: String, difference: String)] = [
    ("edit 1 'Rice milk for two'", "~ 1 [ ] [-Oat-]{+Rice+} milk for two"),
    ("edit 1 'Oat milk for three'", "~ 1 [ ] Oat milk for [-two-]{+three+}"),
    ("edit 2 'Bread and butter'", "~ 2 [ ] Bread{+ and butter+}"),
    ("add Salt", "+ 5 [ ] Salt"),
    ("add Salt --at 1", "+ 1 [ ] Salt"),
    ("delete 2", "- 2 [ ] Bread"),
    ("check 3", "~ 3 [x] Eggs  checked"),
    ("move 4 --first", "> 1 [ ] Tea  moved from 4"),
    ("move 1 --last", "> 4 [ ] Oat milk for two  moved from 1"),
    ("edit 2 --section Bakery", "~ 2 [ ] Bread  under Bakery"),
    ("edit 2 --due 2031-05-06", "~ 2 [ ] Bread  due 6 May 2031"),
    (
      "edit 2 --note 'one\nor two'",
      """
      ~ 2 [ ] Bread
          + one
          + or two
      """
    ),
  ]

  @Test("A change is a line", arguments: lines)
  func change(line: String, difference: String) throws {
    #expect(try sandbox.run("batch", input: line.replacing("\n", with: " ")).status == 0)
    let expected = line.contains("--note") ? "~ 2 [ ] Bread\n    + one or two" : difference
    #expect(try self.difference() == "Checklist\n\(expected)\n")
    #expect(try sandbox.run("undo").status == 0)
    #expect(try sandbox.run("redo").status == 0)
    #expect(try self.difference("2") == "Checklist\n\(expected)\n")
    #expect(try sandbox.run("diff", "3", "3").output == "Nothing differs.\n")
  }

  @Test func `Several changes of an item are one line`() throws {
    try sandbox.run("edit", "2", "--due", "2031-05-06 18:00", "--note", "one\ntwo\nthree")
    let script = """
      move 2 --last
      edit 4 'White bread' --due 2031-05-07 --section Bakery --note 'one'
      check 4
      """
    try sandbox.run("batch", input: script)
    #expect(
      try difference()
        == """
        Checklist
        ~ 4 [x] [-Bread-]{+White bread+}  checked, due 7 May 2031 (was 6 May 2031 18:00), \
        under Bakery, moved from 2
            - two
            - three

        """)
    let json = try sandbox.json("diff")
    let items = try #require(json["items"] as? [[String: Any]])
    #expect(items.count == 1)
    #expect(items[0]["change"] as? String == "edited")
    #expect(items[0]["moved"] as? Bool == true)
    #expect(
      items[0]["fields"] as? [String] == ["text", "checked", "due", "note", "section", "completed"])
    #expect((items[0]["before"] as? [String: Any])?["number"] as? Int == 2)
    #expect((items[0]["after"] as? [String: Any])?["text"] as? String == "White bread")
  }

  @Test func `Lists are told too`() throws {
    try sandbox.run("lists", "add", "Rome")
    try sandbox.run("add", "Guide", "--list", "Rome")
    try sandbox.run("move", "tea", "--to", "Rome")
    try sandbox.run("lists", "edit", "Checklist", "Food", "--icon", "Groceries")
    try sandbox.run("lists", "move", "Rome", "--first")
    #expect(
      try difference("2") == """
        Rome  new list
        + 1 [ ] Guide
        > 2 [ ] Tea  moved from 4 of Checklist
        [-Checklist-]{+Food+}  icon Groceries (was No Icon)

        """)
    #expect(
      try difference("4", "7") == """
        Rome  moved from place 2 to 1
        > 2 [ ] Tea  moved from 4 of Checklist
        [-Checklist-]{+Food+}  icon Groceries (was No Icon)

        """)
    try sandbox.run("lists", "delete", "Rome")
    #expect(
      try difference() == """
        Rome  deleted list
        - 1 [ ] Guide
        - 2 [ ] Tea

        """)
  }

  @Test func `Files are compared, in any dialect, and with the document`() throws {
    try FileManager.default.copyItem(
      at: sandbox.document, to: sandbox.directory.appending(path: "old.plist"))
    try sandbox.run("check", "1")
    #expect(try difference("old.plist") == "Checklist\n~ 1 [x] Oat milk for two  checked\n")
    try sandbox.run("convert", "--to", "codable", "-o", "new.plist", sandbox.document.path())
    #expect(
      try difference("./old.plist", "new.plist")
        == "Checklist\n~ 1 [x] Oat milk for two  checked\n")
    #expect(
      try sandbox.run("diff", sandbox.document.path()).output == "Nothing differs.\n")
  }

  @Test func `A script learns whether something differs`() throws {
    try sandbox.run("check", "1")
    #expect(try sandbox.run("diff", "--exit-code", "--quiet").status == 1)
    #expect(try sandbox.run("diff", "--exit-code", "--quiet").output == "")
    #expect(try sandbox.run("diff", "3", "--exit-code").status == 0)
    #expect(try sandbox.run("diff").status == 0)
  }

  @Test func `A time is the state that the document had then`() throws {
    #expect(
      try difference("2026-01-01") == """
        Checklist  new list
        + 1 [ ] Oat milk for two
        + 2 [ ] Bread
        + 3 [ ] Eggs
        + 4 [ ] Tea

        """)
    #expect(try sandbox.run("diff", "0min ago").output == "Nothing differs.\n")
    try sandbox.run("history", "clear")
    let run = try sandbox.run("diff", "2026-01-01")
    #expect(run.status == 1)
    #expect(
      run.errors == """
        checklists: no state is kept from 2026-01-01 23:59 or before it
        The states are shown by: checklists history

        """)
  }

  static let wrongArguments: [(arguments: [String], status: Int32, error: String)] = [
    (["diff", "99"], 1, "no state 99 of"),
    (["diff", "blue"], 64, "'blue' is no file, state or time"),
    (
      ["diff", "1m ago"], 64,
      "'1m ago' is no file, state or time: 1m can be read as minutes or as months: write 1min or 1month"
    ),
    (["diff", "2100-01-01"], 64, "'2100-01-01' is still to come"),
    (["diff", "./none.plist"], 66, "none.plist"),
    (["diff", "1", "2", "3"], 64, "unexpected argument '3'"),
  ]

  @Test("What cannot be compared is an error", arguments: wrongArguments)
  func refused(arguments: [String], status: Int32, error: String) throws {
    let run = try sandbox.run(arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(error))
    #expect(run.output == "")
  }

  @Test(arguments: [
    ("json", ["diff", "./b.json"]), ("markdown", ["diff", "./b.md"]), ("csv", ["diff", "./b.csv"]),
    ("json", ["merge", "./b.json"]),
    ("markdown", ["merge", "--base", "./b.md", "./b.md", "./b.md"]),
  ])
  func `A file to import is called that, with what to do`(
    format: String, arguments: [String]
  ) throws {
    let path = arguments[arguments.count - 1]
    try sandbox.run("export", "--all", "--to", format, "-o", path)
    let run = try sandbox.run(arguments)
    #expect(
      run.errors == """
        checklists: \(path) is not a document but a file to import, in the format \(format)
        What it would change: checklists import --dry-run \(path)
        Make a document of it: checklists --file NEW.plist import \(path)

        """)
    #expect((run.status, run.output) == (65, ""))
    // What it says can be done.
    #expect(try sandbox.run("import", "--dry-run", path).status == 0)
    #expect(try sandbox.run("--file", "NEW.plist", "import", path).status == 0)
    #expect(try sandbox.run("diff", "./NEW.plist").status == 0)
  }

  @Test func `A file that is nothing of the kind is no property list`() throws {
    try #require(sandbox.launch(URL(filePath: "/bin/sh"), ["-c", "echo garbage > g"]).status == 0)
    let run = try sandbox.run("diff", "./g")
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("checklists: ./g is not a property list: a property list starts"))
  }

  @Test func `Without a state before there is nothing to compare`() throws {
    let empty = try Sandbox()
    let run = try empty.run("diff")
    #expect(run.status == 1)
    #expect(
      run.errors == """
        checklists: there is no state before this one
        Compare with a file: checklists diff ./FILE

        """)
  }
}
