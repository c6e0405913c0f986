import Foundation

/// What tests write anew instead of comparing it: stories, and the tables of the README.
package enum Updates {
  /// Whether they are wanted: `UPDATE` is 1.
  package static let areWanted = ProcessInfo.processInfo.environment["UPDATE"] == "1"
}
