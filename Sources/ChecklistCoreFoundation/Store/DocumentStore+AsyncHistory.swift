public import ChecklistCore
import Foundation

/// Undo, redo and earlier revisions without blocking a thread of Swift's pool.
extension DocumentStore {
  /// The states that the document has been in, oldest first, the present one among them.
  ///
  /// - Returns: The states; none when no history is kept.
  /// - Throws: `StoreError` when the document cannot be read.
  public func revisions() async throws(StoreError) -> [Revision] {
    try await waiting { () throws(StoreError) in try revisions() }
  }

  /// Brings back the state before the last change, even if the task is cancelled.
  ///
  /// - Parameters:
  ///   - isForced: Whether to do so even when another program made the change, or others made it
  ///     and a synchronisation received it.
  ///   - isDryRun: Whether to check only, and change nothing.
  ///   - now: The time at which that happens.
  /// - Returns: The change that was undone.
  /// - Throws: `StoreError`; of kind `nothingToUndo`, `changedElsewhere`, or `received`.
  public func undo(
    isForced: Bool = false, isDryRun: Bool = false, at now: Date
  ) async throws(StoreError) -> Revision {
    try await inTurn { () throws(StoreError) in
      try undo(isForced: isForced, isDryRun: isDryRun, at: now)
    }
  }

  /// Brings back the state that was last undone, even if the task is cancelled.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether to check only, and change nothing.
  ///   - now: The time at which that happens.
  /// - Returns: The change that was made again.
  /// - Throws: `StoreError`; of kind `nothingToRedo`.
  public func redo(isDryRun: Bool = false, at now: Date) async throws(StoreError) -> Revision {
    try await inTurn { () throws(StoreError) in try redo(isDryRun: isDryRun, at: now) }
  }

  /// Restores a state, as a change of its own that can be undone, even if the task is cancelled.
  ///
  /// - Parameters:
  ///   - number: The number of the state; nil restores the newest sound one of a document that is
  ///     gone, or that another program has changed.
  ///   - isForced: Whether to restore a numbered state even when others made a change since, and a
  ///     synchronisation received it.
  ///   - isDryRun: Whether to check only, and change nothing.
  ///   - command: What restores it, as people read it in the history.
  ///   - now: The time at which that happens.
  /// - Returns: The state that was restored.
  /// - Throws: `StoreError`; of kind `noSuchRevision`, `damagedRevision`, `nothingToRestore`,
  ///   `noSoundRevision`, or `received`.
  public func restore(
    _ number: Int? = nil, isForced: Bool = false, isDryRun: Bool = false, by command: String,
    at now: Date
  ) async throws(StoreError) -> Revision {
    try await inTurn { () throws(StoreError) in
      try restore(number, isForced: isForced, isDryRun: isDryRun, by: command, at: now)
    }
  }

  /// The state that `restore(_:isForced:isDryRun:by:at:)` brings back without a number.
  ///
  /// - Returns: The state; nil when the document is in its newest state, or no state is kept.
  public func newestSoundRevision() async -> Revision? {
    await waiting { newestSoundRevision() }
  }

  /// Forgets all states but the present one, even if the task is cancelled.
  ///
  /// - Throws: `StoreError`.
  public func clearHistory() async throws(StoreError) {
    try await inTurn { () throws(StoreError) in try clearHistory() }
  }
}
