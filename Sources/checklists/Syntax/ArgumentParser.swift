import ChecklistCore

/// Makes a request of the arguments of a command line, by the table of commands.
///
/// - Options stand before or after the command and its arguments; `--` ends them.
/// - A value is written `--option value`, `--option=value`, `-o value`, `-ovalue` or `-o=value`.
/// - Short flags can be bundled: `-qn`.
/// - An option that takes a value takes the next argument, unless that is an option.
/// - Of two values for an option the last counts. A flag may be repeated.
/// - `-` is an argument (commands take it for standard input).
/// - A command, subcommand and option is written in full; abbreviations are not accepted.
/// - Without a command the default command runs.
struct ArgumentParser: Sendable {
  /// The table of commands.
  let commands: [CommandSyntax]
  /// The name of the command that runs when none is named.
  private let defaultName: String

  /// Takes the table.
  ///
  /// - Parameters:
  ///   - commands: All commands, ``CommandSyntax/help`` among them, without ``problems``.
  ///   - defaultName: The name of the command that runs when none is named.
  init(_ commands: [CommandSyntax], default defaultName: String = "list") {
    self.commands = commands
    self.defaultName = defaultName
  }

  /// The command that runs when none is named.
  var defaultCommand: CommandSyntax {
    guard let command = commands.command(named: defaultName) else {
      preconditionFailure("the table of commands must have the default command")
    }
    return command
  }

  /// Whether an error about these arguments should be JSON, even where they cannot be parsed.
  static func asksForJSON(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains("--json")
  }

  /// Parses arguments.
  ///
  /// When help or the version is asked for, only what is needed for that is checked.
  ///
  /// - Returns: What is asked for, checked as far as the table tells what is right.
  /// - Throws: `UsageError` for the first argument that is wrong.
  func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    let scanner = try ArgumentScanner(arguments, commands: commands)
    try checkValues(scanner)
    let options = scanner.options
    let globals = GlobalOptions(options)
    if options.has("help") {
      let request =
        scanner.path.first?.isHelp == true
        ? try helpRequest(for: scanner.positionals) : Invocation.Request.help(scanner.path)
      return Invocation(request: request, globals: globals)
    }
    if options.has("version") { return Invocation(request: .version, globals: globals) }

