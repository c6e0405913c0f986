import Foundation
import TestSupport
import Testing

@testable import checklists

/// Many commands, all of them or none.
@Suite(.blocking)
struct BatchTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test func `Commands are run one after the other, and saved at once`() throws {
    let run = try sandbox.run(
      "batch",
      input: """
        # a day
        add Milk 'Brown bread' "Six eggs"
        check 2

        lists add Rome --from Checklist   # a copy
        add --list Rome Passport $HOME
        move passport --list Rome --first
        edit 1 'Oat milk'
        lists edit Rome Venice
        delete eggs
        reset
        list -l Venice
        show 1 --quiet
        lists
        """)
    #expect(run.errors == "")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n").filter {
      !$0.hasPrefix("id ") && !$0.hasPrefix("created ")
    }
    #expect(
      lines == [
        "Added 1 [ ] Milk", "Added 2 [ ] Brown bread", "Added 3 [ ] Six eggs",
        "Checked 2 [x] Brown bread",
        "Added Rome (0/3)", "Added 4 [ ] Passport to Rome", "Added 5 [ ] $HOME to Rome",
        "Moved 1 [ ] Passport in Rome", "Edited 1 [ ] Oat milk (was Milk) in Checklist",
        "Renamed Venice (0/5) (was Rome)", "Deleted 3 [ ] Six eggs from Checklist",
        "Unchecked 2 [ ] Brown bread in Checklist", "Venice (0/5)", "  1 [ ] Passport",
        "  2 [ ] Milk",
        "  3 [ ] Brown bread", "  4 [ ] Six eggs", "  5 [ ] $HOME", "number     1",
        "text       Oat milk",
        "list       Checklist", "checked    no", "* Checklist  0/2", "  Venice     0/5",
      ])
    let states = try #require(try sandbox.json("history")["states"] as? [[String: Any]])
    #expect(states.count == 2)
    #expect(states[0]["command"] as? String == "batch")
    #expect(states[0]["summary"] as? String == "Added Milk and 2 more, and 8 more changes")
    #expect(try sandbox.run("undo").status == 0)
    #expect(
      try sandbox.run("lists").output
        == """
        No checklists yet. Make one with: checklists lists add Groceries
        Or begin with a template: checklists lists add Rome --from template:Travel
        All templates: checklists lists --templates

        """)
  }

  @Test func `A long list says nothing before all lines are done`() throws {
    let texts = (1...5000).map { "Thing number \($0)\n" }.joined()
    #expect(try sandbox.run(["add", "-", "-q"], input: Data(texts.utf8)).status == 0)
    let failed = try sandbox.run("batch", input: "add Milk\nlist\ntoggle 9999\n")
    #expect(failed.status == 1)
    #expect(failed.output == "")
    let list = try sandbox.run("list").output
    #expect(try sandbox.run("batch", input: "list\nlist\n").output == list + list)
    #expect(list.utf8.count > 100_000)
  }

  @Test(
    .needs(FileManager.default.fileExists(atPath: "/dev/full"), "/dev/full is not here"))
  func `A batch is saved even where a long list cannot be written`() throws {
    try sandbox.putProgramOnPath()
    let texts = (1...5000).map { "Thing number \($0)\n" }.joined()
    #expect(try sandbox.run(["add", "-", "-q"], input: Data(texts.utf8)).status == 0)
    let run = try sandbox.launch(
      URL(filePath: "/bin/sh"), ["-c", "printf 'add Milk\\nlist\\n' | checklists batch >/dev/full"])
    #expect(run.status == 74)
    #expect(
      run.errors
        == "checklists: cannot write standard output: No space left on device; the change was saved\n"
    )
    #expect(try sandbox.run("list", "--count").output == "5001\n")
  }

  /// A line that fails, its status and what is said of it.
  struct Wrong: CustomTestStringConvertible, Sendable {
    var line: String
    var status: Int32
    var errors: String
    var testDescription: String { line }

    init(_ line: String, _ status: Int32, _ errors: String) {
      (self.line, self.status, self.errors) = (line, status, errors)
    }

    /// A wrong use, for which there is help.
    static func use(_ line: String, _ message: String) -> Wrong {
      Wrong(line, 64, "\(message)\nNothing was changed. See 'checklists help batch'.")
    }
  }

  @Test(arguments: [
    Wrong(
      "toggle 9", 1,
      "there is no item 9, 'Checklist' has 2 items\n"
        + "Nothing was changed. The items are shown by: checklists list"),
    Wrong(
      "check e", 2,
      "'e' matches 2 items\n  1 Egg bread\n  2 Eggs\nNothing was changed. Name one by its number."),
    Wrong(
      "add ' '", 64,
      "an item needs a text, this one is blank\n"
        + "Nothing was changed. A text says what is to be done, like 'Buy milk'."),
    Wrong(
      "list -l Nowhere", 1,
      "there is no list 'Nowhere'\n  Checklist\nNothing was changed. Make it with: checklists lists add Nowhere"
    ),
    Wrong(
      "togle 1", 64,
      "unknown command 'togle'; did you mean 'toggle'?\nNothing was changed. See 'checklists help'."
    ),
    Wrong(
      "move 1", 64,
      "'move' needs a place: --first, --last, --before SELECTOR, --after SELECTOR, --section NAME or --to LIST\n"
        + "Nothing was changed. See 'checklists help move'."
    ),
    Wrong(
      "add -", 64, "'-' is standard input, which is the script of the batch\nNothing was changed."),
    Wrong(
      "edit 1", 64,
      "the editor cannot be opened in a batch: say what is to be changed\nNothing was changed."),
    Wrong(
      "edit", 64,
      "the editor cannot be opened in a batch: say what is to be changed\nNothing was changed."),
    .use("add 'x", "the quote ' is not closed"),
    .use(
      "undo",
      "'undo' cannot be in a batch: it goes from one saved state to another, and a batch is saved as one"
    ),
    .use("batch", "'batch' cannot be in a batch: it is one already"),
    .use(
      "use Checklist",
      "'use' cannot be in a batch: a choice is not saved with the document; name the list with --list"
    ),
    .use("where", "'where' cannot be in a batch: it neither reads nor changes the lists"),
    .use(
      "history clear",
      "'history' cannot be in a batch: it goes from one saved state to another, and a batch is saved as one"
    ),
    .use("help add", "help and the version are not for a batch"),
    .use("add --help", "help and the version are not for a batch"),
    .use("--version", "help and the version are not for a batch"),
    .use("--file x list", "'--file' is for a whole batch: give it to 'checklists batch'"),
    .use(
      "add x --lock-timeout=1",
      "'--lock-timeout' is for a whole batch: give it to 'checklists batch'"),
    .use("add x -n", "'-n' is for a whole batch: give it to 'checklists batch'"),
    .use("list --exit-code", "'--exit-code' cannot be in a batch, which has one exit status"),
    .use("checklists add x", "a line has no 'checklists' before its command"),
    .use("list --json", "'--json' is for a whole batch: give it to 'checklists batch'"),
    .use("list --color never", "'--color' is for a whole batch: give it to 'checklists batch'"),
  ])
  func `The first line that fails stops the batch, and nothing is done`(_ wrong: Wrong) throws {
    try sandbox.run("add", "Egg bread", "Eggs")
    let before = try Data(contentsOf: sandbox.document)
    let run = try sandbox.run("batch", input: "add Milk\n\ndelete milk\n\(wrong.line)\ntoggle 77")
    #expect(run.status == wrong.status)
    let line = wrong.line == "add 'x" ? "add 'x…" : wrong.line
    #expect(run.errors == "checklists: line 4, '\(line)': \(wrong.errors)\n")
    #expect(run.output == "")
    #expect(try Data(contentsOf: sandbox.document) == before)
    #expect(try sandbox.json("history")["states"].map { ($0 as? [Any])?.count } == 2)
  }

  @Test func `A long line is named by its beginning`() throws {
    let text = String(repeating: "0123456789", count: 20)
    let run = try sandbox.run("batch", input: "toggle \(text)")
    #expect(
      run.errors.hasPrefix(
        "checklists: line 1, 'toggle 01234567890123456789012345678901234567890123456789012…': "))
    let error = try sandbox.run("batch", "--json", input: "toggle 1")
    #expect(error.status == 1)
    #expect(
      error.errors
        == #"{"schema":1,"error":{"code":"no-match","message":"line 1, 'toggle 1': there are no checklists yet","#
        + #""hint":"Nothing was changed. Make one with: checklists add \"Buy milk\"","candidates":[],"#
        + #""path":null,"offset":null,"line":1,"column":null}}"# + "\n")
  }

  @Test func `Nothing that is due is an answer in a batch, and the others are run`() throws {
    let run = try sandbox.run("batch", input: "add Milk\ndue\nadd Bread\n")
    #expect(run.status == 0)
    #expect(run.output == "Added 1 [ ] Milk\nAdded 2 [ ] Bread\n")
  }

  @Test func `Commands that cannot be in a batch are those that say so in the table`() {
    let refused = Command.syntaxes.filter { $0.obstacleInBatch != nil }.map(\.name)
    #expect(
      refused == [
        "ui", "batch", "use", "undo", "redo", "history", "export", "run", "runs", "diff", "merge",
        "sync", "inspect", "validate", "convert", "where", "completions", "manual", "help",
        "_complete",
      ])
    let options = GlobalOptions.syntax.filter { !$0.isOfWholeRun }.map(\.name)
    #expect(options == ["list", "quiet"])
  }

  @Test func `Programs get one object with the result of each command`() throws {
    let run = try sandbox.run(
      "batch", "--json", input: "add Milk\n# none\ncheck 1 --quiet\nlists\nlist 'milk'\nreset\n")
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("]}\n") && run.output.split(separator: "\n").count == 1)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(Set(answer.keys) == ["schema", "document", "results"])
    #expect(answer["document"] as? String == sandbox.document.path())
    let results = try #require(answer["results"] as? [[String: Any]])
    #expect(results.map { $0["line"] as? Int } == [1, 3, 4, 5, 6])
    #expect(
      results.map { $0["command"] as? String } == [
        "add Milk", "check 1 --quiet", "lists", "list 'milk'", "reset",
      ])
    #expect(
      results.map { $0.keys.sorted() } == [
        ["checklist", "command", "items", "line"], ["checklist", "command", "items", "line"],
        ["checklists", "command", "line"], ["checklist", "command", "line"],
        ["checklist", "command", "items", "line"],
      ])
    let checked = try #require((results[1]["items"] as? [[String: Any]])?.first)
    #expect((checked["number"] as? Int, checked["checked"] as? Bool) == (1, true))
    #expect((results[1]["checklist"] as? [String: Any])?["done"] as? Int == 1)
    let listed = try #require(results[3]["checklist"] as? [String: Any])
    #expect(
      (listed["items"] as? [[String: Any]])?.first?["id"] as? String == checked["id"] as? String)
    #expect(try sandbox.run("batch", "--json").output.hasSuffix(#","results":[]}"# + "\n"))
  }

  @Test func `A dry run says what would be done, and writes nothing`() throws {
    try sandbox.run("add", "Milk")
    let before = try Data(contentsOf: sandbox.document)
    let script = "add Bread\nmove 2 --first\nlists add Rome --from Checklist\nlists\n"
    let dry = try sandbox.run("batch", "-n", input: script)
    #expect(try Data(contentsOf: sandbox.document) == before)
    let real = try sandbox.run("batch", input: script)
    let lists = "* Checklist  0/2\n  Rome       0/2\n"
    #expect(
      dry.output
        == "Would add 2 [ ] Bread\nWould move 1 [ ] Bread\nWould add Rome (0/2)\n\(lists)")
    #expect(
      real.output == "Added 2 [ ] Bread\nMoved 1 [ ] Bread\nAdded Rome (0/2)\n\(lists)")
  }

  @Test func `Each line names its list, and the variable is for those that name none`() throws {
    for name in ["A", "B", "C"] { try sandbox.run("lists", "add", name) }
    try sandbox.run("use", "B")
    try sandbox.run("batch", input: "add x\nadd -l C y\nadd z\n")
    sandbox.environment["CHECKLISTS_LIST"] = "C"
    try sandbox.run("batch", input: "add 1\nadd -l A 2\n")
    sandbox.environment["CHECKLISTS_LIST"] = "A"
    try sandbox.run("batch", input: "add 3")
    #expect(try sandbox.run("list", "-l", "A").output == "A (0/2)\n  1 [ ] 2\n  2 [ ] 3\n")
    #expect(try sandbox.run("list", "-l", "B").output == "B (0/2)\n  1 [ ] x\n  2 [ ] z\n")
    #expect(try sandbox.run("list", "-l", "C").output == "C (0/2)\n  1 [ ] y\n  2 [ ] 1\n")
    #expect(try sandbox.run("batch", "--quiet", input: "add 4\nlists edit A D").output == "")
    #expect(
      try sandbox.run("batch", input: "add -q -l D 5\nadd -l D 6").output == "Added 5 [ ] 6 to D\n")
  }

  @Test(arguments: ["", "\n \n# nothing\n", "list\n", "check done\n"])
  func `A batch that changes nothing writes nothing`(_ script: String) throws {
    try sandbox.run("add", "Milk")
    let before = try Data(contentsOf: sandbox.document)
    let run = try sandbox.run("batch", input: script)
    #expect((run.status, run.errors) == (0, ""))
    #expect(try Data(contentsOf: sandbox.document) == before)
    #expect(try sandbox.json("history")["states"].map { ($0 as? [Any])?.count } == 2)
  }

  @Test func `A document that is named is made by adding only, and found by the lines after`()
    throws
  {
    let path = sandbox.directory.appending(path: "other.plist").path()
    for script in ["list", "toggle 1\nadd x", "lists"] {
      let run = try sandbox.run("--file", path, "batch", input: script)
      #expect(run.status == 66)
      #expect(run.errors.contains(": there is no document at \(path)\n"))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    #expect(try sandbox.run("--file", path, "batch", input: "add Milk\ntoggle 1\n").status == 0)
    #expect(try sandbox.run("--file", path).output == "Checklist (1/1)\n  1 [x] Milk\n")
  }

  @Test func `A script that is not UTF-8 is refused with the line`() throws {
    let run = try sandbox.run(["batch"], input: Data("add Milk\nadd ".utf8) + [0xFF])
    #expect(run.status == 65)
    #expect(run.errors == "checklists: line 2 of standard input is not UTF-8 text\n")
    #expect(!FileManager.default.fileExists(atPath: sandbox.document.path()))
  }

  @Test func `Texts with line breaks and quotes are added as they are`() throws {
    let script = "add 'two\nlines' \"it's\" 'say \"hi\"' back\\\\slash\n"
    #expect(try sandbox.run("batch", input: script).status == 0)
    let stored = try AppDocument.lists(in: Data(contentsOf: sandbox.document))[0].items.map(\.text)
    #expect(stored == ["two\nlines", "it's", "say \"hi\"", "back\\slash"])
  }

  @Test func `Ten thousand lines are one change`() throws {
    let script = (1...10_000).map { "add 'Item \($0)'\n" }.joined()
    let run = try sandbox.run("batch", "--quiet", input: script)
    #expect((run.status, run.output) == (0, ""))
    let items = try AppDocument.lists(in: Data(contentsOf: sandbox.document))[0].items
    #expect(items.map(\.text) == (1...10_000).map { "Item \($0)" })
    #expect(Set(items.map(\.itemID)).count == 10_000)
    #expect(try sandbox.json("history")["states"].map { ($0 as? [Any])?.count } == 2)
  }

  @Test func `Batches and commands at once each do all that they say`() throws {
    let script = (1...20).map { "add 'Batch \($0)'\n" }.joined()
    let running = try (1...6).flatMap { _ in
      [
        try sandbox.start(["batch", "-q"], input: Data(script.utf8)),
        try sandbox.start(["add", "-q", "Single"]),
      ]
    }
    for process in running {
      let run = try process.finish()
      #expect((run.status, run.errors) == (0, ""))
    }
    let texts = try AppDocument.lists(in: Data(contentsOf: sandbox.document))[0].items.map(\.text)
    #expect(texts.count == 6 * 21)
    // The lines of a batch are together.
    let starts = texts.indices.filter { texts[$0] == "Batch 1" }
    #expect(starts.count == 6)
    for start in starts {
      #expect(Array(texts[start..<start + 20]) == (1...20).map { "Batch \($0)" })
    }
  }
}
