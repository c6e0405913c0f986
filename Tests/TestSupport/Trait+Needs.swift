import Foundation

#if canImport(Testing)
  package import Testing
#endif

/// What a test needs is not here, and `CHECKLISTS_STRICT` is 1.
package struct Missing: Error, CustomStringConvertible {
  package let description: String

  /// Whether something is there that a test needs.
  ///
  /// - Parameters:
  ///   - isThere: Whether it is there.
  ///   - absence: What a test says that is skipped without it.
  /// - Returns: `isThere`.
  /// - Throws: ``Missing`` when it is not there, and nothing may be skipped.
  package static func check(_ isThere: Bool, _ absence: String) throws(Missing) -> Bool {
    if !isThere, ProcessInfo.processInfo.environment["CHECKLISTS_STRICT"] == "1" {
      throw Missing(description: "\(absence), and CHECKLISTS_STRICT is 1")
    }
    return isThere
  }
}

#if canImport(Testing)
  extension Trait where Self == ConditionTrait {
    /// Skips a test without these programs; with `CHECKLISTS_STRICT=1` it fails then.
    package static func needs(_ tools: String...) -> Self {
      .needs(tools.allSatisfy(Tool.exists), "not all are here: \(tools.joined(separator: ", "))")
    }

    /// Skips a test without a `plutil` that judges property lists.
    package static var needsPlutil: Self {
      .needs(Tool.plutil != nil, "no plutil on the path judges property lists")
    }

    /// Skips a test where something is not there; with `CHECKLISTS_STRICT=1` it fails then.
    ///
    /// What depends on who runs the tests, root or not, is for `enabled(if:)`.
    package static func needs(_ isThere: Bool, _ absence: String) -> Self {
      .enabled(Comment(rawValue: absence)) { try Missing.check(isThere, absence) }
    }
  }
#endif
