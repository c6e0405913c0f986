/// A document on disk: read as a whole, changed under a lock, replaced as a whole.
///
/// A change locks the document's directory, reads, changes, encodes, writes a temporary sibling that the disk
/// must hold, gives it the document's name, and has the disk hold that. Readers take no lock. Whatever fails,
/// the old document is whole and no temporary is left.
public struct DocumentStore: Sendable {
  /// The path of the document, as it was given.
  public let path: String
  /// Whether directories above the document are made when it is first saved.
  let makesDirectories: Bool
  let lockTimeout: Double
  let fileSystem: FileSystem

  /// The store of one document.
  ///
  /// - Parameters:
  ///   - path: the document; a symbolic link is followed and stays.
  ///   - makesDirectories: whether the directories above it are made when they are missing.
  ///   - lockTimeout: how many seconds a change waits for another writer.
  ///   - fileSystem: makes the system calls.
  public init(
    path: String, makesDirectories: Bool = false, lockTimeout: Double = 10,
    fileSystem: FileSystem = FileSystem()
  ) {
    self.path = path
    self.makesDirectories = makesDirectories
    self.lockTimeout = lockTimeout
    self.fileSystem = fileSystem
  }

  /// Reads the document.
  ///
  /// - Returns: nil when there is no file.
  /// - Throws: ``StoreError``.
  public func load() throws(StoreError) -> ChecklistDocument? {
    try read(path)?.document
  }

  /// Changes the document, and returns once the change is safe.
  ///
  /// - Parameters:
  ///   - isDryRun: whether to leave it at trying: nothing is locked or written.
  ///   - createsDocument: whether to start with an empty one where there is no file.
  ///   - change: changes the document; gives a result and whether anything changed. When nothing did,
  ///     nothing is written.
  /// - Returns: the result of `change`.
  /// - Throws: ``StoreError``, or what `change` throws; nothing has been written then.
  public func update<Result>(
    isDryRun: Bool = false, createsDocument: Bool = false,
    _ change: (inout ChecklistDocument) throws -> (result: Result, isChanged: Bool)
  ) throws -> Result {
    if isDryRun {
      guard var document = try load() ?? (createsDocument ? ChecklistDocument() : nil) else {
        throw StoreError(.notFound, path: path)
      }
      return try change(&document).result
    }
    let resolved = try fileErrors { () throws(FileError) in
      if makesDirectories { try fileSystem.makeDirectories(FileSystem.parent(of: path)) }
      return try fileSystem.resolve(path)
    }
    let lock = try fileErrors { () throws(FileError) in
      try DirectoryLock(FileSystem.parent(of: resolved), fileSystem, timeout: lockTimeout)
    }
    let before = try read(resolved)
    guard var document = before?.document ?? (createsDocument ? ChecklistDocument() : nil) else {
      throw StoreError(.notFound, path: path)
    }
    let (result, isChanged) = try change(&document)
    if isChanged { try save(document, to: resolved, previous: before?.status, holding: lock) }
    return result
  }

  private func read(
    _ path: String
  ) throws(StoreError) -> (document: ChecklistDocument, status: FileStatus)? {
    let content = try fileErrors { () throws(FileError) in
      try AtomicFile(path, fileSystem).read()
    }
    guard let content else { return nil }
    do {
      return (try ChecklistDocument(content.bytes), content.status)
    } catch {
      throw StoreError(.damaged(error), path: path)
    }
  }

  private func save(
    _ document: ChecklistDocument, to resolved: String, previous: FileStatus?,
    holding lock: borrowing DirectoryLock
  ) throws(StoreError) {
    let bytes: [UInt8]
    do {
      bytes = try document.encoded()
    } catch {
      throw StoreError(.unrepresentable(error), path: path)
    }
    do {
      _ = try AtomicFile(resolved, fileSystem).replace(
        with: bytes, previous: previous, holding: lock)
    } catch {
      throw StoreError(error, path: path, lockTimeout: lockTimeout)
    }
  }

  private func fileErrors<Result: ~Copyable>(
    _ body: () throws(FileError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StoreError(error, path: path, lockTimeout: lockTimeout)
    }
  }
}
