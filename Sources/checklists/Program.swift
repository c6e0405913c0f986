import ChecklistCore
import Terminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
/// One run of the program: from the arguments to the exit status.
struct Program {
  /// The arguments after the program's name, each as a path, which it may be.
  let arguments: [String]
  let environment: Environment
  /// Gives the present moment: the one that the environment names, else that of the system.
  let clock: @Sendable () -> Date
  let now: Date
  let zone: TimeZoneRules

  /// The run that the process is for.
  ///
  /// - Parameter count: How many arguments the process has, its name among them.
  init(_ count: CInt, _ words: UnsafePointer<UnsafePointer<CChar>?>) {
    var arguments: [String] = []
    for index in stride(from: 1, to: Int(count), by: 1) {
      guard let word = words[index] else { break }
      arguments.append(String(cPath: word))
    }
    self.arguments = arguments
    let environment = Environment(variables: Self.variables) { name in
      getenv(name).map { String(cPath: $0) }
    }
    self.environment = environment
    clock = { environment["CHECKLISTS_NOW"].flatMap(ISO8601.date) ?? Date() }
    now = clock()
    zone = .system
  }

  /// All variables of the environment.
  @Sendable
  private static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let variable = next.pointee {
      let parts = String(cPath: variable).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return variables
  }

  /// Runs the command that the arguments ask for.
  ///
  /// - Returns: The exit status.
  func run() -> Int32 {
    do {
      let invocation = try parse()
      var context = context(invocation.globals)
      do {
        try perform(invocation, &context)
        try context.console.flush()
        return context.otherStatus ?? context.status.rawValue
      } catch {
        // What a command had to say before it failed is part of its answer.
        try? context.console.flush()
        if error is NothingToCheck, context.console.isSilent {
          return ExitStatus.noMatch.rawValue
        }
        var failure = context.failure(error)
        if context.hasSaved { failure.message += "; the change was saved" }
        let status = report(failure, on: context.console)
        return context.otherStatus ?? status.rawValue
      }
    } catch {
      // A word that is wrong may name a list, in the document that the other arguments name.
      var others = arguments
      if let error = error as? UsageError, let index = error.argument,
        error.unknownWord ?? error.extraWord != nil
      {
        // In the place of a command, so that the words after it are its arguments.
        if error.command == nil { others[index] = "list" } else { others.remove(at: index) }
      }
      var context = context((try? Command.invocation(others))?.globals ?? GlobalOptions())
      context.findFolderChoice()
      return report(context.failure(error), on: context.console).rawValue
    }
  }

  private func context(_ globals: GlobalOptions) -> Context {
    Context(
      globals: globals, environment: environment, now: now, clock: clock, zone: zone,
      commandNames: { Command.syntaxes.paths.map(\.name) }, arguments: arguments,
      console: Console(environment: { environment[$0] }, color: globals.color))
  }

  private func report(_ failure: Failure, on console: Console) -> ExitStatus {
    if ArgumentParser.asksForJSON(arguments) {
      console.writeError(data: failure.json)
    } else {
      console.writeError { failure.text(on: $0) }
    }
    return failure.status
  }

  /// Parses the arguments, each as a path or as the text that it is.
  private func parse() throws -> Invocation {
    var arguments = arguments
    for index in arguments.indices where arguments[index].pathAsText != arguments[index] {
      if ArgumentParser(Command.syntaxes).isPath(index, in: arguments) { continue }
      guard let text = arguments[index].pathAsText else {
        throw Failure(.usage, "argument \(index + 1) is not UTF-8 text")
      }
      arguments[index] = text
    }
    return try Command.invocation(arguments)
  }

  private func perform(_ invocation: Invocation, _ context: inout Context) throws {
    if let text = environment.text("CHECKLISTS_NOW"), ISO8601.date(text) == nil {
      throw Failure(
        .usage, "CHECKLISTS_NOW must be a moment, like 2026-12-24T18:00:00Z, not '\(text)'",
        hint: "Unset it to use the system clock.")
    }
    switch invocation.request {
    case .version: context.showVersion()
    case .help(let path): context.showHelp(for: path)
    case .topic(let topic): context.showHelp(on: topic)
    case .run(let parsed):
      context.findFolderChoice()
      context.beginGate(parsed)
      // The history names the command itself, and no alias.
      for (index, syntax) in zip(parsed.pathArguments, parsed.path) {
        context.arguments[index] = syntax.name
      }
      try Command.of(parsed).run(parsed, &context)
      context.endGate()
      switch parsed.path.first?.group {
      case .items, .lists: context.tellConflictCopies()
      default: break
      }
    }
  }
}
