/// The system calls that ``FileSystem`` makes, by the names of their manual pages.
public enum SystemCall: String, Sendable, CaseIterable {
  case open, read, write, fsync, close, fstat, stat, readlink, realpath, rename, link, unlink, mkdir
  case chmod, fchmod, fchown, flock, opendir, mkdtemp, rmdir, mmap
}

/// What to do instead of one system call, in a test.
public enum SystemCallFault: Sendable {
  /// Fail with an errno, without making the call.
  case fail(Int32)
  /// Make a `read` or `write` of at most this many bytes.
  case short(Int)
}

/// A system call that failed.
public struct FileError: Error, Equatable, Sendable {
  /// The call.
  public var call: SystemCall
  /// The file or directory that it was made on.
  public var path: String
  /// Its errno.
  public var code: Int32
  /// What was being done, as in "write the new document".
  public var step: String

  /// The system's message for the errno.
  public var reason: String { FileSystem.message(code) }
}

extension FileError: CustomStringConvertible {
  /// The step, the path and the reason.
  public var description: String { "cannot \(step) \(path): \(reason)" }
}
