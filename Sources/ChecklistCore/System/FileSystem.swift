internal import SystemLibrary

/// The one place that makes system calls on files, so a test can make any of them fail.
///
/// A call that a signal interrupts is made again. A failure is a ``FileError``, which names the
/// step, the path and the errno. A method that makes one system call has the name of that call.
package struct FileSystem: Sendable {
  /// Asked before each call what happens instead; nil makes the call.
  let fault: (@Sendable (SystemCall, _ path: String) -> SystemCallFault?)?

  /// The real file system.
  package init() {
    fault = nil
  }

  /// The real file system, with faults put in.
  ///
  /// - Parameter fault: Asked before each call, with the path of the call. The fault that it gives
  ///   happens instead.
  package init(fault: @escaping @Sendable (SystemCall, _ path: String) -> SystemCallFault?) {
    self.fault = fault
  }

  /// The system's message for an errno.
  package static func message(_ code: Int32) -> String {
    String(cString: strerror(code))
  }

  /// Makes a system call, and makes it again when a signal interrupts it.
  ///
  /// - Parameters:
  ///   - path: The file or directory that it is made on.
  ///   - step: What it is made for, for the error.
  ///   - body: Makes the call. When that fails, it gives -1 and sets `errno`.
  /// - Returns: What `body` gave.
  /// - Throws: ``FileError`` with the errno.
  @discardableResult
  func call<Result: SignedInteger>(
    _ call: SystemCall, _ path: String, _ step: String, _ body: () -> Result
  ) throws(FileError) -> Result {
    try transfer(call, path, step, .max) { _ in body() }
  }

  /// The result of a step; nil when it fails with one of these errors.
  func allowing<Result>(
    _ codes: [Int32], _ step: @autoclosure () throws(FileError) -> Result
  ) throws(FileError) -> Result? {
    do throws(FileError) {
      return try step()
    } catch {
      if codes.contains(error.code) { return nil }
      throw error
    }
  }

  /// Makes a system call that moves bytes, in the way of ``call(_:_:_:_:)``.
  ///
  /// It asks `body` for `count` bytes, or for fewer when a fault says so.
  private func transfer<Result: SignedInteger>(
    _ call: SystemCall, _ path: String, _ step: String, _ count: Int, _ body: (Int) -> Result
  ) throws(FileError) -> Result {
    while true {
      let code: Int32
      let fault = fault?(call, path)
      if case .fail(let injected) = fault {
        code = injected
      } else {
        var limit = count
        if case .short(let most) = fault { limit = min(limit, most) }
        let result = body(limit)
        if result != -1 { return result }
        code = errno
      }
      // An interrupted `close` has closed the descriptor, which may be another thread's by now.
      guard code == EINTR, call != .close else {
        throw FileError(call: call, path: path, code: code, step: step)
      }
    }
  }
}

extension FileSystem {
  /// Opens a file.
  ///
  /// - Returns: A descriptor, which the caller closes.
  func open(
    _ path: String, _ flags: Int32, mode: UInt32 = 0, to step: String
  ) throws(FileError) -> Int32 {
    try call(.open, path, step) {
      systemOpen(path, flags | O_CLOEXEC, mode)
    }
  }

  /// Closes a descriptor.
  ///
  /// Its errors do not matter: the `fsync` before it has reported everything that it could report.
  /// The call is never made again. Even an interrupted one frees the descriptor, which may be
  /// another file's by then.
  func close(_ descriptor: Int32, _ path: String) {
    _ = fault?(.close, path)
    _ = systemClose(descriptor)
  }

  /// The status of an open file.
  func fstat(_ descriptor: Int32, _ path: String) throws(FileError) -> FileStatus {
    var status = SystemStatus()
    try call(.fstat, path, "look at") { systemFstat(descriptor, &status) }
    return FileStatus(status)
  }

  /// The status of the file that a path leads to; nil when there is none.
  package func stat(_ path: String) throws(FileError) -> FileStatus? {
    var status = SystemStatus()
    let found = try allowing(
      [ENOENT], try call(.stat, path, "look at") { systemStat(path, &status) })
    return found.map { _ in FileStatus(status) }
  }

