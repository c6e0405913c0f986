#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An exclusive lock on a directory, which every writer of a document in it takes.
///
/// It is an `flock` on the directory itself, and one on a file beside the document that is removed
/// when the lock is released. The host of a directory locks both; a host that has mounted it over a
/// network can often lock files only. Each keeps out the other by the file. Where only one of the
/// two can be locked, that one is enough.
///
/// The system frees the lock of a process that is killed. The file may be left then. The next holder
/// of the lock removes it.
struct DirectoryLock: ~Copyable {
  /// The name of the lock file.
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
    if let sidecar {
      // Who waits for this file sees that it has no name any more, and makes a new one.
      do throws(FileError) {
        try fileSystem.unlink(Self.sidecar(in: path))
      } catch {
        unlock(sidecar)
      }
      fileSystem.close(sidecar, path)
    }
    unlock(descriptor)
    fileSystem.close(descriptor, path)
  }

  /// Releases a lock at once.
  ///
  /// A process that was forked in the meantime has the descriptor too. Without this call it would
  /// hold the lock until it runs another program.
  private func unlock(_ descriptor: Int32) {
    _ = try? fileSystem.call(.flock, path, "unlock") { flock(descriptor, LOCK_UN) }
  }

  /// Waits until the disk holds the names in the directory.
  func fsync(step: String) throws(FileError) {
    try fileSystem.fsync(descriptor, path, step: step)
  }

  private static func sidecar(in directory: String) -> String {
    FileSystem.join(directory, sidecarName)
  }

  private static func open(
    _ directory: String, _ fileSystem: FileSystem, _ timeout: Double
  ) throws(FileError) -> (descriptor: Int32, sidecar: Int32?) {
    let descriptor = try fileSystem.open(
      directory, O_RDONLY | O_DIRECTORY, to: "open the directory")
    do throws(FileError) {
      let isLocked = try lock(descriptor, directory, fileSystem, timeout, isQueue: true)
      return (descriptor, try sidecar(of: directory, isOptional: isLocked, fileSystem, timeout))
    } catch {
      fileSystem.close(descriptor, directory)
      throw error
    }
  }

  /// Makes the lock file and locks it.
  ///
  /// - Parameter isOptional: Whether the directory is locked, so that this lock may be done without.
  /// - Returns: The descriptor of the file; nil when it cannot be locked.
  private static func sidecar(
    of directory: String, isOptional: Bool, _ fileSystem: FileSystem, _ timeout: Double
  ) throws(FileError) -> Int32? {
    let path = sidecar(in: directory)
    while true {
      let descriptor: Int32
      do throws(FileError) {
        descriptor = try fileSystem.open(
          path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, to: "open the lock file")
      } catch {
        // Who cannot make this file cannot make a new document either. That is told when it is due.
        if isOptional { return nil }
        throw error
      }
      do throws(FileError) {
        let isLocked = try lock(descriptor, path, fileSystem, timeout, isQueue: false)
        guard isLocked || isOptional else {
          throw FileError(call: .flock, path: path, code: ENOLCK, step: "lock")
        }
        // The holder before this one has removed the file if it has no name.
        if isLocked, try fileSystem.fstat(descriptor, path).linkCount > 0 { return descriptor }
        if !isLocked { try fileSystem.unlink(path) }
        fileSystem.close(descriptor, path)
        if !isLocked { return nil }
      } catch {
        fileSystem.close(descriptor, path)
        throw error
      }
    }
  }

  /// Locks a file or a directory, and waits in turn while another process holds the lock.
  ///
  /// It tries every millisecond, and after a second every five.
  ///
  /// - Parameter isQueue: Whether there may be a queue on it.
  /// - Returns: Whether the file system can lock it.
  private static func lock(
    _ descriptor: Int32, _ path: String, _ fileSystem: FileSystem, _ timeout: Double, isQueue: Bool
  ) throws(FileError) -> Bool {
    var queue = LockQueue(descriptor, path, fileSystem)
    defer { queue.leave() }
    var waited = 0.0
    while true {
      do throws(FileError) {
        if !isQueue || waited >= timeout || queue.isFirst {
          try fileSystem.call(.flock, path, "lock") { flock(descriptor, LOCK_EX | LOCK_NB) }
          return true
        }
      } catch {
        if unsupported.contains(error.code) { return false }
        guard error.code == EWOULDBLOCK, waited < timeout else { throw error }
      }
      if isQueue { queue.join() }
      let pause = waited < 1 ? 0.001 : 0.005
      usleep(UInt32(pause * 1_000_000))
      waited += pause
    }
  }
}
