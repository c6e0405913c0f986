import Foundation
import TestSupport
import Testing

/// Lists and items in the editor, on a terminal.
@Suite(.blocking, .needs("script"))
struct EditorTests: EditorSuite {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Self.makeSandbox()
  }

  // MARK: A list

  @Test func `A list is changed as its lines are, in one step`() throws {
    try sandbox.run("add", "two\nlines", "Tea")
    try setEditor(
      """
      ls -ld "$(dirname "$1")" "$1" > modes
      printf '%s\\n' '5. [x] Tea' '- [ ] Salt' '1. [ ] Oat milk' '' '4. [ ] two' '   lines more' \
      '2. [ ] Bread' 'Pepper' > "$1"
      """)
    let run = try run("edit")
    #expect(
      run.output == """
        Deleted 3 [ ] Eggs
        Checked 1 [x] Tea
        Added 2 [ ] Salt
        Edited 3 [ ] Oat milk (was Milk)
        Edited 4 [ ] two\\nlines more (was two\\nlines)
        Unchecked 5 [ ] Bread
        Added 6 [ ] Pepper

        """)
    #expect(run.status == 0)
    #expect(
      try seen() == """
        1. [ ] Milk
        2. [x] Bread
        3. [ ] Eggs
        4. [ ] two
               lines
        5. [ ] Tea

        <!--
        The items of 'Checklist', which become what you make of these lines:
        change a text or a box, move a line, remove a line to delete its item.
        The number says which item a line is, wherever it stands. A new item is '- [ ] Text'.
        '## Name' begins a section, '##' ends it. Indented lines continue a text.
        Due dates and notes stay with their items.
        'checklists undo' takes everything back.
        An empty file changes nothing, and is not kept.
        -->

        """)
    let modes = try attributes("modes").split(separator: "\n")
    #expect(modes[0].hasPrefix("drwx------"))
    #expect(modes[1].hasPrefix("-rw-------") && modes[1].hasSuffix("/checklist.md"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: drafts.path()) == [])
    #expect(
      try list() == """
        Checklist (1/6)
          1 [x] Tea
          2 [ ] Salt
          3 [ ] Oat milk
          4 [ ] two lines more
          5 [ ] Bread
          6 [ ] Pepper

        """)
    #expect(try sandbox.run("undo").output.hasSuffix("Deleted Eggs and 6 more (edit)\n"))
    #expect(
      try list() == """
        Checklist (1/5)
          1 [ ] Milk
          2 [x] Bread
          3 [ ] Eggs
          4 [ ] two lines
          5 [ ] Tea

        """)
  }

  @Test func `The list that is named is edited`() throws {
    try sandbox.run("lists", "add", "Rome --> Venice")
    try setEditor("echo Passport >> \"$1\"")
    #expect(
      try run("edit --list \"Rome --> Venice\"").output
        == "Added 1 [ ] Passport to Rome --> Venice\n")
    #expect(try seen().contains("\n<!--\nThe items of 'Rome --&#62; Venice', which"))
    #expect(
      try sandbox.run("list", "-l", "Rome --> Venice").output
        == "Rome --> Venice (0/1)\n  1 [ ] Passport\n")
  }

  @Test(arguments: ["true", ": > \"$1\"", "printf '\\n  \\n' > \"$1\"", "touch \"$1\""])
  func `A text that is left as it is, or empty, changes nothing`(_ script: String) throws {
    let before = try Data(contentsOf: sandbox.document)
    try setEditor(script)
    for line in ["edit", "edit 2"] {
      let run = try run(line)
      #expect((run.output, run.status) == ("Nothing to change.\n", 0))
    }
    #expect(try Data(contentsOf: sandbox.document) == before)
    #expect(try stateCount() == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: drafts.path()) == [])
  }

  @Test func `Any texts come through an editor that does nothing`() throws {
    let texts = [
      "1. [ ] x", "- [x] y", "<!-- z -->", " a ", "b\n\n c\n", "\u{1B}[2J\r", "\\u{41}",
      "e\u{301}🥛",
    ]
    try sandbox.run(["add", "--"] + texts)
    let before = try Data(contentsOf: sandbox.document)
    // It changes the line ends and strips white space, as some do.
    try setEditor("sed -i -e 's/[ \\t]*$//' -e 's/$/\\r/' \"$1\"")
    #expect(try run("edit").output == "Nothing to change.\n")
    for number in 4...11 { #expect(try run("edit \(number)").output == "Nothing to change.\n") }
    #expect(try Data(contentsOf: sandbox.document) == before)
  }

  @Test func `A dry run says what would be done, and changes nothing`() throws {
    let before = try Data(contentsOf: sandbox.document)
    try setEditor("sed -i -e 's/Milk/Oat milk/' -e '/Eggs/d' \"$1\"")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sandbox.home.path()).sorted()
    #expect(
      try run("edit -n").output
        == "Would delete 3 [ ] Eggs\nWould edit 1 [ ] Oat milk (was Milk)\n")
    #expect(try Data(contentsOf: sandbox.document) == before)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: sandbox.home.path()).sorted() == files)
    #expect(try run("edit --resume").status == 1)
  }

  @Test func `A dry run that fails, or is killed, leaves no text to go on with`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: sandbox.home.path()).sorted()
    for script in ["echo '[?]' >> \"$1\"", "echo x >> \"$1\"; false"] {
      try setEditor(script)
      #expect(try run("edit -n").status != 0)
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: sandbox.home.path()).sorted() == files)
    }
    sandbox.environment["EDITOR"] = "kill -9 $PPID #"
    #expect(throws: Sandbox.Fault.self) { try sandbox.run("edit", "-n") }
    sandbox.environment["EDITOR"] = "true"
    #expect(try run("edit").output == "Nothing to change.\n")
  }

  @Test func `A dry run of a text that is left as it is, or empty, keeps nothing`() throws {
    for script in ["true", ": > \"$1\""] {
      try setEditor(script)
      #expect(try run("edit -n").output == "Nothing to change.\n")
      #expect(!FileManager.default.fileExists(atPath: drafts.path()))
    }
  }

  @Test func `A quiet edit says nothing`() throws {
    try setEditor("sed -i s/Milk/Oats/ \"$1\"; cp -r \"${1%/*}\" \"${1%/*}.old\"")
    #expect(try run("edit --quiet").output == "")
    // The copy is an unfinished edit.
    try setEditor("true")
    #expect(try run("edit --quiet").output == "")
    #expect(try run("edit").output.hasPrefix("checklists: an unfinished edit of 'Checklist' from "))
  }

  @Test func `Programs get the items as they now are`() throws {
    try setEditor("sed -i -e 's/Milk/Oat milk/' -e '/Eggs/d' \"$1\"; echo Tea >> \"$1\"")
    let run = try run("edit --json")
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let items = try #require(answer["items"] as? [[String: Any]])
    #expect(items.map { $0["text"] as? String } == ["Eggs", "Oat milk", "Tea"])
    #expect(items.map { $0["number"] as? Int } == [nil, 1, 3])
    #expect((answer["checklist"] as? [String: Any])?["total"] as? Int == 3)
  }

  // MARK: An item

  @Test func `An item is its text, a blank line and its note`() throws {
    try setEditor("printf 'Oat milk\\nor soy\\n\\nfor Ann\\n\\n  - 1 litre\\n' > \"$1\"")
    #expect(try run("edit milk").output == "Edited 1 [ ] Oat milk\\nor soy (was Milk)  (note)\n")
    #expect(
      try seen() == """
        Milk

        <!--
        The text of the item, then a blank line and its note.
        An empty file changes nothing, and is not kept.
        -->

        """)
    let item = try #require((try sandbox.json("show", "1")["items"] as? [[String: Any]])?.first)
    #expect(item["text"] as? String == "Oat milk\nor soy")
    #expect(item["note"] as? String == "for Ann\n\n  - 1 litre")
    try setEditor("sed -i -e '/^for Ann/,/litre/d' \"$1\"")
    #expect(try run("edit 1").output == "Edited 1 [ ] Oat milk\\nor soy\n")
    #expect(try seenLines(2) == ["Oat milk", "or soy", "for Ann", "  - 1 litre"])
    #expect(try sandbox.run("show", "1").output.contains("note") == false)
    #expect(try stateCount() == 5)
  }

  // MARK: Which editor

  @Test func `VISUAL comes before EDITOR, with arguments and quotes`() throws {
    try setEditor("exit 0")
    let tools = sandbox.directory.appending(path: "my tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: false)
    let path = tools.appending(path: "ed it").path(percentEncoded: false)
    try Data(
      "#!/bin/sh\nprintf '%s\\n' \"$1\" \"$2\" \"$#\" > arguments\nsed -i s/Milk/Oats/ \"$3\"\n"
        .utf8
    )
    .write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    sandbox.environment["VISUAL"] = "'./my tools/ed it' --wait \"a b\""
    #expect(try run("edit").output == "Edited 1 [ ] Oats (was Milk)\n")
    #expect(try attributes("arguments") == "--wait\na b\n3\n")
    sandbox.environment["VISUAL"] = ""
    #expect(try run("edit").output == "Nothing to change.\n")
  }

  @Test func `Without VISUAL and EDITOR it is vi`() throws {
    let bin = sandbox.directory.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: false)
    let vi = bin.appending(path: "vi").path()
    try Data("#!/bin/sh\nsed -i s/Milk/Oats/ \"$1\"\n".utf8).write(to: URL(filePath: vi))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: vi)
    sandbox.environment["PATH"] = "\(bin.path()):/usr/bin:/bin"
    sandbox.environment["EDITOR"] = ""
    #expect(try run("edit").output == "Edited 1 [ ] Oats (was Milk)\n")
    sandbox.environment["EDITOR"] = "no-such-editor"
    let run = try run("edit")
    #expect(run.status == 74)
    #expect(run.output.contains("checklists: the editor 'no-such-editor' ended with status 127\n"))
  }

  @Test func `The path of the text is never read by the shell`() throws {
    let odd = sandbox.directory.appending(path: "a 'b\" $(touch owned) `touch owned`;touch owned")
    try FileManager.default.moveItem(at: sandbox.home, to: odd)
    sandbox.environment["CHECKLISTS_HOME"] = odd.path(percentEncoded: false)
    try setEditor("sed -i s/Milk/Oats/ \"$1\"")
    #expect(try run("edit").output == "Edited 1 [ ] Oats (was Milk)\n")
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.directory.appending(path: "owned").path()))
  }

  @Test func `Where no text can be put, no editor is opened`() throws {
    try setEditor("exit 0")
    try Data().write(to: drafts)
    var run = try run("edit")
    #expect(run.status == 74)
    #expect(
      run.output == "checklists: cannot look into \(drafts.path()): Not a directory\n")
    sandbox.environment["CHECKLISTS_HOME"] = ""
    sandbox.environment["HOME"] = ""
    run = try self.run("edit --file '\(sandbox.document.path())'")
    #expect(run.status == 64)
    #expect(
      run.output == """
        checklists: there is no home directory to keep the text in: neither CHECKLISTS_HOME nor HOME \
        is set
        Set one of them.

        """)
    #expect(throws: (any Error).self) { try seen() }
  }

  @Test(arguments: [
    (
      "edit", 64,
      "the editor needs a terminal; without one, say what is to be changed\nSee 'checklists help edit'.\n"
    ),
    (
      "edit 1", 64,
      "the editor needs a terminal; without one, say what is to be changed\nSee 'checklists help edit'.\n"
    ),
    (
      "edit --resume", 64,
      "the editor needs a terminal; without one, say what is to be changed\nSee 'checklists help edit'.\n"
    ),
    (
      "edit --resume 1", 64,
      "'--resume' takes nothing else: what is edited is known\nSee 'checklists help edit'.\n"
    ),
    (
      "edit --resume --due today", 64,
      "'--resume' takes nothing else: what is edited is known\nSee 'checklists help edit'.\n"
    ),
    (
      "edit --resume --list Rome", 64,
      "'--list' cannot be combined with '--resume'\nSee 'checklists help edit'.\n"
    ),
    (
      "edit 9", 1,
      "there is no item 9, 'Checklist' has 3 items\nThe items are shown by: checklists list\n"
    ),
    ("edit all", 2, "one item is wanted, 'all' is 3 items\n"),
    (
      "edit 1 ''", 64,
      "an item needs a text, this one is blank\n"
        + "A text says what is to be done, like 'Buy milk'.\n"
    ),
    (
      "edit 1 a b", 64,
      "unexpected argument 'b': 'edit' takes only [SELECTOR] [TEXT] (a text with spaces goes in quotes)\nSee 'checklists help edit'.\n"
    ),
  ])
  func `Without a terminal vi is not opened`(_ line: String, _ status: Int32, _ errors: String)
    throws
  {
    sandbox.environment["EDITOR"] = ""
    let arguments = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
    let run = try sandbox.run(arguments)
    #expect((run.status, run.output, run.errors) == (status, "", "checklists: \(errors)"))
  }

  @Test func `An editor that was chosen needs no terminal`() throws {
    sandbox.environment["EDITOR"] = "sed -i s/Milk/Oats/"
    var run = try sandbox.run("edit")
    #expect((run.status, run.output, run.errors) == (0, "Edited 1 [ ] Oats (was Milk)\n", ""))
    sandbox.environment["VISUAL"] = "sed -i s/Oats/Soy/"
    run = try sandbox.run("edit", "oats")
    #expect((run.status, run.output, run.errors) == (0, "Edited 1 [ ] Soy (was Oats)\n", ""))
    #expect(try kept() == [])
  }

  @Test func `An output that is no terminal is enough to need a change`() throws {
    sandbox.environment["EDITOR"] = ""
    let run = try run("edit > out")
    #expect(run.status == 64)
    #expect(try attributes("out") == "")
  }

  @Test func `Without a list there is nothing to edit`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run("edit")
    #expect(run.status == 1)
    #expect(
      run.errors
        == "checklists: there are no checklists yet\nMake one with: checklists add \"Buy milk\"\n")
  }
}
