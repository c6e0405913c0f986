/// What a command line asks for.
struct Invocation: Equatable, Sendable {
  /// What is to be done.
  enum Request: Equatable, Sendable {
    /// To run a command.
    case run(ParsedCommand)
    /// To explain the command at the end of this path (`[lists, add]`), or all when it is empty.
    case help([CommandSyntax])
    /// To explain something else.
    case topic(HelpTopic)
    /// To show the version.
    case version
  }

  /// What is to be done.
  var request: Request
  /// The options that every command takes.
  var globals: GlobalOptions
}

/// A command with its arguments, all of them checked against its syntax.
struct ParsedCommand: Equatable, Sendable {
  /// The command, and its subcommand if one was named.
  var path: [CommandSyntax]
  /// The arguments in order, without the words that name the command.
  var positionals: [ParsedValue]
  /// The options, global ones included.
  var options: ParsedOptions
  /// The indices of the arguments that named the command; none when none did.
  var pathArguments: [Int] = []

  /// The words that name the command, without aliases: `lists add`.
  var name: String { path.name }
}

/// A value and the argument that it came from.
struct ParsedValue: Equatable, Sendable {
  /// The value.
  var text: String
  /// The index of the argument among those after the program's name.
  var argument: Int
}

/// The options of one command line, by their long names.
struct ParsedOptions: Equatable, Sendable {
  /// One use of an option.
  struct Use: Equatable, Sendable {
    /// The long name.
    var name: String
    /// As it was typed, without its value: `--quiet` or `-q`.
    var spelling: String
    /// The value, of an option that takes one.
    var value: String?
    /// The index of the argument that holds the value, or else the option.
    var argument: Int
  }

  /// The uses in order.
  var uses: [Use] = []

  /// Whether the option is there.
  func has(_ name: String) -> Bool {
    uses.contains { $0.name == name }
  }

  /// The option's value; the last one when there are several.
  subscript(name: String) -> String? {
    uses.last { $0.name == name }?.value
  }
}
