import Testing

@testable import checklists

@Suite struct UsageErrorTests {
  /// A wrong command line with all that its error says.
  struct Wrong: CustomTestStringConvertible, Sendable {
    var line: String
    var message: String
    var suggestion: String?
    var argument: Int?
    var command: String?

    var testDescription: String { line }

    init(
      _ line: String, _ message: String, suggestion: String? = nil, at argument: Int?,
      of command: String? = nil
    ) {
      self.line = line
      self.message = message
      self.suggestion = suggestion
      self.argument = argument
      self.command = command
    }
  }

  @Test(arguments: [
    Wrong("lsit", "unknown command 'lsit'", suggestion: "list", at: 0),
    Wrong("-q lsit", "unknown command 'lsit'", suggestion: "list", at: 1),
    Wrong("remove 1", "unknown command 'remove'", suggestion: "delete", at: 0),
    Wrong("version", "unknown command 'version'", suggestion: "--version", at: 0),
    Wrong("frobnicate 1", "unknown command 'frobnicate'", at: 0),
    Wrong("frob --help", "unknown command 'frob'", at: 0),
    Wrong("help ad", "there is no command or topic 'ad'", suggestion: "add", at: 1),
    Wrong("help -h ad", "there is no command or topic 'ad'", suggestion: "add", at: 2),
    Wrong(
      "lists dele x", "'lists' has no subcommand 'dele'", suggestion: "lists delete", at: 1,
      of: "lists"),
    Wrong("lists Shop", "'lists' has no subcommand 'Shop'", at: 1, of: "lists"),
    Wrong(
      "help lists ad", "'lists' has no subcommand 'ad'", suggestion: "lists add", at: 2,
      of: "lists"),
    Wrong("help add x", "'add' has no subcommand 'x'", at: 2, of: "add"),
  ])
  func `an unknown command is not run, and the likely one is named`(wrong: Wrong) {
    check(wrong)
  }

  @Test(arguments: [
    Wrong("list --jsno", "unknown option '--jsno'", suggestion: "--json", at: 1, of: "list"),
    Wrong("--jsno list", "unknown option '--jsno'", suggestion: "--json", at: 0),
    Wrong("add x --deu=1", "unknown option '--deu'", suggestion: "--due", at: 2, of: "add"),
    Wrong("list --so due", "unknown option '--so'", suggestion: "--sort", at: 1, of: "list"),
    Wrong("list -json", "unknown option '-j' in '-json'", suggestion: "--json", at: 1, of: "list"),
    Wrong(
      "list -qz", "unknown option '-z' in '-qz'; if it is text, put '--' before it", at: 1,
      of: "list"),
    Wrong(
      "add -5°C", "unknown option '-5' in '-5°C'; if it is text, put '--' before it", at: 1,
      of: "add"),
    Wrong("add -1", "unknown option '-1'; if it is text, put '--' before it", at: 1, of: "add"),
    Wrong(
      "add --frobnicate", "unknown option '--frobnicate'; if it is text, put '--' before it", at: 1,
      of: "add"),
    Wrong(
      "list --due today",
      "'list' does not take '--due'; it is an option of 'add' and 'edit'",
      at: 2, of: "list"),
    Wrong(
      "lists --from Shop", "'lists' does not take '--from'; it is an option of 'lists add'", at: 2,
      of: "lists"),
  ])
  func `an option that the command does not take is an error`(wrong: Wrong) {
    check(wrong)
  }

