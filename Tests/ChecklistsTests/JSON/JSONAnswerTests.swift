import Foundation
import TestSupport
import Testing

@testable import checklists

/// What programs read has the shape that help and the README promise.
@Suite(.blocking)
struct JSONAnswerTests {
  /// Every command in every form that its answer can have.
  static let answers = [
    "add Eggs", "add Eggs --list Packing -n", "add Eggs --due today --note x --at 1",
    "list --all", "list --count", "list --notes", "search milk", "list --sort due open",
    "due", "move 1 --last", "move 1 --to Packing", "reset", "reset --log log.jsonl", "batch",
    "lists move Packing --first", "lists add Rome --from Packing", "list", "",
    "list open -l Empty", "toggle all", "check 1 3", "check 2", "skip 1 --reason sour",
    "uncheck done", "edit 1 Oat",
    "delete 1", "rm done", "show all", "attach 1 plain.plist", "show all", "detach all",
    "lists", "lists add Rome", "lists edit Packing Rome", "lists delete Packing", "use",
    "use Packing", "resolve", "resolve --all --keep 1",
    "use --none", "lists templates", "lists templates Travel", "lists add Rome --from Travel",
    "lists add Rome --from template.md", "undo", "redo", "history", "history restore 2",
    "history clear", "plist show home/Documents/Checklists.plist", "plist show plain.plist",
    "plist check home/Documents/Checklists.plist plain.plist",
    "plist convert plain.plist --format json -o plain.json", "import shopping.txt",
    "export --format text --output list.txt", "export --format homepwner -o items.archive", "diff",
    "diff 1 2", "merge copy.plist", "sync lists.git", "run --answers answers", "run -n",
    "run Packing --by Ann --answers answer --as Rome", "report --all", "report -l Packing",
    "report 1",
    "report 1 -o run.html", "report --stats -l Packing", "where", "where --sizes",
    "completions bash",
    "manual", "help", "help lists add", "add --help", "help json", "--version",
  ]

  /// A home with lists, changes and one that was undone.
  private func furnished() throws -> Sandbox {
    let sandbox = try Sandbox()
    // Few processes, because many tests begin like this.
    try sandbox.run("add", "Milk", "Bread and butter", "Café \"au lait\"\u{1}\u{2028}🧀")
    let script = """
      check 2
      edit 1 --due tomorrow --note '1 l'
      lists add Packing
      lists add Empty
      add Socks --list Packing
      """
    #expect(try sandbox.run("batch", input: script).status == 0)
    _ = try sandbox.launch(Tool.find("git"), ["init", "-q", "--bare", "lists.git"])
    try sandbox.run(
      "plist", "convert", "--format", "codable", "-o", "copy.plist", sandbox.document.path())
    try sandbox.run("run", "Packing", "--by", "CI", input: "skip it's warm\n")
    try sandbox.run("add", "Shoes", "--list", "Packing")
    try sandbox.run("undo")
    try Data("3\tskip they are sold out\n1\tdone\n".utf8)
      .write(to: sandbox.directory.appending(path: "answers"))
    try Data("1\tdone\n".utf8).write(to: sandbox.directory.appending(path: "answer"))
    try Data().write(to: sandbox.directory.appending(path: "log.jsonl"))
    try Data("- [ ] Tent\n".utf8).write(to: sandbox.directory.appending(path: "template.md"))
    try Data("Milk\nTea\n".utf8).write(to: sandbox.directory.appending(path: "shopping.txt"))
    try Data("<plist><array><date>2026-12-24T17:00:00Z</date></array></plist>".utf8)
      .write(to: sandbox.directory.appending(path: "plain.plist"))
    return sandbox
  }

