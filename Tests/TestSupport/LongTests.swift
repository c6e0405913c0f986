import Foundation

/// Tests that take long: `.ci/run --long` has them run, `swift test` does less of the same work.
package enum LongTests {
  /// Whether they are wanted: `CHECKLISTS_LONG_TESTS` is 1.
  package static let areWanted =
    ProcessInfo.processInfo.environment["CHECKLISTS_LONG_TESTS"] == "1"

  /// How much of its work a test does.
  package static func count(short: Int, long: Int) -> Int { areWanted ? long : short }

  /// What a test says that is not run without them.
  package static let reason = "it takes long: CHECKLISTS_LONG_TESTS=1 has it run"
}
