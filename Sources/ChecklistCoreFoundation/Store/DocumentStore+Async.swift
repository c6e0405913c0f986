public import ChecklistCore
import Foundation

/// Reading and changing a document without blocking a thread of Swift's pool.
///
/// Each method of a store that uses the disk has an `async` form of the same name. Asynchronous
/// code gets this one; a closure in it without `await` gets the other.
///
/// The store finishes its work even if the task is cancelled, and the task learns how it
/// ended. So a change is never made without an answer.
extension DocumentStore {
  /// Reads the document.
  ///
  /// - Returns: The document; nil when there is no file.
  /// - Throws: `StoreError`.
  public func load() async throws(StoreError) -> ChecklistDocument? {
    try await waiting { () throws(StoreError) in try load() }
  }

  /// Reads the document, with the version that it was read from.
  ///
  /// - Returns: The document and the version; nil for each when there is no file.
  /// - Throws: `StoreError`.
  public func loadVersioned() async throws(StoreError) -> (
    document: ChecklistDocument?, version: Version?
  ) {
    try await waiting { () throws(StoreError) in try loadVersioned() }
  }

  /// The version of the file as it is now, without reading it.
  ///
  /// - Returns: The version; nil when there is no file.
  /// - Throws: `StoreError` when it cannot be looked at.
  public func version() async throws(StoreError) -> Version? {
    try await waiting { () throws(StoreError) in try version() }
  }

  /// Applies changes that are saved together, and returns once they are safe.
  ///
  /// A document that does not exist starts empty. The changes are made even if the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - changes: The changes, in their order.
  ///   - command: What makes them, as people read it in the history: the name of a program, say.
  ///   - now: The time of the changes.
  /// - Returns: What was done, each item once. If that is nothing, nothing is written.
  /// - Throws: `StoreError`; of kind `refused` when the document does not take a change. Nothing
  ///   has been written then.
  @discardableResult
  public func apply(
    _ changes: [DocumentChange], by command: String, at now: Date
  ) async throws(StoreError) -> [AppliedChange] {
    try await inTurn { () throws(StoreError) in try apply(changes, by: command, at: now) }
  }

  /// Changes the document by what it is under the lock, and returns once the changes are safe.
  ///
  /// The changes are made even if the task is cancelled.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether it is only tried: nothing is locked or written.
  ///   - command: What makes the changes, as people read it in the history.
  ///   - now: The time of the changes.
  ///   - body: Makes the changes, on a thread of the store. If they come to nothing, nothing is
  ///     written.
  /// - Returns: What `body` returns.
  /// - Throws: `StoreError`, or what `body` throws. Nothing has been written then.
  public func transact<Value: Sendable>(
    isDryRun: Bool = false, by command: String, at now: Date,
    _ body: @escaping @Sendable (inout DocumentTransaction) throws -> Value
  ) async throws -> Value {
    if isDryRun {
      return try await waiting { try transact(isDryRun: true, by: command, at: now, body) }
    }
    return try await inTurn { try transact(by: command, at: now, body) }
  }
}
