import ChecklistCore

/// Sorts the arguments of a command line into the command's words, positionals and options.
///
/// An option may come before its command, when the command's own syntax is not known yet. It is not
/// needed: a name takes a value everywhere or nowhere (see ``ArgumentParser/problems``).
struct ArgumentScanner {
  private let commands: [CommandSyntax]
  /// The options of all commands, gathered for the first option that is none of the likely ones.
  private lazy var knownOptions = GlobalOptions.syntax + commands.flatMap { $0.allOptions }
  /// What is sorted.
  let arguments: [String]
  private var next = 0

  /// The command that was named, and its subcommand; empty when none was.
  private(set) var path: [CommandSyntax] = []
  /// The indices of the arguments that named them.
  private(set) var pathArguments: [Int] = []
  /// The other arguments.
  private(set) var positionals: [ParsedValue] = []
  /// The options.
  private(set) var options = ParsedOptions()
  /// Whether `--` was there: what follows is no option and no command.
  private(set) var optionsEnded = false
  /// The option at the end whose value is missing, as it was typed.
  private(set) var lacking: (option: OptionSyntax, spelling: String)?

  /// Sorts arguments.
  ///
  /// - Throws: `UsageError` for an unknown command or option, and for a flag with a value.
  init(_ arguments: [String], commands: [CommandSyntax]) throws(UsageError) {
    self.arguments = arguments
    self.commands = commands

    while next < arguments.count {
      let argument = arguments[next]
      next += 1
      if optionsEnded {
        positionals.append(ParsedValue(text: argument, argument: next - 1))
      } else if argument == "--" {
        optionsEnded = true
      } else if argument.hasPrefix("--") {
        try scanLongOption(argument)
      } else if argument.hasPrefix("-"), argument != "-", !argument.hasPrefix("- ") {
        // After a dash and a space is a text: that of an item of a list.
        try scanShortOptions(argument)
      } else {
        try scanWord(argument)
      }
    }
  }

  private mutating func scanWord(_ word: String) throws(UsageError) {
    if path.isEmpty {
      guard let command = commands.command(named: word) else {
        throw UsageError(
          "unknown command '\(word)'", suggestions: suggestions(forCommand: word),
          argument: next - 1, unknownWord: word)
      }
      path.append(command)
      pathArguments.append(next - 1)
    } else if path.count == 1, positionals.isEmpty,
      let subcommand = path[0].subcommands.command(named: word)
    {
      path.append(subcommand)
      pathArguments.append(next - 1)
    } else {
      positionals.append(ParsedValue(text: word, argument: next - 1))
    }
  }

  /// What was probably meant by a word that is no command: a flag without its dashes, the items
  /// that it selects, or a command, also one in quotes with its arguments.
  private func suggestions(forCommand word: String) -> [String] {
    let lowercased = word.lowercased()
    if let flag = GlobalOptions.syntax.first(where: { $0.value == nil && $0.name == lowercased }) {
      return ["--\(flag.name)"]
    }
    let first = String(lowercased.prefix { $0 != " " })
    if HelpTopic.selectors.words.contains(where: { $0.word == first }) {
      return ["list \(first)"] + commands.names { $0 == first }
    }
    return commands.suggestions(for: first)
  }

  private mutating func scanLongOption(_ argument: String) throws(UsageError) {
    // By scalars: a value may begin with a combining mark, which would hide the "=" before it.
    let word = argument.unicodeScalars.dropFirst(2)
    let end = word.firstIndex(of: "=")
    let name = String(word[..<(end ?? word.endIndex)])
    let options = options(where: { $0.name == name })
    guard !options.isEmpty else {
      throw unknownOption("--\(name)", suggestion: nearestOption(to: name))
    }
    try add(
      options[0], spelling: "--\(name)",
      attached: end.map { String(word[word.index(after: $0)...]) })
  }

