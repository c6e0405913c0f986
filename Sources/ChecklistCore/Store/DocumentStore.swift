/// A document on disk: read as a whole, changed under a lock, replaced as a whole.
///
/// A change locks the document's directory, reads, changes, encodes, writes a temporary sibling that the disk
/// must hold, keeps the old file in the history, gives the new one the document's name, and has the disk hold
/// that. Readers take no lock. Whatever fails, the old document is whole and no temporary is left; only when that
/// last step fails, the new one is in place, and there is an error, since a power cut may still take it back.
/// Each system call is explained on the library's front page.
public struct DocumentStore: Sendable {
  /// How changes are kept in the history, so that they can be undone.
  public struct Recording: Sendable {
    let root: String
    let command: String
    let time: Double
    let warn: @Sendable (FileError) -> Void

    /// Records changes in a container.
    ///
    /// - Parameters:
    ///   - container: the container.
    ///   - command: what makes the change, as people should read it.
    ///   - time: when, in seconds since 2001-01-01 00:00:00 UTC.
    ///   - warn: told when the history cannot be kept, which never makes a change fail.
    public init(
      _ container: Container, command: String, time: Double,
      warn: @escaping @Sendable (FileError) -> Void
    ) {
      root = container.history
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
  ///   - path: the document; a symbolic link is followed and stays.
  ///   - makesDirectories: whether the directories above it are made when they are missing.
  ///   - lockTimeout: how many seconds a change waits for another writer.
  ///   - recording: how changes are kept in the history; nil keeps none.
  ///   - fileSystem: makes the system calls.
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
  /// - Returns: nil when there is no file.
  /// - Throws: ``StoreError``.
  public func load() throws(StoreError) -> ChecklistDocument? {
    try read(path).map { (content) throws(StoreError) in try decode(content.bytes) }
  }

  /// Changes the document, and returns once the change is safe.
  ///
  /// - Parameters:
  ///   - isDryRun: whether to leave it at trying: nothing is locked or written.
  ///   - createsDocument: whether to start with an empty one where there is no file.
  ///   - change: changes the document; gives what it changed, in a few words for the history, nil when it changed
  ///     nothing: then nothing is written.
  /// - Throws: ``StoreError``, or what `change` throws; nothing has been written then.
  public func update(
    isDryRun: Bool = false, createsDocument: Bool = false,
    _ change: (inout ChecklistDocument) throws -> String?
  ) throws {
    try transact(isDryRun: isDryRun) { document in
      try Self.change(&document, at: path, createsDocument: createsDocument, change)
    }
  }

  /// Changes a document that may not be there, as ``update(isDryRun:createsDocument:_:)`` does, and saves nothing.
  ///
  /// - Parameters:
  ///   - document: the document; nil where there is none.
  ///   - path: where it is, for the error.
  ///   - createsDocument: whether to start with an empty one where there is none.
  ///   - change: changes the document.
  /// - Returns: what `change` gives.
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/notFound``, or what `change` throws.
  public static func change(
    _ document: inout ChecklistDocument?, at path: String, createsDocument: Bool,
    _ change: (inout ChecklistDocument) throws -> String?
  ) throws -> String? {
    // Taken out meanwhile: with two holders, the first change to it would copy all items.
    guard var existing = document.take() ?? (createsDocument ? ChecklistDocument() : nil) else {
      throw StoreError(.notFound, path: path)
    }
    defer { document = existing }
    return try change(&existing)
  }

  /// Changes the document, or makes it, and returns once the change is safe.
  ///
  /// - Parameters:
  ///   - isDryRun: whether to leave it at trying: nothing is locked or written.
  ///   - body: changes the document, which is nil where there is no file; gives what it changed, in a few words for
  ///     the history, nil when it changed nothing: then nothing is written.
  /// - Throws: ``StoreError``, or what `body` throws; nothing has been written then.
  public func transact(
    isDryRun: Bool = false, _ body: (inout ChecklistDocument?) throws -> String?
  ) throws {
    if isDryRun {
      var document = try load()
      if try body(&document) != nil, let document { _ = try encode(document) }
      return
    }
    let resolved = try resolve()
    let lock = try lock(resolved)
    let before = try read(resolved)
    var document = try before.map { (content) throws(StoreError) in try decode(content.bytes) }
    guard let summary = try body(&document), let document else { return }
    try replace(resolved, before, with: encode(document), holding: lock) { timeline, version in
      timeline.append(summary, version)
    }
  }

  // MARK: The steps

  /// The file itself, symbolic links followed.
  func resolve() throws(StoreError) -> String {
    try fileErrors { () throws(FileError) in
      if makesDirectories { try fileSystem.makeDirectories(FileSystem.parent(of: path)) }
      return try fileSystem.resolve(path)
    }
  }

  func lock(_ resolved: String) throws(StoreError) -> DirectoryLock {
    try fileErrors { () throws(FileError) in
      try DirectoryLock(FileSystem.parent(of: resolved), fileSystem, timeout: lockTimeout)
    }
  }

  func read(_ path: String) throws(StoreError) -> AtomicFile.Content? {
    try fileErrors { () throws(FileError) in try AtomicFile(path, fileSystem).read() }
  }

  func decode(_ bytes: [UInt8]) throws(StoreError) -> ChecklistDocument {
    do {
      return try ChecklistDocument(bytes)
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

  /// Replaces the document, and keeps the old one in the history.
  ///
  /// - Parameters:
  ///   - resolved: the file itself.
  ///   - before: what is in it, nil when there is none.
  ///   - content: what is to be in it.
  ///   - lock: the lock of its directory.
  ///   - record: changes the timeline, which has the present state as its present, into the one that the
  ///     history is to have once the file has the version that it is given.
  /// - Throws: ``StoreError``.
  func replace(
    _ resolved: String, _ before: AtomicFile.Content?, with content: some FileContent,
    holding lock: borrowing DirectoryLock, _ record: (inout Timeline, FileVersion) -> Void
  ) throws(StoreError) {
    var unneeded: [Int] = []
    try fileErrors { () throws(FileError) in
      try AtomicFile(resolved, fileSystem).replace(
        with: content, previous: before?.status, holding: lock
      ) { version in
        warnOfHistory(resolved) { (history, recording) throws(FileError) in
          var timeline = Timeline(try history.entries(), before?.status.version, recording)
          if !timeline.isKnown { try timeline.forgetGone(history.isKept) }
          let present = timeline.presentEntry
          record(&timeline, version)
          unneeded = try history.keep(
            present, of: before == nil ? nil : resolved,
            before?.bytes ?? Self.emptyDocument, coming: timeline.presentEntry,
            index: timeline.entries)
        }
      }
    }
    if unneeded.isEmpty { return }
    warnOfHistory(resolved) { (history, _) throws(FileError) in try history.remove(unneeded) }
  }

  /// Does something with the history, if one is kept; that it cannot be done is a warning.
  private func warnOfHistory(
    _ resolved: String, _ body: (History, Recording) throws(FileError) -> Void
  ) {
    guard let recording else { return }
    do throws(FileError) {
      try body(history(of: resolved, recording), recording)
    } catch {
      recording.warn(error)
    }
  }

  func history(of resolved: String, _ recording: Recording) -> History {
    History(root: recording.root, document: resolved, fileSystem: fileSystem)
  }

  /// What stands for the state before there was a document.
  private static let emptyDocument = (try? ChecklistDocument().encoded()) ?? []

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
