import Foundation
import TestSupport
import Testing

/// Edits that were not finished, and that a person goes on with.
@Suite(.blocking, .needs("script"))
struct EditorResumeTests: EditorSuite {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Self.makeSandbox()
  }

  /// Runs an editor whose text is kept, since the editor fails.
  private func leave(_ script: String, _ arguments: String...) throws {
    let editor = sandbox.environment["EDITOR"]
    sandbox.environment["EDITOR"] = "\(script); false #"
    #expect(try sandbox.run(["edit"] + arguments).status == 74)
    sandbox.environment["EDITOR"] = editor
  }

  @Test func `A text that is kept is told of, and taken up`() throws {
    try leave("sed -i s/Milk/Oats/ \"$1\"")
    #expect(try list() == "Checklist (1/3)\n  1 [ ] Milk\n  2 [x] Bread\n  3 [ ] Eggs\n")
    try setEditor("true")
    let told = try run("edit 2").output
    #expect(told.hasPrefix("checklists: an unfinished edit of 'Checklist' from today "))
    #expect(told.hasSuffix(" is kept; go on with: checklists edit --resume\nNothing to change.\n"))
    let run = try run("edit --resume")
    #expect((run.output, run.status) == ("Edited 1 [ ] Oats (was Milk)\n", 0))
    #expect(try seenLines(2) == ["1. [ ] Oats", "2. [x] Bread", "3. [ ] Eggs"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: drafts.path()) == [])
    #expect(try sandbox.run("undo").output.hasSuffix("Edited Oats (edit --resume)\n"))
  }

  @Test func `Without an unfinished edit there is nothing to go on with`() throws {
    let run = try run("edit --resume")
    #expect((run.output, run.status) == ("checklists: there is no unfinished edit\n", 1))
    let empty = try Sandbox()
    empty.environment["EDITOR"] = "true"
    #expect(try empty.run("edit", "--resume").status == 1)
  }

  @Test func `An empty text throws away what was kept`() throws {
    try leave("sed -i s/Milk/Oats/ \"$1\"")
    try setEditor(": > \"$1\"")
    let run = try run("edit --resume")
    #expect((run.output, run.status) == ("Nothing to change.\n", 0))
    #expect(try FileManager.default.contentsOfDirectory(atPath: drafts.path()) == [])
  }

  @Test func `Of several the newest comes first, of the same document only`() throws {
    try leave("sed -i s/Milk/Oats/ \"$1\"")
    try leave("sed -i s/Bread/Buns/ \"$1\"", "bread")
    sandbox.environment["CHECKLISTS_FILE"] = "other.plist"
    try sandbox.run("add", "Tea")
    try leave("echo Salt >> \"$1\"")
    try setEditor("true")
    #expect(try run("edit --resume").output == "Added 2 [ ] Salt\n")
    #expect(try run("edit --resume").status == 1)
    sandbox.environment["CHECKLISTS_FILE"] = ""
    let told = try run("edit").output
    #expect(
      told.hasPrefix("checklists: 2 unfinished edits are kept, the newest of 'Bread' from today "))
    let newest = try run("edit --resume").output
    #expect(newest.hasPrefix("checklists: an unfinished edit of 'Checklist' from today "))
    #expect(
      newest.hasSuffix(
        " is kept too; go on with: checklists edit --resume\nEdited 2 [x] Buns (was Bread)\n"))
    #expect(try run("edit --resume").output == "Edited 1 [ ] Oats (was Milk)\n")
    #expect(try run("edit --resume").status == 1)
  }

  @Test func `The next command names the document as the last one did`() throws {
    sandbox.environment["EDITOR"] = "echo '[?]' >>"
    let run = try sandbox.run("--file", sandbox.document.path(), "edit")
    #expect(
      run.errors.hasSuffix(
        "Go on with: checklists --file \(sandbox.document.path()) edit --resume (an empty file throws "
          + "the text away).\n"))
    // It is the same document, by whatever name.
    sandbox.environment["EDITOR"] = "sed -i '/?/d'"
    #expect(try sandbox.run("edit", "--resume").output == "Nothing to change.\n")
  }

  @Test func `What others do between the two stays`() throws {
    try leave("sed -i s/Milk/Oats/ \"$1\"")
    try sandbox.run("check", "eggs")
    try sandbox.run("add", "Tea")
    try sandbox.run("move", "eggs", "--first")
    try setEditor("true")
    #expect(try run("edit --resume").output == "Edited 2 [ ] Oats (was Milk)\n")
    #expect(
      try list() == "Checklist (2/4)\n  1 [x] Eggs\n  2 [ ] Oats\n  3 [x] Bread\n  4 [ ] Tea\n")
  }

  @Test func `Who goes on after a conflict knows what others made of the item, and is heeded`()
    throws
  {
    try setEditor(
      """
      test $n = 1 && "$CHECKLISTS" edit milk "Soy --> milk" --note "for Ann" >/dev/null
      test $n = 1 && sed -i s/Milk/Cream/ "$1"; exit 0
      """)
    #expect(try run("edit milk").status == 75)
    #expect(try run("edit --resume").output == "Edited 1 [ ] Cream (was Soy --> milk)\n")
    #expect(
      try seenLines(2) == [
        "<!-- Nothing was changed yet: 'Milk' was changed since the edit began, and is "
          + "now: [ ] Soy --&#62; milk (note: for Ann) -->", "Cream",
      ])
    #expect(try sandbox.run("undo").status == 0)
    #expect(
      try list() == "Checklist (1/3)\n  1 [ ] Soy --> milk  (note)\n  2 [x] Bread\n  3 [ ] Eggs\n")
  }

  @Test func `Of a list only the item that collided is taken as it is now`() throws {
    try setEditor(
      """
      test $n = 1 && "$CHECKLISTS" edit milk Soy >/dev/null
      test $n = 1 && "$CHECKLISTS" edit eggs "Six eggs" >/dev/null
      test $n = 1 && sed -i s/Milk/Cream/ "$1"; exit 0
      """)
    #expect(try run("edit").status == 75)
    #expect(try run("edit --resume").output == "Edited 1 [ ] Cream (was Soy)\n")
    #expect(try list() == "Checklist (1/3)\n  1 [ ] Cream\n  2 [x] Bread\n  3 [ ] Six eggs\n")
  }

  @Test func `Changed once more meanwhile, it is a conflict once more`() throws {
    try setEditor("\"$CHECKLISTS\" edit 1 \"Soy $n\" >/dev/null; sed -i s/Milk/Cream/ \"$1\"")
    for line in ["edit 1", "edit --resume", "edit --resume"] {
      #expect(try run(line).status == 75)
    }
    #expect(try kept().map { $0.split(separator: "\n").count } == [6])
    try setEditor("true")
    #expect(try run("edit --resume").output == "Edited 1 [ ] Cream (was Soy 3)\n")
  }

  @Test func `An edit of which the program was killed is gone on with`() throws {
    // The parent of the shell is the program.
    sandbox.environment["EDITOR"] = "sed -i s/Milk/Oats/ \"$1\"; kill -9 $PPID #"
    #expect(throws: Sandbox.Fault.self) { try sandbox.run("edit") }
    #expect(try list() == "Checklist (1/3)\n  1 [ ] Milk\n  2 [x] Bread\n  3 [ ] Eggs\n")
    sandbox.environment["EDITOR"] = "sed -i s/Eggs/Tea/"
    let run = try sandbox.run("edit", "--resume")
    #expect(run.errors == "")
    #expect(run.output == "Edited 1 [ ] Oats (was Milk)\nEdited 3 [ ] Tea (was Eggs)\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: drafts.path()) == [])
  }

  @Test func `What is edited on another terminal is not unfinished`() throws {
    sandbox.environment["EDITOR"] =
      "touch open; until test -e go; do sleep 0.02; done; sed -i s/Milk/Oats/"
    let other = try sandbox.start(["edit"])
    let open = sandbox.directory.appending(path: "open").path()
    while !FileManager.default.fileExists(atPath: open) { usleep(10_000) }
    sandbox.environment["EDITOR"] = "sed -i s/Eggs/Tea/"
    var run = try sandbox.run("edit", "--resume")
    #expect((run.status, run.errors) == (1, "checklists: there is no unfinished edit\n"))
    run = try sandbox.run("edit")
    #expect((run.output, run.errors) == ("Edited 3 [ ] Tea (was Eggs)\n", ""))
    try Data().write(to: sandbox.directory.appending(path: "go"))
    #expect(try other.finish().output == "Edited 1 [ ] Oats (was Milk)\n")
    #expect(try list() == "Checklist (1/3)\n  1 [ ] Oats\n  2 [x] Bread\n  3 [ ] Tea\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: drafts.path()) == [])
  }

  @Test func `A text of which the rest is damaged is named, and stays`() throws {
    try leave("sed -i s/Milk/Oats/ \"$1\"")
    let path = try #require(try keptPath())
    let record = URL(filePath: path).deletingLastPathComponent().appending(path: "Draft.plist")
    try Data("garbage".utf8).write(to: record)
    try setEditor("true")
    let run = try run("edit --resume")
    #expect(run.status == 65)
    #expect(
      run.output == """
        checklists: what the text in \(path) was made from cannot be read
        It was left as it is. Take from it what you need, then remove its directory.

        """)
    #expect(try edit().hasPrefix("checklists: an unfinished edit of \(path) from today "))
    #expect(try kept().count == 1)
  }

  private func edit() throws -> String { try run("edit").output }

  @Test func `The editor is for no batch, not even to go on`() throws {
    for line in ["edit", "edit --resume"] {
      let run = try sandbox.run("batch", input: "\(line)\n")
      #expect(run.status == 64)
      #expect(
        run.errors.contains(
          "the editor cannot be opened in a batch: say what is to be changed"))
    }
  }

  @Test func `A dry run throws nothing away`() throws {
    try setEditor("echo kept > \"$1\"; false")
    #expect(try run("edit 1").status == 74)
    try setEditor(": > \"$1\"")
    #expect(try run("edit --resume --dry-run").output == "Nothing to change.\n")
    #expect(try kept() == ["kept\n"])
    try setEditor("echo other > \"$1\"")
    #expect(try run("edit --resume --dry-run").output == "Would edit 1 [ ] other (was Milk)\n")
    #expect(try kept() == ["kept\n"])
    // One that collides is not taken note of either.
    try sandbox.run("edit", "1", "Soy")
    for _ in 1...2 { #expect(try run("edit --resume --dry-run").status == 75) }
    #expect(try kept() == ["kept\n"])
    try setEditor(": > \"$1\"")
    #expect(try run("edit --resume").output == "Nothing to change.\n")
    #expect(try kept() == [])
  }

  @Test func `An empty text throws away also what was made from a list that is gone`() throws {
    try sandbox.run("lists", "add", "Rome")
    try setEditor("\"$CHECKLISTS\" lists delete Rome -q; echo Passport >> \"$1\"")
    #expect(try run("edit --list Rome").status == 75)
    #expect(try kept().count == 1)
    try setEditor(": > \"$1\"")
    #expect(try run("edit --resume").output == "Nothing to change.\n")
    #expect(try run("edit --resume").status == 1)
  }

  @Test func `A text of an editor that may be open yet is kept`() throws {
    try setEditor("touch \"$(dirname \"$1\")/.item.md.swp\"")
    #expect(
      try run("edit 1").output.hasPrefix("Nothing to change.\nchecklists: your text is kept in "))
    #expect(try kept().count == 1)
  }
}
