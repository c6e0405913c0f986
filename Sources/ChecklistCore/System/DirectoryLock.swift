#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An exclusive lock on a directory, which every writer of a document in it takes.
///
/// It is an `flock` on the directory itself. So no lock file is left over, and the system frees the
/// lock of a process that is killed. Where the file system cannot lock directories (NFS cannot),
/// the lock is on a file beside the document, and that file stays.
struct DirectoryLock: ~Copyable {
  /// The name of the lock file, for file systems that cannot lock directories.
  static let sidecarName = ".checklists-lock"

  /// The directory.
  let path: String
  private let fileSystem: FileSystem
  private let descriptor: Int32
  private let sidecar: Int32?

  /// The errors that mean that the file system cannot lock directories.
  private static let unsupported: [Int32] = [
    ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, ENOLCK, EBADF, EISDIR,
  ]

  /// Takes the lock.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - fileSystem: Makes the system calls.
  ///   - timeout: How many seconds to wait for another holder.
  /// - Throws: ``FileError``; its code is `EWOULDBLOCK` when the time is over.
  init(_ directory: String, _ fileSystem: FileSystem, timeout: Double) throws(FileError) {
    (descriptor, sidecar) = try Self.open(directory, fileSystem, timeout)
    path = directory
    self.fileSystem = fileSystem
  }

  deinit {
    // A process that was forked in the meantime has the descriptor too. Without this call it would
    // hold the lock until it runs another program.
    _ = try? fileSystem.call(.flock, path, "unlock") { flock(sidecar ?? descriptor, LOCK_UN) }
    if let sidecar { fileSystem.close(sidecar, path) }
    fileSystem.close(descriptor, path)
  }

  /// Waits until the disk holds the names in the directory.
  func fsync(step: String) throws(FileError) {
    try fileSystem.fsync(descriptor, path, step: step)
  }

  private static func open(
    _ directory: String, _ fileSystem: FileSystem, _ timeout: Double
  ) throws(FileError) -> (descriptor: Int32, sidecar: Int32?) {
    let descriptor = try fileSystem.open(
      directory, O_RDONLY | O_DIRECTORY, to: "open the directory")
    do throws(FileError) {
      return (descriptor, try lock(descriptor, directory, fileSystem, timeout))
    } catch {
      fileSystem.close(descriptor, directory)
      throw error
    }
  }

  /// Locks a directory, or else the lock file in it.
  ///
  /// - Returns: The descriptor of the lock file, when that is what is locked.
  private static func lock(
    _ descriptor: Int32, _ path: String, _ fileSystem: FileSystem, _ timeout: Double
  ) throws(FileError) -> Int32? {
    do throws(FileError) {
      try wait(for: descriptor, path, fileSystem, timeout)
      return nil
    } catch {
      guard unsupported.contains(error.code) else { throw error }
    }
    let name = FileSystem.join(path, sidecarName)
    let sidecar = try fileSystem.open(
      name, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, to: "open the lock file")
    do throws(FileError) {
      try wait(for: sidecar, name, fileSystem, timeout)
      return sidecar
    } catch {
      fileSystem.close(sidecar, name)
      throw error
    }
  }

  /// Tries until the lock is free: again after 1 ms at first, and every 50 ms in the end.
  private static func wait(
    for descriptor: Int32, _ path: String, _ fileSystem: FileSystem, _ timeout: Double
  ) throws(FileError) {
    var waited = 0.0
    var pause = 0.001
    while true {
      do throws(FileError) {
        try fileSystem.call(.flock, path, "lock") { flock(descriptor, LOCK_EX | LOCK_NB) }
        return
      } catch {
        guard error.code == EWOULDBLOCK, waited < timeout else { throw error }
      }
      usleep(UInt32(pause * 1_000_000))
      waited += pause
      pause = min(2 * pause, 0.05)
    }
  }
}
