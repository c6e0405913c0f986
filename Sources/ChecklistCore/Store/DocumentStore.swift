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
  /// A message for the user about a command that succeeds all the same.
  public enum Warning: Sendable {
    /// The change was made, but it is not in the history, because the user may not write one.
    case noHistory(FileError)
    /// There is no document, or an empty file in its place, but there was one: this is its newest
    /// sound state.
    case documentGone(Revision)
    /// A file that no state of the document names could not be removed.
    case attachmentLeft(FileError)
    /// Git left a conflict in a file of text, whose first marker is on a line, from 1: the items of
    /// both versions are read, and the document takes no change.
    case unresolvedConflict(line: Int)
    /// A box in a file of text has no text, on a line, from 1: it is no item.
    case emptyBox(line: Int, isOpen: Bool)
    /// A text in a file of text looks like a box and is none, on a line, from 1: it is no item.
    case nearBox(String, line: Int, isOpen: Bool)
    /// The due date of an open item in a file of text cannot be read, on a line, from 1: the item
    /// has none. The list of the item is named by its position in the document, from 0. The form is
    /// one that can be read.
    case unreadDue(String, line: Int, list: Int, form: String)
  }

  /// The path of the document, as it was given.
  public let path: String
  /// Whether directories above the document are made when it is first saved.
  let makesDirectories: Bool
  /// The container that was given to keep the history.
  private let givenContainer: Container?
  /// Whether, without one, the container that the document lies in keeps it.
  private let findsContainer: Bool
  /// A container that may keep states of the document from before, although it keeps no new ones.
  package var formerContainer: Container?
  let lockTimeout: Double
  let fileSystem: FileSystem
  let warn: @Sendable (Warning) -> Void
  /// Gives the present, at which the document is read, so that what repeats is open again; nil for
  /// the document as it is stored.
  package var clock: (@Sendable () -> Date)?
  /// The time zone in which one is.
  package var zone: TimeZoneRules = .system
  /// Whether a file of text with an unresolved conflict is refused, and not only warned of.
  package var refusesConflicts = false
  /// Gives the format of a file of text by its name, without folders, and the name of the list that
  /// the file is; nil for a property list.
  package var textFormat: @Sendable (String) -> (format: any DocumentFormat, list: String)? =
    { _ in nil }
  /// Is called under the lock once a change is saved after which lists or items of a file of text
  /// have other identities.
  package var identitiesReplaced: @Sendable (ReplacedIdentities) throws -> Void = { _ in }

  /// The store of the document of a container, whose directories are made when it is first saved.
  ///
  /// - Parameters:
  ///   - container: The container, which also keeps the history.
  ///   - lockTimeout: How many seconds a change waits for another writer.
  ///   - warn: Is called with what the user should know.
  public init(
    _ container: Container, lockTimeout: Double = 10,
    warn: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    self.init(
      path: container.document, makesDirectories: true, historyIn: container,
      lockTimeout: lockTimeout, warn: warn)
  }

  /// The store of any document.
  ///
  /// - Parameters:
  ///   - path: The path of the document; a symbolic link is followed and stays.
  ///   - container: The container that keeps the history. Without one, it is the container that the
  ///     document lies in; the history of a document elsewhere is not kept then, and the command
  ///     line says that it was changed elsewhere when it is asked to undo.
  ///   - lockTimeout: How many seconds a change waits for another writer.
  ///   - warn: Is called with what the user should know.
  public init(
    path: String, container: Container? = nil, lockTimeout: Double = 10,
    warn: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    self.init(
      path: path, historyIn: container, findsContainer: true, lockTimeout: lockTimeout, warn: warn)
  }

  /// The store of any document.
  ///
  /// - Parameters:
  ///   - path: The path of the document; a symbolic link is followed and stays.
  ///   - makesDirectories: Whether the directories above it are made when they are missing.
  ///   - container: The container that keeps the history; nil keeps none, unless it is found.
  ///   - findsContainer: Whether, without one, the container that the document lies in keeps it.
  ///   - lockTimeout: How many seconds a change waits for another writer.
  ///   - warn: Is called with what the user should know. A change that cannot be kept in the
  ///     history for want of room, say, is not made, and no warning.
  package init(
    path: String, makesDirectories: Bool = false, historyIn container: Container?,
    findsContainer: Bool = false, lockTimeout: Double = 10, fileSystem: FileSystem = FileSystem(),
    warn: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    self.path = path
    self.makesDirectories = makesDirectories
    givenContainer = container
    self.findsContainer = findsContainer
    self.lockTimeout = lockTimeout
    self.fileSystem = fileSystem
    self.warn = warn
  }

  /// Where the history is kept; nil when none is.
  var container: Container? {
    givenContainer ?? (findsContainer ? Container(holding: path, fileSystem) : nil)
  }

  /// The directory that holds the document; where it is a symbolic link, the document itself.
  package var directory: String {
    FileSystem.parent(of: (try? fileSystem.resolve(path)) ?? path)
  }

  /// Reads the document as its file has it: ``ChecklistDocument/reopen(at:in:)`` opens what
  /// repeats again.
  ///
  /// - Returns: The document; nil when there is no file.
  /// - Throws: ``StoreError``.
  public func load() throws(StoreError) -> ChecklistDocument? {
    try decode(read(path))
  }

  /// The version of the document's file, which tells its states apart.
  ///
  /// The file system tells it: which file it is, its size, and when its content last changed.
  public struct Version: Hashable, Sendable {
    fileprivate let file: FileVersion
  }

  /// The version of the file as it is now, without reading it.
  ///
  /// - Returns: The version; nil when there is no file.
  /// - Throws: ``StoreError`` when it cannot be looked at.
  public func version() throws(StoreError) -> Version? {
    try storeErrors { try fileSystem.stat(path).map { Version(file: $0.version) } }
  }

  /// Reads the document, with the version that it was read from.
  ///
  /// - Returns: The document and the version; nil for each when there is no file.
  /// - Throws: ``StoreError``.
  public func loadVersioned() throws(StoreError) -> (
    document: ChecklistDocument?, version: Version?
  ) {
    let file = try read(path)
    return (try decode(file), file.map { Version(file: $0.status.version) })
  }

  /// Applies changes that are saved together, and returns once they are safe.
  ///
  /// A document that does not exist starts empty.
  ///
  /// - Parameters:
  ///   - changes: The changes, in their order.
  ///   - command: What makes them, as people read it in the history: the name of a program, say.
  ///   - now: The time of the changes.
  /// - Returns: What was done, each item once. If that is nothing, nothing is written.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/refused(_:)`` when the document does not
  ///   take a change. Nothing has been written then.
  @discardableResult
  public func apply(
    _ changes: [DocumentChange], by command: String, at now: Date
  ) throws(StoreError) -> [AppliedChange] {
    try storeErrors {
      try perform(by: command, at: now) { transaction in try transaction.apply(changes) }.value
    }
  }

  /// Changes the document by what it is under the lock, and returns once the changes are safe.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether it is only tried: nothing is locked or written.
  ///   - command: What makes the changes, as people read it in the history.
  ///   - now: The time of the changes.
  ///   - body: Makes the changes. If they come to nothing, nothing is written.
  /// - Returns: What `body` returns.
  /// - Throws: ``StoreError``, or what `body` throws. Nothing has been written then.
  public func transact<Value>(
    isDryRun: Bool = false, by command: String, at now: Date,
    _ body: (inout DocumentTransaction) throws -> Value
  ) throws -> Value {
    try perform(isDryRun: isDryRun, by: command, at: now, body).value
  }

  /// The result of a change.
  package struct Ending: Sendable {
    /// The saved document; nil when nothing was written.
    package var saved: Saved?
    /// The version of the document's file, if it was asked for; nil when there is no file.
    package var version: Version?
  }

  /// The saved document, and the files that the history keeps.
  package struct Saved: Sendable {
    /// The document.
    package let document: ChecklistDocument
    /// The fingerprint of its file.
    package let fingerprint: Fingerprint
    /// The fingerprints of the other files that the history keeps.
    package let keptFiles: [Fingerprint]
  }

  /// Changes the document as ``transact(isDryRun:by:at:_:)`` does, and returns what that left.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether it is only tried: nothing is locked or written.
  ///   - isAsStored: Whether the changes are about the document as the file has it, in which what
  ///     repeats is not open again.
  ///   - hasVersion: Whether the version of the file afterwards is wanted.
  ///   - files: Other files that the history keeps too, each as a state before the changes.
  ///   - command: What makes the changes, as people read it in the history.
  ///   - body: Makes the changes. If they come to nothing, nothing is written.
  /// - Returns: What `body` returns, and what the changes left.
  /// - Throws: ``StoreError``, or what `body` throws, or a step of it has thrown. Nothing has been
  ///   written then. It also throws what was to be done once the changes were saved.
  package func perform<Value>(
    isDryRun: Bool = false, asStored isAsStored: Bool = false, hasVersion: Bool = false,
    keeping files: [(path: String, bytes: [UInt8])] = [], by command: String, at now: Date,
    _ body: (inout DocumentTransaction) throws -> Value
  ) throws -> (value: Value, ending: Ending) {
    func changed(
      _ file: AtomicFile.Content?, in content: [UInt8]? = nil
    ) throws -> (DocumentTransaction, Value) {
      let opened = try openForChange(file, reopeningAt: isAsStored ? nil : now)
      var transaction = DocumentTransaction(opened, in: content, at: path, now: now, in: zone)
      let value = try body(&transaction)
      if let failure = transaction.failure { throw failure }
      return (transaction, value)
    }
    if isDryRun {
      let (transaction, value) = try changed(read(path))
      if transaction.hasChanges { _ = try encode(transaction) }
      return (value, Ending())
    }
    return try withLock { file in
      let (transaction, value) = try changed(file.content, in: file.content?.bytes)
      var ending = Ending()
      if transaction.hasChanges || !transaction.files.isEmpty, let document = transaction.document {
        let foreign = now - Self.foreignFileLifetime
        let content = transaction.hasChanges ? try encode(transaction) : nil
        let lost = content == nil ? [] : transaction.lostAttachments
        var placed: [Attachment] = []
        do {
          // The document names no file that is not on the disk before it. One that stays as it is
          // may name files that were lost.
          try place(transaction.files, of: document, beside: file.path, placed: &placed)
          if let content {
            let written = try replace(
              file, with: content, keeping: files, at: now, before: transaction.beforeReplacing
            ) {
              $0.append(
                $1, transaction.isReceived ? .received : .change,
                time: now.timeIntervalSinceReferenceDate, command: command,
                summary: transaction.summary)
            }
            ending.saved = Saved(
              document: document, fingerprint: written.fingerprint, keptFiles: written.keptFiles)
          }
        } catch {
          // What was lost may come back with the old document, after a power cut.
          if content != nil, !placed.isEmpty {
            sweepAttachments(of: placed, orBefore: foreign, at: file.path, holding: file.lock)
          }
          throw error
        }
        if !transaction.files.isEmpty || !lost.isEmpty {
          sweepAttachments(of: lost, orBefore: foreign, at: file.path, holding: file.lock)
        }
      }
      if !transaction.identities.isEmpty { try identitiesReplaced(transaction.identities) }
      for completion in transaction.completions { try completion() }
      // Still under the lock: it is not yet what somebody else writes next.
      if hasVersion { ending.version = (try? version()) ?? nil }
      return (value, ending)
    }
  }
}

extension DocumentStore.Warning: CustomStringConvertible {
  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .noHistory(let error): "the change was made, but it cannot be undone: \(error)"
    case .documentGone(let state):
      "the document is gone; state \(state.number) of its history is what it was"
    case .attachmentLeft(let error): "Error removing the file from disk: \(error.reason)"
    case .unresolvedConflict(let line):
      "line \(line) has an unresolved merge conflict; the items of both versions are read"
    case .emptyBox(let line, _): "line \(line) has a box without a text; it is no item"
    case .nearBox(let text, let line, let isOpen):
      "line \(line): '\(text)' is not a check box; "
        + "write '- [\(isOpen ? " " : "x")] ' with plain spaces"
    case .unreadDue(let text, let line, _, let form):
      "line \(line): '\(text)' is not a due date; write a day of the calendar as '\(form)'"
    }
  }
}
