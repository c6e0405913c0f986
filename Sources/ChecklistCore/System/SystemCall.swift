internal import SystemLibrary

/// The system calls that ``FileSystem`` makes, by the names of their manual pages.
package enum SystemCall: String, Sendable, CaseIterable {
  case open, read, write, pwrite, fsync, close, fstat, stat, lstat, readlink, realpath, rename,
    link, symlink, unlink, mkdir
  case chmod, fchmod, chown, fchown, flock, fcntl, opendir, mkdtemp, rmdir, mmap, truncate, fstatvfs
  case listxattr, getxattr, setxattr, removexattr
  case copyFileRange = "copy_file_range"
  case cloneFile = "ioctl_ficlone"
  case inotifyInit = "inotify_init1"
  case inotifyAddWatch = "inotify_add_watch"
  case kqueue, kevent
}

/// The replacement of one system call, in a test.
package enum SystemCallFault: Sendable {
  /// Fail with an errno, without making the call.
  case fail(Int32)
  /// Make a `read`, `write` or `pwrite` of at most this many bytes.
  case short(Int)
}

/// A system call that failed.
public struct FileError: Error, Equatable, Sendable {
  /// The call.
  package var call: SystemCall
  /// The file or directory that it was made on.
  public var path: String
  /// Its errno.
  public var code: Int32
  /// The step, as in "write the new document".
  public var step: String
  /// The reason, where it is another one than the system's message for the errno.
  var ownReason: String?

  /// Whether the user may not write at that place, or nothing can be there.
  package var forbidsWriting: Bool { [EACCES, EPERM, EROFS, ENOTDIR].contains(code) }

  /// Whether something has the name already.
  var isTaken: Bool { code == EEXIST }

  /// Whether another process held a lock for as long as this one waited.
  package var isLocked: Bool { code == EWOULDBLOCK && (call == .flock || call == .fcntl) }

  /// The system's message for the errno, or the program's own reason.
  public var reason: String { ownReason ?? FileSystem.message(code) }
}

extension FileError {
  /// The refusal of a file that is kept for another document.
  ///
  /// - Parameter name: The name by which the other document is known; nil where it is not read.
  init(path: String, ofOther name: String?) {
    let other = name.map { ", \($0.shownPath)" } ?? ""
    self.init(
      call: .read, path: path, code: EINVAL, step: "use",
      ownReason: "it belongs to another document\(other)")
  }
}

extension FileError: CustomStringConvertible {
  /// The step, the path and the reason.
  public var description: String { "cannot \(step) \(path.shownPath): \(reason)" }
}
