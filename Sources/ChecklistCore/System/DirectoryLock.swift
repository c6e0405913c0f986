internal import SystemLibrary

/// An exclusive lock on a directory, which every writer of a document in it takes.
///
/// It is an `flock` on the directory itself, and a record lock on a file beside the document that
/// is removed when the lock is released. The host of a directory locks both; a host that has
/// mounted it over a network can often lock files only. Each keeps out the other by the file: a
/// file server knows the record locks of its clients, but not their `flock`s. Where only one of the
/// two can be locked, that one is enough.
///
/// The system frees the lock of a process that is killed. The file may be left then. The next
/// holder of the lock removes it.
package struct DirectoryLock: ~Copyable {
  /// The name of the lock file.
  package static let sidecarName = ".checklists-lock"

  /// The directory.
  let path: String
  private let fileSystem: FileSystem
  private let descriptor: Int32
  private let sidecar: Int32?

  /// The errors that mean that the file system cannot lock directories, or files.
  private static let unsupported: [Int32] = [
    ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, ENOLCK, EBADF, EISDIR,
  ]

  /// How often a server may say that it no longer knows what was opened.
  private static let staleAttempts = 8

  /// Takes the lock.
  ///
  /// A file server may have lost what a name led to when it was opened, or put something else in
  /// its place (`ESTALE`). Then all is opened again.
  ///
  /// - Parameter timeout: How many seconds to wait for another holder.
  /// - Throws: ``FileError``; its code is `EWOULDBLOCK` when the time is over.
  package init(
    _ directory: String, _ fileSystem: FileSystem, timeout: Double
  ) throws(FileError) {
    var attempt = 1
    while true {
      do throws(FileError) {
        (descriptor, sidecar) = try Self.open(directory, fileSystem, timeout)
        break
      } catch {
        guard error.code == ESTALE, attempt < Self.staleAttempts else { throw error }
        attempt += 1
      }
    }
    path = directory
    self.fileSystem = fileSystem
  }

  deinit {
    if let sidecar {
      // Who waits for this file sees that it has no name any more, and makes a new one.
      try? fileSystem.unlink(Self.sidecar(in: path))
      fileSystem.close(sidecar, path)
    }
    // A process that was forked in the meantime has the descriptor too. Without this call it would
    // hold the lock until it runs another program.
    _ = try? fileSystem.call(.flock, path, "unlock") { flock(descriptor, LOCK_UN) }
    fileSystem.close(descriptor, path)
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
      var queue: LockQueue? = LockQueue(descriptor, directory, fileSystem)
      defer { queue?.leave() }
      let isLocked = try wait(timeout, &queue) { () throws(FileError) in
        try fileSystem.call(.flock, directory, "lock") { flock(descriptor, LOCK_EX | LOCK_NB) }
      }
      return (descriptor, try sidecar(of: directory, isOptional: isLocked, fileSystem, timeout))
    } catch {
      fileSystem.close(descriptor, directory)
      throw error
    }
  }

  /// Makes the lock file and locks it.
  ///
  /// - Parameters:
  ///   - isOptional: Whether the directory is locked, so that this lock may be done without.
  ///   - timeout: How many seconds to wait for another holder.
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
        if isOptional, error.code != ESTALE { return nil }
        throw error
      }
      fileSystem.adopt(descriptor, path)
      do throws(FileError) {
        var noQueue: LockQueue?
        let isLocked = try wait(timeout, &noQueue) { () throws(FileError) in
          try fileSystem.lock(descriptor, path)
        }
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

  /// Locks something, and waits in turn while another process holds the lock.
  ///
  /// It tries every millisecond, and after a second every five. In the second half of its time it
  /// does not keep to the queue any more: who is before it may be stopped.
  ///
  /// - Parameters:
  ///   - timeout: How many seconds to wait.
  ///   - queue: Those who wait; nil when there is no queue.
  ///   - lock: Takes the lock, or throws `EWOULDBLOCK` when another process has it.
  /// - Throws: What `lock` throws, once the time is over.
  private static func wait(
    _ timeout: Double, _ queue: inout LockQueue?, _ lock: () throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    var waited = 0.0
    while true {
      do throws(FileError) {
        if 2 * waited >= timeout || queue?.isFirst != false {
          try lock()
          return true
        }
      } catch {
        if unsupported.contains(error.code) { return false }
        guard error.code == EWOULDBLOCK, waited < timeout else { throw error }
      }
      queue?.join()
      let pause = waited < 1 ? 0.001 : 0.005
      usleep(UInt32(pause * 1_000_000))
      waited += pause
    }
  }
}

extension FileSystem {
  /// Locks a file, as far as its server knows, if nobody else has locked it.
  ///
  /// - Throws: ``FileError``; its code is `EWOULDBLOCK` when another process has the lock.
  fileprivate func lock(_ descriptor: Int32, _ path: String) throws(FileError) {
    #if os(Linux)
      // A record lock of the open file, which is not lost when this process closes another
      // descriptor of the file. Swift's module of the C library does not have its number.
      let setOpenFileLock: Int32 = 37
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_whence = Int16(SEEK_SET)
      try call(.fcntl, path, "lock") { fcntl(descriptor, setOpenFileLock, &lock) }
    #else
      try call(.flock, path, "lock") { flock(descriptor, LOCK_EX | LOCK_NB) }
    #endif
  }
}
