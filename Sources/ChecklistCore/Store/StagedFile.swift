internal import SystemLibrary

/// A file that has no name yet, or a temporary one.
///
/// A class, since it is closed once nothing refers to it any more, and then has no temporary name
/// left. Its lock says that a temporary name is not abandoned.
final class StagedFile: Sendable {
  /// The temporary name, by which errors tell a file that has none.
  let path: String
  let descriptor: Int32
  let fileSystem: FileSystem
  private let isNamed: Bool

  static let step = "write the attachment"
  /// The end of a temporary name, after a UUID.
  static let suffix = ".new"

  /// Makes an empty file.
  ///
  /// - Parameter isPrivate: Whether it is for its owner only; else the umask says who may read it.
  init(in folder: String, _ fileSystem: FileSystem, isPrivate: Bool = true) throws(FileError) {
    // Two processes may bring the file of one key.
    path = FileSystem.join(folder, UUID.random().uuidString) + Self.suffix
    self.fileSystem = fileSystem
    (descriptor, isNamed) = try Self.make(path, fileSystem, isPrivate: isPrivate)
  }

  deinit {
    // It has no such name any more if it has its place.
    if isNamed { try? fileSystem.unlink(path) }
    fileSystem.close(descriptor, path)
  }

  /// Makes a new file; one with a name is locked before somebody can take it for an abandoned one.
  private static func make(
    _ path: String, _ fileSystem: FileSystem, isPrivate: Bool
  ) throws(FileError) -> (descriptor: Int32, isNamed: Bool) {
    let mode: UInt32 = isPrivate ? 0o600 : 0o666
    for _ in 0..<10 {
      var isNamed = false
      let descriptor = try fileSystem.openingMany { () throws(FileError) in
        if let file = try fileSystem.openUnnamed(path, mode: mode, step: step) { return file }
        isNamed = true
        return try fileSystem.openNew(path, O_RDWR, mode: mode, step: step)
      }
      fileSystem.adopt(descriptor, path)
      // A umask can take away the owner's own permissions.
      if isPrivate {
        _ = try? fileSystem.call(.fchmod, path, step) { fchmod(descriptor, 0o600) }
      }
      if !isNamed { return (descriptor, false) }
      // Who sweeps holds it for a moment, and then it has no name any more. Where files cannot be
      // locked, nobody takes it for abandoned either.
      _ = try? fileSystem.call(.flock, path, step) { flock(descriptor, LOCK_EX) }
      if let status = try? fileSystem.fstat(descriptor, path), status.linkCount > 0 {
        return (descriptor, true)
      }
      fileSystem.close(descriptor, path)
    }
    throw FileError(call: .open, path: path, code: EAGAIN, step: step)
  }

  /// Gives it a name that nothing has.
  func name(_ new: String) throws(FileError) {
    if isNamed {
      try fileSystem.renameToNew(path, to: new, step: Self.step)
    } else {
      try fileSystem.link(descriptor, to: new, step: Self.step)
    }
  }

  /// Gives it a name, and replaces a file that has it.
  func replace(_ old: String) throws(FileError) {
    // Only a file with a name can take the place of another one.
    if !isNamed {
      _ = try? fileSystem.call(.flock, path, Self.step) { flock(descriptor, LOCK_EX) }
      try fileSystem.link(descriptor, to: path, step: Self.step)
    }
    do {
      try fileSystem.rename(path, to: old, step: Self.step)
    } catch {
      try? fileSystem.unlink(path)
      throw error
    }
  }

  /// Removes the temporary names of a folder whose process was killed.
  static func removeAbandoned(in folder: String, _ fileSystem: FileSystem) {
    for name in (try? fileSystem.names(in: folder)) ?? []
    where name.hasSuffix(suffix) && Attachment.isKey(String(name.dropLast(suffix.count))) {
      let file = FileSystem.join(folder, name)
      let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      guard let descriptor = try? fileSystem.open(file, flags, to: "lock") else { continue }
      // Who still writes it holds a lock on it.
      if (try? fileSystem.fstat(descriptor, file))?.isRegularFile == true,
        (try? fileSystem.call(.flock, file, "lock") { flock(descriptor, LOCK_EX | LOCK_NB) })
          != nil
      {
        try? fileSystem.unlink(file)
      }
      fileSystem.close(descriptor, file)
    }
  }
}

extension FileSystem {
  /// Opens a file that stays open beside many others.
  ///
  /// Where the process may have no more files open, it raises its limit as far as it may, once.
  fileprivate func openingMany(_ open: () throws(FileError) -> Int32) throws(FileError) -> Int32 {
    do {
      return try open()
    } catch {
      guard error.code == EMFILE, systemRaiseFileLimit() else { throw error }
    }
    return try open()
  }
}
