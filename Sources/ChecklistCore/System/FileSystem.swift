#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The one place that makes system calls on files, so a test can make any of them fail.
///
/// A call that a signal interrupts is made again. A failure is a ``FileError``, which names the
/// step, the path and the errno. A method that makes one system call has the name of that call.
public struct FileSystem: Sendable {
  /// Asked before each call what happens instead; nil makes the call.
  let fault: (@Sendable (SystemCall, _ path: String) -> SystemCallFault?)?

  /// The real file system.
  public init() {
    fault = nil
  }

  /// The real file system, with faults put in.
  ///
  /// - Parameter fault: Asked before each call, with the path of the call. The fault that it gives
  ///   happens instead.
  public init(fault: @escaping @Sendable (SystemCall, _ path: String) -> SystemCallFault?) {
    self.fault = fault
  }

  /// The system's message for an errno.
  static func message(_ code: Int32) -> String {
    String(cString: strerror(code))
  }

  /// Makes a system call, and makes it again when a signal interrupts it.
  ///
  /// - Parameters:
  ///   - call: The name of the call.
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
  func stat(_ path: String) throws(FileError) -> FileStatus? {
    var status = SystemStatus()
    do throws(FileError) {
      try call(.stat, path, "look at") { systemStat(path, &status) }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return FileStatus(status)
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

  /// Writes all of the bytes.
  func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String, step: String
  ) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.baseAddress.map { $0 + written }
      let count = try transfer(.write, path, step, bytes.count - written) { limit in
        systemWrite(descriptor, rest, limit)
      }
      written += count
    }
  }

  /// Waits until the disk holds what was written.
  func fsync(_ descriptor: Int32, _ path: String, step: String) throws(FileError) {
    try call(.fsync, path, step) { systemFsync(descriptor) }
  }

  /// Gives a file another name, and replaces the file that has that name.
  func rename(_ path: String, to new: String, step: String) throws(FileError) {
    try call(.rename, new, step) { systemRename(path, new) }
  }

  /// Gives a file a second name, on the same file system.
  func link(
    _ path: String, to new: String, step: String = "keep the history in"
  ) throws(FileError) {
    try call(.link, new, step) { systemLink(path, new) }
  }

  /// Makes a new file with a content, for its owner only, whatever the umask is.
  ///
  /// No file is left when that fails.
  func create(_ path: String, with bytes: [UInt8], step: String) throws(FileError) {
    let descriptor = try open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600, to: step)
    defer { close(descriptor, path) }
    // A umask can take away the owner's own permissions. If this call fails, the next one that
    // opens the file fails and reports it.
    _ = try? call(.fchmod, path, step) { fchmod(descriptor, 0o600) }
    do throws(FileError) {
      try bytes.write { (bytes) throws(FileError) in
        try write(bytes, to: descriptor, path, step: step)
      }
    } catch {
      try? unlink(path)
      throw error
    }
  }

  /// The names in a directory; none when there is no directory.
  func names(in path: String) throws(FileError) -> [String] {
    var names: [String] = []
    do throws(FileError) {
      try call(.opendir, path, "look into") {
        guard let directory = opendir(path) else { return Int32(-1) }
        defer { closedir(directory) }
        errno = 0
        while let entry = readdir(directory) {
          let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          }
          names.append(name)
          errno = 0
        }
        return errno == 0 ? 0 : -1
      }
    } catch {
      if error.code != ENOENT { throw error }
    }
    return names
  }

  /// Removes a name, when it is there.
  func unlink(_ path: String) throws(FileError) {
    do throws(FileError) {
      try call(.unlink, path, "remove") { systemUnlink(path) }
    } catch {
      if error.code != ENOENT { throw error }
    }
  }

  /// Makes a directory and those above it, each for its owner only, whatever the umask is.
  func makeDirectories(_ path: String) throws(FileError) {
    do throws(FileError) {
      try makeDirectory(path)
    } catch {
      let parent = Self.parent(of: path)
      guard error.code == ENOENT, parent != path else { throw error }
      try makeDirectories(parent)
      // Only once more: below a link that leads nowhere, the parent is there and still nothing can
      // be made in it.
      try makeDirectory(path)
    }
  }

  private func makeDirectory(_ path: String) throws(FileError) {
    let step = "make the directory"
    do throws(FileError) {
      try call(.mkdir, path, step) { mkdir(path, 0o700) }
    } catch {
      if error.code == EEXIST { return }
      throw error
    }
    // A umask can take away the owner's own permissions. If this call fails, the next step in the
    // directory fails and reports it.
    _ = try? call(.chmod, path, step) { chmod(path, 0o700) }
  }

  /// The absolute path of the file that a path leads to through symbolic links.
  ///
  /// The file need not be there.
  func resolve(_ path: String) throws(FileError) -> String {
    var path = path
    var links = 0
    while let target = try readlink(path) {
      links += 1
      guard links <= 40 else {
        throw FileError(call: .readlink, path: path, code: ELOOP, step: "follow the link")
      }
      path = target.hasPrefix("/") ? target : Self.join(Self.parent(of: path), target)
    }
    let directory = Self.parent(of: path)
    var resolved = directory
    try call(.realpath, directory, "find the directory") {
      guard let pointer = realpath(directory, nil) else { return Int32(-1) }
      resolved = String(cString: pointer)
      free(pointer)
      return 0
    }
    return Self.join(resolved, Self.name(of: path))
  }

  /// The target of a symbolic link; nil when the path is not a link, or not there.
  private func readlink(_ path: String) throws(FileError) -> String? {
    do throws(FileError) {
      return try withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) {
        (buffer) throws(FileError) in
        let count = try call(.readlink, path, "follow the link") { systemReadlink(path, buffer) }
        return String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
      }
    } catch {
      if error.code == EINVAL || error.code == ENOENT { return nil }
      throw error
    }
  }

  /// The directory of a path; `.` for a name without one.
  static func parent(of path: String) -> String {
    let trimmed = trimmed(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The last component of a path.
  static func name(of path: String) -> String {
    let trimmed = trimmed(path)
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return String(trimmed) }
    return String(trimmed[trimmed.utf8.index(after: slash)...])
  }

  /// A path inside a directory.
  static func join(_ directory: String, _ name: String) -> String {
    directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  private static func trimmed(_ path: String) -> Substring {
    var path = path[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}
