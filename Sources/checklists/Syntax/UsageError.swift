/// A command line that cannot be run as it is.
struct UsageError: Error, Equatable, Sendable {
  /// What is wrong with which argument, and what would be right; without a full stop.
  var message: String
  /// What was probably meant, as it is to be typed.
  var suggestion: String?
  /// The index of the argument that is wrong among those after the program's name.
  var argument: Int?
  /// The command whose help says more; without one, the overview does.
  var command: String?

  init(
    _ message: String, suggestion: String? = nil, argument: Int? = nil, command: String? = nil
  ) {
    self.message = message
    self.suggestion = suggestion
    self.argument = argument
    self.command = command
  }

  /// Where to read more, for a line of its own after the error.
  var hint: String {
    "See 'checklists help\(command.map { " \($0)" } ?? "")'."
  }
}

extension UsageError: CustomStringConvertible {
  /// The message and the suggestion on one line.
  ///
  /// It quotes what was typed, which is to be escaped for a terminal.
  var description: String {
    message + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}