  @Test(arguments: answers)
  func `an answer is one object on one line, of its schema`(line: String) throws {
    let sandbox = try furnished()
    let arguments = line.split(separator: " ").map(String.init)
    let run = try sandbox.run(arguments + ["--json"])
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.hasSuffix("}\n"))
    #expect(run.output.filter(\.isNewline).count == 1)
    if line != "help json" {
      let answer = try JSONValue(run.output)
      #expect(JSONShape.answering(arguments).problems(ofAnswer: answer) == [])
    }
    // The toolchain's reader agrees that it is JSON.
    _ = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
  }

  @Test func `every command that answers is among them`() {
    let commands = Set(
      Self.answers.compactMap { line in
        let arguments = line.split(separator: " ").map(String.init)
        switch try? ArgumentParser(Command.syntaxes).parse(arguments).request {
        case .run(let command): return command.name
        case .help, .topic: return "help"
        case .version: return "--version"
        case nil: return nil
        }
      })
    #expect(Set(Command.answers.map(\.command)).subtracting(commands) == [])
    let silent = Command.syntaxes.paths.map(\.name).filter { path in
      !Command.answers.contains { $0.command == path }
    }
    #expect(silent == ["ui", "plist", "_complete"])
  }

  /// The schema that the program prints, judged by the reference implementation of JSON Schema.
  @Test(
    .needs(Tool.succeeds("python3", "-c", "import jsonschema"), "python3 has no jsonschema"))
  func `the printed JSON Schema accepts every answer, and refuses another`() throws {
    let python = try Tool.find("python3")
    let sandbox = try furnished()
    var lines = [try sandbox.run("help", "json", "--json").output]
    for line in Self.answers where line != "help json" {
      lines.append(
        try furnished().run(line.split(separator: " ").map(String.init) + ["--json"]).output)
    }
    lines.append(try sandbox.run("toggle", "99", "--json").errors)
    let script = """
      import json, jsonschema, sys
      schema, *answers = [json.loads(line) for line in sys.stdin]
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for answer in answers:
        validator.validate(answer)
        del answer["schema"]
        assert not validator.is_valid(answer)
      assert not validator.is_valid({"schema": 1, "document": None, "items": [{"id": 1}]})
      """
    let judge = try sandbox.launch(python, ["-c", script], input: Data(lines.joined().utf8))
    #expect(judge.errors == "")
    #expect(judge.status == 0)
  }

  // MARK: Errors

  @Test(
    arguments: Command.syntaxes.paths
      .filter { !($0.first?.isHidden ?? true) }.map(\.name))
  func `every command says in an object that it was called wrongly`(command: String) throws {
    let sandbox = try Sandbox()
    let words = command.split(separator: " ").map(String.init)
    let plain = try sandbox.run(words + ["--no-such-option"])
    let run = try sandbox.run(words + ["--no-such-option", "--json"])
    #expect(run.status == 64)
    #expect(plain.status == run.status)
    #expect(run.output == "")
    #expect(JSONShape.error.problems(ofAnswer: try JSONValue(run.errors)) == [])
  }

  @Test(arguments: [
    ("toggle 9", 1, "no-match"), ("check b -l Packing", 1, "no-match"),
    ("check a", 2, "ambiguous"), ("edit all x", 2, "ambiguous"),
    ("list -l Nowhere", 1, "no-match"), ("delete 0", 64, "usage"), ("add --json= x", 64, "usage"),
    ("use Nowhere", 1, "no-match"), ("lists delete Nowhere", 1, "no-match"),
    ("history restore 99", 1, "no-match"), ("frobnicate", 64, "usage"),
    ("--file plain.plist list", 65, "data"), ("--file none.plist list", 66, "no-input"),
    ("lists add X --from Nope", 1, "no-match"),
    ("lists add X --from none.md", 66, "no-input"),
    ("plist show none.plist", 66, "no-input"),
    ("plist convert none --format xml -o x", 66, "no-input"),
    ("plist convert plain.plist --format xml", 64, "usage"),
    ("--file none/none.plist add x", 73, "cannot-create"),
    ("plist show home/Documents", 74, "input-output"),
  ])
  func `an error is an object with the same status`(
    line: String, status: Int32, code: String
  ) throws {
    let sandbox = try furnished()
    let arguments = line.split(separator: " ").map(String.init)
    let run = try sandbox.run(arguments + ["--json"])
    #expect(run.status == status)
    #expect(run.output == "")
    let answer = try JSONValue(run.errors)
    #expect(JSONShape.error.problems(ofAnswer: answer) == [])
    guard case .object(let members) = answer, case .object(let error)? = members.last?.value else {
      return
    }
    #expect(error.first?.value == .string(code))
    if !line.hasPrefix("plist convert plain") && !line.hasPrefix("add --json=") {
      #expect(try sandbox.run(arguments).status == status)
    }
  }

  @Test func `a file that is not sound is an answer and an error`() throws {
    let sandbox = try furnished()
    let run = try sandbox.run("plist", "check", "plain.plist", "none.plist", "--json")
    #expect(run.status == 66)
    #expect(
      JSONShape.answering(["plist", "check", "x"]).problems(ofAnswer: try JSONValue(run.output))
        == [])
    #expect(JSONShape.error.problems(ofAnswer: try JSONValue(run.errors)) == [])
  }

  // MARK: What scripts do with it

  @Test func `add tells the identities of what it made`() throws {
    let sandbox = try Sandbox()
    let items = try #require(
      try sandbox.json("add", "Milk", "Bread")["items"] as? [[String: Any]])
    let ids = items.compactMap { $0["id"] as? String }
    #expect(items.compactMap { $0["number"] as? Int } == [1, 2])
    try sandbox.run("delete", "id:\(ids[0])")
    #expect(try sandbox.run("list").output == "Checklist (0/1)\n  1 [ ] Bread\n")
    #expect(try sandbox.run("check", "id:\(ids[1])").output == "Checked 1 [x] Bread\n")
  }

  @Test func `in an empty home there is no list, and no error`() throws {
    let sandbox = try Sandbox()
    let path = sandbox.document.path()
    #expect(
      try sandbox.run("list", "--json").output
        == #"{"schema":1,"document":"\#(path)","checklist":null}"# + "\n")
    #expect(
      try sandbox.run("lists", "--json").output
        == #"{"schema":1,"document":"\#(path)","checklists":[]}"# + "\n")
    #expect(
      try sandbox.run("history", "--json").output
        == #"{"schema":1,"document":"\#(path)","states":[]}"# + "\n")
  }

  @Test func `an item that was deleted has no number any more`() throws {
    let sandbox = try furnished()
    let items = try #require(try sandbox.json("delete", "1")["items"] as? [[String: Any]])
    #expect(items.count == 1)
    #expect(items[0]["number"] is NSNull)
    #expect(items[0]["text"] as? String == "Milk")
  }

  @Test(
    .needs("jq"),
    arguments: [
      (
        "list", ".checklist.items[] | select(.checked | not) | .text",
        "Milk\nCafé \"au lait\"\u{1}\u{2028}🧀\n"
      ),
      ("list", ".checklist | \"\\(.done)/\\(.total)\"", "1/3\n"),
      ("lists", ".checklists[] | select(.selected) | .name", "Checklist\n"),
      ("lists", "[.checklists[].total] | add", "4\n"),
      ("toggle 1", ".items[] | [.number, .checked] | @tsv", "1\ttrue\n"),
      ("show 2", ".items[0].completed | fromdate | . > 0", "true\n"),
      ("where", ".container | endswith(\"/home\")", "true\n"),
    ])
  func `jq reads it`(line: String, filter: String, expected: String) throws {
    let sandbox = try furnished()
    let run = try sandbox.run(line.split(separator: " ").map(String.init) + ["--json"])
    let jq = try sandbox.launch(Tool.find("jq"), ["-r", filter], input: Data(run.output.utf8))
    #expect(jq.errors == "")
    #expect(jq.output == expected)
  }
}
