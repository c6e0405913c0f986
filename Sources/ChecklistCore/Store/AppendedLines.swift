#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file of lines that is only appended to: what it says is never changed.
///
/// A power cut can leave a part of the last line. What is appended next begins on a line of its
/// own.
package struct AppendedLines: Sendable {
  /// What the file holds.
  package struct Content: Sendable {
    /// The lines that are whole, without their ends.
    package let lines: [ArraySlice<UInt8>]
    /// A part of a line that comes after them, without an end.
    package let torn: ArraySlice<UInt8>

    package init(lines: [ArraySlice<UInt8>] = [], torn: ArraySlice<UInt8> = []) {
      (self.lines, self.torn) = (lines, torn)
    }
  }

  /// The path of the file.
  package let path: String
  /// Whether it is a file of the container: then its directory is made when it is not there, and
  /// only the owner may read it.
  private let makesDirectories: Bool
  private let fileSystem: FileSystem

  /// A file at a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - makesDirectories: Whether its directory is made when it is not there.
  ///   - fileSystem: Makes the system calls.
  package init(
    path: String, makesDirectories: Bool = false, fileSystem: FileSystem = FileSystem()
  ) {
    (self.path, self.makesDirectories) = (path, makesDirectories)
    self.fileSystem = fileSystem
  }

  /// Reads the file.
  ///
  /// - Returns: Its lines; nil when there is no file.
  /// - Throws: ``StoreError``.
  package func read() throws(StoreError) -> Content? {
    let bytes = try fileErrors { () throws(FileError) in
      try AtomicFile(path, fileSystem).read()?.bytes
    }
    guard let bytes else { return nil }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let torn = lines.popLast() ?? []
    return Content(lines: lines, torn: torn)
  }

  /// Appends lines, and returns once the disk holds them.
  ///
  /// - Parameters:
  ///   - lines: The lines with their ends.
  ///   - content: What the file holds.
  /// - Throws: ``StoreError``.
  package func append(_ lines: [UInt8], to content: Content) throws(StoreError) {
    if lines.isEmpty { return }
    try fileErrors { () throws(FileError) in
      let directory = FileSystem.parent(of: path)
      if makesDirectories { try fileSystem.makeDirectories(directory) }
      let isNew = try fileSystem.stat(path) == nil
      let descriptor = try fileSystem.open(
        path, O_WRONLY | O_APPEND | O_CREAT, mode: makesDirectories ? 0o600 : 0o666, to: "open")
      defer { fileSystem.close(descriptor, path) }
      if isNew { fileSystem.adopt(descriptor, path) }
      try (content.torn.isEmpty ? lines : [UInt8(ascii: "\n")] + lines).write {
        (bytes) throws(FileError) in
        try fileSystem.write(bytes, to: descriptor, path, step: "append to")
      }
      try fileSystem.fsync(descriptor, path, step: "append to")
      if isNew { try fileSystem.fsync(directory: directory, step: "make a file in") }
    }
  }

  private func fileErrors<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StoreError(error, path: path, lockTimeout: 0, fileSystem)
    }
  }
}
