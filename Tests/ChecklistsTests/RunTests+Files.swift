import Foundation
import TestSupport
import Testing

/// Answers and logs in files, and what is shown of them.
extension RunTests {
  @Test func `another log is written where it is named, and read from there`() throws {
    #expect(try run("Shop", "--log", "shop.jsonl", answers: "\n\n\n").status == 0)
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.home.appending(path: "Library/Runs").path()))
    #expect(try events(sandbox.directory.appending(path: "shop.jsonl")).count == 5)
    #expect(
      try sandbox.run("runs", "--log", "shop.jsonl").output.timeless
        == "1  Shop: DAY, complete, took TIME, 3 done, by Ann\n")
    #expect(
      try run("Release", "--log", "shop.jsonl", answers: "").output
        .hasSuffix("Go on with: checklists run Release --log shop.jsonl\n"))
    #expect(
      try sandbox.run("runs").output == "No runs yet. Go through a list with: checklists run\n")
  }

  @Test func `a file that is no log is not written to, and one that is missing not read`() throws {
    let file = sandbox.directory.appending(path: "notes.txt")
    try Data("hello".utf8).write(to: file)
    let errors = """
      checklists: notes.txt is no log of runs
      Nothing was changed. Name another file with --log FILE.

      """
    let run = try run("Shop", "--as", "Copy", "--log", "notes.txt", answers: "\n")
    #expect((run.status, run.errors) == (65, errors))
    #expect(try sandbox.run("runs", "--log", "notes.txt").errors == errors)
    #expect(try String(contentsOf: file, encoding: .utf8) == "hello")
    #expect(try sandbox.run("lists").output.contains("Copy") == false)
    #expect(try sandbox.run("runs", "--log", "missing").status == 66)
  }

  /// Writes a file of answers.
  private func write(_ answers: String, to name: String = "answers") throws {
    try Data(answers.utf8).write(to: sandbox.directory.appending(path: name))
  }

  /// The identity of an item of the list "Shop".
  private func identity(_ number: Int) throws -> String {
    let answer = try sandbox.json("list", "-l", "Shop")["checklist"] as? [String: Any]
    let items = try #require(answer?["items"] as? [[String: Any]])
    return try #require(items[number - 1]["id"] as? String)
  }

  @Test func `answers of a file name their items, in any order`() throws {
    try write("Eggs\tDONE\nid:\(identity(2))\tskip sold out\n1\tdone\n")
    let run = try run("Shop", "--answers", "answers", answers: "frob\n")
    #expect(
      run.output == """
        Shop: 3 items
        [1/3] Milk
              done
        [2/3] Bread
              skipped: sold out
        [3/3] Eggs
              done

        Shop: complete in TIME, 2 done, 1 skipped.
        The report: checklists runs 1

        """)
    #expect((run.status, run.errors) == (0, ""))
  }

  @Test func `answers may be objects in JSON, as list and runs give them`() throws {
    let lines = """
      {"number":3,"text":"Eggs","isChecked":false,"answer":"done"}
      {"id":"\(try identity(2))","answer":"skipped","reason":"sold out"}
      {"text":"Milk","answer":"done","reason":null}

      """
    let run = try sandbox.run("run", "Shop", "--answers", "-", "-q", input: lines)
    #expect((run.status, run.output, run.errors) == (0, "", ""))
    #expect(
      try events() == [
        "1 started", "1 done Milk", "1 skipped Bread sold out", "1 done Eggs", "1 completed",
      ])
  }

  @Test func `what is answered already keeps its answer, unless the file says otherwise`() throws {
    try sandbox.run("check", "1", "2", "-l", "Shop")
    try write("1\tdone\n2\tskip sold out\n3\tdone\n")
    let tried = try run("Shop", "--answers", "answers", "-n", answers: "")
    #expect(tried.output == "Would ask [2/3] Bread\nWould ask [3/3] Eggs\n")
    #expect(try run("Shop", "--answers", "answers", answers: "").status == 0)
    #expect(
      try events() == [
        "1 started", "1 skipped Bread sold out", "1 done Eggs", "1 done Milk elsewhere",
        "1 completed",
      ])
    #expect(try done("Shop") == ["Milk", "Eggs"])
    // The next run asks everything.
    try write("1\tdone\n3\tdone\n")
    #expect(try run("Shop", "--answers", "answers", answers: "").status == 65)
    #expect(try done("Shop") == ["Milk", "Eggs"])
  }

  private static let formHint =
    "A line is the number, id:ID or the whole text of an item, a tab, and 'done' or "
    + "'skip REASON'. Each open item needs one. Nothing was changed.\n"

  @Test(arguments: [
    ("done", "it names no item"), ("", "it names no item"), ("skip sold out", "it names no item"),
    ("2\tfrob", "'frob' is no answer"), ("2\t", "'' is no answer"),
    ("2\tback", "'back' is no answer"),
    ("2\tskip", "a skip needs a reason"), ("2\tnote x", "'note x' is no answer"),
    ("4\tdone", "there is no item 4"), ("0\tdone", "there is no item 0"),
    ("9223372036854775808\tdone", "there is no item 9223372036854775808"),
    ("id:7\tdone", "no item has the identity 7"),
    ("bread\tdone", "no item of 'Shop' is 'bread'"), ("2-3\tdone", "no item of 'Shop' is '2-3'"),
    ("Milk\tdone", "item 1 has an answer in line 1 already"),
    (#"{"number":2,"answer":"left"}"#, "'left' is no answer"),
    (#"{"number":2}"#, "it has no 'answer'"), (#"{"answer":"done"}"#, "it names no item"),
    (#"{"number":2,"answer":"skip"}"#, "a skip needs a reason"),
    (#"{"number":-2,"answer":"done"}"#, "there is no item -2"),
    (#"{"number":2,"text":"Eggs","answer":"done"}"#, "its names are of different items"),
    (#"{"number":2,"answer":"done"} x"#, "something follows the object"),
  ])
  func `a file with something else changes nothing`(line: String, problem: String) throws {
    try write("1\tdone\n\(line)\n3\tdone\n")
    let run = try run("Shop", "--as", "Shop 2", "--answers", "answers", answers: "")
    #expect((run.status, run.output) == (65, ""))
    // The copy has items of its own, and is not made.
    #expect(
      run.errors.replacing("'Shop 2'", with: "'Shop'")
        == "checklists: line 2 of answers: \(problem)\n\(Self.formHint)")
    #expect(try done("Shop") == [])
    #expect(try sandbox.run("lists").output.contains("Shop 2") == false)
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.home.appending(path: "Library/Runs").path()))
  }

  @Test func `two items with one text need another name`() throws {
    try sandbox.run("add", "Milk", "-l", "Shop")
    try write("Milk\tdone\n")
    #expect(
      try run("Shop", "--answers", "answers", answers: "").errors
        == "checklists: line 1 of answers: 2 items have this text: name them by number or id:ID\n"
        + Self.formHint)
    #expect(try self.run("Shop", "--answers", "missing", answers: "").status == 66)
  }

  @Test(arguments: ["answers", "/dev/null"])
  func `a file that leaves items out, or has nothing, changes nothing`(file: String) throws {
    try write("")
    try sandbox.run("check", "2", "-l", "Shop")
    let run = try run("Shop", "--answers", file, answers: "")
    #expect((run.status, run.output) == (65, ""))
    #expect(
      run.errors
        == "checklists: \(file) has no answer for [1/3] Milk, nor for 1 more\n\(Self.formHint)")
    #expect(try done("Shop") == ["Bread"])
  }

  @Test func `a run that is only tried shows what would be asked`() throws {
    let all = """
      Would ask [1/3] Milk
      Would ask [2/3] Bread
      Would ask [3/3] Eggs

      """
    #expect(try run("Shop", "-n", answers: "").output == all)
    #expect(
      try run("Shop", "--as", "Copy", "-n", answers: "").output == "Would add Copy (0/3)\n" + all)
    #expect(try run("Shop", answers: "\nskip x\n").status == 1)
    #expect(try run("Shop", "-n", answers: "").output == "Would ask [3/3] Eggs\n")
    #expect(try run("Shop", "-n", "--restart", answers: "").output == all)
    #expect(try run("Shop", answers: "\n").status == 0)
    #expect(try run("Shop", "-n", answers: "").output == all)
    #expect(try events().count == 5)
    #expect(try sandbox.run("lists").output.contains("Copy") == false)
  }

  @Test func `a program gets one object, and a quiet run prints nothing`() throws {
    let run = try sandbox.run("run", "Shop", "--json", input: "\n")
    #expect((run.status, run.errors) == (1, ""))
    #expect(run.output.filter(\.isNewline).count == 1)
    #expect(run.output.contains(#""state":"open","started":"#))
    let quiet = try self.run("Shop", "-q", answers: "\n\n")
    #expect((quiet.status, quiet.output, quiet.errors) == (0, "", ""))
  }

  @Test func `a reset closes the run of the log that is named too, and hints name it`() throws {
    #expect(try run("Shop", "--log", "shop.jsonl", answers: "\n").status == 1)
    #expect(try run("Shop", answers: "\n").status == 1)
    #expect(
      try sandbox.run("runs", "9", "--log", "shop.jsonl").errors
        == "checklists: there is no run 9\nThe runs are shown by: checklists runs --log shop.jsonl\n"
    )
    #expect(
      try sandbox.run("reset", "-n", "-l", "Shop", "--log", "shop.jsonl").output
        .hasSuffix(
          "Would close run 1 (2 done, 1 left)\nWould close run 1 in shop.jsonl (2 done, 1 left)\n"))
    #expect(try events().last == "1 done Bread")
    #expect(
      try sandbox.run("reset", "-l", "Shop", "--log", "shop.jsonl").output.hasSuffix(
        "Closed run 1 (2 done, 1 left)\nClosed run 1 in shop.jsonl (2 done, 1 left)\n"))
    for log in [try log(), sandbox.directory.appending(path: "shop.jsonl")] {
      #expect(try events(log).last == "1 closed")
    }
    #expect(
      try sandbox.run("reset", "--log", try log().path(), "-l", "Shop").output
        == "Nothing to change.\n")
    #expect(try sandbox.run("reset", "--log", "missing", "-l", "Shop").status == 66)
    #expect(try sandbox.run("reset", "--log", "shop.jsonl", "--due").status == 64)
  }

  @Test func `of a log that is not named a reset leaves the run, which goes on`() throws {
    #expect(try run("Shop", "--log", "shop.jsonl", answers: "\n").status == 1)
    #expect(
      try sandbox.run("reset", "-l", "Shop").output == "Unchecked 1 [ ] Milk in Shop\n")
    #expect(
      try run("Shop", "--log", "shop.jsonl", answers: "").output
        == "Shop: 0 of 3 done, since DAY.\n[1/3] Milk\nShop: paused, 0 of 3 done.\n"
        + "Go on with: checklists run Shop --log shop.jsonl\n")
  }

  // MARK: Trouble

  @Test func `a log is never overwritten`() throws {
    #expect(try run("Shop", answers: "\n").status == 1)
    let path = try log().path()
    let before = try Data(contentsOf: log())
    try sandbox.run("lists", "add", "Copy", "--file", "copy.plist")
    try Data().write(to: sandbox.directory.appending(path: "none"))
    let errors = """
      checklists: \(path) is a log of runs, and was left as it is
      Give the other file another name.

      """
    for command in [
      ["runs", "1", "--to", "csv", "-o", path], ["export", "--to", "json", "-o", path],
      ["export", "--to", "json", "-n", "-o", path],
      ["merge", "--base", "none", "copy.plist", "copy.plist", "-o", path],
    ] {
      let run = try sandbox.run(command)
      #expect((run.status, run.output, run.errors) == (64, "", errors), "\(command)")
    }
    #expect(try Data(contentsOf: log()) == before)
  }

  @Test func `a list is not named with the number of a run`() throws {
    #expect(try run("Shop", answers: "\n").status == 1)
    let run = try sandbox.run("runs", "1", "--list", "Release")
    #expect((run.status, run.output) == (64, ""))
    #expect(
      run.errors == """
        checklists: '--list' goes without the number of a run
        See 'checklists help runs'.

        """)
  }

  @Test(arguments: [
    (Data([0x31, 0x0A, 0xFF, 0x0A]), "line 2 of answers.txt is not UTF-8 text\n"),
    (
      Data([0x31, 0x09, 0x00]), "line 1 of answers.txt has the character U+0000: it is no text\n"
    ),
  ])
  func `of a file of answers that is no text the line is told`(bytes: Data, error: String) throws {
    try bytes.write(to: sandbox.directory.appending(path: "answers.txt"))
    let run = try run("Shop", "--answers", "answers.txt", answers: "")
    #expect((run.status, run.output, run.errors) == (65, "", "checklists: " + error))
  }

  @Test func `a reason that cannot be seen is none`() throws {
    let skips = "skip \u{200B}\u{2060}"
    try Data("1\t\(skips)\n2\tdone\n3\tdone\n".utf8)
      .write(to: sandbox.directory.appending(path: "answers.txt"))
    let run = try run("Shop", "--answers", "answers.txt", answers: "")
    #expect(run.status == 65)
    #expect(
      run.errors.hasPrefix("checklists: line 1 of answers.txt: a skip needs a reason\n"))
  }

  @Test func `without a home directory a log must be named`() throws {
    sandbox.environment["CHECKLISTS_HOME"] = ""
    let file = sandbox.document.path()
    let run = try run("Shop", "--file", file, answers: "\n")
    #expect(run.status == 64)
    #expect(
      run.errors == """
        checklists: there is no home directory for the log: neither CHECKLISTS_HOME nor HOME is set
        Set one of them, or name the log with --log FILE.

        """)
    #expect(try self.run("Shop", "--file", file, "--log", "log", answers: "\n").status == 1)
    #expect(try events(sandbox.directory.appending(path: "log")) == ["1 started", "1 done Milk"])
    #expect(try sandbox.run("--file", file, "reset", "-l", "Shop").status == 0)
  }

  @Test func `an answer that cannot be logged is not acknowledged`() throws {
    #expect(try run("Shop", answers: "\n").status == 1)
    let talk = try sandbox.converse(nil, "run", "Shop")
    talk.hear("[2/3] Bread\n")
    let log = try log()
    try FileManager.default.moveItem(at: log, to: sandbox.directory.appending(path: "log"))
    try FileManager.default.createDirectory(at: log, withIntermediateDirectories: false)
    try talk.say("\n")
    let end = try talk.finish()
    #expect((end.status, end.output) == (74, ""))
    #expect(end.errors.hasPrefix("checklists: cannot read "))
    #expect(try done("Shop") == ["Milk"])
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func `a folder that may not be written to takes no answers`() throws {
    let folder = sandbox.home.appending(path: "Library/Runs").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
    #expect(try run("Shop", answers: "\n").status == 77)
    #expect(try done("Shop") == [])
  }

  @Test func `a torn line is told and left out`() throws {
    #expect(try run("Shop", answers: "\n").status == 1)
    let log = try log()
    let torn = try String(contentsOf: log, encoding: .utf8) + "garbage\n{\"run\":1,\"event\":\"do"
    try Data(torn.utf8).write(to: log)
    let run = try run("Shop", answers: "\n")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("checklists: warning: line 3 of "))
    #expect(run.errors.hasSuffix(" cannot be read, and 1 more: it is left out\n"))
    #expect(try done("Shop") == ["Milk", "Bread"])
    #expect(try sandbox.run("runs").errors == run.errors)
    #expect(try sandbox.run("runs", "-q").errors == "")
    // Nothing that was there is changed, and the answer is a line of its own.
    #expect(try String(contentsOf: log, encoding: .utf8).hasPrefix(torn + "\n{"))
  }

  // MARK: Reports

  /// Three runs of two lists.
  private func threeRuns() throws {
    #expect(try run("Shop", answers: "\nskip sold out\n\n").status == 0)
    #expect(try run("Release", "--by", "Ben", answers: "\n").status == 1)
    #expect(try run("Shop", answers: "\nskip none\n\n").status == 0)
  }

  @Test func `the runs are shown, the newest first`() throws {
    try threeRuns()
    let (one, two, three) = (
      "1  Shop: DAY, complete, took TIME, 2 done, 1 skipped, by Ann\n",
      "2  Release: DAY, open, 1 done, 2 left, by Ben\n",
      "3  Shop: DAY, complete, took TIME, 2 done, 1 skipped, by Ann\n"
    )
    #expect(try sandbox.run("runs").output.timeless == three + two + one)
    #expect(try sandbox.run("runs", "--list", "Shop").output.timeless == three + one)
    try sandbox.run("lists", "delete", "Shop")
    #expect(try sandbox.run("runs", "--list", "shop").output.timeless == three + one)
    #expect(try sandbox.run("runs", "--list", "Nowhere").status == 1)
  }

  @Test func `a report tells each answer, and who gave it where there were several`() throws {
    #expect(try run("Release", answers: "\n").status == 1)
    #expect(try run("Release", "--by", "Ben", answers: "skip no need\n\n").status == 0)
    #expect(
      try sandbox.run("runs", "1").output.timeless == """
        Release, run 1
        DAY, complete, took TIME, 2 done, 1 skipped, by Ann, Ben

        Prepare
        [x] Write the notes  DAY, after TIME, by Ann
        [-] Build  DAY, after TIME, by Ben, skipped: no need

        Publish
        [x] Tag the commit  DAY, after TIME, by Ben

        """)
    let none = try sandbox.run("runs", "9")
    #expect(none.status == 1)
    #expect(
      none.errors
        == "checklists: there is no run 9\nThe runs are shown by: checklists runs\n")
  }

  @Test func `a report is a file of the format that is asked for or its name says`() throws {
    try threeRuns()
    let csv = try sandbox.run("runs", "1", "--to", "csv").output
    #expect(
      csv.hasPrefix(
        "run,list,section,item,answer,by,time,seconds,reason,note\r\n1,Shop,,Milk,done,Ann,")
    )
    #expect(
      csv.hasSuffix(
        ",sold out,\r\n1,Shop,,Eggs,done,Ann,\(csv.split(separator: ",Ann,").last ?? "")"))
    #expect(
      try sandbox.run("runs", "1", "-o", "run.csv").output
        == "Wrote run.csv (\(csv.utf8.count) bytes)\n")
    let url = sandbox.directory.appending(path: "run.csv")
    #expect(try String(contentsOf: url, encoding: .utf8) == csv)
    #expect(
      try sandbox.run("runs", "1", "-n", "-o", "x.html").output.hasPrefix("Would write x.html"))
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.directory.appending(path: "x.html").path()))
    let page = try sandbox.run("runs", "1", "--to", "html", "-o", "-").output
    #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</html>\n"))
    #expect(try sandbox.run("runs", "1", "--to", "markdown").output.hasPrefix("# Shop, run 1\n\n"))
    for wrong in [["1", "-o", "x"], ["--to", "csv"], ["-o", "x.csv"], ["1", "--stats"], ["0"]] {
      #expect(try sandbox.run(["runs"] + wrong).status == 64, "\(wrong)")
    }
    let document = try Data(contentsOf: sandbox.document)
    #expect(
      try sandbox.run("runs", "1", "--to", "csv", "-o", sandbox.document.path()).status == 64)
    #expect(try Data(contentsOf: sandbox.document) == document)
  }

  @Test func `statistics tell what is skipped, and what takes long`() throws {
    try threeRuns()
    #expect(
      try sandbox.run("runs", "--stats", "--list", "Shop").output.timeless == """
        Milk: skipped 0 of 2 times, takes TIME
        Bread: skipped 2 of 2 times
        Eggs: skipped 0 of 2 times, takes TIME

        """)
    #expect(
      try sandbox.run("runs", "--stats", "--list", "Empty").output
        == "No runs yet. Go through the list with: checklists run\n")
  }

  @Test func `the number of a run is completed, the newest first`() throws {
    try threeRuns()
    let answer = try sandbox.run("_complete", "fish", "2", "checklists", "runs", "")
    #expect(
      answer.output.split(separator: "\n").dropFirst().map {
        "\($0.prefix(1)) \($0.split(separator: " ").last ?? "")"
      }
        == ["3 Shop", "2 Release", "1 Shop"])
  }
}
