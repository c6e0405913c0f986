import Foundation
import TestSupport
import Testing

/// Texts in the editor that cannot be understood, saved or agreed with others.
@Suite(.blocking, .needs("script"))
struct EditorTroubleTests: EditorSuite {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Self.makeSandbox()
  }

  // MARK: What cannot be understood

  @Test func `What cannot be understood is shown again with the reason, as it was left`() throws {
    try setEditor(
      """
      case $n in
      1) sed -i 's/^3\\. /33. /' "$1";;
      2) sed -i 's/^33\\. .*/3. [ ] Six eggs/' "$1";;
      esac
      """)
    #expect(
      try run("edit", answers: "\n").output == """
        checklists: line 4: there is no item 33; a new item has no number, as in '- [ ] Text'
        Nothing was changed. Edit again? [Y/n] Edited 3 [ ] Six eggs (was Eggs)

        """)
    #expect(
      try seenLines(2) == [
        "<!-- Nothing was changed yet: line 4: there is no item 33; a new item has no number, as in "
          + "'- [ ] Text' -->", "1. [ ] Milk", "2. [x] Bread", "33. [ ] Eggs",
      ])
    #expect(try FileManager.default.contentsOfDirectory(atPath: drafts.path()) == [])
  }

  @Test func `Reasons do not pile up, and bytes that are no text stay what they are`() throws {
    try setEditor(
      """
      case $n in
      1) printf '1. [ ] \\377\\n' > "$1";;
      2) printf '1. [?] a\\n' > "$1.x"; head -1 "$1" > "$1.y"; cat "$1.y" "$1.x" > "$1";;
      3) sed -i 's/\\[?\\]/[x]/' "$1";;
      esac
      """)
    let run = try run("edit", answers: "y\nYes\n")
    #expect(
      run.output.hasSuffix("] Deleted 2 [x] Bread\nDeleted 3 [ ] Eggs\nEdited 1 [x] a (was Milk)\n")
    )
    let second = try Data(contentsOf: sandbox.directory.appending(path: "seen.2"))
    #expect(
      second == Data("<!-- Nothing was changed yet: the text is not UTF-8 -->\n1. [ ] ".utf8) + [
        0xFF, 0x0A,
      ])
    #expect(
      try seenLines(3) == [
        "<!-- Nothing was changed yet: line 2: a box is '[ ]' or '[x]'; a text that begins with other "
          + "brackets comes after a box -->", "1. [?] a",
      ])
  }

  @Test func `The lines that a reason names are those that one sees with it`() throws {
    try setEditor("test $n = 1 && printf '\\n2. [ ] a\\n2. [ ] b\\n' > \"$1\"; exit 0")
    #expect(
      try run("edit", answers: "y\nn\n").output.contains(
        "] checklists: line 4: item 2 is on line 3 already; a new item has no number; your text"))
    #expect(try seen(2).split(separator: "\n", omittingEmptySubsequences: false)[2] == "2. [ ] a")
  }

  @Test func `A byte order mark is no text`() throws {
    try setEditor(
      """
      { printf '\\357\\273\\277'; cat "$1"; } > "$1.x"
      sed -i -e s/Milk/Oats/ -e 's/^3\\. \\[ /3. [?/' "$1.x"; mv "$1.x" "$1"
      test $n = 1 || sed -i 's/\\[?/[ /' "$1"
      """)
    #expect(try run("edit", answers: "y\n").output.hasSuffix("] Edited 1 [ ] Oats (was Milk)\n"))
    #expect(try list() == "Checklist (1/3)\n  1 [ ] Oats\n  2 [x] Bread\n  3 [ ] Eggs\n")
  }

  @Test func `A text that is gone changes nothing`() throws {
    try setEditor("rm \"$1\"")
    let run = try run("edit")
    #expect(run.status == 74)
    #expect(
      run.output.hasPrefix("checklists: the text that was edited cannot be read: there is no file ")
    )
    #expect(run.output.hasSuffix("/checklist.md\nNothing was changed.\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: drafts.path()) == [])
    #expect(try list() == "Checklist (1/3)\n  1 [ ] Milk\n  2 [x] Bread\n  3 [ ] Eggs\n")
  }

  @Test func `What stands for characters is explained where it is used`() throws {
    try setEditor("exit 0")
    _ = try run("edit 1")
    #expect(!(try seen().contains("backslash")))
    #expect(!(try seen().contains("&#")))
    try sandbox.run("add", "a\u{1B}b")
    _ = try run("edit last")
    #expect(
      try seen(2) == """
        a&#27;b

        <!--
        The text of the item, then a blank line and its note.
        An empty file changes nothing, and is not kept.
        '&#N;' is the character of that number, which could not be shown.
        -->

        """)
  }

  @Test(arguments: ["n\n", "", "what?\n"])
  func `Who does not edit again gives up, and the text is kept`(_ answer: String) throws {
    let before = try Data(contentsOf: sandbox.document)
    try setEditor("printf '1. Milk\\n' > \"$1\"")
    let run = try run("edit", answers: answer)
    #expect(run.status == 65)
    let path = try #require(try keptPath())
    let problem = "line 2: after the number of an item comes a box, '[ ]' or '[x]', and a space"
    #expect(
      run.output == """
        checklists: \(problem)
        Nothing was changed. Edit again? [Y/n] \(answer.isEmpty ? "\n" : "")\
        checklists: \(problem); your text is kept in \(path)
        Nothing was changed. Go on with: checklists edit --resume (an empty file throws the text away).

        """)
    #expect(try kept() == ["<!-- Nothing was changed yet: \(problem) -->\n1. Milk\n"])
    #expect(try Data(contentsOf: sandbox.document) == before)
  }

  @Test func `An editor that leaves another wrong text each time comes to an end`() throws {
    sandbox.environment["EDITOR"] = "date '+1. %N' >>"
    let run = try sandbox.run("edit", "--json")
    #expect((run.status, run.output) == (65, ""))
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(run.errors.utf8)) as? [String: Any])
    let error = try #require(answer["error"] as? [String: Any])
    #expect(error["path"] as? String == (try keptPath()))
    #expect(error["line"] as? Int == 15)
    #expect(
      error["hint"] as? String
        == "Nothing was changed. Go on with: checklists edit --resume (an empty file throws the text "
        + "away).")
    #expect(try kept().count == 1)
  }

  @Test(arguments: [
    ("exit 3", "ended with status 3"), ("kill -9 $$", "was ended by signal 9"),
    // The shell tells by which signal its child was ended, which none of these survives.
    ("sh -c 'kill -INT $$; exit 0'", "ended with status 130"),
    ("sh -c 'kill -PIPE $$; exit 0'", "ended with status 141"),
  ])
  func `An editor that fails changes nothing, and what was written is kept`(
    _ end: String, _ reason: String
  ) throws {
    let before = try Data(contentsOf: sandbox.document)
    sandbox.environment["EDITOR"] = "\(end) #"
    var run = try run("edit")
    #expect(run.status == 74)
    let message = "checklists: the editor '\(end) #' \(reason)"
    let hint = "\nNothing was changed. VISUAL and EDITOR say which editor is used.\n"
    #expect(run.output == message + hint)
    #expect(try kept() == [])
    sandbox.environment["EDITOR"] = "echo '- Tea' >> \"$1\"; \(end) #"
    run = try self.run("edit")
    #expect(run.status == 74)
    #expect(
      run.output.contains("\(reason); your text is kept in \(try #require(try keptPath()))\n"))
    #expect(try kept().map { $0.hasSuffix("-->\n- Tea\n") } == [true])
    #expect(try Data(contentsOf: sandbox.document) == before)
  }

  @Test func `Ctrl-C is for the editor`() throws {
    // It goes to all programs of the terminal.
    try setEditor("trap '' INT QUIT; kill -INT 0; kill -QUIT 0; sed -i s/Milk/Oats/ \"$1\"")
    let run = try run("edit")
    #expect((run.output, run.status) == ("Edited 1 [ ] Oats (was Milk)\n", 0))
  }

  // MARK: Others meanwhile

  @Test func `What others do meanwhile stays, and no lock is held`() throws {
    try setEditor(
      """
      "$CHECKLISTS" --lock-timeout 0 check eggs >/dev/null &&
      "$CHECKLISTS" --lock-timeout 0 add Tea >/dev/null && sed -i s/Milk/Oats/ "$1"
      """)
    #expect(try run("edit").output == "Edited 1 [ ] Oats (was Milk)\n")
    #expect(
      try list() == "Checklist (2/4)\n  1 [ ] Oats\n  2 [x] Bread\n  3 [x] Eggs\n  4 [ ] Tea\n")
    #expect(try sandbox.run("undo").output.hasSuffix("Edited Oats (edit)\n"))
    #expect(
      try list() == "Checklist (2/4)\n  1 [ ] Milk\n  2 [x] Bread\n  3 [x] Eggs\n  4 [ ] Tea\n")
  }

  @Test(arguments: [
    ("edit", "edit milk Oats", "'Milk' was changed since the edit began"),
    ("edit", "delete milk", "'Milk' was deleted or moved since the edit began"),
    (
      "edit", "lists delete Checklist", "'Checklist' was deleted since the edit began"
    ),
    ("edit 1", "check milk", "'Milk' was changed since the edit began"),
    ("edit 1", "delete milk", "'Milk' was deleted or moved since the edit began"),
  ])
  func `What both change is a conflict: the others' change stays, and the text is kept`(
    _ line: String, _ theirs: String, _ message: String
  ) throws {
    try setEditor(
      "\"$CHECKLISTS\" \(theirs) >/dev/null; sed -i s/Milk/Cream/ \"$1\"; cp \"$1\" mine")
    let run = try run(line)
    #expect(run.status == 75)
    let path = try #require(try keptPath())
    #expect(
      run.output.hasPrefix("checklists: \(message); your text is kept in \(path)\n"),
      "\(run.output)")
    let reason = "<!-- Nothing was changed yet: \(message)"
    #expect(try kept()[0].hasPrefix(reason))
    #expect(try kept()[0].hasSuffix(" -->\n" + attributes("mine")))
    #expect(try kept()[0].contains("Cream"))
    #expect(!(try list().contains("Cream")))
    #expect(try stateCount() == 4)
  }

  @Test func `An item that was moved to another list meanwhile is changed there`() throws {
    try sandbox.run("lists", "add", "Rome")
    try setEditor("\"$CHECKLISTS\" move milk --to Rome >/dev/null; sed -i s/Milk/Cream/ \"$1\"")
    #expect(try run("edit 1").output == "Edited 1 [ ] Cream (was Milk) in Rome\n")
    #expect(try sandbox.run("list", "-l", "Rome").output == "Rome (0/1)\n  1 [ ] Cream\n")
  }

  @Test func `A text that cannot be saved is kept`() throws {
    let lock = try DirectoryFlock(sandbox.document.deletingLastPathComponent().path())
    defer { lock.release() }
    try setEditor("sed -i s/Milk/Cream/ \"$1\"")
    let run = try run("edit --lock-timeout 0")
    #expect(run.status == 75)
    #expect(run.output.contains(" seconds; your text is kept in \(try #require(try keptPath()))\n"))
    #expect(try kept()[0].hasPrefix("1. [ ] Cream\n"))
  }
}
