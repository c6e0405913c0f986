#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file with any content, which is read as a whole and replaced as a whole.
public struct PlainFile: Sendable {
  /// The path of the file, as it was given.
  public let path: String
  private let lockTimeout: Double
  private let fileSystem: FileSystem

  /// A file at a path.
  ///
  /// - Parameters:
  ///   - path: The path of the file; a symbolic link is followed, and stays.
  ///   - lockTimeout: How many seconds a change waits for another writer.
  ///   - fileSystem: Makes the system calls.
  public init(path: String, lockTimeout: Double = 10, fileSystem: FileSystem = FileSystem()) {
    self.path = path
    self.lockTimeout = lockTimeout
    self.fileSystem = fileSystem
  }

  /// Reads the file.
  ///
  /// - Returns: Its bytes.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/notFound`` when there is none.
  public func read() throws(StoreError) -> [UInt8] {
    let content: [UInt8]?
    do {
      content = try AtomicFile(path, fileSystem).read()?.bytes
    } catch {
      throw StoreError(error, path: path, lockTimeout: lockTimeout, fileSystem)
    }
    guard let content else { throw StoreError(.notFound, path: path) }
    return content
  }

  /// Replaces the file, or makes it, and returns once the disk holds it.
  ///
  /// It works as saving a document does: under the lock of the directory, a temporary file in the
  /// same directory takes the file's name. The new content has the permissions and the owner of the
  /// old file. Without one, the file is for its owner only.
  ///
  /// - Parameter bytes: The new content.
  /// - Throws: ``StoreError``; then the file is as it was.
  public func replace(with bytes: [UInt8]) throws(StoreError) {
    do throws(FileError) {
      let resolved = try fileSystem.resolve(path)
      let lock = try DirectoryLock(
        FileSystem.parent(of: resolved), fileSystem, timeout: lockTimeout)
      let previous = try fileSystem.stat(resolved)
      if let previous, !previous.isRegularFile {
        throw FileError(call: .rename, path: path, code: EINVAL, step: "replace")
      }
      try AtomicFile(resolved, fileSystem).replace(
        with: bytes, previous: previous, holding: lock)
    } catch {
      throw StoreError(error, path: path, lockTimeout: lockTimeout, fileSystem)
    }
  }
}
