internal import SystemLibrary

/// Files that get their name once they are whole, and replace nothing.
extension FileSystem {
  /// Opens a new file without a name, of which nothing is left however the process ends.
  ///
  /// ``link(_:to:step:)`` gives it a name.
  ///
  /// - Parameters:
  ///   - path: A path in the directory that it is made in, for the error.
  ///   - mode: Its permissions, of which the umask takes some away.
  ///   - step: What the file is made for, for the error.
  /// - Returns: A descriptor, which the caller closes; nil where there are no such files.
  func openUnnamed(
    _ path: String, mode: UInt32 = 0o600, step: String
  ) throws(FileError) -> Int32? {
    #if canImport(Darwin)
      return nil
    #else
      // O_TMPFILE, a macro that Swift does not import.
      let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
      let descriptor = try allowing(
        [EOPNOTSUPP, EISDIR, EINVAL],
        try call(.open, path, step) { systemOpen(Self.parent(of: path), flags, mode) })
      guard let descriptor else { return nil }
      // Without `/proc`, it could not be given a name.
      if (try? stat(Self.path(of: descriptor))) ?? nil != nil { return descriptor }
      close(descriptor, path)
      return nil
    #endif
  }

  /// Where an open file is found whatever name it has, or none (proc_pid_fd(5)).
  private static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// Gives an open file without a name one that nothing has.
  ///
  /// - Parameter descriptor: The file, from ``openUnnamed(_:step:)``.
  /// - Throws: ``FileError``; its code is `EEXIST` when something has the path.
  func link(_ descriptor: Int32, to new: String, step: String) throws(FileError) {
    try call(.link, new, step) { systemLink(Self.path(of: descriptor), new, followsLink: true) }
  }

  /// The errors that mean that files have no second names there.
  private static let unlinkable = [EPERM, ENOSYS, ENOTSUP, EOPNOTSUPP, EMLINK]

  /// Gives a file another name that nothing has.
  ///
  /// Where files have no second names, it is looked first, so nobody else may make a file of this
  /// name meanwhile.
  ///
  /// - Throws: ``FileError``; its code is `EEXIST` when something has the path.
  func renameToNew(_ path: String, to new: String, step: String) throws(FileError) {
    do {
      // Unlike rename(2), this never replaces anything.
      try link(path, to: new, step: step)
    } catch {
      guard Self.unlinkable.contains(error.code) else { throw error }
      if try lstat(new) != nil {
        throw FileError(call: .link, path: new, code: EEXIST, step: step)
      }
      return try rename(path, to: new, step: step)
    }
    try? unlink(path)
  }
}
