import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChecklistCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite(.blocking)
struct DirectoryLockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func lock(
    _ fileSystem: FileSystem = FileSystem(), timeout: Double = 0
  ) throws -> DirectoryLock {
    try DirectoryLock(folder.path, fileSystem, timeout: timeout)
  }

  private func isFree(_ fileSystem: FileSystem = FileSystem()) -> Bool {
    (try? DirectoryLock(folder.path, fileSystem, timeout: 0)) != nil
  }

  /// The call that locks a file.
  #if os(Linux)
    private static let fileLock = SystemCall.fcntl
  #else
    private static let fileLock = SystemCall.flock
  #endif

  private func error(_ call: SystemCall, _ code: Int32, _ step: String, at name: String? = nil)
    -> FileError
  {
    FileError(call: call, path: name.map { folder($0) } ?? folder.path, code: code, step: step)
  }

  @Test func `a second holder is kept out until the first lets go`() throws {
    do {
      let first = try lock()
      #expect(throws: error(.flock, EWOULDBLOCK, "lock")) {
        _ = try DirectoryLock(folder.path, FileSystem(), timeout: 0)
      }
      #expect(first.path == folder.path)
    }
    #expect(isFree())
    #expect(try folder.names() == [])
  }

  @Test func `a descriptor that another process inherited does not keep the lock`() throws {
    let directory = try FileSystem().stat(folder.path)?.version.inode
    var copies: [Int32] = []
    do {
      let first = try lock()
      // A process that is forked now has a copy of the descriptor, as `dup` makes one.
      let own = (3..<1024 as Range<Int32>).filter { descriptor in
        var status = stat()
        return fstat(descriptor, &status) == 0 && FileStatus(status).version.inode == directory
      }
      copies = own.map { dup($0) }
      #expect(copies.count == 1)
      #expect(first.path == folder.path)
    }
    #expect(isFree())
    for copy in copies { close(copy) }
  }

  @Test func `another directory's lock is another`() throws {
    let other = try TemporaryFolder()
    let first = try lock()
    let second = try DirectoryLock(other.path, FileSystem(), timeout: 0)
    #expect(first.path != second.path)
  }

  @Test func `a lock is waited for`() throws {
    let system = FaultySystem { call, number in
      call.call == .flock && number < 12 ? .fail(EWOULDBLOCK) : nil
    }
    let first = try lock(system.fileSystem, timeout: 5)
    #expect(system.count(.flock) > 3)
    #expect(first.path == folder.path)
  }

  @Test func `waiting ends with the time`() throws {
    let system = FaultySystem(failing: .flock, EWOULDBLOCK)
    #expect(throws: error(.flock, EWOULDBLOCK, "lock")) {
      _ = try DirectoryLock(folder.path, system.fileSystem, timeout: 0.05)
    }
    // Every millisecond.
    #expect(system.count(.flock) == 51)
    #expect(system.count(.open) == system.count(.close))
  }

  @Test(arguments: [ENOTSUP, ENOSYS, EINVAL, ENOLCK, EBADF, EISDIR])
  func `where directories cannot be locked, a file beside the document is`(_ code: Int32) throws {
    let path = folder.path
    let system = FaultySystem { call, _ in
      call.call == .flock && call.path == path ? .fail(code) : nil
    }
    do {
      let first = try lock(system.fileSystem)
      #expect(throws: error(Self.fileLock, EWOULDBLOCK, "lock", at: DirectoryLock.sidecarName)) {
        _ = try DirectoryLock(folder.path, system.fileSystem, timeout: 0)
      }
      #expect(first.path == folder.path)
    }
    #expect(isFree(system.fileSystem))
    #expect(try folder.names() == [])
  }

  @Test func `who can lock the directory and who can not keep out each other`() throws {
    let path = folder.path
    let other = FaultySystem { call, _ in
      call.call == .flock && call.path == path ? .fail(EBADF) : nil
    }
    let locked = error(Self.fileLock, EWOULDBLOCK, "lock", at: DirectoryLock.sidecarName)
    do {
      let first = try lock()
      #expect(try folder.mode(DirectoryLock.sidecarName) == 0o600)
      #expect(throws: locked) { _ = try DirectoryLock(path, other.fileSystem, timeout: 0) }
      #expect(first.path == path)
    }
    do {
      let first = try lock(other.fileSystem)
      #expect(throws: locked) { _ = try DirectoryLock(path, FileSystem(), timeout: 0) }
      #expect(first.path == path)
    }
    #expect(try folder.names() == [])
  }

  @Test func `a lock file that a killed process left is used and removed`() throws {
    try folder.write("", to: DirectoryLock.sidecarName)
    #expect(isFree())
    #expect(try folder.names() == [])
  }

  @Test func `a lock file that was removed while it was waited for is made anew`() throws {
    let sidecar = folder(DirectoryLock.sidecarName)
    let system = FaultySystem { call, _ in
      // The holder before lets go between the opening and the locking.
      if call.call == Self.fileLock, call.path == sidecar { unlink(sidecar) }
      return nil
    }
    let once = FaultySystem { call, number in
      call.call == Self.fileLock && call.path == sidecar && number < 5
        ? system.fileSystem.fault?(call.call, call.path) : nil
    }
    let first = try lock(once.fileSystem)
    #expect(try folder.names() == [DirectoryLock.sidecarName])
    #expect(!isFree())
    #expect(first.path == folder.path)
  }

  @Test(arguments: [SystemCall.open, .flock, .fcntl, .fstat], [false, true])
  func `what a file server has lost is opened again`(_ kind: SystemCall, ofFile: Bool) throws {
    let path = ofFile ? folder(DirectoryLock.sidecarName) : folder.path
    // Only these calls are made on the directory, or on the file.
    let ofFiles: [SystemCall] = [.open, Self.fileLock, .fstat]
    guard (ofFile ? ofFiles : [.open, .flock]).contains(kind) else { return }
    for failures in [1, 7, 8] {
      let left = Mutex(failures)
      let system = FaultySystem { call, _ in
        guard call.call == kind, call.path == path else { return nil }
        return left.withLock { left in
          left -= 1
          return left >= 0 ? .fail(ESTALE) : nil
        }
      }
      if failures == 8 {
        #expect {
          _ = try DirectoryLock(folder.path, system.fileSystem, timeout: StoreRoom.patience)
        } throws: {
          ($0 as? FileError)?.code == ESTALE
        }
      } else {
        let first = try lock(system.fileSystem, timeout: StoreRoom.patience)
        #expect(!isFree())
        #expect(first.path == folder.path)
        #expect(try folder.names() == [DirectoryLock.sidecarName])
      }
      // A call that fails opens nothing; all else is closed again.
      #expect(system.count(.open) == system.count(.close) + (kind == .open ? failures : 0))
    }
  }

  @Test func `where no file can be made, the directory is locked`() throws {
    let sidecar = folder(DirectoryLock.sidecarName)
    for code in [EACCES, EROFS, ENOSPC, ELOOP] {
      let system = FaultySystem { call, _ in
        call.call == .open && call.path == sidecar ? .fail(code) : nil
      }
      let first = try lock(system.fileSystem)
      #expect(!isFree())
      #expect(first.path == folder.path)
    }
  }

  @Test func `the file that is locked is no symbolic link`() throws {
    let target = try folder.write("precious", to: "target")
    try folder.link(DirectoryLock.sidecarName, to: target)
    let path = folder.path
    let system = FaultySystem { call, _ in
      call.call == .flock && call.path == path ? .fail(ENOTSUP) : nil
    }
    #expect(throws: error(.open, ELOOP, "open the lock file", at: DirectoryLock.sidecarName)) {
      _ = try DirectoryLock(folder.path, system.fileSystem, timeout: 0)
    }
    #expect(folder.text("target") == "precious")
  }

  /// The bytes of the directory that another program has locked.
  @Test(
    .needs("python3"),
    arguments: [(0, 0), (0, 1), (Int.max, 1), (5, 0)])
  func `what another program locks of the directory stops nobody`(start: Int, count: Int) throws {
    let script = """
      import fcntl, os, struct, sys, time
      fd = os.open(sys.argv[1], os.O_RDONLY)
      fcntl.fcntl(fd, fcntl.F_SETLK, struct.pack('hhqqi', fcntl.F_RDLCK, 0, \(start), \(count), 0))
      print('locked', flush=True)
      time.sleep(100)
      """
    let output = Pipe()
    let holder = try ChildProgram(
      Tool.find("python3").path(), ["-c", script, folder.path],
      streams: [
        .nothing, .descriptor(output.fileHandleForWriting.fileDescriptor), .descriptor(2),
      ])
    defer { holder.signal(SIGKILL) }
    try output.fileHandleForWriting.close()
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    let first = try lock(timeout: 0.2)
    #expect(throws: error(.flock, EWOULDBLOCK, "lock")) {
      _ = try DirectoryLock(folder.path, FileSystem(), timeout: 0.05)
    }
    #expect(first.path == folder.path)
  }

  @Test(arguments: [EIO, EACCES, EDEADLK])
  func `any other failure is told`(_ code: Int32) throws {
    let system = FaultySystem(failing: .flock, code)
    #expect(throws: error(.flock, code, "lock")) {
      _ = try DirectoryLock(folder.path, system.fileSystem, timeout: 0)
    }
    #expect(system.count(.open) == system.count(.close))
    #expect(throws: error(.open, code, "open the directory")) {
      _ = try DirectoryLock(
        folder.path, FaultySystem(failing: .open, code).fileSystem, timeout: 0)
    }
  }

  @Test func `there must be a directory`() throws {
    #expect(throws: error(.open, ENOENT, "open the directory", at: "none")) {
      _ = try DirectoryLock(folder("none"), FileSystem(), timeout: 0)
    }
    try folder.write("", to: "file")
    #expect(throws: error(.open, ENOTDIR, "open the directory", at: "file")) {
      _ = try DirectoryLock(folder("file"), FileSystem(), timeout: 0)
    }
  }

  @Test func `every descriptor is closed`() throws {
    let path = folder.path
    for isSupported in [true, false] {
      let system = FaultySystem { call, _ in
        call.call == .flock && call.path == path && !isSupported ? .fail(ENOTSUP) : nil
      }
      for _ in 0..<3 { #expect(isFree(system.fileSystem)) }
      #expect(system.count(.open) == 6)
      #expect(system.count(.close) == system.count(.open))
    }
  }
}
