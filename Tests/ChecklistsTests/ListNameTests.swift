import Foundation
import TestSupport
import Testing

/// Which list is meant, and that a change never goes to another one.
@Suite(.blocking)
struct ListNameTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run(
      "batch",
      input: """
        add Milk
        lists add Groceries
        add Salt -l Groceries
        lists add "Gross income"

        """)
  }

  @Test func `With one list a change does not name it, with several it does`() throws {
    let other = try Sandbox()
    #expect(try other.run("add", "Milk").output == "Added 1 [ ] Milk\n")
    #expect(try other.run("lists", "add", "Rome").output.hasPrefix("Added Rome (0/0)\n"))
    #expect(
      try other.run("add", "Bread", "--due", "2030-12-24").output
        == "Added 2 [ ] Bread to Checklist  due 24 Dec 2030\n")
    #expect(try other.run("add", "Tea", "-l", "rome").output == "Added 1 [ ] Tea to Rome\n")
    #expect(try other.run("check", "1").output == "Checked 1 [x] Milk in Checklist\n")
    #expect(try other.run("delete", "1").output == "Deleted 1 [x] Milk from Checklist\n")
    #expect(
      try other.run("move", "1", "--to", "Rome").output.hasPrefix("Moved 2 [ ] Bread to Rome"))
  }

  @Test(arguments: [
    "add x -l Grocer", "check 1 -l Grocer", "edit 1 x -l Grocer", "delete 1 -l Grocer",
    "reset -l Grocer", "use Grocer", "lists delete Grocer", "lists edit Grocer x",
    "lists move Grocer --first", "lists add x --from Grocer", "move 1 --to Grocer",
    "list -l Grocer", "list open -l Grocer --exit-code", "show 1 -l Grocer", "lists -l Grocer",
    "due -l Grocer", "find salt -l Grocer", "export -l Grocer --to text", "attach 1 -l Grocer",
    "run Grocer", "run -l Grocer", "runs -l Grocer",
  ])
  func `A list is named whole, or it is said which one was probably meant`(
    line: String
  ) throws {
    let before = try Data(contentsOf: sandbox.document)
    let run = try sandbox.run(line.split(separator: " ").map(String.init))
    #expect(run.status == 1)
    #expect(
      run.errors.hasPrefix(
        "checklists: there is no list 'Grocer'; did you mean 'Groceries'?\n  Checklist\n"))
    #expect(try Data(contentsOf: sandbox.document) == before)
  }

  @Test func `Letter case and spaces do not matter, and a gate looks at no other list`() throws {
    #expect(
      try sandbox.run("list", "-l", " gross  INCOME").output == "Gross income (0/0)\n")
    #expect(try sandbox.run("list", "open", "-l", "groceries", "--exit-code").status == 1)
    let run = try sandbox.run("list", "open", "-l", "Gross", "--exit-code")
    #expect((run.status, run.output) == (1, ""))
    #expect(
      run.errors.hasPrefix("checklists: there is no list 'Gross'; did you mean 'Gross income'?"))
  }

  @Test(arguments: [
    "undo", "redo", "history", "history restore 1", "history clear", "where", "use Groceries",
    "use --none", "sync", "batch", "diff", "merge", "lists add Work", "lists edit Groceries x",
    "lists delete Groceries", "lists move Groceries --first", "inspect x", "validate x",
    "convert x --to xml", "completions bash", "manual", "help",
  ])
  func `What is not for the items of one list refuses to be told one`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let named = words.prefix { !$0.hasPrefix("-") && $0 != "x" }
    let name = ["lists", "history"].contains(words[0]) ? named.prefix(2) : named.prefix(1)
    for arguments in [words + ["--list", "Groceries"], ["--list=Groceries"] + words] {
      let run = try sandbox.run(arguments, input: Data())
      #expect((run.status, run.output) == (64, ""))
      #expect(
        run.errors == """
          checklists: '\(name.joined(separator: " "))' does not take '--list', which is for commands on the \
          items of one list
          See 'checklists help \(name.joined(separator: " "))'.

          """)
    }
    #expect(try sandbox.run("undo", "-n").output.hasPrefix("Would undo 2: Added Milk"))
  }

  @Test func `The variable wants the whole name, and is named where it is wrong`() throws {
    sandbox.environment["CHECKLISTS_LIST"] = "Grocer"
    let run = try sandbox.run("list")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("checklists: there is no list 'Grocer'; did you mean"))
    #expect(
      run.errors.hasSuffix(
        "\n$CHECKLISTS_LIST names 'Grocer'. Make it with: checklists lists add Grocer\n"))
    #expect(try sandbox.run("list", "-l", "Groceries").status == 0)
    sandbox.environment["CHECKLISTS_LIST"] = "groceries"
    #expect(try sandbox.run("add", "x").output == "Added 2 [ ] x to Groceries\n")
    let use = try sandbox.run("use", "Checklist")
    #expect(
      use.errors
        == "checklists: warning: $CHECKLISTS_LIST names 'groceries', which counts as long as it is set\n"
    )
  }

  @Test func `A name is given once`() throws {
    let before = try Data(contentsOf: sandbox.document)
    for arguments in [["add", "groceries"], ["edit", "Checklist", "GROCERIES"]] {
      let run = try sandbox.run(["lists"] + arguments)
      #expect(run.status == 64)
      #expect(
        run.errors == """
          checklists: there is already a list 'Groceries'
          Choose another name, or work in that list with: checklists use Groceries

          """)
    }
    #expect(
      try sandbox.run("lists", "add", "groceries", "--if-missing").output == "Nothing to change.\n")
    let answer = try sandbox.json("lists", "add", "groceries", "--if-missing")
    #expect((answer["checklist"] as? [String: Any])?["name"] as? String == "Groceries")
    #expect(try Data(contentsOf: sandbox.document) == before)
    #expect(try sandbox.run("lists", "add", "Trip", "--if-missing").status == 0)
    #expect(
      try sandbox.run("lists", "edit", "Groceries", "GROCERIES").output
        == "Renamed GROCERIES (0/1) (was Groceries)\n")
  }

  @Test func `What adds a list says how to work in it, and what chooses one how to go back`() throws
  {
    #expect(
      try sandbox.run("lists", "add", "Trip to Rome").output
        == "Added Trip to Rome (0/0)\nWork in it with: checklists use 'Trip to Rome'\n")
    #expect(
      try sandbox.run("use", "trip to rome").output
        == "Commands mean 'Trip to Rome' from now on.\nGo back with: checklists use Checklist\n")
    #expect(
      try sandbox.run("use", "groceries").output
        == "Commands mean 'Groceries' from now on.\nGo back with: checklists use 'Trip to Rome'\n")
    #expect(try sandbox.run("use", "groceries").output == "Commands mean 'Groceries', as before.\n")
    let answer = try sandbox.json("use", "checklist")
    #expect((answer["former"] as? [String: Any])?["name"] as? String == "Groceries")
    #expect((answer["checklist"] as? [String: Any])?["name"] as? String == "Checklist")
  }

  @Test func `Whoever moves or deletes a list is told if commands mean another one then`() throws {
    #expect(
      try sandbox.run("lists", "move", "groceries", "--first").output
        == "Moved Groceries (0/1)\nCommands mean 'Groceries' from now on.\n")
    #expect(
      try sandbox.run("lists", "move", "checklist", "--last").output == "Moved Checklist (0/1)\n")
    #expect(
      try sandbox.run("lists", "delete", "groceries").output
        == "Deleted Groceries (0/1)\nCommands mean 'Gross income' from now on.\n")
    try sandbox.run("use", "checklist")
    #expect(
      try sandbox.run("lists", "move", "checklist", "--first").output == "Moved Checklist (0/1)\n")
    #expect(
      try sandbox.run("lists", "delete", "gross income").output == "Deleted Gross income (0/0)\n")
    #expect(try sandbox.run("lists", "delete", "checklist").output == "Deleted Checklist (0/1)\n")
  }

  @Test func `Names that need care are written so that the hint works`() throws {
    #expect(
      try sandbox.run("lists", "add", "--", "-n").output
        == "Added -n (0/0)\nWork in it with: checklists use -- -n\n")
    #expect(
      try sandbox.run("use", "--", "-n").output.hasPrefix("Commands mean '-n' from now on.\n"))
    #expect(
      try sandbox.run("use", "Checklist").output.hasSuffix("Go back with: checklists use -- -n\n"))
    #expect(
      try sandbox.run("check", "9", "--list=-n").errors.hasSuffix(
        "\nThe items are shown by: checklists list --list=-n\n"))
    #expect(try sandbox.run("list", "--list=-n").status == 0)
    #expect(
      try sandbox.run("lists", "add", "id:3").output
        == "Added id:3 (0/0)\nWork in it with: checklists use id:3\n")
    #expect(try sandbox.run("use", "id:3").status == 0)
    #expect(
      try sandbox.run("lists", "add", "two\nlines").output.contains("checklists use id:"))
    #expect(try sandbox.run("list", "--list", "id:3").output == "id:3 (0/0)\n")
    #expect(
      try sandbox.run("lists", "add", "id:3", "--if-missing").output == "Nothing to change.\n")
  }

  @Test func `Spaces make no other name`() throws {
    try sandbox.run("lists", "add", " Camp ")
    #expect(try sandbox.run("lists", "add", "camp").status == 64)
    #expect(
      try sandbox.run("lists", "add", "Camp", "--if-missing").output == "Nothing to change.\n")
    #expect(try sandbox.run("add", "x", "-l", "camp").output == "Added 1 [ ] x to  Camp \n")
  }

  @Test func `Where a variable names the list, nobody is told that another is meant`() throws {
    sandbox.environment["CHECKLISTS_LIST"] = "Gross income"
    #expect(
      try sandbox.run("lists", "move", "groceries", "--first").output == "Moved Groceries (0/1)\n")
    #expect(try sandbox.run("lists", "add", "Rome").output == "Added Rome (0/0)\n")
  }

  @Test func `The name of a list in the place of an item or a command gets a hint`() throws {
    #expect(
      try sandbox.run("check", "groceries").errors == """
        checklists: no item of 'Checklist' matches 'groceries'
        There is a list 'Groceries': name it with --list Groceries

        """)
    #expect(
      try sandbox.run("gross income").errors == """
        checklists: unknown command 'gross income'
        There is a list 'Gross income': checklists list --list 'Gross income'

        """)
    #expect(
      try sandbox.run("salt").errors == """
        checklists: unknown command 'salt'
        There are items with that text: checklists find salt

        """)
    #expect(try sandbox.run("pepper").errors.hasSuffix("\nSee 'checklists help'.\n"))
    let path = sandbox.directory.appending(path: "Other.plist").path()
    try sandbox.run("--file", path, "lists", "add", "Work")
    #expect(
      try sandbox.run("--file", path, "Work").errors.hasSuffix(
        "\nThere is a list 'Work': checklists --file \(path) list --list Work\n"))
  }

  @Test func `Icons are those of the app, and lists show them`() throws {
    #expect(try sandbox.run("lists", "edit", "Groceries", "--icon", "Drinks").status == 0)
    #expect(
      try sandbox.run("lists").output == """
        * Checklist     0/1
          Groceries     0/1  Drinks
          Gross income  0/0

        """)
    #expect(try sandbox.run("lists", "edit", "Groceries", "--icon", "Beer").status == 64)
  }
}
