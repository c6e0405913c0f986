import ChecklistCore

/// A command line that cannot be run as it is.
struct UsageError: Error, Equatable, Sendable {
  /// What is wrong with which argument, and what would be right; without a full stop.
  var message: String
  /// What was probably meant, as it is to be typed.
  var suggestions: [String]
  /// The index of the argument that is wrong among those after the program's name.
  var argument: Int?
  /// The command whose help says more; without one, the overview does.
  var command: String?
  /// The word that stands where a command should, if that is what is wrong.
  var unknownWord: String?
  /// The word that the command does not take there, if that is what is wrong; it may name a list.
  var extraWord: String?

  init(
    _ message: String, suggestions: [String] = [], argument: Int? = nil, command: String? = nil,
    unknownWord: String? = nil
  ) {
    self.message = message
    self.suggestions = suggestions
    self.argument = argument
    self.command = command
    self.unknownWord = unknownWord
  }

  /// Where to read more, for a line of its own after the error.
  var hint: String {
    "See 'checklists help\(command.map { " \($0)" } ?? "")'."
  }
}

extension UsageError: CustomStringConvertible {
  /// The message and the suggestions on one line.
  ///
  /// It quotes what was typed, which is to be escaped for a terminal.
  var description: String {
    let quoted = suggestions.map { "'\($0)'" }
    return quoted.isEmpty
      ? message : "\(message); did you mean \(quoted.joined(separator: ", ", last: " or "))?"
  }
}
