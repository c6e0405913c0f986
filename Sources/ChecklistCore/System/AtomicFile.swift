internal import SystemLibrary

/// The content that a file gets.
package protocol FileContent {
  /// Hands over the content from its beginning, a piece at a time.
  func write(
    to sink: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError)
}

extension [UInt8]: FileContent {
  package func write(
    to sink: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    try withUnsafeBufferPointer { (bytes) throws(FileError) in
      try sink(UnsafeRawBufferPointer(bytes))
    }
  }
}

/// A file whose content is replaced as a whole or not at all.
///
/// The new content is written to a temporary file in the same directory. Once the disk holds that
/// file, it takes the name of the old one. A reader sees the old file or the new one, whatever
/// happens in between.
struct AtomicFile: Sendable {
  /// The name of the temporary file, the same for all files of a directory.
  ///
  /// Only the holder of the directory's lock writes one. So one that is already there was left by a
  /// process that was killed.
  static let temporaryName = ".checklists-new"

  /// The path of the file, with symbolic links already followed.
  let path: String
  let fileSystem: FileSystem
  /// Whether a file that is new is for its owner only; else the umask says who may read it.
  private let isPrivate: Bool

  init(_ path: String, _ fileSystem: FileSystem, isPrivate: Bool = true) {
    self.path = path
    self.fileSystem = fileSystem
    self.isPrivate = isPrivate
  }

  /// The content of a file, and its status at the time.
  struct Content {
    let bytes: [UInt8]
    let status: FileStatus
  }

  /// The most bytes that are read of a file: what no memory holds is refused, and not tried.
  static let maximumSize = 4 << 30

  /// The content of the file; nil when there is none.
  ///
  /// - Parameters:
  ///   - isPipeAllowed: Whether it may be a pipe, which is waited for.
  ///   - isDeviceAllowed: Whether it may be a device without content, as `/dev/null` is.
  ///   - mostBytes: The most bytes that it may have.
  /// - Returns: The content, and the status at the time.
  func read(
    isPipeAllowed: Bool = false, isDeviceAllowed: Bool = false, mostBytes: Int = maximumSize
  ) throws(FileError) -> Content? {
    let isPipe = isPipeAllowed ? try fileSystem.stat(path)?.isPipe == true : false
    let flags = O_RDONLY | O_NOCTTY | (isPipe ? 0 : O_NONBLOCK)
    guard
      let descriptor = try fileSystem.allowing(
        [ENOENT], try fileSystem.open(path, flags, to: "open"))
    else { return nil }
    defer { fileSystem.close(descriptor, path) }
    let status = try fileSystem.fstat(descriptor, path)
    if isDeviceAllowed, status.isCharacterDevice, fileSystem.isAtEnd(descriptor, path) {
      return Content(bytes: [], status: status)
    }
    guard status.isRegularFile || isPipe && status.isPipe else {
      let code = status.isDirectory ? EISDIR : EINVAL
      throw FileError(call: .read, path: path, code: code, step: "read")
    }
    guard status.version.size <= mostBytes else {
      throw FileError(call: .read, path: path, code: EFBIG, step: "read")
    }
    try fileSystem.requireMemory(forFileOfSize: status.version.size, path)
    return Content(
      bytes: try fileSystem.read(descriptor, path, size: status.version.size), status: status)
  }

  /// A new file, before it takes the name of the old one.
  struct NewFile {
    let path: String
    let descriptor: Int32
    /// The fingerprint of its content.
    let fingerprint: Fingerprint
  }

  /// Replaces the content.
  ///
  /// - Parameters:
  ///   - previous: The status of the file when it was read; nil when there was none. The new file
  ///     gets its permissions, its access control list and its extended attributes and, where the
  ///     system allows that, its owner.
  ///   - record: Called once the new content is on the disk and before it takes the file's name.
  ///     The old file stays when it throws.
  ///   - finish: Called once the disk holds the name too.
  /// - Throws: ``FileError`` when a step fails; then the old file is whole and the temporary file
  ///   is gone. The code is `ESTALE` when the file is no longer the one that was read.
  func replace(
    with content: some FileContent, previous: FileStatus?, holding lock: borrowing DirectoryLock,
    record: (NewFile) throws(FileError) -> Void = { (_) throws(FileError) in },
    finish: (NewFile) -> Void = { _ in }
  ) throws(FileError) {
    let temporary = FileSystem.join(lock.path, Self.temporaryName)
    do {
      try make(temporary, content, like: previous) { (new) throws(FileError) in
        try requireVersion(of: previous)
        try record(new)
        // To record takes time, in which another program may save.
        try requireVersion(of: previous)
        try fileSystem.rename(temporary, to: path, step: "replace")
        try lock.fsync(step: "save the name of the new file in")
        finish(new)
      }
    } catch {
      try? fileSystem.unlink(temporary)
      throw error
    }
  }

  /// Requires that the file is still the one that was read.
  private func requireVersion(of previous: FileStatus?) throws(FileError) {
    guard try fileSystem.stat(path)?.version == previous?.version else {
      throw FileError(call: .stat, path: path, code: ESTALE, step: "replace")
    }
  }

  /// Makes the new file, and hands it on once the disk holds it.
  private func make(
    _ temporary: String, _ content: some FileContent, like previous: FileStatus?,
    _ body: (NewFile) throws(FileError) -> Void
  ) throws(FileError) {
    let step = "write the new file"
    // It can be read too, so that it can be copied.
    let descriptor = try fileSystem.openNew(
      temporary, O_RDWR, mode: isPrivate || previous != nil ? 0o600 : 0o666, step: step)
    defer { fileSystem.close(descriptor, temporary) }
    if previous == nil { fileSystem.adopt(descriptor, temporary) }
    try keepAttributes(of: previous, descriptor, temporary)
    var hasher = Fingerprint.Hasher()
    try content.write { (bytes) throws(FileError) in
      hasher.add(bytes)
      try fileSystem.write(bytes, to: descriptor, temporary, step: step)
    }
    try fileSystem.fsync(descriptor, temporary, step: step)
    try body(NewFile(path: temporary, descriptor: descriptor, fingerprint: hasher.fingerprint))
  }

  /// Gives a new file what the one has that it replaces: who may do what with it, and its
  /// attributes.
  ///
  /// Without one, a private file is for its owner only, whatever the umask is.
  ///
  /// A user who may not give a file away stays its owner. When the group cannot be kept either, the
  /// new group gets no more rights than everybody has.
  private func keepAttributes(
    of previous: FileStatus?, _ descriptor: Int32, _ temporary: String
  ) throws(FileError) {
    let created = try fileSystem.fstat(descriptor, temporary)
    var permissions = previous?.permissions ?? (isPrivate ? 0o600 : created.permissions)
    func own(_ owner: uid_t, _ group: gid_t) throws(FileError) {
      try fileSystem.call(.fchown, temporary, "keep the owner of") {
        fchown(descriptor, owner, group)
      }
    }
    if let previous, created.owner != previous.owner || created.group != previous.group {
      do {
        try own(previous.owner, previous.group)
      } catch {
        do {
          try own(uid_t.max, previous.group)
        } catch {
          permissions = permissions & 0o707 | (permissions & 0o007) << 3
        }
      }
    }
    if created.permissions != permissions {
      try fileSystem.call(.fchmod, temporary, "keep the permissions of") {
        fchmod(descriptor, mode_t(permissions))
      }
    }
    guard let previous else { return }
    try fileSystem.copyAttributes(
      of: path, to: descriptor, temporary, isGroupKept: permissions == previous.permissions)
  }
}
