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

  @Test func `answers come from a file`() throws {
    try Data("done\nskip sold out\nDONE\n".utf8)
      .write(to: sandbox.directory.appending(path: "answers"))
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

  @Test func `too few answers are a pause, and those that are too many are told`() throws {
    try Data("done\n".utf8).write(to: sandbox.directory.appending(path: "few"))
    let few = try run("Shop", "--answers", "few", answers: "")
    #expect(few.status == 1)
    #expect(few.errors == "checklists: warning: --answers ended before [2/3] Bread\n")
    let many = try run("Shop", "--answers", "-", answers: "done\ndone\ndone\n")
    #expect(many.status == 0)
    #expect(many.errors == "checklists: warning: 1 answer of --answers was left over\n")
  }

  @Test(arguments: ["frob", "", "skip", "back", "q", "note x"])
  func `a file with something else changes nothing`(line: String) throws {
    try Data("done\n\(line)\ndone\n".utf8)
      .write(to: sandbox.directory.appending(path: "answers"))
    let run = try run("Shop", "--answers", "answers", answers: "")
    #expect((run.status, run.output) == (65, ""))
    #expect(
      run.errors == """
        checklists: line 2 of answers is no answer: it must be 'done' or 'skip REASON'
        Nothing was changed.

        """)
    #expect(try done("Shop") == [])
    #expect(try self.run("Shop", "--answers", "missing", answers: "").status == 66)
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

  // MARK: Trouble

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
