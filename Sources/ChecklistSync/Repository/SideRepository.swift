import ChecklistCore

/// The bare repository beside the document, through which it is synchronised with a remote.
///
/// `refs/checklists/base` is the last commit that this document and the remote had in common, and
/// `refs/checklists/remote` is what the remote had last. Nothing else is in it, and it has no work
/// tree: git moves objects, and merges nothing.
struct SideRepository: ~Copyable {
  /// A ref of the repository.
  enum Reference: String {
    /// The last commit that the document and the remote had in common.
    case base
    /// The last known commit of the remote.
    case remote

    var name: String { "refs/checklists/\(rawValue)" }
  }

  /// The directory.
  let path: String
  let git: Git
  let fileSystem: FileSystem
  /// Whether something else was there, in place of which the repository was made.
  private(set) var wasDamaged = false
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
  ///   - lockTimeout: How many seconds to wait for another process.
  ///   - repairs: Whether it is made anew where something else is in its place.
  /// - Returns: The repository, which nobody else uses as long as this value lives.
  /// - Throws: ``SyncError``; ``SyncError/isOfRepository`` where something else is in its place.
  static func open(
    _ path: String, _ git: Git, lockTimeout: Double, repairs: Bool = false,
    fileSystem: FileSystem = FileSystem()
  ) throws(SyncError) -> SideRepository {
    let isReplaced = try replace(path, fileSystem, repairs: repairs)
    var repository = SideRepository(path, git, fileSystem, try lock(path, fileSystem, lockTimeout))
    let hasShape = try repository.hasShape()
    repository.wasDamaged = isReplaced || !hasShape
    if repository.wasDamaged {
      guard repairs else { throw misshapen }
      try repository.make()
    } else {
      try repository.removeStaleLocks()
      // The mark is made last, so that a repository that was not finished is made again.
      if try !repository.isThere(markName) { try repository.make() }
    }
    return repository
  }

  /// Removes what has the name of the repository and is no directory.
  private static func replace(
    _ path: String, _ fileSystem: FileSystem, repairs: Bool
  ) throws(SyncError) -> Bool {
    do throws(FileError) {
      guard try fileSystem.stat(path)?.isDirectory == false else { return false }
      if repairs { try fileSystem.unlink(path) }
    } catch {
      throw SyncError(error)
    }
    if !repairs { throw misshapen }
    return true
  }

  private static var misshapen: SyncError {
    SyncError(GitFailure(.brokenRepository, "something else has the name of one of its files"))
  }

  private static func lock(
    _ path: String, _ fileSystem: FileSystem, _ timeout: Double
  ) throws(SyncError) -> DirectoryLock {
    do throws(FileError) {
      try fileSystem.makeDirectories(path)
      return try DirectoryLock(path, fileSystem, timeout: timeout)
    } catch {
      guard error.isLocked else { throw SyncError(error) }
      throw SyncError(.locked, "another process is synchronizing this document")
    }
  }

  /// The directories of the repository, each after the one that it is in.
  private static let folders = [
    "objects", "objects/info", "objects/pack", "refs", "refs/checklists",
  ]

  /// The files of the repository that git or a synchronisation reads or writes by their names.
  private static let files = [
    "HEAD", "config", "packed-refs", "shallow", markName, inputName, SyncBase.name,
    SyncBase.nextName, Reference.base.name, Reference.remote.name,
  ]

  /// Whether each name has the directory or the file that it is for, or nothing.
  ///
  /// Git itself finds out what is missing. But it would wait for a pipe.
  private func hasShape() throws(SyncError) -> Bool {
    try fileErrors { () throws(FileError) in
      for name in Self.folders {
        let status = try fileSystem.lstat(FileSystem.join(path, name))
        if status?.isDirectory == false { return false }
      }
      for name in Self.files {
        let status = try fileSystem.lstat(FileSystem.join(path, name))
        if status?.isRegularFile == false { return false }
      }
      return true
    }
  }

  /// The file that tells that the repository is whole.
  private static let markName = "checklists"
  /// The file that a git reads.
  private static let inputName = "checklists-input"

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
          try fileSystem.removeTree(FileSystem.join(directory, name))
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
    guard name.isObjectName else {
      throw SyncError(GitFailure(.brokenRepository, "\(reference.name) names no commit"))
    }
    return name
  }

  /// Sets refs, all or none.
  ///
  /// - Parameter commits: The commits by ref; nil removes a ref.
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
  ///   - mostOutput: The most bytes that it may print.
  ///   - take: Is called with its output as it comes, which is not kept then, and tells whether to
  ///     go on.
  @discardableResult
  func run(
    _ arguments: [String], input: [UInt8]? = nil, mostOutput: Int = 16 << 20,
    take: (([UInt8]) -> Bool)? = nil
  ) throws(SyncError) -> [UInt8] {
    var file: String?
    if let input {
      try write(input, to: Self.inputName)
      file = FileSystem.join(path, Self.inputName)
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
