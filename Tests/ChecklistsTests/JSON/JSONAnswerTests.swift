import Foundation
import TestSupport
import Testing

@testable import checklists

/// What programs read has the shape that help and the README promise.
@Suite(.blocking)
struct JSONAnswerTests {
  /// A command line that succeeds, and the schema of what it prints.
  struct Answer: CustomTestStringConvertible, Sendable {
    var arguments: [String]
    var shape: JSONShape

    var testDescription: String { arguments.joined(separator: " ") }

    init(_ line: String, _ shape: JSONShape) {
      arguments = line.split(separator: " ").map(String.init)
      self.shape = shape
    }

    /// The command that it runs.
    var command: String? {
      switch try? ArgumentParser(Command.syntaxes).parse(arguments).request {
      case .run(let command): command.name
      case .help, .topic: "help"
      case .version, nil: nil
      }
    }
  }

  /// Every command in every form that its answer can have.
  static let answers = [
    Answer("add Eggs", .changedItems),
    Answer("add Eggs --list Packing -n", .triedItems),
    Answer("add Eggs --due today --note x --at 1", .changedItems),
    Answer("list --all", .shownLists), Answer("list --count", .count),
    Answer("list --notes", .shownList),
    Answer("find milk", .shownLists),
    Answer("list --sort due --search e", .shownList), Answer("due", .dueItems),
    Answer("move 1 --last", .changedItems), Answer("move 1 --to Packing", .changedItems),
    Answer("reset", .changedItems), Answer("reset --log log.jsonl", .changedItems),
    Answer("batch", .batch),
    Answer("lists move Packing --first", .changedList),
    Answer("lists add Rome --from Packing", .changedList),
    Answer("list", .shownList), Answer("", .shownList), Answer("list open -l Empty", .shownList),
    Answer("toggle all", .changedItems), Answer("check 1 3", .changedItems),
    Answer("check 2", .changedItems), Answer("uncheck done", .changedItems),
    Answer("edit 1 Oat", .changedItems), Answer("delete 1", .changedItems),
    Answer("rm done", .changedItems), Answer("show all", .changedItems),
    Answer("attach 1 plain.plist", .changedItems), Answer("attach all", .attachments),
    Answer("detach all", .changedItems),
    Answer("lists", .lists), Answer("lists add Rome", .changedList),
    Answer("lists edit Packing Rome", .changedList), Answer("lists delete Packing", .changedList),
    Answer("use Packing", .chosenList), Answer("use --none", .chosenOverview),
    Answer("lists templates", .templates),
    Answer("lists add Rome --from Travel", .changedList),
    Answer("lists add Rome --from template.md", .changedList),
    Answer("undo", .changedState), Answer("redo", .changedState),
    Answer("history", .states), Answer("history restore 2", .changedState),
    Answer("history clear", .answer()),
    Answer("inspect home/Documents/Checklists.plist", .inspectedArchive),
    Answer("inspect plain.plist", .inspectedValue),
    Answer("validate home/Documents/Checklists.plist plain.plist", .validated),
    Answer("convert plain.plist --to json -o plain.json", .converted),
    Answer("import shopping.txt", .imported),
    Answer("export --to text --output list.txt", .exported),
    Answer("export --to homepwner -o items.archive", .exported),
    Answer("diff", .differences), Answer("diff 1 2", .differences),
    Answer("merge copy.plist", .merged), Answer("sync lists.git", .synchronised),
    Answer("run --answers answers", .gone), Answer("run -n", .wouldAsk),
    Answer("run Packing --by Ann --answers answer --as Rome", .gone),
    Answer("runs", .runs), Answer("runs -l Packing", .runs), Answer("runs 1", .runReport),
    Answer("runs 1 -o run.html", .runFile),
    Answer("runs --stats -l Packing", .runStatistics),
    Answer("where", .paths), Answer("where --sizes", .paths),
    Answer("completions bash", .completions),
    Answer("manual", .manual), Answer("help", .help), Answer("help lists add", .help),
    Answer("add --help", .help), Answer("help json", .topic), Answer("--version", .version),
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
    try sandbox.run("add", "Shoes", "--list", "Packing")
    try sandbox.run("undo")
    _ = try sandbox.launch(Tool.find("git"), ["init", "-q", "--bare", "lists.git"])
    try sandbox.run("convert", "--to", "codable", "-o", "copy.plist", sandbox.document.path())
    try sandbox.run("run", "Packing", "--by", "CI", input: "skip it's warm\n")
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
  func `an answer is one object on one line, of its schema`(answer: Answer) throws {
    let sandbox = try furnished()
    let run = try sandbox.run(answer.arguments + ["--json"])
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.hasSuffix("}\n"))
    #expect(run.output.filter(\.isNewline).count == 1)
    #expect(answer.shape.problems(of: try JSONValue(run.output)) == [])
    // The toolchain's reader agrees that it is JSON.
    _ = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
  }

  @Test func `every command has a schema, and help tells its members`() throws {
    let paths = Command.syntaxes.paths
      .filter { !($0.first?.isHidden ?? true) }.map(\.name)
      // It answers on the screen, and refuses --json.
      .filter { $0 != "ui" }
    let terms = HelpTopic.json.blocks.flatMap { block -> [HelpTopic.Term] in
      if case .terms(let terms) = block { terms } else { [] }
    }
    for path in paths {
      let answers = Self.answers.filter { $0.command == path }
      #expect(!answers.isEmpty, "'\(path)' has no schema")
      let term = try #require(
        terms.first { $0.spelling.split(separator: ", ").contains(path[...]) }, "'\(path)'")
      for answer in answers {
        guard case .object(let members) = answer.shape else { continue }
        for member in members.dropFirst(2) where member.name != "dryRun" {
          #expect(term.meaning.contains("\"\(member.name)\""), "'\(path)': \(member.name)")
        }
      }
    }
  }

  @Test(arguments: JSONShape.parts.keys.sorted())
  func `help tells the members of what answers are made of`(part: String) throws {
    let text = HelpText([]).text(on: .json).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard case .object(let members)? = JSONShape.parts[part] else { return }
    #expect(text.contains("{\(members.map { "\"\($0.name)\"" }.joined(separator: ", "))}"))
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
    #expect(JSONShape.error.problems(of: try JSONValue(run.errors)) == [])
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
    ("inspect none.plist", 66, "no-input"), ("convert none --to xml -o x", 66, "no-input"),
    ("convert plain.plist --to xml", 64, "usage"),
    ("--file none/none.plist add x", 73, "cannot-create"),
    ("inspect home/Documents", 74, "input-output"),
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
    #expect(JSONShape.error.problems(of: answer) == [])
    guard case .object(let members) = answer, case .object(let error)? = members.last?.value else {
      return
    }
    #expect(error.first?.value == .string(code))
    if !line.hasPrefix("convert plain") && !line.hasPrefix("add --json=") {
      #expect(try sandbox.run(arguments).status == status)
    }
  }

  @Test func `nothing due is an answer, and a status of its own`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run("due", "--json")
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(JSONShape.dueItems.problems(of: try JSONValue(run.output)) == [])
  }

  @Test func `a file that is not sound is an answer and an error`() throws {
    let sandbox = try furnished()
    let run = try sandbox.run("validate", "plain.plist", "none.plist", "--json")
    #expect(run.status == 66)
    #expect(JSONShape.validated.problems(of: try JSONValue(run.output)) == [])
    #expect(JSONShape.error.problems(of: try JSONValue(run.errors)) == [])
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
