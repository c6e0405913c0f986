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
  arguments: (1..<max(1, Int(CommandLine.argc))).map { index in
    CommandLine.unsafeArgv[index].map { String(validatingCString: $0) } ?? nil
  },
  environment: Dictionary(
    sequence(state: environ) { pointer in
      defer { pointer += 1 }
      return pointer.pointee.map { String(cString: $0) }
    }.compactMap { variable in
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }, uniquingKeysWith: { first, _ in first }),
  now: Date(), zone: .system)
exit(program.run().rawValue)
