/// A command: what it looks like on the command line, and what it does.
struct Command: Sendable {
  let syntax: CommandSyntax
  let run: @Sendable (ParsedCommand, inout Context) throws -> Void
}

extension Command {
  /// The command that the parser found in the table.
  static func of(_ parsed: ParsedCommand) -> Command {
    guard let command = table.first(where: { $0.syntax.name == parsed.path.first?.name }) else {
      preconditionFailure("the parser gives a command of the table")
    }
    return command
  }

  /// The commands, in the order of the overview.
  static let table: [Command] = [
    .add, .list, .toggle, .check, .uncheck, .edit, .delete, .move, .reset, .show, .due, .batch,
    .lists, .use, .undo, .redo, .history, .inspect, .validate, .convert, .where, .completions,
    .manual, .help, .complete,
  ]
}

extension ParsedCommand {
  /// The texts of the arguments.
  var arguments: [String] { positionals.map(\.text) }
}
