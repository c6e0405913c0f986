import Foundation

/// Tests that take long: `.ci/run` has them run, `swift test` by itself does less of the same work.
package enum LongTests {
  /// Whether they are wanted: `CHECKLISTS_LONG_TESTS` is 1.
  package static let areWanted =
    ProcessInfo.processInfo.environment["CHECKLISTS_LONG_TESTS"] == "1"

  /// What a test says that is not run without them.
  package static let reason = "it takes long: .ci/run sets CHECKLISTS_LONG_TESTS to 1 for it"
}
