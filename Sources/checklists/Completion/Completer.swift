/// Answers what could stand at a place of a command line.
///
/// A pure function of the table of commands, the line and what is in the document. It gives what
/// may be meant, in a useful order. The shell decides what fits the typed text, and quotes it.
struct Completer {
  /// The table, with the default command.
  let parser: ArgumentParser
  /// The document.
  let source: CompletionSource

  /// Finds what could stand at the place of a line.
  ///
  /// - Returns: Nothing when a word before the place is already wrong.
  func completion(of line: CompletionLine) -> Completion {
    guard let before = try? ArgumentScanner(line.before, commands: parser.commands) else {
      return .none
    }
    // What follows counts too, if it can be understood: the list may be named there.
    let rest = (before.lacking == nil ? [] : [line.typed]) + line.after
    let whole = (try? ArgumentScanner(line.before + rest, commands: parser.commands)) ?? before
    let values = ValueCompleter(
      typed: line.typed, globals: GlobalOptions(whole.options), source: source,
      commands: parser.commands, earlier: before.positionals.map(\.text))

    if let lacking = before.lacking?.option {
      // The command may follow, and its option of this name is the one that is meant.
      let options = whole.path.last?.takenOptions ?? [lacking]
      let option = options.first { $0.name == lacking.name }
      return option?.value.map { values.completion(of: $0.kind) } ?? .none
    }
    if !before.optionsEnded, line.typed.hasPrefix("-") {
      let options = options(for: whole)
      return attachedValue(among: options, values)
        ?? .words(options.flatMap { $0.candidates(besides: line.typed) })
    }
    return word(at: before, values, options: options(for: whole))
  }

  /// The command, the subcommand or the argument that could stand after a line.
  private func word(
    at before: ArgumentScanner, _ values: ValueCompleter, options: [OptionSyntax]
  ) -> Completion {
    if before.path.isEmpty, !before.optionsEnded {
      return .words(parser.commands.candidates(for: values.typed))
    }
    let command = before.path.last ?? parser.defaultCommand
    var words: [Candidate] = []
    if before.path.count == 1, before.positionals.isEmpty, !before.optionsEnded {
      words = command.subcommands.candidates(for: values.typed)
    }
    guard let positional = command.positional(at: before.positionals.count) else {
      // When nothing else can follow, it is an option.
      let mayBeOption = words.isEmpty && values.typed.isEmpty && !before.optionsEnded
      return .words(mayBeOption ? options.flatMap { $0.candidates(besides: "--") } : words)
    }
    switch values.completion(of: positional.value.kind, isArgument: !before.optionsEnded) {
    case .file(let prefix): return .file(after: prefix)
    case .words(let others): return .words(words + others)
    }
  }

  /// The options that could be added to a line.
  private func options(for line: ArgumentScanner) -> [OptionSyntax] {
    let all = (line.path.last ?? parser.defaultCommand).takenOptions
    let used = all.filter { line.options.has($0.name) }
    return all.filter { option in
      !used.contains { $0.name == option.name || ($0.group != nil && $0.group == option.group) }
    }
  }

  /// The value in a word that begins with its option: `--list=Pa`, `-lPa`, `-l=Pa`, `-qlPa`.
  ///
  /// - Returns: Nil when the word has no value.
  private func attachedValue(
    among options: [OptionSyntax], _ values: ValueCompleter
  ) -> Completion? {
    // By scalars, as the arguments are scanned.
    let scalars = values.typed.unicodeScalars
    func value(of option: OptionSyntax, from start: String.UnicodeScalarView.Index) -> Completion {
      guard let kind = option.value?.kind else { return .none }
      return values.of(String(scalars[start...])).completion(of: kind)
        .prefixed(by: String(scalars[..<start]))
    }
    if values.typed.hasPrefix("--") {
      guard let equals = scalars.firstIndex(of: "=") else { return nil }
      let name = String(scalars[..<equals].dropFirst(2))
      return options.first { $0.name == name }
        .map { value(of: $0, from: scalars.index(after: equals)) } ?? .words([])
    }
    var index = scalars.index(after: scalars.startIndex)
    while index < scalars.endIndex {
      let letter = Character(scalars[index])
      index = scalars.index(after: index)
      guard let option = options.first(where: { $0.letter == letter }) else { return nil }
      if option.value != nil, index < scalars.endIndex {
        if scalars[index] == "=" { index = scalars.index(after: index) }
        return value(of: option, from: index)
      }
    }
    return nil
  }
}

extension OptionSyntax {
  /// The ways to write it, to follow what was typed.
  fileprivate func candidates(besides typed: String) -> [Candidate] {
    let long = Candidate("--\(name)", summary)
    guard let letter, !typed.hasPrefix("--") else { return [long] }
    return [long, Candidate("-\(letter)", summary)]
  }
}

extension [CommandSyntax] {
  /// The words that run a command; other names than the first when no name begins with what was
  /// typed.
  fileprivate func candidates(for typed: String) -> [Candidate] {
    if shown.contains(where: { $0.name.hasPrefix(typed) }) {
      return shown.map { Candidate($0.name, $0.summary) }
    }
    return shown.flatMap { command in command.names.map { Candidate($0, command.summary) } }
  }
}
