import Foundation
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

struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Replaces a file as a program does: lock, read, replace.
  private func replace(
    _ name: String = "file", with text: String, _ fileSystem: FileSystem = FileSystem(),
    between: () throws -> Void = {}
  ) throws {
    // A process that is forked meanwhile, while unlocking fails, holds the lock for a moment.
    let lock = try DirectoryLock(folder.path, fileSystem, timeout: 5)
    let file = AtomicFile(folder(name), fileSystem)
    let previous = try file.read()
    try between()
    try file.replace(with: Array(text.utf8), previous: previous?.status, holding: lock)
  }

  // MARK: Reading

  @Test func `a file is read whole, and one that is not there is nil`() throws {
    let long = String(repeating: "0123456789", count: 10_000)
    try folder.write(long, to: "long")
    try folder.write("", to: "empty")
    let fileSystem = FileSystem()
    #expect(try AtomicFile(folder("long"), fileSystem).read()?.bytes == Array(long.utf8))
    #expect(try AtomicFile(folder("long"), fileSystem).read()?.status.version.size == 100_000)
    #expect(try AtomicFile(folder("empty"), fileSystem).read()?.bytes.count == 0)
    #expect(try AtomicFile(folder("none"), fileSystem).read() == nil)
  }

  @Test(arguments: [1, 7, 4096])
  func `a file is read whole in short reads`(_ size: Int) throws {
    let text = String(repeating: "0123456789", count: 1000)
    try folder.write(text, to: "file")
    let system = FaultySystem { call, _ in call.call == .read ? .short(size) : nil }
    #expect(try AtomicFile(folder("file"), system.fileSystem).read()?.bytes == Array(text.utf8))
    #expect(system.count(.read) >= 10_000 / size)
  }

  @Test func `a file that grows while it is read is read to its end`() throws {
    let path = try folder.write("first", to: "file")
    let system = FaultySystem { [folder] call, _ in
      if call.call == .read { _ = try? folder.write("first and second", to: "file") }
      return nil
    }
    let read = try AtomicFile(path, system.fileSystem).read()
    #expect(read?.bytes == Array("first and second".utf8))
    #expect(read?.status.version.size == 5)
  }

  @Test func `a directory and a pipe are no files`() throws {
    #expect(throws: FileError(call: .read, path: folder.path, code: EISDIR, step: "read")) {
      try AtomicFile(folder.path, FileSystem()).read()
    }
    try #require(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(throws: FileError(call: .read, path: folder("pipe"), code: EINVAL, step: "read")) {
      try AtomicFile(folder("pipe"), FileSystem()).read()
    }
  }

  @Test(
    arguments: [(.open, "open"), (.fstat, "look at"), (.read, "read")]
      as [(SystemCall, String)], [EIO, EACCES])
  func `what fails when a file is read is told`(
    _ fault: (SystemCall, String), _ code: Int32
  ) throws {
    let path = try folder.write("text", to: "file")
    let system = FaultySystem(failing: fault.0, code)
    #expect(throws: FileError(call: fault.0, path: path, code: code, step: fault.1)) {
      try AtomicFile(path, system.fileSystem).read()
    }
  }

  @Test(arguments: [(1 << 20, true), ((1 << 20) - 1, false)])
  func `memory is asked for before a large file is read`(size: Int, isAsked: Bool) throws {
    let path = try folder.write(String(repeating: "x", count: size), to: "file")
    let system = FaultySystem(failing: .mmap, ENOMEM)
    let file = AtomicFile(path, system.fileSystem)
    if isAsked {
      #expect(throws: FileError(call: .mmap, path: path, code: ENOMEM, step: "read")) {
        try file.read()
      }
      #expect(system.count(.read) == 0)
    } else {
      #expect(try file.read()?.bytes.count == size)
      #expect(system.count(.mmap) == 0)
    }
    #expect(try AtomicFile(path, FileSystem()).read()?.bytes.count == size)
  }

  // MARK: Replacing

  @Test func `the new content is on the disk before it takes the name, and then the name is`()
    throws
  {
    try folder.write("old", to: "file", mode: 0o640)
    let system = FaultySystem()
    try replace(with: "new", system.fileSystem) { system.start() }
    let (temporary, sidecar) = (AtomicFile.temporaryName, DirectoryLock.sidecarName)
    let directory = FileSystem.name(of: folder.path)
    #expect(
      system.distinctCalls == [
        "open \(temporary)", "fstat \(temporary)", "fchmod \(temporary)", "listxattr file",
        "listxattr \(temporary)", "write \(temporary)", "fsync \(temporary)", "stat file",
        "rename file", "fsync \(directory)", "close \(temporary)", "unlink \(sidecar)",
        "close \(directory)", "flock \(directory)", "close \(directory)",
      ])
    #expect(folder.text("file") == "new")
    #expect(try folder.names() == ["file"])
  }

  @Test(arguments: [EIO, ENOSPC, EDQUOT, EROFS, EACCES, EPERM])
  func `whichever call fails, there is the old file or the new one, and nothing beside`(
    _ code: Int32
  ) throws {
    let system = FaultySystem()
    try folder.write("old", to: "file", mode: 0o640)
    try replace(with: "new", system.fileSystem) { system.start() }
    let calls = system.calls
    let rename = try #require(calls.firstIndex { $0.call == .rename })

    for (number, call) in calls.enumerated() {
      try folder.write("old", to: "file", mode: 0o640)
      // About a write the seam is asked twice: how long it may be, and whether it fails.
      let isStruck = { @Sendable index in
        index == number || call.call == .write && index == number + 1
      }
      let faulty = FaultySystem { isStruck($1) && $0 == call ? .fail(code) : nil }
      let result = Result { try replace(with: "new", faulty.fileSystem) { faulty.start() } }
      var error: FileError?
      if case .failure(let failure) = result { error = try #require(failure as? FileError) }
      let isSidecar = FileSystem.name(of: call.path) == DirectoryLock.sidecarName
      #expect(
        try folder.names() == (isSidecar ? [DirectoryLock.sidecarName, "file"] : ["file"]),
        "\(call)")
      if call.call == .close || call.call == .flock || isSidecar {
        // What a failing `close` could tell, the `fsync` before it has told; and it unlocks too.
        #expect(error == nil)
        #expect(folder.text("file") == "new")
      } else {
        #expect((error?.call, error?.path, error?.code) == (call.call, call.path, code))
        #expect(folder.text("file") == (number > rename ? "new" : "old"), "\(call)")
        #expect(try folder.mode("file") == 0o640)
      }
    }
  }

  @Test func `a write that is cut short is gone on with, and a full disk leaves the old file`()
    throws
  {
    try folder.write("old", to: "file")
    let text = String(repeating: "0123456789", count: 500)
    let short = FaultySystem { call, _ in call.call == .write ? .short(3) : nil }
    try replace(with: text, short.fileSystem)
    #expect(folder.text("file") == text)

    let full = FaultySystem { call, number in
      guard call.call == .write else { return nil }
      return number < 12 ? .short(3) : .fail(ENOSPC)
    }
    #expect(
      throws: FileError(
        call: .write, path: folder(AtomicFile.temporaryName), code: ENOSPC,
        step: "write the new file")
    ) {
      try replace(with: "new and longer than what came before it", full.fileSystem) { full.start() }
    }
    #expect(folder.text("file") == text)
    #expect(try folder.names() == ["file"])
  }

  @Test func `a file that was not there is made for its owner only`() throws {
    try replace(with: "new")
    #expect(folder.text("file") == "new")
    #expect(try folder.mode("file") == 0o600)
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o664, 0o666, 0o400, 0o755])
  func `permissions are kept`(_ mode: Int) throws {
    try folder.write("old", to: "file", mode: mode)
    try replace(with: "new")
    #expect(folder.text("file") == "new")
    #expect(try folder.mode("file") == mode)
  }

  @Test func `permissions do not depend on the umask`() async {
    await #expect(processExitsWith: .success) {
      for mask: mode_t in [0, 0o022, 0o077, 0o277] {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "kept", mode: 0o664)
        umask(mask)
        defer { umask(0o022) }
        let lock = try DirectoryLock(folder.path, FileSystem(), timeout: 0)
        let kept = AtomicFile(folder("kept"), FileSystem())
        try kept.replace(with: [1], previous: kept.read()?.status, holding: lock)
        try AtomicFile(folder("new"), FileSystem()).replace(with: [1], previous: nil, holding: lock)
        #expect(try folder.mode("kept") == 0o664)
        #expect(try folder.mode("new") == 0o600)
      }
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root gives files away"))
  func `the owner is kept where that is allowed, and else nobody gets more than he had`() throws {
    for isAllowed in [true, false] {
      try folder.write("old", to: "file", mode: 0o664)
      try #require(chown(folder("file"), 1234, 4321) == 0)
      let system = isAllowed ? FaultySystem() : FaultySystem(failing: .fchown, EPERM)
      try replace(with: "new", system.fileSystem)
      let status = try #require(try FileSystem().stat(folder("file")))
      #expect(folder.text("file") == "new")
      if isAllowed {
        #expect((status.owner, status.group, status.permissions) == (1234, 4321, 0o664))
      } else {
        #expect((status.owner, status.group, status.permissions) == (0, getgid(), 0o644))
      }
    }
  }

  // MARK: Others at the same file

  @Test func `a file that changed since it was read is not replaced`() throws {
    let stale = FileError(call: .stat, path: folder("file"), code: ESTALE, step: "replace")
    try folder.write("old", to: "file")
    #expect(throws: stale) {
      try replace(with: "new") { try folder.write("changed", to: "file") }
    }
    #expect(folder.text("file") == "changed")
    // Another file of the same size and time in its place.
    #expect(throws: stale) {
      try replace(with: "new") {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder("file"))
        try folder.write("CHANGED", to: "other")
        try FileManager.default.setAttributes(
          [.modificationDate: attributes[.modificationDate] as Any], ofItemAtPath: folder("other"))
        try #require(rename(folder("other"), folder("file")) == 0)
      }
    }
    #expect(folder.text("file") == "CHANGED")
    #expect(throws: stale) {
      try replace(with: "new") { try FileManager.default.removeItem(atPath: folder("file")) }
    }
    #expect(try folder.names() == [])
    #expect(throws: stale) {
      try replace(with: "new") { try folder.write("appeared", to: "file") }
    }
    #expect(folder.text("file") == "appeared")
    #expect(try folder.names() == ["file"])
  }

  @Test func `a file that another program saves while the new one is recorded is not replaced`()
    throws
  {
    try folder.write("old", to: "file")
    let lock = try DirectoryLock(folder.path, FileSystem(), timeout: 5)
    let file = AtomicFile(folder("file"), FileSystem())
    let previous = try file.read()?.status
    #expect(throws: FileError(call: .stat, path: file.path, code: ESTALE, step: "replace")) {
      try file.replace(with: Array("new".utf8), previous: previous, holding: lock) {
        (_) throws(FileError) in
        try FileSystem().replace(folder("file"), with: Array("theirs".utf8), step: "write")
      }
    }
    _ = consume lock
    #expect(folder.text("file") == "theirs")
    #expect(try folder.names() == ["file"])
  }

  @Test func `what a killed process left is swept`() throws {
    try folder.write("old", to: "file")
    try folder.write("half of somethi", to: AtomicFile.temporaryName)
    try replace(with: "new")
    #expect(folder.text("file") == "new")
    #expect(try folder.names() == ["file"])
    // A link in its place is not followed.
    let other = try folder.write("other", to: "other")
    try folder.link(AtomicFile.temporaryName, to: other)
    try replace(with: "newer")
    #expect(folder.text("other") == "other")
    #expect(try folder.names() == ["file", "other"])
  }

  @Test func `the previous file is still there when it is to be kept`() throws {
    try folder.write("old", to: "file")
    let lock = try DirectoryLock(folder.path, FileSystem(), timeout: 0)
    let file = AtomicFile(folder("file"), FileSystem())
    var seen: (String?, String?, Fingerprint?)
    try file.replace(with: Array("new".utf8), previous: file.read()?.status, holding: lock) {
      (new) throws(FileError) in
      seen = (folder.text("file"), folder.text(AtomicFile.temporaryName), new.fingerprint)
    }
    #expect((seen.0, seen.1) == ("old", "new"))
    #expect(seen.2 == Fingerprint(Array("new".utf8)))
  }

  @Test func `what cannot be recorded is not replaced`() throws {
    try folder.write("old", to: "file")
    let lock = try DirectoryLock(folder.path, FileSystem(), timeout: 0)
    let file = AtomicFile(folder("file"), FileSystem())
    let full = FileError(call: .write, path: "elsewhere", code: ENOSPC, step: "record")
    #expect(throws: full) {
      try file.replace(with: Array("new".utf8), previous: file.read()?.status, holding: lock) {
        (_) throws(FileError) in throw full
      }
    }
    _ = consume lock
    #expect(folder.text("file") == "old")
    #expect(try folder.names() == ["file"])
  }

  @Test func `what a signal interrupts is done again`() throws {
    try folder.write("old", to: "file", mode: 0o640)
    // Every second time the seam is asked about a call, it is interrupted.
    let system = FaultySystem { _, number in number.isMultiple(of: 2) ? .fail(EINTR) : nil }
    try replace(with: "new", system.fileSystem)
    #expect(folder.text("file") == "new")
    #expect(try folder.mode("file") == 0o640)
    #expect(try folder.names() == ["file"])
  }
}
