import Foundation
import TestSupport
import Testing

/// A list is gone through over a pipe, as a script and a screen reader do.
@Suite(.blocking)
struct RunTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["CHECKLISTS_BY"] = "Ann"
    let script = """
      lists add Release
      add "Write the notes" --section Prepare -l Release
      add Build --section Prepare -l Release
      add "Tag the commit" --section Publish -l Release
      lists add Shop
      add Milk Bread Eggs -l Shop
      lists add Empty
      """
    #expect(try sandbox.run("batch", input: script).status == 0)
    try sandbox.run("edit", "1", "--note", "What is new,\nwhat is gone", "-l", "Release")
  }

  /// What a run over a pipe prints, and its status.
  func run(_ arguments: String..., answers: String) throws -> Sandbox.Run {
    var run = try sandbox.run(["run"] + arguments, input: Data(answers.utf8))
    run.output = run.output.timeless
    return run
  }

  /// The items of a list that are checked.
  func done(_ list: String) throws -> [String] {
    let answer = try sandbox.json("list", "done", "-l", list)["checklist"] as? [String: Any]
    return (answer?["items"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
  }

  func log() throws -> URL {
    let folder = sandbox.home.appending(path: "Library/Runs")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(names.count == 1)
    return folder.appending(path: try #require(names.first))
  }

  /// What a log tells, in short.
  func events(_ url: URL? = nil) throws -> [String] {
    try String(contentsOf: url ?? log(), encoding: .utf8).split(separator: "\n").map { line in
      let event = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let item = (event["item"] as? [String: Any])?["text"] as? String
      let words = [
        (event["run"] as? Int).map { "\($0)" }, event["event"] as? String, item,
        event["reason"] as? String, event["elsewhere"] == nil ? nil : "elsewhere",
      ]
      return words.compactMap { $0 }.joined(separator: " ")
    }
  }

  // MARK: The dialogue

  @Test func `each item is asked under its section with its note, and each answer is told`() throws
  {
    let run = try run("Release", answers: "\ns it's built already\n\n")
    #expect(
      run.output == """
        Release: 3 items

        Prepare
        [1/3] Write the notes
              What is new,
              what is gone
              done
        [2/3] Build
              skipped: it's built already

        Publish
        [3/3] Tag the commit
              done

        Release: complete in TIME, 2 done, 1 skipped.
        The report: checklists runs 1

        """)
    #expect((run.status, run.errors) == (0, ""))
    #expect(try done("Release") == ["Write the notes", "Tag the commit"])
    #expect(
      try events() == [
        "1 started", "1 done Write the notes", "1 skipped Build it's built already",
        "1 done Tag the commit", "1 completed",
      ])
  }

  @Test func `the end of the input is a pause, and the next run goes on`() throws {
    let first = try run("Shop", answers: "done\ns sold out\n")
    #expect(
      first.output == """
        Shop: 3 items
        [1/3] Milk
              done
        [2/3] Bread
              skipped: sold out
        [3/3] Eggs
        Shop: paused, 1 of 3 done, 1 skipped.
        Go on with: checklists run Shop

        """)
    #expect((first.status, first.errors) == (1, ""))
    let second = try run("Shop", answers: "DONE\n")
    #expect(
      second.output == """
        Shop: 1 of 3 done, 1 skipped, since DAY.
        [3/3] Eggs
              done

        Shop: complete in TIME, 2 done, 1 skipped.
        The report: checklists runs 1

        """)
    #expect(second.status == 0)
  }

  @Test func `after a whole run the next one starts anew, and asks what was skipped`() throws {
    #expect(try run("Shop", answers: "\nskip sold out\n\n").status == 0)
    let next = try run("Shop", answers: "\nq\n")
    #expect(
      next.output == """
        Shop: 3 items
        [1/3] Milk
              done
        [2/3] Bread
        Shop: paused, 1 of 3 done.
        Go on with: checklists run Shop

        """)
    #expect(next.status == 1)
    #expect(try done("Shop") == ["Milk"])
    #expect(try events().last == "2 done Milk")
  }

  @Test func `one goes back, and may answer otherwise`() throws {
    let run = try run("Shop", answers: "b\n\n\nback\nb\nskip sour\n\n\n")
    #expect(
      run.output.hasPrefix(
        """
        Shop: 3 items
        [1/3] Milk
              This is the first item.
        [1/3] Milk
              done
        [2/3] Bread
              done
        [3/3] Eggs
        [2/3] Bread
              (done)
        [1/3] Milk
              (done)
              skipped: sour
        [2/3] Bread
        """) || run.output.contains("      skipped: sour\n[3/3] Eggs\n      done\n"))
    #expect(run.status == 0)
    #expect(try done("Shop") == ["Bread", "Eggs"])
  }

  @Test func `an item gets a note, and is asked again`() throws {
    let run = try run("Shop", answers: "n oat\nnote of Ann\n\n")
    #expect(
      run.output.hasPrefix(
        """
        Shop: 3 items
        [1/3] Milk
              noted
        [1/3] Milk
              oat
              noted
        [1/3] Milk
              oat
              of Ann
              done
        [2/3] Bread
        """))
    #expect(
      try sandbox.run("runs", "1").output.timeless.contains(
        "\n[x] Milk  DAY, after TIME; note: oat; note: of Ann\n"))
  }

  private static func problem(_ problem: String) -> String {
    """
    checklists: line 2: \(problem)
    An answer is an empty line or 'done', 'skip REASON', 'back', 'note TEXT' or 'quit'. \
    What was answered before is saved.

    """
  }

  @Test(arguments: [
    ("\nfrob\n\n", problem("'frob' is no answer")), ("\n?\n", problem("'?' is no answer")),
    ("\ns\nsold out\n", problem("'skip' needs a text in the same line")),
    ("\nnote\n\n", problem("'note' needs a text in the same line")),
    ("\ndone well\n", nil),
  ])
  func `what is no answer ends it with its line, and what was answered is saved`(
    answers: String, errors: String?
  ) throws {
    let run = try run("Shop", answers: answers)
    #expect(run.status == 65)
    if let errors { #expect(run.errors == errors) }
    #expect(try done("Shop") == ["Milk"])
    #expect(try events() == ["1 started", "1 done Milk"])
  }

  @Test func `input that is no text ends it in the same way`() throws {
    let run = try sandbox.run(["run", "Shop"], input: Data([10, 0xFF, 10]))
    #expect(run.status == 65)
    #expect(try done("Shop") == ["Milk"])
  }

  @Test func `the last line needs no end`() throws {
    #expect(try run("Shop", answers: "\n\nskip sold out").status == 0)
    #expect(try events().suffix(2) == ["1 skipped Eggs sold out", "1 completed"])
  }

  // MARK: Which run

  @Test func `a run starts anew in the middle when that is wanted`() throws {
    #expect(try run("Shop", answers: "\n").status == 1)
    let run = try run("Shop", "--restart", answers: "")
    #expect(run.output.hasPrefix("Shop: 3 items\n[1/3] Milk\n"))
    #expect(try done("Shop") == [])
    #expect(
      try events() == [
        "1 started", "1 done Milk", "1 left Bread", "1 left Eggs", "1 closed", "2 started",
      ])
  }

  @Test func `a copy has runs of its own, and the next run of that name goes on in it`() throws {
    #expect(try run("Release", answers: "\n").status == 1)
    let first = try run("Release", "--as", "Release 1.4", answers: "\n")
    #expect(
      first.output.hasPrefix(
        "Added Release 1.4 (0/3)\nRelease 1.4: 3 items\n\nPrepare\n[1/3] Write the notes\n"))
    #expect(first.output.hasSuffix("Go on with: checklists run 'Release 1.4'\n"))
    let second = try run("Release", "--as", "Release 1.4", answers: "\n\n")
    #expect(
      second.output.hasPrefix("Release 1.4: 1 of 3 done, since DAY.\n\nPrepare\n[2/3] Build\n"))
    #expect(second.status == 0)
    #expect(try done("Release") == ["Write the notes"])
    #expect(try done("Release 1.4").count == 3)
  }

  @Test(arguments: [
    ("Shop", "checklists: 'Shop' is there already, and has none of its items\n"),
    ("release", "checklists: 'Release' is there already, and is the list itself\n"),
  ])
  func `a list that is no copy is not gone through as one`(name: String, errors: String) throws {
    let run = try run("Release", "--as", name, answers: "\n")
    #expect((run.status, run.output) == (64, ""))
    #expect(run.errors == errors + "Choose another name with --as NAME.\n")
    #expect(try done("Shop").isEmpty && done("Release").isEmpty)
  }

  @Test func `a list that is partly checked goes on`() throws {
    try sandbox.run("check", "2", "-l", "Shop")
    let run = try run("Shop", answers: "\n\n")
    #expect(run.output.hasPrefix("Shop: 1 of 3 done.\n[1/3] Milk\n      done\n[3/3] Eggs\n"))
    #expect(run.status == 0)
    #expect(
      try events() == [
        "1 started", "1 done Milk", "1 done Eggs", "1 done Bread elsewhere", "1 completed",
      ])
  }

  @Test func `the list that is meant needs no name`() throws {
    try sandbox.run("use", "Shop")
    #expect(try run(answers: "").output.hasPrefix("Shop: 3 items\n"))
    #expect(try run("--list", "Release", answers: "").output.hasPrefix("Release: 3 items\n"))
    #expect(try run("Release", "--list", "Shop", answers: "").status == 64)
  }

  @Test(arguments: [
    (
      "Empty", "checklists: 'Empty' has no items to go through\nAdd one with: checklists add TEXT\n"
    ),
    ("Nowhere", nil),
  ])
  func `a list without items, and one that is not there, are not gone through`(
    list: String, errors: String?
  ) throws {
    let run = try run(list, answers: "\n")
    #expect((run.status, run.output) == (1, ""))
    if let errors { #expect(run.errors == errors) }
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.home.appending(path: "Library/Runs").path()))
  }

  @Test func `who goes through it is the option, else the variable, else the user`() throws {
    #expect(try run("Shop", "--by", "Ben", answers: "\n").status == 1)
    sandbox.environment["CHECKLISTS_BY"] = nil
    sandbox.environment["USER"] = "carl"
    #expect(try run("Shop", answers: "\n").status == 1)
    // Else it is the user's own name.
    sandbox.environment["USER"] = nil
    let user = try #require(getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) })
    #expect(try run("Shop", answers: "\n").status == 0)
    #expect(
      try sandbox.run("runs").output.timeless
        == "1  Shop: DAY, complete, took TIME, 3 done, by Ben, carl, \(user)\n")
  }

  // MARK: Others meanwhile

  @Test func `what others change meanwhile is asked as it is then`() throws {
    let talk = try sandbox.converse(nil, "run", "Shop")
    talk.hear("[1/3] Milk\n")
    try sandbox.run("edit", "2", "Rye bread", "-l", "Shop")
    try sandbox.run("add", "Tea", "-l", "Shop")
    try talk.say("\n")
    #expect(talk.hear("[2/4] Rye bread\n") == "      done\n[2/4] Rye bread\n")
    try sandbox.run("edit", "2", "White bread", "-l", "Shop")
    try talk.say("\n")
    #expect(
      talk.hear("[2/4] White bread\n")
        == "      It was changed by somebody else in the meantime.\n[2/4] White bread\n")
    try sandbox.run("delete", "2", "-l", "Shop")
    try talk.say("\n")
    #expect(
      talk.hear("[2/3] Eggs\n") == "      It was deleted in the meantime.\n[2/3] Eggs\n")
    try sandbox.run("check", "2", "-l", "Shop")
    try talk.say("skip sold out\n")
    #expect(
      talk.hear("[3/3] Tea\n")
        == "      It was done by somebody else in the meantime.\n[3/3] Tea\n")
    try talk.say("\n")
    let end = try talk.finish()
    #expect((end.status, end.errors) == (0, ""))
    #expect(
      try events() == [
        "1 started", "1 done Milk", "1 done Tea", "1 done Eggs elsewhere", "1 completed",
      ])
  }

  @Test func `a list that another command deletes ends it`() throws {
    let talk = try sandbox.converse(nil, "run", "Shop")
    talk.hear("[1/3] Milk\n")
    try talk.say("\n")
    talk.hear("[2/3] Bread\n")
    try sandbox.run("lists", "delete", "Shop")
    try talk.say("\n")
    let end = try talk.finish()
    #expect(end.status == 1)
    #expect(end.errors == "checklists: 'Shop' was deleted in the meantime\n")
    #expect(try events() == ["1 started", "1 done Milk"])
    #expect(
      try sandbox.run("runs").output.timeless
        == "1  Shop: DAY, open, the list is gone, 1 done, by Ann\n")
    for name in ["Release", "Empty"] { try sandbox.run("lists", "delete", name) }
    #expect(
      try sandbox.run("runs", "--stats").output.timeless
        == "Milk: skipped 0 of 1 time, takes TIME\n")
  }

  @Test func `a reset closes the run, and says so to both`() throws {
    let talk = try sandbox.converse(nil, "run", "Shop")
    talk.hear("[1/3] Milk\n")
    try talk.say("\n")
    talk.hear("[2/3] Bread\n")
    #expect(
      try sandbox.run("reset", "-l", "Shop").output
        == "Unchecked 1 [ ] Milk in Shop\nClosed run 1 (1 done, 2 left)\n")
    try talk.say("\n")
    let end = try talk.finish()
    #expect(end.status == 1)
    #expect(
      end.errors == """
        checklists: the run was ended by another command
        Begin another one with: checklists run Shop

        """)
    #expect(
      try events() == ["1 started", "1 done Milk", "1 left Bread", "1 left Eggs", "1 closed"])
    #expect(
      try sandbox.run("runs", "1").output.timeless == """
        Shop, run 1
        DAY, closed by a reset, took TIME, 1 done, 2 left, by Ann

        [x] Milk  DAY, after TIME
        [ ] Bread
        [ ] Eggs

        """)
    #expect(try sandbox.run("reset", "-l", "Shop").output == "Nothing to change.\n")
  }

  @Test func `a batch that fails closes no run, and one that is saved closes it once`() throws {
    #expect(try run("Shop", answers: "\n").status == 1)
    let before = try String(contentsOf: log(), encoding: .utf8)
    let failed = try sandbox.run("batch", input: "reset -l Shop\ncheck 9 -l Shop\n")
    #expect(failed.status == 1)
    #expect(failed.errors.contains("Nothing was changed."))
    #expect(try String(contentsOf: log(), encoding: .utf8) == before)
    #expect(try done("Shop") == ["Milk"])
    #expect(
      try sandbox.run("batch", input: "reset -l Shop\ncheck 2 -l Shop\nreset -l Shop\n").output
        == """
        Unchecked 1 [ ] Milk in Shop
        Closed run 1 (1 done, 2 left)
        Checked 2 [x] Bread in Shop
        Unchecked 2 [ ] Bread in Shop

        """)
    #expect(
      try events() == ["1 started", "1 done Milk", "1 left Bread", "1 left Eggs", "1 closed"])
    #expect(try done("Shop") == [])
  }

  @Test func `a reset that is only tried closes nothing`() throws {
    #expect(try run("Shop", answers: "\n").status == 1)
    #expect(
      try sandbox.run("reset", "-n", "-l", "Shop").output
        .hasSuffix("Would close run 1 (1 done, 2 left)\n"))
    #expect(try events() == ["1 started", "1 done Milk"])
  }

  @Test func `of a run that another one follows nothing more is answered`() throws {
    let talk = try sandbox.converse(nil, "run", "Shop")
    talk.hear("[1/3] Milk\n")
    #expect(try run("Shop", "--restart", "--by", "Ben", answers: "").status == 1)
    try talk.say("\n")
    #expect(try talk.finish().status == 1)
    #expect(
      try events() == [
        "1 started", "1 left Milk", "1 left Bread", "1 left Eggs", "1 closed", "2 started",
      ])
  }

  @Test func `what is checked and undone with other commands is told in the report`() throws {
    #expect(try run("Shop", answers: "\n\n").status == 1)
    try sandbox.run("uncheck", "1", "-l", "Shop")
    try sandbox.run("check", "3", "-l", "Shop")
    #expect(
      try sandbox.run("runs", "1").output.timeless == """
        Shop, run 1
        DAY, open, 2 done, 1 left, by Ann

        [ ] Milk  DAY, undone: not in the dialogue
        [x] Bread  DAY, after TIME
        [x] Eggs  DAY: not in the dialogue

        """)
    try sandbox.run("undo")
    try sandbox.run("undo")
    #expect(try run("Shop", answers: "\n").status == 0)
    #expect(try events().count == 5)
  }

  // MARK: On a terminal

  /// The program on a terminal that `script` plays.
  private func terminal(_ arguments: String, term: String = "dumb") throws -> Conversation {
    sandbox.environment["TERM"] = term
    try? sandbox.putProgramOnPath()
    return try sandbox.converse(
      Tool.find("script"), "-qec", "exec checklists \(arguments)", "/dev/null")
  }

  private static let keys = "Enter done, s skip, b back, n note, q pause > "

  private static let help = [
    "Enter, done       it is done",
    "s, skip REASON    it is left out this time",
    "b, back           the item before is asked again",
    "n, note TEXT      a line is added to its note",
    "q, quit, Ctrl-C   a pause; the next run goes on here",
  ].map { "      \($0)\n" }.joined()

  @Test(.needs("script"))
  func `on a terminal Enter goes on, and what is no answer is asked again`() throws {
    let talk = try terminal("run Shop")
    #expect(talk.hear(Self.keys) == "Shop: 3 items\n[1/3] Milk\n\(Self.keys)")
    try talk.say("\n")
    #expect(talk.hear(Self.keys) == "\n[2/3] Bread\n\(Self.keys)")
    try talk.say("x\n")
    #expect(talk.hear(Self.keys) == "x\n      'x' is no answer.\n\(Self.help)\(Self.keys)")
    try talk.say("?\n")
    #expect(talk.hear(Self.keys) == "?\n\(Self.help)\(Self.keys)")
    try talk.say("s\n")
    #expect(talk.hear("Why? ") == "s\nWhy? ")
    try talk.say("\n")
    #expect(
      talk.hear(Self.keys)
        == "\n      A skip needs a reason. It is asked again.\n[2/3] Bread\n\(Self.keys)")
    try talk.say("s\n")
    talk.hear("Why? ")
    try talk.say("sold out\n")
    #expect(talk.hear(Self.keys) == "sold out\n[3/3] Eggs\n\(Self.keys)")
    try talk.say("\n")
    #expect(
      talk.hear("runs 1\n").timeless
        == "\n\nShop: complete in TIME, 2 done, 1 skipped.\nThe report: checklists runs 1\n")
    #expect(try talk.finish().status == 0)
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
    try terminal.wait(for: "q pause >")
    try terminal.send(String(repeating: "\r", count: 12))
    try terminal.wait(for: "[2/3] Bread")
    try terminal.wait { $0.text.components(separatedBy: "pause >").count == 3 }
    #expect(try done("Shop") == ["Milk"])
    try terminal.send("\r")
    try terminal.wait(for: "[3/3] Eggs")
    try terminal.wait { $0.text.components(separatedBy: "pause >").count == 4 }
    try terminal.send("q\r")
    #expect(try terminal.waitForEnd() == .exit(status: 1))
    #expect(try events() == ["1 started", "1 done Milk", "1 done Bread"])
  }

  @Test func `what was typed before the program asks answers nothing`() throws {
    // The shell takes the first line, and the other ones wait in the terminal.
    let terminal = try terminal(
      "/bin/sh", "-c", #"read line; exec "$0" run Shop"#, Sandbox.executable.path())
    try terminal.send(String(repeating: "\r", count: 12))
    try terminal.wait(for: "q pause >")
    try terminal.send("s sold out\r")
    try terminal.wait(for: "[2/3] Bread")
    try terminal.wait { $0.text.components(separatedBy: "pause >").count == 3 }
    try terminal.send("q\r")
    #expect(try terminal.waitForEnd() == .exit(status: 1))
    #expect(try events() == ["1 started", "1 skipped Milk sold out"])
  }

  @Test func `what was typed before the question of an open run answers nothing`() throws {
    #expect(try run("Shop", answers: "\n").status == 1)
    let terminal = try terminal(
      "/bin/sh", "-c", #"read line; exec "$0" run Shop"#, Sandbox.executable.path())
    try terminal.send("\rr\rr\r")
    try terminal.wait(for: "q leaves. >")
    try terminal.send("\r")
    try terminal.wait(for: "[2/3] Bread")
    try terminal.wait(for: "q pause >")
    try terminal.send("q\r")
    #expect(try terminal.waitForEnd() == .exit(status: 1))
    #expect(try events() == ["1 started", "1 done Milk"])
    #expect(try done("Shop") == ["Milk"])
  }

  @Test(.needs("script"))
  func `Ctrl-C is a pause, and the next run asks whether to go on`() throws {
    let talk = try terminal("run Shop")
    talk.hear(Self.keys)
    try talk.say("\n")
    talk.hear(Self.keys)
    try talk.say("\u{3}")
    talk.hear("Go on with: checklists run Shop\n")
    #expect(try talk.finish().status == 1)
    #expect(try done("Shop") == ["Milk"])

    let next = try terminal("run Shop")
    #expect(
      next.hear("leaves. > ").timeless
        == "Shop: 1 of 3 done, since DAY. Enter goes on, r starts anew, q leaves. > ")
    try next.say("\n")
    next.hear("[2/3] Bread\n")
    next.hear(Self.keys)
    try next.say("q\n")
    #expect(try next.finish().status == 1)

    let anew = try terminal("run Shop")
    anew.hear("leaves. > ")
    try anew.say("r\n")
    anew.hear("[1/3] Milk\n")
    anew.hear(Self.keys)
    #expect(
      try events() == [
        "1 started", "1 done Milk", "1 left Bread", "1 left Eggs", "1 closed", "2 started",
      ])
    try anew.say("q\n")
    #expect(try anew.finish().status == 1)
  }

  @Test(.needs("script"))
  func `a terminal that is closed leaves what was answered`() throws {
    let talk = try terminal("run Release", term: "xterm")
    talk.hear("pause > ")
    try talk.say("\n")
    talk.hear("pause > ")
    kill(talk.process.processIdentifier, SIGKILL)
    _ = try talk.finish()
    #expect(try done("Release") == ["Write the notes"])
    #expect(
      try run("Release", answers: "\n\n").output.hasPrefix("Release: 1 of 3 done, since DAY.\n"))
    #expect(
      try events() == [
        "1 started", "1 done Write the notes", "1 done Build", "1 done Tag the commit",
        "1 completed",
      ])
  }

  @Test(.needs("script"))
  func `what a list says cannot drive the terminal`() throws {
    try sandbox.run("edit", "1", "Milk\u{1B}[2J", "--note", "\u{1B}]0;x\u{7}", "-l", "Shop")
    let talk = try terminal("run Shop --by '\u{1B}[31m'")
    #expect(!talk.hear(Self.keys).contains("\u{1B}"))
    try talk.say("q\n")
    #expect(!(try talk.finish().output.contains("\u{1B}")))
  }
}
