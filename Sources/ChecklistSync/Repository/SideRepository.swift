import ChecklistCore

/// The bare repository beside the document, through which it is synchronised with a remote.
///
/// `refs/checklists/base` is what this document and the remote last agreed on, and
/// `refs/checklists/remote` is what the remote had last. Nothing else is in it, and it has no work
/// tree: git moves objects, and merges nothing.
struct SideRepository: ~Copyable {
  /// A ref of the repository.
  enum Reference: String {
    /// What was last agreed on.
    case base
    /// What the remote had last.
    case remote

    var name: String { "refs/checklists/\(rawValue)" }
  }

  /// The directory.
  let path: String
  let git: Git
  let fileSystem: FileSystem
  /// It keeps out other processes that synchronise the same document.
  private let lock: DirectoryLock

  private init(
    _ path: String, _ git: Git, _ fileSystem: FileSystem, _ lock: consuming DirectoryLock
  ) {
    (self.path, self.git, self.fileSystem) = (path, git, fileSystem)
    self.lock = lock
  }

  /// Opens the repository, and makes it when it is not there.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - git: Runs git.
  ///   - lockTimeout: How many seconds to wait for another process.
  ///   - fileSystem: Makes the system calls.
  /// - Returns: The repository, which nobody else uses as long as this value lives.
  /// - Throws: ``SyncError``.
  static func open(
    _ path: String, _ git: Git, lockTimeout: Double, fileSystem: FileSystem = FileSystem()
  ) throws(SyncError) -> SideRepository {
    let repository = SideRepository(
      path, git, fileSystem, try lock(path, fileSystem, lockTimeout))
    try repository.removeStaleLocks()
    // It is made last of what makes a repository, so that one that was not finished is made again.
    if try !repository.isThere(markName) { try repository.make() }
    return repository
  }

  private static func lock(
    _ path: String, _ fileSystem: FileSystem, _ timeout: Double
  ) throws(SyncError) -> DirectoryLock {
    do throws(FileError) {
      try fileSystem.makeDirectories(path)
      return try DirectoryLock(path, fileSystem, timeout: timeout)
    } catch {
      guard error.isLocked else { throw SyncError(error) }
      throw SyncError(.locked, "another process is synchronising this document")
    }
  }

  /// The file that tells that the repository is whole.
  private static let markName = "checklists"

  private func isThere(_ name: String) throws(SyncError) -> Bool {
    try fileErrors { () throws(FileError) in
      try fileSystem.stat(FileSystem.join(path, name)) != nil
    }
  }

  /// Makes the repository, in place of what is there of one.
  ///
  /// Without a base, the next synchronisation keeps what either side has.
  func make() throws(SyncError) {
    try fileErrors { () throws(FileError) in
      for name in try fileSystem.names(in: path)
      where name != "." && name != ".." && name != DirectoryLock.sidecarName {
        try fileSystem.removeTree(FileSystem.join(path, name))
      }
    }
    try gitErrors { () throws(GitFailure) in
      try git.checkVersion()
      // In "--git-dir", so that no repository around it is looked for.
      try git.run(["init", "--quiet", "--bare", "--template="], in: path)
    }
    try write([], to: Self.markName)
  }

  /// Removes the lock files that a git has left that was killed.
  ///
  /// Nobody but the holder of the lock runs one here.
  private func removeStaleLocks() throws(SyncError) {
    try fileErrors { () throws(FileError) in
      for folder in ["", "refs/checklists", "objects/info", "objects/pack"] {
        let directory = folder.isEmpty ? path : FileSystem.join(path, folder)
        for name in try fileSystem.names(in: directory) where name.hasSuffix(".lock") {
          try fileSystem.unlink(FileSystem.join(directory, name))
        }
      }
    }
  }

  /// The commit that a ref names; nil when there is none.
  ///
  /// Its file is read: git packs refs only when it is told to.
  ///
  /// - Throws: ``SyncError`` when it cannot be read: that is not the same as none.
  func commit(_ reference: Reference) throws(SyncError) -> String? {
    let file = PlainFile(path: FileSystem.join(path, reference.name), fileSystem: fileSystem)
    let bytes: [UInt8]
    do {
      bytes = try file.read()
    } catch {
      switch error.kind {
      case .file(let error), .permission(let error): throw SyncError(error)
      default: return nil
      }
    }
    let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return name.isObjectName ? name : nil
  }

  /// Sets refs, all or none.
  ///
  /// - Parameter commits: The commits by ref; nil removes a ref.
  /// - Throws: ``SyncError``.
  func set(_ commits: [(Reference, String?)]) throws(SyncError) {
    let lines = commits.map { reference, commit in
      commit.map { "update \(reference.name) \($0)\n" } ?? "delete \(reference.name)\n"
    }
    try run(["update-ref", "--stdin"], input: Array(lines.joined().utf8))
  }

  /// Writes a file in the repository, which git or the next synchronisation reads.
  func write(_ bytes: [UInt8], to name: String) throws(SyncError) {
    try fileErrors { () throws(FileError) in
      try fileSystem.create(FileSystem.join(path, name), with: bytes, step: "write")
    }
  }

  /// Runs a command that has nothing to do with the remote.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments.
  ///   - input: What it reads.
  ///   - mostOutput: The most bytes that it may print.
  ///   - take: Is called with its output as it comes, which is not kept then, and tells whether to
  ///     go on.
  /// - Returns: Its output.
  /// - Throws: ``SyncError``.
  @discardableResult
  func run(
    _ arguments: [String], input: [UInt8]? = nil, mostOutput: Int = 16 << 20,
    take: (([UInt8]) -> Bool)? = nil
  ) throws(SyncError) -> [UInt8] {
    var file: String?
    if let input {
      let name = "checklists-input"
      try write(input, to: name)
      file = FileSystem.join(path, name)
    }
    return try gitErrors { () throws(GitFailure) in
      try git.run(arguments, in: path, input: file, mostOutput: mostOutput, take: take)
    }
  }

  func gitErrors<Value>(_ body: () throws(GitFailure) -> Value) throws(SyncError) -> Value {
    do {
      return try body()
    } catch {
      throw SyncError(error)
    }
  }

  func fileErrors<Value>(_ body: () throws(FileError) -> Value) throws(SyncError) -> Value {
    do {
      return try body()
    } catch {
      throw SyncError(error)
    }
  }
}
