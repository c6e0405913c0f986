import ChecklistCore
import ChecklistCoreFoundation
import Foundation
import TestSupport
import Testing

/// The versions of a document, as an app follows them.
///
/// One test runs at a time, because some count the descriptors of the process.
@Suite(.serialized, .suspending)
enum FollowingTests {}

extension TemporaryFolder {
  /// Renames something over something else.
  func rename(_ name: String, to new: String) throws {
    let result = self(name).withCString { name in
      self(new).withCString { Foundation.rename(name, $0) }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}

extension DocumentStore.Changes.Iterator {
  /// The next version, which must come.
  mutating func following() async throws -> DocumentStore.Version? {
    try #require(await next())
  }

  /// Waits for the next version, which must be this one.
  mutating func expectNext(
    _ version: DocumentStore.Version?, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let next = try await following()
    #expect(next == version, sourceLocation: sourceLocation)
  }

  /// Waits for a version.
  ///
  /// - Returns: How many have come, this one among them.
  @discardableResult
  mutating func reach(_ version: DocumentStore.Version?) async throws -> Int {
    var count = 1
    while try await following() != version { count += 1 }
    return count
  }
}
