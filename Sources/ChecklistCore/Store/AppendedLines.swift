internal import SystemLibrary

/// A file of lines that is only appended to: what it says is never changed.
///
/// A power cut can leave a part of the last line. What is appended next begins on a line of its
/// own.
package struct AppendedLines: Sendable {
  /// The content of the file.
  package struct Content: Sendable {
    /// The lines that are whole, without their ends.
    package let lines: [ArraySlice<UInt8>]
    /// A part of a line that comes after them, without an end.
    package let torn: ArraySlice<UInt8>

    package init(lines: [ArraySlice<UInt8>] = [], torn: ArraySlice<UInt8> = []) {
      (self.lines, self.torn) = (lines, torn)
    }
  }

  /// How the lines of each file begin that this program only appends to: logs of runs.
  package static let beginning = Array(#"{"run":"#.utf8)

  /// The path of the file.
  package let path: String
  /// Whether it is a file of the container: then its directory is made when it is not there, and
  /// only the owner may read it.
  private let makesDirectories: Bool
  private let fileSystem: FileSystem

  /// A file at a path.
  ///
  /// - Parameter makesDirectories: Whether its directory is made when it is not there.
  package init(
    path: String, makesDirectories: Bool = false, fileSystem: FileSystem = FileSystem()
  ) {
    (self.path, self.makesDirectories) = (path, makesDirectories)
    self.fileSystem = fileSystem
  }

  /// Reads the file.
  ///
  /// - Returns: Its lines; nil when there is no file.
  package func read() throws(StoreError) -> Content? {
    let file = try fileSystem.storeErrors(at: path) { try AtomicFile(path, fileSystem).read() }
    guard let bytes = file?.bytes else { return nil }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let torn = lines.popLast() ?? []
    return Content(lines: lines, torn: torn)
  }

  /// Reads the file under the lock of its directory, so that what is appended in `body` follows what
  /// was read.
  ///
  /// - Parameters:
  ///   - document: A document whose lock is held.
  ///   - timeout: How many seconds to wait for another holder of the lock.
  /// - Throws: ``StoreError``, or what `body` throws.
  package func withLock<Value>(
    besides document: String, timeout: Double, _ body: (Content) throws -> Value
  ) throws -> Value {
    let lock = try fileSystem.storeErrors(at: path, lockTimeout: timeout) {
      try self.lock(besides: document, timeout)
    }
    return try holding(lock) { try body(read() ?? Content()) }
  }

  /// Gives the lock up only after `body`.
  private func holding<Value>(
    _ lock: consuming DirectoryLock?, _ body: () throws -> Value
  ) throws -> Value {
    try body()
  }

  /// Takes the lock of the directory; nil where that is the directory of the document, whose lock is
  /// held.
  private func lock(
    besides document: String, _ timeout: Double
  ) throws(FileError) -> DirectoryLock? {
    if makesDirectories { try fileSystem.makeDirectories(FileSystem.parent(of: path)) }
    let directory = FileSystem.parent(of: try fileSystem.resolve(path))
    let held = FileSystem.parent(of: try fileSystem.resolve(document))
    if let own = try fileSystem.stat(directory)?.version,
      let other = try fileSystem.stat(held)?.version, own.device == other.device,
      own.inode == other.inode
    {
      return nil
    }
    return try DirectoryLock(directory, fileSystem, timeout: timeout)
  }

  /// Appends lines, and returns once the disk holds them.
  package func append(_ lines: [UInt8], to content: Content) throws(StoreError) {
    if lines.isEmpty { return }
    try fileSystem.storeErrors(at: path) {
      if makesDirectories { try fileSystem.makeDirectories(FileSystem.parent(of: path)) }
      let (descriptor, isNew) = try open()
      defer { fileSystem.close(descriptor, path) }
      try (content.torn.isEmpty ? lines : [UInt8(ascii: "\n")] + lines).write {
        (bytes) throws(FileError) in
        try fileSystem.write(bytes, to: descriptor, path, step: "append to")
      }
      try fileSystem.fsync(descriptor, path, step: "append to")
      if isNew {
        try fileSystem.fsync(directory: FileSystem.parent(of: path), step: "make a file in")
      }
    }
  }

  /// Opens the file, and makes it if it is not there.
  private func open() throws(FileError) -> (descriptor: Int32, isNew: Bool) {
    let (place, access) = (try fileSystem.resolve(path), O_WRONLY | O_APPEND)
    do {
      let descriptor = try fileSystem.open(
        place, access | O_CREAT | O_EXCL, mode: makesDirectories ? 0o600 : 0o666, to: "open")
      // It gets the owner of the directory that a link leads to, and only if it was made here.
      fileSystem.adopt(descriptor, place)
      return (descriptor, true)
    } catch {
      guard error.code == EEXIST else { throw error }
      return (try fileSystem.open(place, access, to: "open"), false)
    }
  }
}