    let command = ParsedCommand(
      path: scanner.path.isEmpty ? [defaultCommand] : scanner.path,
      positionals: scanner.positionals, options: options,
      pathArguments: scanner.pathArguments)
    try checkOptions(of: command)
    try checkPositionals(of: command)
    if command.path[0].isHelp {
      return Invocation(request: try helpRequest(for: command.positionals), globals: globals)
    }
    return Invocation(request: .run(command), globals: globals)
  }

  /// Finds the command or the topic that `help` is asked to explain.
  private func helpRequest(for words: [ParsedValue]) throws(UsageError) -> Invocation.Request {
    if words.count == 1, commands.command(named: words[0].text) == nil {
      if let topic = HelpTopic.named(words[0].text) { return .topic(topic) }
      if let path = commands.path(ofSubcommand: words[0].text) { return .help(path) }
    }
    var path: [CommandSyntax] = []
    for word in words {
      let candidates = path.last?.subcommands ?? commands
      guard let command = candidates.command(named: word.text) else {
        throw unknown(word, after: path)
      }
      path.append(command)
    }
    return .help(path)
  }

  /// The error for a word that names no command, or no subcommand of the path.
  private func unknown(_ word: ParsedValue, after path: [CommandSyntax]) -> UsageError {
    guard let command = path.last else {
      return UsageError(
        "there is no command or topic '\(word.text)'",
        suggestions: commands.suggestions(for: word.text, or: HelpTopic.all.flatMap(\.names)),
        argument: word.argument)
    }
    return UsageError(
      "'\(path.name)' has no subcommand '\(word.text)'",
      suggestions: command.subcommands.suggestions(for: word.text).map { "\(path.name) \($0)" },
      argument: word.argument, command: path.name, unknownWord: word.text)
  }

  /// Checks that no option lacks its value.
  private func checkValues(_ scanner: ArgumentScanner) throws(UsageError) {
    guard let (option, spelling) = scanner.lacking, let value = option.value else { return }
    let command = scanner.path.last ?? defaultCommand
    guard command.takenOptions.contains(where: { $0.name == option.name }) else {
      let name = scanner.path.isEmpty ? command.name : scanner.path.name
      throw notTaken(
        option.name, spelling, scanner.arguments.count - 1, by: name, command.takenOptions)
    }
    let wanted = value.kind.requirement.map { ": \($0)" } ?? ""
    throw UsageError(
      "'\(spelling)' requires a value, \(value.name)\(wanted)",
      argument: scanner.arguments.count - 1,
      command: value.kind.topic?.name ?? (scanner.path.isEmpty ? nil : scanner.path.name))
  }

  /// The error for an option of other commands.
  private func notTaken(
    _ option: String, _ spelling: String, _ argument: Int, by command: String,
    _ options: [OptionSyntax]
  ) -> UsageError {
    let sought = options.filter { $0.relatedNames.contains(option) }.map { "--\($0.name)" }
    let owners = commands.paths.filter { $0.last?.options.contains { $0.name == option } ?? false }
      .map { "'\($0.name)'" }
    let reason =
      option == GlobalOptions.list
      ? ": it is not about one list"
      : "; it is an option of \(owners.joined(separator: ", ", last: " and "))"
    return UsageError(
      "'\(command)' does not take '\(spelling)'\(reason)", suggestions: sought,
      argument: argument, command: command)
  }

  private func checkOptions(of command: ParsedCommand) throws(UsageError) {
    let options = command.path.last?.takenOptions ?? []
    var groups: [String: ParsedOptions.Use] = [:]
    for use in command.options.uses {
      guard let syntax = options.first(where: { $0.name == use.name }) else {
        throw notTaken(use.name, use.spelling, use.argument, by: command.name, options)
      }
      if let value = use.value, let kind = syntax.value?.kind {
        try check(
          ParsedValue(text: value, argument: use.argument), named: "'\(use.spelling)'", is: kind,
          of: command)
      }
      if let group = syntax.group {
        if let other = groups[group], other.name != use.name {
          throw UsageError(
            "'\(use.spelling)' cannot be combined with '\(other.spelling)'",
            argument: use.argument, command: command.name)
        }
        groups[group] = use
      }
    }
  }

  private func checkPositionals(of command: ParsedCommand) throws(UsageError) {
    var rest = command.positionals[...]
    for positional in command.path.last?.positionals ?? [] {
      if rest.isEmpty, !positional.count.isOptional {
        let value = positional.value
        let isChoice = !value.choices.isEmpty
        throw UsageError(
          "'\(command.name)' requires \(value.name)\(isChoice ? value.choices : ": \(positional.summary)")",
          command: command.name)
      }
      let values = rest.prefix(positional.count.repeats ? rest.count : 1)
      for value in values {
        try check(value, named: positional.value.name, is: positional.value.kind, of: command)
      }
      rest = rest.dropFirst(values.count)
    }
    if let extra = rest.first { throw unexpected(extra, in: command) }
  }

  private func unexpected(_ extra: ParsedValue, in command: ParsedCommand) -> UsageError {
    let syntax = command.path[command.path.count - 1]
    if !syntax.subcommands.isEmpty { return unknown(extra, after: command.path) }
    var message = "unexpected argument '\(extra.text)': '\(command.name)' takes "
    if syntax.positionals.isEmpty {
      message += "no arguments"
    } else {
      message += "only \(syntax.positionals.map(\.usage).joined(separator: " "))"
      if syntax.positionals.contains(where: { [.text, .list].contains($0.value.kind) }) {
        message += " (a text with spaces goes in quotes)"
      }
    }
    var error = UsageError(message, argument: extra.argument, command: command.name)
    if syntax.takesList { error.extraWord = extra.text }
    return error
  }

  private func check(
    _ value: ParsedValue, named name: String, is kind: ValueKind, of command: ParsedCommand
  ) throws(UsageError) {
    guard let requirement = kind.requirement, let fault = kind.fault(in: value.text) else { return }
    let reason = fault.reason.map { ": \($0)" } ?? ""
    var error = UsageError(
      "\(name) must be \(requirement), not '\(value.text)'\(reason)",
      suggestions: [fault.suggestion].compactMap(\.self),
      argument: value.argument, command: kind.topic?.name ?? command.name)
    if case .run = kind { error.extraWord = value.text }
    throw error
  }
}