  /// Reads `-q`, `-qn`, `-l NAME`, `-lNAME` and `-l=NAME`.
  private mutating func scanShortOptions(_ argument: String) throws(UsageError) {
    var rest = argument.dropFirst()
    while let letter = rest.popFirst() {
      let options = options(where: { $0.letter == letter })
      guard !options.isEmpty else {
        let name = String(argument.dropFirst())
        throw unknownOption(
          name.count == 1 ? argument : "-\(letter)' in '\(argument)",
          suggestion: likelyOptions.first {
            // `-json`, and the `-v` of other programs.
            $0.name == name || name.count == 1 && $0.name.hasPrefix(name.lowercased())
          }.map { "--\($0.name)" })
      }
      let option = options[0]
      if option.value != nil, !rest.isEmpty {
        let value = rest.first == "=" ? rest.dropFirst() : rest
        return try add(option, spelling: "-\(letter)", attached: String(value))
      }
      if rest.first == "=" {
        return try add(option, spelling: "-\(letter)", attached: String(rest.dropFirst()))
      }
      try add(option, spelling: "-\(letter)", attached: nil)
    }
  }

  /// The options that are meant, of which the first counts: those that the command takes, the
  /// global ones where none was named, or else those of any command.
  ///
  /// For an optional option, the runtime would have to find out how one is laid out.
  private mutating func options(where isMeant: (OptionSyntax) -> Bool) -> [OptionSyntax] {
    let meant = (path.last?.takenOptions ?? GlobalOptions.syntax).filter(isMeant)
    return meant.isEmpty ? knownOptions.filter(isMeant) : meant
  }

  /// Notes an option, and takes the next argument for its value when none is attached.
  ///
  /// The next argument is the value, also when it begins with a dash: `--note -` is a note of one
  /// dash. Only where it is one of the options that could stand there, the value was forgotten.
  private mutating func add(
    _ option: OptionSyntax, spelling: String, attached: String?
  ) throws(UsageError) {
    var value = attached
    if option.value != nil {
      if value == nil {
        guard next < arguments.count else {
          lacking = (option, spelling)
          return
        }
        let word = arguments[next]
        value = word
        if word.hasPrefix("-"), likelyOptions.contains(where: { $0.isSpelled(word) }) {
          let advice =
            option.value?.kind.requirement == nil
            ? "; if it is the value, write '\(spelling)=\(word)'" : ""
          throw UsageError(
            "'\(spelling)' requires a value, and '\(word)' is an option\(advice)",
            argument: next, command: commandName)
        }
        next += 1
      }
    } else if let value {
      throw UsageError(
        "'\(spelling)' does not take a value: '=\(value)'", argument: next - 1,
        command: commandName)
    }
    options.uses.append(
      ParsedOptions.Use(name: option.name, spelling: spelling, value: value, argument: next - 1))
  }

  /// The command whose help explains an error, if it was already named.
  private var commandName: String? { path.isEmpty ? nil : path.name }

  private func unknownOption(_ spelling: String, suggestion: String?) -> UsageError {
    let takesText = path.last?.positionals.contains { $0.value.kind != .command } ?? false
    let advice = suggestion == nil && takesText ? "; if it is text, put '--' before it" : ""
    return UsageError(
      "unknown option '\(spelling)'\(advice)", suggestions: [suggestion].compactMap(\.self),
      argument: next - 1, command: commandName)
  }

  /// What was probably meant by an option that is none: another one, or a selector without dashes.
  private mutating func nearestOption(to name: String) -> String? {
    if let command = path.last, command.positionals.first?.value.kind == .selector,
      HelpTopic.selectors.words.contains(where: { $0.word == name })
    {
      return "\(path.name) \(name)"
    }
    let options = likelyOptions
    let sought = options.first { $0.relatedNames.contains(name) }?.name
    return (sought ?? Suggestion.nearest(to: name, among: options.map(\.name))).map { "--\($0)" }
  }

  /// The options that can be meant after what was read.
  private var likelyOptions: [OptionSyntax] {
    mutating get { path.last?.takenOptions ?? knownOptions }
  }
}
