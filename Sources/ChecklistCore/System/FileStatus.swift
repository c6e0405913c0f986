internal import SystemLibrary

/// The version of a file, as far as `stat` knows it.
package struct FileVersion: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int
  /// When the content last changed, in nanoseconds since 1970.
  let modified: Int64

  /// When the content last changed.
  var secondsSince2001: Double {
    Double(modified) / 1e9 - Date.timeIntervalBetween1970AndReferenceDate
  }
}

/// The status of a file, as `stat` has it.
package struct FileStatus: Equatable, Sendable {
  package let version: FileVersion
  let mode: UInt32
  let owner: UInt32
  let group: UInt32
  /// How many names the file has.
  let linkCount: Int
  /// When the system last changed anything of the file, in nanoseconds since 1970; nobody can set
  /// it.
  let changed: Int64

  /// The permission bits, without those for set-user-ID and the like.
  var permissions: UInt32 { mode & 0o777 }

  package var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }

  var isPipe: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFIFO) }

  var isCharacterDevice: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFCHR) }

  package var isDirectory: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }

  init(_ status: SystemStatus) {
    #if canImport(Darwin)
      let (time, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (time, change) = (status.st_mtim, status.st_ctim)
    #endif
    version = FileVersion(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino),
      size: Int(status.st_size),
      modified: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    mode = UInt32(status.st_mode)
    owner = UInt32(status.st_uid)
    group = UInt32(status.st_gid)
    linkCount = Int(status.st_nlink)
    changed = Int64(change.tv_sec) &* 1_000_000_000 &+ Int64(change.tv_nsec)
  }
}
