import ChecklistCore

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

Console.prepareProcess()
let program = Program(
  arguments: Array(CommandLine.arguments.dropFirst()),
  // In what the standard library gives, invalid bytes are repaired.
  invalidArgument: (0..<Int(CommandLine.argc)).dropFirst().first { index in
    CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) } == nil
  },
  environment: Environment { name in getenv(name).map { String(cString: $0) } },
  now: Date(), zone: .system)
exit(program.run().rawValue)
