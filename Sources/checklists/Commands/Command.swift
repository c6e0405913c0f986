/// A command: its command line, its answer and its work.
struct Command: Sendable {
  let syntax: CommandSyntax
  /// The shape of its answer with `--json`; nil if it has none.
  let answer: @Sendable () -> JSONShape?
  /// The shapes of the answers of its subcommands.
  let subcommandAnswers: @Sendable () -> [String: JSONShape]
  let run: @Sendable (ParsedCommand, inout Context) throws -> Void

  init(
    syntax: CommandSyntax, answer: @autoclosure @escaping @Sendable () -> JSONShape?,
    ofSubcommands subcommandAnswers: @autoclosure @escaping @Sendable () -> [String: JSONShape] =
      [:],
    run: @escaping @Sendable (ParsedCommand, inout Context) throws -> Void
  ) {
    self.syntax = syntax
    self.answer = answer
    self.subcommandAnswers = subcommandAnswers
    self.run = run
  }

  /// The shape of the answer of a subcommand, or of the command itself.
  func answer(of subcommand: String?) -> JSONShape? {
    subcommand.map { subcommandAnswers()[$0] } ?? answer()
  }
}

extension Command {
  /// The commands by name, in the order of the overview; each is made when it is asked for.
  private static let table: [(name: String, command: @Sendable () -> Command)] = [
    ("add", { add }), ("list", { list }), ("check", { check }), ("uncheck", { uncheck }),
    ("toggle", { toggle }), ("skip", { skip }), ("edit", { edit }), ("delete", { delete }),
    ("move", { move }),
    ("show", { show }), ("search", { search }), ("due", { due }),
    ("lists", { lists }), ("use", { use }), ("reset", { reset }), ("run", { run }),
    ("report", { report }),
    ("undo", { undo }), ("redo", { redo }), ("history", { history }),
    ("import", { `import` }), ("export", { export }), ("diff", { diff }), ("merge", { merge }),
    ("resolve", { resolve }), ("sync", { sync }),
    ("ui", { ui }), ("batch", { batch }), ("attach", { attach }), ("detach", { detach }),
    ("plist", { plist }), ("where", { `where` }), ("completions", { completions }),
    ("manual", { manual }), ("help", { help }), ("_complete", { complete }),
  ]

  /// Makes the command of a name; nil when there is none.
  ///
  /// For an optional command, the runtime would have to find out how one is laid out.
  private static func named(_ name: String) -> (@Sendable () -> Command)? {
    for (known, command) in table where known == name { return command }
    return nil
  }

  /// The answers of all commands and subcommands with `--json`, and that of `--version`.
  static var answers: [(command: String, shape: JSONShape)] {
    let version = JSONShape.answerWithoutDocument([
      "version": .text, "commit": .nullable(.text).noted("null in a build of a checkout"),
    ])
    return [("--version", version)]
      + table.map { $0.command() }.flatMap { command in
        ([nil] + command.syntax.subcommands.map(\.name)).compactMap { subcommand in
          command.answer(of: subcommand).map { shape in
            (command.syntax.name + (subcommand.map { " \($0)" } ?? ""), shape)
          }
        }
      }
  }

  /// What all commands look like, in the order of the overview.
  static var syntaxes: [CommandSyntax] { table.map { $0.command().syntax } }

  /// The command that the parser found.
  static func of(_ parsed: ParsedCommand) -> Command {
    guard let command = parsed.path.first.flatMap({ named($0.name) }) else {
      preconditionFailure("the parser gives a command of the table")
    }
    return command()
  }

  /// What the arguments of the program ask for.
  ///
  /// To make all commands takes longer than a small change, which needs one. So the one that is
  /// named first, or else the default one, is tried alone. What it does not understand is given to
  /// the whole table, which knows what to say about it.
  static func invocation(_ arguments: [String]) throws(UsageError) -> Invocation {
    let command = arguments.first.flatMap(named) ?? { list }
    if let invocation = try? ArgumentParser([command().syntax]).parse(arguments) {
      return invocation
    }
    return try ArgumentParser(syntaxes).parse(arguments)
  }
}

extension ParsedCommand {
  /// The texts of the arguments.
  var arguments: [String] { positionals.map(\.text) }
}
