import ChecklistCore
import Terminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One run of the program: from the arguments to the exit status.
struct Program {
  /// Those after the program's name, each as a path, which it may be.
  let arguments: [String]
  let environment: Environment
  let now: Date
  let zone: TimeZoneRules

  /// The run that the process is for.
  ///
  /// - Parameters:
  ///   - count: How many arguments the process has, its name among them.
  ///   - words: The arguments as the kernel gave them.
  init(_ count: CInt, _ words: UnsafePointer<UnsafePointer<CChar>?>) {
    var arguments: [String] = []
    for index in stride(from: 1, to: Int(count), by: 1) {
      guard let word = words[index] else { break }
      arguments.append(String(cPath: word))
    }
    self.arguments = arguments
    environment = Environment { name in getenv(name).map { String(cPath: $0) } }
    now = Date()
    zone = .system
  }

  /// Runs the command that the arguments ask for.
  func run() -> ExitStatus {
    let invocation: Invocation
    do {
      invocation = try parse()
    } catch {
      return report(error, on: Console(environment: { environment[$0] }))
    }
    var console = Console(environment: { environment[$0] }, color: invocation.globals.color)
    do {
      let status = try perform(invocation, &console)
      try console.flush()
      return status
    } catch {
      // What a command had to say before it failed is part of its answer.
      try? console.flush()
      return report(error, on: console)
    }
  }

  private func report(_ error: any Error, on console: Console) -> ExitStatus {
    let failure = Failure(error)
    console.writeError(
      ArgumentParser.asksForJSON(arguments) ? failure.json : failure.text(on: console.error))
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

  private func perform(
    _ invocation: Invocation, _ console: inout Console
  ) throws -> ExitStatus {
    var context = Context(
      globals: invocation.globals, environment: environment, now: now, zone: zone,
      arguments: arguments, console: console)
    defer { console = context.console }
    switch invocation.request {
    case .version: context.showVersion()
    case .help(let path): context.showHelp(for: path)
    case .topic(let topic): context.showHelp(on: topic)
    case .run(let parsed):
      do {
        try Command.of(parsed).run(parsed, &context)
      } catch let error as StoreError {
        throw Failure(error, recoveryCommand: context.recoveryCommand(from: error))
      }
      return context.status
    }
    return .done
  }
}