  @Test(arguments: [
    Wrong("add x --note", "'--note' requires a value, TEXT", at: 2, of: "add"),
    Wrong(
      "add x --due",
      "'--due' requires a value, WHEN: a day or a time (today, fri, +3d, 2026-12-24, 18:00, 'fri 9:00', "
        + "+2h)", at: 2, of: "dates"),
    Wrong(
      "add x --due 25:00",
      "'--due' must be a day or a time (today, fri, +3d, 2026-12-24, 18:00, 'fri 9:00', +2h), not "
        + "'25:00': there is no hour 25", at: 3, of: "dates"),
    Wrong(
      "add x --due Tuseday",
      "'--due' must be a day or a time (today, fri, +3d, 2026-12-24, 18:00, 'fri 9:00', +2h), not "
        + "'Tuseday'", suggestion: "tuesday", at: 3, of: "dates"),
    Wrong(
      "edit 1 --due=+3x",
      "'--due' must be a day or a time (today, fri, +3d, 2026-12-24, 18:00, 'fri 9:00', +2h), not "
        + "'+3x': 'x' is not recognized", at: 2, of: "dates"),
    Wrong(
      "add x --due 1/2/2026",
      "'--due' must be a day or a time (today, fri, +3d, 2026-12-24, 18:00, 'fri 9:00', +2h), not "
        + "'1/2/2026': for 1/2/2026 write 2026-01-02 or 2026-02-01", at: 3, of: "dates"),
    Wrong(
      "edit 1 --due None",
      "'--due' must be a day or a time (today, fri, +3d, 2026-12-24, 18:00, 'fri 9:00', +2h), not "
        + "'None': leave out --due, or remove a due date with 'edit --no-due'", at: 3,
      of: "dates"),
    Wrong("list -ql", "'-l' requires a value, LIST", at: 1, of: "list"),
    Wrong(
      "list --color", "'--color' requires a value, WHEN: auto, always or never", at: 1, of: "list"),
    Wrong("list --json=yes", "'--json' does not take a value: '=yes'", at: 1, of: "list"),
    Wrong("list -q=1", "'-q' does not take a value: '=1'", at: 1, of: "list"),
    Wrong(
      "list --color red", "'--color' must be auto, always or never, not 'red'", at: 2, of: "list"),
    Wrong(
      "list --sort=tetx", "'--sort' must be manual, text or due, not 'tetx'", suggestion: "text",
      at: 1, of: "list"),
    Wrong("add x --at 0", "'--at' must be a whole number from 1, not '0'", at: 3, of: "add"),
    Wrong("add x --at 1.5", "'--at' must be a whole number from 1, not '1.5'", at: 3, of: "add"),
    Wrong(
      "--lock-timeout -1 list",
      "'--lock-timeout' must be a number of seconds, 0 or more, not '-1'", at: 1, of: "list"),
    Wrong(
      "--lock-timeout inf list",
      "'--lock-timeout' must be a number of seconds, 0 or more, not 'inf'", at: 1, of: "list"),
    Wrong(
      "completions bsh", "SHELL must be bash, zsh or fish, not 'bsh'", suggestion: "bash",
      at: 1, of: "completions"),
    Wrong(
      "edit 1 --no-due --due today", "'--due' cannot be combined with '--no-due'", at: 4,
      of: "edit"),
  ])
  func `a wrong value says what would be right`(wrong: Wrong) {
    check(wrong)
  }

  @Test(arguments: [
    Wrong("add", "'add' requires TEXT: the text of an item", at: nil, of: "add"),
    Wrong("rm --json", "'delete' requires SELECTOR: the items to delete", at: nil, of: "delete"),
    Wrong(
      "completions", "'completions' requires SHELL: bash, zsh or fish", at: nil, of: "completions"),
    Wrong("lists add", "'lists add' requires NAME: the name of the list", at: nil, of: "lists add"),
    Wrong("reset now", "unexpected argument 'now': 'reset' takes no arguments", at: 1, of: "reset"),
    Wrong(
      "completions bash zsh", "unexpected argument 'zsh': 'completions' takes only SHELL", at: 2,
      of: "completions"),
    Wrong(
      "edit 1 Oat milk",
      "unexpected argument 'milk': 'edit' takes only SELECTOR [TEXT]"
        + " (a text with spaces goes in quotes)",
      at: 3, of: "edit"),
  ])
  func `too few and too many arguments are errors`(wrong: Wrong) {
    check(wrong)
  }

  @Test func `the description ends with the suggestion and the hint names the help`() {
    let error = UsageError("unknown command 'ad'", suggestions: ["add", "append"])
    #expect(error.description == "unknown command 'ad'; did you mean 'add' or 'append'?")
    #expect(error.hint == "See 'checklists help'.")
    #expect(UsageError("no", command: "lists add").hint == "See 'checklists help lists add'.")
    #expect(UsageError("no").description == "no")
  }

  @Test func `a wrong day says what is wrong with it, and what was probably meant`() {
    #expect(
      ValueKind.moment.fault(in: "next fryday")
        == .init(
          reason: "'next' must be followed by week, month, year or a day of the week",
          suggestion: "friday")
    )
    #expect(
      ValueKind.moment.fault(in: "tomorrow nooon")
        == .init(reason: "'nooon' is not recognized", suggestion: "noon"))
  }

  private func check(_ wrong: Wrong) {
    let error = #expect(throws: UsageError.self) {
      try ArgumentParser(.sample).parse(wrong.line.split(separator: " ").map(String.init))
    }
    #expect(error?.message == wrong.message)
    #expect(error?.suggestions == [wrong.suggestion].compactMap(\.self))
    #expect(error?.argument == wrong.argument)
    #expect(error?.command == wrong.command)
  }
}
