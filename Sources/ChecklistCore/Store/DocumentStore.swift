#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A document on disk: read as a whole, changed under a lock, replaced as a whole.
///
/// A change locks the document's directory, then reads, changes and encodes the document. It writes
/// a temporary file beside the document and syncs it to the disk, keeps it in the history as a new
/// state, renames the temporary file to the document's name, and syncs the directory. Readers
/// take no lock.
///
/// Whatever fails, the old document is whole and no temporary file is left. Only when the last sync
/// fails is the new document in place, with an error, since a power cut may still bring back the
/// old one. The article <doc:Durability> explains each system call.
public struct DocumentStore: Sendable {
  /// What a command that goes on should tell its user.
  public enum Warning: Sendable {
    /// The change was made, but it is not in the history, because the user may not write one.
    case noHistory(FileError)
    /// There is no document, or an empty file in its place, but there was one: this is its newest
    /// sound state.
    case documentGone(Revision)
  }

  /// How changes are kept in the history, so that they can be undone.
  public struct Recording: Sendable {
    let container: Container
    let command: String
    let time: Double
    let warn: @Sendable (Warning) -> Void

    /// Records changes in a container.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - command: What makes the change, as people should read it.
    ///   - time: The time of the change, in seconds since 2001-01-01 00:00:00 UTC.
    ///   - warn: Is called with what the user should know. A change that cannot be kept in the
    ///     history for want of room, say, is not made, and no warning.
    public init(
      _ container: Container, command: String, time: Double,
      warn: @escaping @Sendable (Warning) -> Void
    ) {
      self.container = container
      self.command = command
      self.time = time
      self.warn = warn
    }
  }

  /// The path of the document, as it was given.
  public let path: String
  /// Whether directories above the document are made when it is first saved.
  let makesDirectories: Bool
  let lockTimeout: Double
  let recording: Recording?
  let fileSystem: FileSystem

  /// The store of one document.
  ///
  /// - Parameters:
  ///   - path: The path of the document; a symbolic link is followed and stays.
  ///   - makesDirectories: Whether the directories above it are made when they are missing.
  ///   - lockTimeout: How many seconds a change waits for another writer.
  ///   - recording: How changes are kept in the history; nil keeps none.
  ///   - fileSystem: Makes the system calls.
  public init(
    path: String, makesDirectories: Bool = false, lockTimeout: Double = 10,
    recording: Recording? = nil, fileSystem: FileSystem = FileSystem()
  ) {
    self.path = path
    self.makesDirectories = makesDirectories
    self.lockTimeout = lockTimeout
    self.recording = recording
    self.fileSystem = fileSystem
  }

  /// Reads the document.
  ///
  /// - Returns: The document; nil when there is no file.
  /// - Throws: ``StoreError``.
  public func load() throws(StoreError) -> ChecklistDocument? {
    try decode(read(path))
  }

  /// Changes the document, and returns once the change is safe.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether it is only tried: nothing is locked or written.
  ///   - createsDocument: Whether to start with an empty document when there is no file.
  ///   - now: The time of the change.
  ///   - resolve: Gives the changes for the document as it is under the lock.
  /// - Returns: What was done, each item once. If that is nothing, nothing is written.
  /// - Throws: ``StoreError``, ``ChangeError``, or what `resolve` throws. Nothing has been written
  ///   then.
  @discardableResult
  public func change(
    isDryRun: Bool = false, createsDocument: Bool = false, at now: Date,
    _ resolve: (ChecklistDocument) throws -> [DocumentChange]
  ) throws -> [AppliedChange] {
    var applied: [AppliedChange] = []
    try transact(isDryRun: isDryRun, at: now) { transaction in
      applied = try transaction.change(createsDocument: createsDocument, resolve)
    }
    return applied
  }

  /// Makes several changes that are saved together, and returns once they are safe.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether it is only tried: nothing is locked or written.
  ///   - now: The time of the changes.
  ///   - body: Makes the changes. If they come to nothing, nothing is written.
  /// - Throws: ``StoreError``, or what `body` throws. Nothing has been written then.
  public func transact(
    isDryRun: Bool = false, at now: Date, _ body: (inout DocumentTransaction) throws -> Void
  ) throws {
    if isDryRun {
      var transaction = DocumentTransaction(try load(), at: path, now: now)
      try body(&transaction)
      if let failure = transaction.failure { throw failure }
      if transaction.summary != nil, let document = transaction.document {
        _ = try encode(document)
      }
      return
    }
    let resolved = try resolve()
    let lock = try lock(resolved)
    let before = try read(resolved)
    var transaction = DocumentTransaction(try decode(before), at: path, now: now)
    try body(&transaction)
    if let failure = transaction.failure { throw failure }
    guard let summary = transaction.summary, let document = transaction.document else { return }
    try replace(resolved, before, with: encode(document), holding: lock) {
      $0.append($2, time: $1.time, command: $1.command, summary: summary)
    }
  }

  /// Replaces the file as a whole, or creates it, and returns once that is safe.
  ///
  /// It works under the lock, so that no other change is lost. The history keeps what a checklist
  /// document was, as with every change of one; of any other file it keeps nothing.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether it is only tried: nothing is locked or written.
  ///   - summary: What is done, in a few words for the history.
  ///   - convert: Makes the new content from the present one, which is nil when there is no file.
  /// - Returns: The new content.
  /// - Throws: ``StoreError``, or what `convert` throws; the file then stays as it was.
  @discardableResult
  public func rewrite(
    isDryRun: Bool = false, _ summary: String, _ convert: ([UInt8]?) throws -> [UInt8]
  ) throws -> [UInt8] {
    if isDryRun { return try convert(read(path)?.bytes) }
    let resolved = try resolve()
    let lock = try lock(resolved)
    let before = try read(resolved)
    let bytes = try convert(before?.bytes)
    if before?.bytes == bytes { return bytes }
    // Also what a document has become that is damaged now.
    let isDocument =
      before.map { (try? ChecklistDocument($0.bytes)) != nil } == true || hasHistory(resolved)
    try replace(resolved, before, with: bytes, keepingHistory: isDocument, holding: lock) {
      $0.append($2, time: $1.time, command: $1.command, summary: summary)
    }
    return bytes
  }