  /// Whether an open file says at once that nothing can be read of it.
  func isAtEnd(_ descriptor: Int32, _ path: String) -> Bool {
    var byte: UInt8 = 0
    let count = try? transfer(.read, path, "read", 1) { systemRead(descriptor, &byte, $0) }
    return count == 0
  }

  /// The whole content of an open file, which may be longer or shorter than the expected size.
  func read(_ descriptor: Int32, _ path: String, size: Int) throws(FileError) -> [UInt8] {
    var content: [UInt8] = []
    var failure: FileError?
    // One byte more than expected. The last read asks for that byte alone, and gets nothing unless
    // the file has grown.
    var capacity = size + 1
    while true {
      let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
        UnsafeMutableRawBufferPointer(buffer).preferLargePages()
        do throws(FileError) {
          filled = try transfer(.read, path, "read", buffer.count) { limit in
            systemRead(descriptor, buffer.baseAddress, limit)
          }
        } catch {
          failure = error
          filled = 0
        }
      }
      if let failure { throw failure }
      if chunk.isEmpty { return content }
      if content.isEmpty { content = chunk } else { content += chunk }
      capacity = content.count > size ? 4096 : size + 1 - content.count
    }
  }

  /// Writes all of the bytes, in one call if the system takes them all.
  ///
  /// - Parameter offset: The place in the file; nil for where it was written last.
  func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil, _ path: String,
    step: String
  ) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.baseAddress.map { $0 + written }
      let call = offset == nil ? SystemCall.write : .pwrite
      written += try transfer(call, path, step, bytes.count - written) { limit in
        if let offset { return systemPwrite(descriptor, rest, limit, offset + written) }
        return systemWrite(descriptor, rest, limit)
      }
    }
  }

  /// Waits until the disk holds what was written.
  func fsync(_ descriptor: Int32, _ path: String, step: String) throws(FileError) {
    try call(.fsync, path, step) { systemFsync(descriptor) }
  }

  /// Gives a file another name, and replaces the file that has that name.
  package func rename(_ path: String, to new: String, step: String) throws(FileError) {
    try call(.rename, new, step) { systemRename(path, new) }
  }

  /// Gives a file a second name, on the same file system.
  func link(
    _ path: String, to new: String, step: String = "keep the history in"
  ) throws(FileError) {
    try call(.link, new, step) { systemLink(path, new) }
  }

  /// Makes a new file, and opens it.
  ///
  /// A file that is there is removed: only the holder of a lock makes one of this name. So it was
  /// left by a process that was killed.
  ///
  /// - Parameters:
  ///   - access: `O_WRONLY` or `O_RDWR`.
  ///   - mode: Its permissions, from which the umask takes some; by default it is for its owner
  ///     only.
  ///   - step: What the file is made for, for the error.
  /// - Returns: A descriptor, which the caller closes.
  func openNew(
    _ path: String, _ access: Int32, mode: UInt32 = 0o600, step: String
  ) throws(FileError) -> Int32 {
    let flags = access | O_CREAT | O_EXCL | O_NOFOLLOW
    if let new = try allowing([EEXIST], try open(path, flags, mode: mode, to: step)) { return new }
    try unlink(path)
    return try open(path, flags, mode: mode, to: step)
  }

  /// Makes a new file with a content, for its owner only, whatever the umask is.
  ///
  /// No file is left when that fails.
  ///
  /// - Parameters:
  ///   - isSynchronized: Whether to wait until the disk holds the content.
  ///   - step: What the file is made for, for the error.
  package func create(
    _ path: String, with content: some FileContent, isSynchronized: Bool = false, step: String
  ) throws(FileError) {
    let descriptor = try openNew(path, O_WRONLY, step: step)
    defer { close(descriptor, path) }
    adopt(descriptor, path)
    // A umask can take away the owner's own permissions. If this call fails, the next one that
    // opens the file fails and reports it.
    _ = try? call(.fchmod, path, step) { fchmod(descriptor, 0o600) }
    do throws(FileError) {
      try content.write { (bytes) throws(FileError) in
        try write(bytes, to: descriptor, path, step: step)
      }
      if isSynchronized { try fsync(descriptor, path, step: step) }
    } catch {
      try? unlink(path)
      throw error
    }
  }

  /// Makes a file with a content, as ``create(_:with:isSynchronized:step:)`` does, in place of the
  /// one that has the name.
  package func replace(
    _ path: String, with content: some FileContent, step: String
  ) throws(FileError) {
    let new = path + ".new"
    try create(new, with: content, isSynchronized: true, step: step)
    try replace(path, by: new, step: step)
  }

  /// Gives a file another name, and removes it when that fails.
  func replace(_ path: String, by new: String, step: String) throws(FileError) {
    do throws(FileError) {
      try rename(new, to: path, step: step)
    } catch {
      try? unlink(new)
      throw error
    }
  }

  /// Removes the end of a file.
  func truncate(_ path: String, to size: Int, step: String) throws(FileError) {
    try call(.truncate, path, step) { systemTruncate(path, size) }
  }

  /// The names in a directory; none when there is no directory.
  package func names(in path: String) throws(FileError) -> [String] {
    var names: [String] = []
    _ = try allowing(
      [ENOENT],
      try call(.opendir, path, "look into") {
        path.withCPath { systemReadDirectory(opendir($0), &names) }
      })
    return names
  }

  /// Removes a name, when it is there.
  package func unlink(_ path: String) throws(FileError) {
    _ = try allowing([ENOENT], try call(.unlink, path, "remove") { systemUnlink(path) })
  }

  /// Makes a directory and those above it, each for its owner only, whatever the umask is.
  ///
  /// - Parameter isSynchronized: Whether to wait until the disk holds the name of the directory.
  package func makeDirectories(_ path: String, isSynchronized: Bool = true) throws(FileError) {
    do throws(FileError) {
      try makeDirectory(path, isSynchronized: isSynchronized)
    } catch {
      let parent = Self.parent(of: path)
      guard error.code == ENOENT, parent != path else { throw error }
      try makeDirectories(parent)
      // Only once more: below a link that leads nowhere, the parent is there and still nothing can
      // be made in it.
      try makeDirectory(path, isSynchronized: isSynchronized)
    }
  }

  private func makeDirectory(_ path: String, isSynchronized: Bool) throws(FileError) {
    let step = "make the directory"
    let made = try allowing(
      [EEXIST], try call(.mkdir, path, step) { path.withCPath { mkdir($0, 0o700) } })
    if made == nil { return }
    // A umask can take away the owner's own permissions. If this call fails, the next step in the
    // directory fails and reports it.
    _ = try? call(.chmod, path, step) { path.withCPath { chmod($0, 0o700) } }
    adopt(nil, path)
    if isSynchronized { try fsync(directory: Self.parent(of: path), step: step) }
  }

  /// Waits until the disk holds the names in a directory, if the user may read it.
  ///
  /// A power cut must not take the way to what is saved in a new directory.
  func fsync(directory: String, step: String) throws(FileError) {
    guard let descriptor = try? open(directory, O_RDONLY | O_DIRECTORY, to: step) else { return }
    defer { close(descriptor, directory) }
    try fsync(descriptor, directory, step: step)
  }

  /// Gives what root makes to the owner of the directory that it is in.
  ///
  /// Otherwise the owner of a home could not change any more what root has once saved in it. When
  /// it is not possible, it stays root's.
  ///
  /// - Parameters:
  ///   - descriptor: The file; nil for a directory.
  ///   - path: The path of the file or the directory.
  func adopt(_ descriptor: Int32?, _ path: String) {
    guard geteuid() == 0, let parent = try? stat(Self.parent(of: path)), parent.owner != 0 else {
      return
    }
    _ = try? call(descriptor == nil ? .chown : .fchown, path, "keep the owner of") {
      if let descriptor {
        fchown(descriptor, parent.owner, parent.group)
      } else {
        path.withCPath { lchown($0, parent.owner, parent.group) }
      }
    }
  }

  /// Gives what another program has made as root in a directory to the owner of the directory, as
  /// ``adopt(_:_:)`` does it.
  ///
  /// A file of several names stays root's: its owner could have given it one here.
  package func adoptTree(_ directory: String) {
    guard geteuid() == 0,
      let descriptor = try? open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, to: "look into")
    else { return }
    defer { close(descriptor, directory) }
    adoptEntries(of: descriptor, directory)
  }

  /// Each entry is given away by its descriptor, so that no link that its owner puts in its place
  /// meanwhile leads to something else.
  private func adoptEntries(of directory: Int32, _ path: String) {
    guard let owner = try? fstat(directory, path), owner.owner != 0 else { return }
    var names: [String] = []
    _ = try? call(.opendir, path, "look into") {
      systemReadDirectory(fdopendir(dup(directory)), &names)
    }
    for name in names where name != "." && name != ".." {
      let entry = Self.join(path, name)
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      guard
        let descriptor = try? call(
          .open, entry, "look into", { name.withCPath { openat(directory, $0, flags) } })
      else { continue }
      defer { close(descriptor, entry) }
      guard let status = try? fstat(descriptor, entry) else { continue }
      if status.owner == 0, status.isDirectory || status.linkCount == 1 {
        _ = try? call(.fchown, entry, "keep the owner of") {
          fchown(descriptor, owner.owner, owner.group)
        }
      }
      if status.isDirectory { adoptEntries(of: descriptor, entry) }
    }
  }

  /// Makes a symbolic link.
  ///
  /// - Parameter step: What it is made for, for the error.
  package func symlink(_ path: String, to target: String, step: String) throws(FileError) {
    try call(.symlink, path, step) { systemSymlink(target, path) }
  }

  /// The absolute path of the file that a path leads to through symbolic links.
  ///
  /// The file need not be there. A link that the system refuses to follow is not followed, for
  /// instance one that another user has planted in `/tmp` (`protected_symlinks`, proc_sys_fs(5)).
  package func resolve(_ given: String) throws(FileError) -> String {
    var path = given
    var links = 0
    while let target = try readlink(path) {
      links += 1
      guard links <= 40 else {
        throw FileError(call: .readlink, path: path, code: ELOOP, step: "follow the link")
      }
      path = Self.isAbsolute(target) ? target : Self.join(Self.parent(of: path), target)
    }
    let directory = Self.parent(of: path)
    let resolved = try realpath(directory)
    // The path of another directory does not tell its links from "..": the system is asked.
    let isOther = directory.withCPath { given in resolved.withCPath { strcmp(given, $0) } } != 0
    if links > 0 || isOther && directory != "." { _ = try stat(given) }
    return Self.join(resolved, Self.name(of: path))
  }

  /// The absolute path of a directory that is there, without symbolic links.
  func realpath(_ directory: String) throws(FileError) -> String {
    var resolved = directory
    try call(.realpath, directory, "find the directory") {
      guard let pointer = directory.withCPath({ systemRealpath($0) }) else { return Int32(-1) }
      resolved = String(cPath: pointer)
      free(pointer)
      return 0
    }
    return resolved
  }

  /// The absolute path of the directory that a link leads to; nil when it is no link, or there is
  /// no directory.
  package func directory(behindLink path: String) -> String? {
    guard (try? readlink(path)) ?? nil != nil else { return nil }
    return try? realpath(path)
  }

  /// The target of a symbolic link; nil when the path is not a link, or not there.
  package func readlink(_ path: String) throws(FileError) -> String? {
    try withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) {
      (buffer) throws(FileError) in
      let count = try allowing(
        [EINVAL, ENOENT],
        try call(.readlink, path, "follow the link") { systemReadlink(path, buffer) })
      guard let count else { return nil }
      buffer[min(count, buffer.count - 1)] = 0
      return buffer.baseAddress.map { String(cPath: $0) }
    }
  }

  /// The directory of a path; `.` for a name without one.
  package static func parent(of path: String) -> String {
    let trimmed = trimmed(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The last component of a path.
  package static func name(of path: String) -> String {
    let trimmed = trimmed(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return String(trimmed) }
    return String(trimmed[trimmed.utf8.index(after: slash)...])
  }

  /// A path inside a directory.
  package static func join(_ directory: String, _ name: String) -> String {
    directory.utf8.last == UInt8(ascii: "/") ? directory + name : "\(directory)/\(name)"
  }

  /// Whether a path does not depend on the working directory.
  package static func isAbsolute(_ path: String) -> Bool {
    path.utf8.first == UInt8(ascii: "/")
  }

  private static func trimmed(_ path: String) -> Substring {
    var path = path[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
      path = path[..<path.utf8.index(before: path.endIndex)]
    }
    return path
  }
}
