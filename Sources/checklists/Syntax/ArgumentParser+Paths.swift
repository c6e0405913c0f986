extension ArgumentParser {
  /// Whether an argument is the path of a file, or an option with one.
  ///
  /// - Returns: Whether it is, as far as can be told: where another argument is wrong, it may be.
  func isPath(_ index: Int, in arguments: [String]) -> Bool {
    let scanner: ArgumentScanner
    do {
      scanner = try ArgumentScanner(arguments, commands: commands)
    } catch {
      return error.argument != index
    }
    let command = scanner.path.last ?? defaultCommand
    if let use = scanner.options.uses.first(where: { $0.argument == index }) {
      return command.takenOptions.contains {
        $0.name == use.name && $0.value?.kind == .file
      }
    }
    return scanner.positionals.firstIndex { $0.argument == index }
      .flatMap { command.positional(at: $0) }?.value.kind == .file
  }
}
