import Terminal
import Testing

@testable import checklists

@Suite struct ArgumentParserTests {
  private let parser = ArgumentParser(.sample)

  /// Parses a line whose words hold no spaces, and expects a command.
  private func command(_ line: String) throws -> ParsedCommand {
    let invocation = try parser.parse(line.split(separator: " ").map(String.init))
    guard case .run(let command) = invocation.request else {
      throw UsageError("no command but \(invocation.request)")
    }
    return command
  }

  private func globals(_ line: String) throws -> GlobalOptions {
    try parser.parse(line.split(separator: " ").map(String.init)).globals
  }

  private func path(_ line: String) throws -> [String]? {
    let invocation = try parser.parse(line.split(separator: " ").map(String.init))
    guard case .help(let path) = invocation.request else { return nil }
    return path.map(\.name)
  }

  @Test func `an empty command line is the default command`() throws {
    let command = try command("")
    #expect(command.name == "list")
    #expect(command.positionals.isEmpty)
    #expect(command.options == ParsedOptions())
  }

  @Test func `options alone belong to the default command`() throws {
    let command = try command("--all --json")
    #expect(command.name == "list")
    #expect(command.options.has("all"))
    #expect(command.options.has("json"))
  }

  @Test func `a command is named by its name or an alias`() throws {
    #expect(try command("delete 1").name == "delete")
    #expect(try command("rm 1").name == "delete")
    #expect(try command("lists rm Old").name == "lists delete")
  }

  @Test func `arguments keep their order and remember their place`() throws {
    let command = try command("-q add Milk --due today Bread")
    #expect(
      command.positionals == [
        ParsedValue(text: "Milk", argument: 2), ParsedValue(text: "Bread", argument: 5),
      ])
    #expect(command.options["due"] == "today")
  }

  @Test func `an empty argument and one with spaces are arguments`() throws {
    let invocation = try parser.parse(["add", "", " two words "])
    guard case .run(let command) = invocation.request else {
      Issue.record("no command")
      return
    }
    #expect(command.positionals.map(\.text) == ["", " two words "])
  }

  @Test(arguments: [
    "add Milk --due today --list Shop", "--due today --list Shop add Milk",
    "add --due=today -l Shop Milk", "--due=today -lShop add Milk", "add Milk -l=Shop --due today",
  ])
  func `options stand anywhere, their values attached or not`(line: String) throws {
    let command = try command(line)
    #expect(command.name == "add")
    #expect(command.positionals.map(\.text) == ["Milk"])
    #expect(command.options["due"] == "today")
    #expect(command.options["list"] == "Shop")
    #expect(try globals(line).list == "Shop")
  }

  @Test(arguments: ["reset -qn", "reset -nq", "-q reset -n", "reset --quiet --dry-run"])
  func `short flags can be bundled`(line: String) throws {
    let globals = try globals(line)
    #expect(globals.quiet)
    #expect(globals.dryRun)
  }

  @Test(arguments: ["reset -qlShop", "reset -ql Shop", "reset -ql=Shop"])
  func `a bundle may end with an option that takes a value`(line: String) throws {
    let globals = try globals(line)
    #expect(globals.quiet)
    #expect(globals.list == "Shop")
  }

  @Test func `an attached value may be empty or hold an equals sign`() throws {
    #expect(try command("add x --note=").options["note"] == "")
    #expect(try command("add x --note=a=b").options["note"] == "a=b")
    #expect(try command("add x --note=\u{301}a").options["note"] == "\u{301}a")
  }

  @Test(arguments: ["-x", "--", "--jsonx", "-", "-1", "--json=x"])
  func `the argument after an option is its value, also one with a dash`(value: String) throws {
    let command = try command("add --note \(value) Milk")
    #expect(command.options["note"] == value)
    #expect(command.positionals.map(\.text) == ["Milk"])
    #expect(!command.options.has("json"))
  }

  @Test(arguments: ["--json", "--at", "-q"])
  func `an option in the place of a value shows that the value was forgotten`(
    option: String
  ) throws {
    let error = #expect(throws: UsageError.self) { try command("add --note \(option) Milk") }
    #expect(
      error?.message
        == "'--note' requires a value, and '\(option)' is an option; if it is the value, write "
        + "'--note=\(option)'")
    #expect(try command("add --note=\(option) Milk").options["note"] == option)
  }

  @Test func `the last value of an option counts and a repeated flag does no harm`() throws {
    let globals = try globals("reset -l One --list Two --json --json")
    #expect(globals.list == "Two")
    #expect(globals.json)
  }

  @Test func `after two dashes everything is an argument`() throws {
    let command = try command("add -q -- -5°C --json -- -")
    #expect(command.positionals.map(\.text) == ["-5°C", "--json", "--", "-"])
    #expect(!command.options.has("json"))
  }

  @Test func `a word after two dashes names no command`() throws {
    let command = try command("-- add")
    #expect(command.name == "list")
    #expect(command.positionals == [ParsedValue(text: "add", argument: 1)])
  }

  @Test func `a single dash is an argument`() throws {
    #expect(try command("add -").positionals.map(\.text) == ["-"])
  }

  @Test func `a subcommand is named by the first argument only`() throws {
    let command = try command("lists add add --from delete")
    #expect(command.name == "lists add")
    #expect(command.positionals.map(\.text) == ["add"])
    #expect(command.options["from"] == "delete")
    #expect(try self.command("add lists add").positionals.map(\.text) == ["lists", "add"])
  }

  @Test func `the global options are read`() throws {
    let globals = try globals("--file a.plist --color never --lock-timeout 2.5 -l Shop --json list")
    #expect(globals.file == "a.plist")
    #expect(globals.color == .never)
    #expect(globals.lockTimeout == 2.5)
    #expect(globals.json)
    #expect(!globals.quiet)
    #expect(try self.globals("") == GlobalOptions())
  }

  @Test func `help is asked for with or without a command, anywhere`() throws {
    #expect(try path("help") == [])
    #expect(try path("-h") == [])
    #expect(try path("--help --json") == [])
    #expect(try path("help add") == ["add"])
    #expect(try path("add --help") == ["add"])
    #expect(try path("-h rm") == ["delete"])
    #expect(try path("help lists rm") == ["lists", "delete"])
    #expect(try path("lists -qh add") == ["lists", "add"])
    #expect(try path("help --help") == [])
  }

  @Test func `help is given also where the rest of the command is wrong`() throws {
    #expect(try path("edit --due today --no-due --sort x --help") == ["edit"])
  }

  @Test func `a value or an argument after two dashes asks for no help`() throws {
    #expect(try command("add --note=--help Milk").options["note"] == "--help")
    #expect(try command("add -- -h").positionals.map(\.text) == ["-h"])
  }

  @Test func `the version is asked for`() throws {
    let invocation = try parser.parse(["--version", "--json"])
    #expect(invocation.request == .version)
    #expect(invocation.globals.json)
  }

  @Test func `errors are wanted as JSON where the option stands before two dashes`() {
    #expect(ArgumentParser.asksForJSON(["frob", "--json"]))
    #expect(!ArgumentParser.asksForJSON(["add", "--", "--json"]))
    #expect(!ArgumentParser.asksForJSON([]))
  }
}
