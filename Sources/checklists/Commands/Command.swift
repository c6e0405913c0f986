/// A command: what it looks like on the command line, and what it does.
struct Command: Sendable {
  let syntax: CommandSyntax
  let run: @Sendable (ParsedCommand, inout Context) throws -> Void
}

extension Command {
  /// The names of the commands, in the order of the overview.
  enum Name: String, CaseIterable {
    case add, list, toggle, check, uncheck, edit, delete, move, reset, show, due, batch
    case lists, use, undo, redo, history, inspect, validate, convert, `where`, completions
    case manual, help
    case complete = "_complete"

    /// The name that is a word.
    ///
    /// Not `init(rawValue:)`, which makes a dictionary of all names first.
    init?(_ word: String) {
      guard let name = Name.allCases.first(where: { $0.rawValue == word }) else { return nil }
      self = name
    }

    /// The command, which is made when it is asked for the first time.
    var command: Command {
      switch self {
      case .add: .add
      case .list: .list
      case .toggle: .toggle
      case .check: .check
      case .uncheck: .uncheck
      case .edit: .edit
      case .delete: .delete
      case .move: .move
      case .reset: .reset
      case .show: .show
      case .due: .due
      case .batch: .batch
      case .lists: .lists
      case .use: .use
      case .undo: .undo
      case .redo: .redo
      case .history: .history
      case .inspect: .inspect
      case .validate: .validate
      case .convert: .convert
      case .where: .where
      case .completions: .completions
      case .manual: .manual
      case .help: .help
      case .complete: .complete
      }
    }
  }

  /// What all commands look like, in the order of the overview.
  static var syntaxes: [CommandSyntax] { Name.allCases.map { $0.command.syntax } }

  /// The command that the parser found.
  static func of(_ parsed: ParsedCommand) -> Command {
    guard let name = parsed.path.first.flatMap({ Name($0.name) }) else {
      preconditionFailure("the parser gives a command of the table")
    }
    return name.command
  }

  /// What the arguments of the program ask for.
  ///
  /// To make all commands takes longer than a small change, which needs one. So the one that is named first, or else the one
  /// that runs where none is named, is tried alone; what it does not understand is a matter for the whole table, which knows
  /// what to say about it.
  static func invocation(_ arguments: [String]) throws(UsageError) -> Invocation {
    let name = arguments.first.flatMap { Name($0) } ?? .list
    if let invocation = try? ArgumentParser([name.command.syntax]).parse(arguments) {
      return invocation
    }
    return try ArgumentParser(syntaxes).parse(arguments)
  }
}

extension ParsedCommand {
  /// The texts of the arguments.
  var arguments: [String] { positionals.map(\.text) }
}