  // MARK: The steps

  /// The file itself, symbolic links followed.
  func resolve() throws(StoreError) -> String {
    let resolved = try fileErrors { () throws(FileError) in
      if makesDirectories { try fileSystem.makeDirectories(FileSystem.parent(of: path)) }
      return try fileSystem.resolve(path)
    }
    try checkName(of: resolved)
    return resolved
  }

  /// Checks that a file is none of those that saves make and sweep.
  private func checkName(of path: String) throws(StoreError) {
    let reserved = [AtomicFile.temporaryName, DirectoryLock.sidecarName]
    if reserved.contains(FileSystem.name(of: path)) { throw StoreError(.reservedName, path: path) }
  }

  func lock(_ resolved: String) throws(StoreError) -> DirectoryLock {
    try fileErrors { () throws(FileError) in
      try DirectoryLock(FileSystem.parent(of: resolved), fileSystem, timeout: lockTimeout)
    }
  }

  func read(_ path: String) throws(StoreError) -> AtomicFile.Content? {
    try checkName(of: path)
    return try fileErrors { () throws(FileError) in try AtomicFile(path, fileSystem).read() }
  }

  /// The document in a file.
  ///
  /// - Returns: The document; nil when there is no file, or an empty one, as mktemp(1) makes it.
  private func decode(_ file: AtomicFile.Content?) throws(StoreError) -> ChecklistDocument? {
    guard let file, !file.bytes.isEmpty else {
      if let revision = newestSoundRevision() { recording?.warn(.documentGone(revision)) }
      return nil
    }
    do {
      return try ChecklistDocument(file.bytes)
    } catch {
      throw StoreError(.damaged(error), path: path)
    }
  }

  private func encode(_ document: ChecklistDocument) throws(StoreError) -> EncodedArchive {
    do {
      return try document.archived()
    } catch {
      throw StoreError(.unrepresentable(error), path: path)
    }
  }

  /// Replaces the document, and keeps the new state in the history.
  ///
  /// - Parameters:
  ///   - resolved: The file itself.
  ///   - before: What the file holds; nil when there is none.
  ///   - content: What the file is to hold.
  ///   - keepsHistory: Whether the history keeps what the file was.
  ///   - lock: The lock of its directory.
  ///   - record: Brings the undo stack from the state before the change to the state after it. It
  ///     is given the fingerprint of the new content.
  /// - Throws: ``StoreError``.
  func replace(
    _ resolved: String, _ before: AtomicFile.Content?, with content: some FileContent,
    keepingHistory keepsHistory: Bool = true, holding lock: borrowing DirectoryLock,
    _ record: (inout UndoStack, Recording, Fingerprint) -> Void
  ) throws(StoreError) {
    try fileErrors { () throws(FileError) in
      var keeping: (history: History, undoStack: UndoStack, recording: Recording)?
      /// Does something with the history. Where the user may not write one, there is a warning.
      func keep(_ body: () throws(FileError) -> Void) throws(FileError) {
        do throws(FileError) {
          try body()
        } catch {
          guard let recording, error.forbidsWriting else { throw error }
          keeping = nil
          recording.warn(.noHistory(error))
        }
      }
      // Before the file is removed that a save has left which was stopped.
      try keep { () throws(FileError) in
        guard keepsHistory, let recording else { return }
        let history = try history(of: resolved, recording)
        keeping = (history, try history.undoStack(before), recording)
      }
      do throws(FileError) {
        try AtomicFile(resolved, fileSystem).replace(
          with: content, previous: before?.status, holding: lock
        ) { (new) throws(FileError) in
          try keep { () throws(FileError) in
            guard let (history, _, recording) = keeping, var undoStack = keeping?.undoStack
            else { return }
            if !undoStack.isKnown {
              try history.keepForeign(
                resolved, before?.bytes ?? [], in: &undoStack, time: recording.time)
            }
            try history.removeUnneeded(&undoStack)
            record(&undoStack, recording, new.fingerprint)
            try history.keep(new, content, undoStack)
            keeping?.undoStack = undoStack
          }
        } finish: { new in
          if let keeping { keeping.history.copyPresent(new, keeping.undoStack) }
        }
      } catch {
        if let keeping, error.call == .rename, error.path == resolved {
          keeping.history.withdraw(keeping.undoStack)
        }
        throw error
      }
    }
  }

  /// Whether the history has states of a file.
  func hasHistory(_ resolved: String) -> Bool {
    guard let recording, let history = try? history(of: resolved, recording) else { return false }
    return (try? history.undoStack(nil).entries.isEmpty) == false
  }

  func history(of resolved: String, _ recording: Recording) throws(FileError) -> History {
    History(
      root: recording.container.history,
      document: try recording.container.name(of: resolved, fileSystem),
      in: FileSystem.parent(of: resolved), fileSystem: fileSystem)
  }

  func fileErrors<Result: ~Copyable>(
    _ body: () throws(FileError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StoreError(error, path: path, lockTimeout: lockTimeout, fileSystem)
    }
  }
}

extension EncodedArchive: FileContent {}
