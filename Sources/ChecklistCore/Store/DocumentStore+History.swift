#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Undo, redo and earlier revisions.
extension DocumentStore {
  /// A state in the history of the document.
  public struct Revision: Sendable {
    /// The number by which it is restored.
    public let number: Int
    /// When it was saved, in seconds since 2001-01-01 00:00:00 UTC.
    public let time: Double
    /// The command that made it; empty when that is not known.
    public let command: String
    /// What the command changed.
    public let summary: String
    /// Whether the document is in this state.
    public let isPresent: Bool
    /// Whether it was undone, and can be redone.
    public let isUndone: Bool

    /// When it was saved.
    public var date: Date { Date(timeIntervalSinceReferenceDate: time) }
  }

  /// The states that the document has been in, oldest first, the present one among them.
  ///
  /// - Returns: The states; none when no history is kept.
  /// - Throws: ``StoreError`` when the document cannot be read.
  public func revisions() throws(StoreError) -> [Revision] {
    guard let recording, let resolved = try? fileSystem.resolve(path) else { return [] }
    let history = history(of: resolved, recording)
    let (version, entries) = try fileErrors { () throws(FileError) in
      (try fileSystem.stat(resolved)?.version, try history.entries())
    }
    guard !entries.isEmpty else { return [] }
    var undoStack = UndoStack(entries, version, recording)
    try fileErrors { () throws(FileError) in try undoStack.forgetGone(history.isKept) }
    return undoStack.entries.enumerated().map { index, entry in
      Revision(
        number: entry.number, time: entry.time, command: entry.command.text,
        summary: entry.summary.text,
        isPresent: index == undoStack.present, isUndone: index > undoStack.present)
    }
  }

  /// Brings back the state before the last change.
  ///
  /// - Parameters:
  ///   - isForced: Whether to do so even when another program has changed the document since.
  ///   - isDryRun: Whether to check only, and change nothing.
  /// - Returns: The change that was undone.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/nothingToUndo``, or
  ///   ``StoreError/Kind/changedElsewhere``.
  public func undo(
    isForced: Bool = false, isDryRun: Bool = false
  ) throws(StoreError) -> Revision {
    try travel(isDryRun: isDryRun) { undoStack throws(StoreError) in
      guard undoStack.isKnown || isForced else { throw StoreError(.changedElsewhere, path: path) }
      guard undoStack.present > 0 else { throw StoreError(.nothingToUndo, path: path) }
      return (from: undoStack.present, to: undoStack.present - 1)
    }
  }

  /// Brings back the state that was last undone.
  ///
  /// - Parameter isDryRun: Whether to check only, and change nothing.
  /// - Returns: The change that was made again.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/nothingToRedo``.
  public func redo(isDryRun: Bool = false) throws(StoreError) -> Revision {
    try travel(isDryRun: isDryRun) { undoStack throws(StoreError) in
      guard undoStack.isKnown, undoStack.present + 1 < undoStack.entries.count else {
        throw StoreError(.nothingToRedo, path: path)
      }
      return (from: undoStack.present + 1, to: undoStack.present + 1)
    }
  }

  /// Restores a state, as a change of its own that can be undone.
  ///
  /// - Parameters:
  ///   - number: The number of the state.
  ///   - isDryRun: Whether to check only, and change nothing.
  /// - Returns: The state that was restored.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/noSuchRevision``.
  public func restore(_ number: Int, isDryRun: Bool = false) throws(StoreError) -> Revision {
    try travel(isDryRun: isDryRun, asChange: "restored \(number)") {
      undoStack throws(StoreError) in
      guard let index = undoStack.entries.firstIndex(where: { $0.number == number }) else {
        throw StoreError(.noSuchRevision(number), path: path)
      }
      return (from: index, to: index)
    }
  }

  /// Forgets all states but the present one.
  ///
  /// - Throws: ``StoreError``.
  public func clearHistory() throws(StoreError) {
    guard let recording else { throw StoreError(.noHistory, path: path) }
    let resolved = try resolve()
    let lock = try lock(resolved)
    try fileErrors { () throws(FileError) in try history(of: resolved, recording).clear() }
    _ = consume lock
  }

  /// The newest state that can be read, for a document that cannot be.
  ///
  /// - Returns: The number of the state; nil when there is none.
  public func lastGoodRevision() -> Int? {
    guard let recording, let resolved = try? fileSystem.resolve(path) else { return nil }
    let history = history(of: resolved, recording)
    return (try? history.entries())?.last { entry in
      guard let bytes = try? history.revision(entry.number) else { return false }
      return (try? ChecklistDocument(bytes)) != nil
    }?.number
  }

  /// Replaces the document with one of its revisions, after checking that the revision is sound.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether to check only, and change nothing.
  ///   - summary: The summary of the new state that this adds to the history; nil moves along the
  ///     undo stack and adds none.
  ///   - choose: Gives the index of the entry to report and of the one to bring back.
  /// - Returns: The entry to report.
  /// - Throws: ``StoreError``.
  private func travel(
    isDryRun: Bool, asChange summary: String? = nil,
    _ choose: (UndoStack) throws(StoreError) -> (from: Int, to: Int)
  ) throws(StoreError) -> Revision {
    guard let recording else { throw StoreError(.noHistory, path: path) }
    let resolved = try resolve()
    let lock = try lock(resolved)
    let before = try read(resolved)
    let history = history(of: resolved, recording)
    let undoStack = try fileErrors { () throws(FileError) in
      var undoStack = UndoStack(try history.entries(), before?.status.version, recording)
      try undoStack.forgetGone(history.isKept)
      return undoStack
    }
    let (reported, target) = try choose(undoStack)
    let entry = undoStack.entries[reported]
    let wanted = undoStack.entries[target].number
    let bytes = try fileErrors { () throws(FileError) in try history.revision(wanted) }
    // The present state has no file of its own: it is the document.
    guard let bytes = target == undoStack.present ? before?.bytes : bytes else {
      throw StoreError(.noSuchRevision(wanted), path: path)
    }
    _ = try decode(bytes)
    if !isDryRun {
      try replace(resolved, before, with: bytes, holding: lock) { undoStack, version in
        if let summary {
          undoStack.append(summary, version)
        } else {
          undoStack.move(to: wanted, version)
        }
      }
    }
    return Revision(
      number: entry.number, time: entry.time, command: entry.command.text,
      summary: entry.summary.text,
      isPresent: false, isUndone: false)
  }
}
