/// A command: what it looks like on the command line, and what it does.
struct Command: Sendable {
  let syntax: CommandSyntax
  let run: @Sendable (ParsedCommand, inout Context) throws -> Void
}

extension Command {
  /// The commands, in the order of the overview.
  static let table: [Command] = [
    .add, .list, .toggle, .check, .uncheck, .edit, .delete, .show, .lists, .use, .undo, .redo,
    .history, .inspect, .validate, .convert, .where, .completions, .manual,
    .help, .complete,
  ]
}

extension ParsedCommand {
  /// The texts of the arguments.
  var arguments: [String] { positionals.map(\.text) }
}
