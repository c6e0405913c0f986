import Foundation
import TestSupport
import Testing

extension Sandbox {
  /// Runs the program with `--json`, and gives what it printed.
  package func json(_ arguments: String...) throws -> [String: Any] {
    try json(arguments)
  }

  /// Runs the program with `--json`, and gives what it printed.
  package func json(_ arguments: [String]) throws -> [String: Any] {
    let run = try run(arguments + ["--json"])
    #expect(run.status == 0, "\(arguments): \(run.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(object as? [String: Any])
  }
}
