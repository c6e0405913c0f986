internal import SystemLibrary

#if arch(arm64_32) || arch(arm) || arch(i386) || arch(wasm32)
  #error("ChecklistCore needs a platform of 64 bits: an identity is an Int of 63 bits.")
#endif

// The C functions whose names methods of `FileSystem` have, under names that nothing hides.
//
// In a type with a method `open`, the name `open` is the method, whatever its parameters are. Here
// it is the function, on every platform.

func systemOpen(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
  path.withCPath { open($0, flags, mode_t(mode)) }
}

func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

func systemPwrite(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ offset: Int
) -> Int {
  pwrite(descriptor, bytes, count, off_t(offset))
}

/// The structure that `stat` and `fstat` fill.
typealias SystemStatus = stat

func systemStat(_ path: String, _ status: inout SystemStatus) -> Int32 {
  path.withCPath { stat($0, &status) }
}

func systemLstat(_ path: String, _ status: inout SystemStatus) -> Int32 {
  path.withCPath { lstat($0, &status) }
}

func systemFstat(_ descriptor: Int32, _ status: inout SystemStatus) -> Int32 {
  fstat(descriptor, &status)
}

/// Waits until the disk holds a file, and on Apple systems until its cache does not any more.
func systemFsync(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    // Not every file system knows this.
    if fcntl(descriptor, F_FULLFSYNC) != -1 { return 0 }
  #endif
  return fsync(descriptor)
}

func systemReadlink(_ path: String, _ buffer: UnsafeMutableBufferPointer<CChar>) -> Int {
  path.withCPath { path in
    buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? -1
  }
}

/// `realpath`: the path that it gives has to be freed.
func systemRealpath(_ path: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
  realpath(path, nil)
}

func systemRename(_ path: String, _ new: String) -> Int32 {
  path.withCPath { path in new.withCPath { rename(path, $0) } }
}

/// Gives a file a second name; or, where links are followed, the file that a symbolic link leads
/// to.
func systemLink(_ path: String, _ new: String, followsLink: Bool = false) -> Int32 {
  path.withCPath { path in
    new.withCPath {
      linkat(AT_FDCWD, path, AT_FDCWD, $0, followsLink ? AT_SYMLINK_FOLLOW : 0)
    }
  }
}

func systemSymlink(_ target: String, _ path: String) -> Int32 {
  target.withCPath { target in path.withCPath { symlink(target, $0) } }
}

func systemUnlink(_ path: String) -> Int32 { path.withCPath { unlink($0) } }

func systemTruncate(_ path: String, _ size: Int) -> Int32 {
  path.withCPath { truncate($0, off_t(size)) }
}

#if !canImport(Darwin)
  /// Makes a file share all bytes of another one (ioctl_ficlone(2)).
  func systemClone(_ target: Int32, _ source: Int32) -> Int32 {
    // FICLONE, which is in a header of the kernel.
    ioctl(target, 0x4004_9409, source)
  }
#endif

func systemFtruncate(_ descriptor: Int32, _ size: Int) -> Int32 {
  ftruncate(descriptor, off_t(size))
}

#if canImport(Darwin)
  typealias SystemDirectory = UnsafeMutablePointer<DIR>
#else
  typealias SystemDirectory = OpaquePointer
#endif

/// Adds the names in a directory, which it closes; -1 when they cannot be read.
func systemReadDirectory(_ directory: SystemDirectory?, _ names: inout [String]) -> Int32 {
  guard let directory else { return -1 }
  defer { closedir(directory) }
  errno = 0
  while let entry = readdir(directory) {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: 1) { names.append(String(cPath: $0)) }
    }
    errno = 0
  }
  return errno == 0 ? 0 : -1
}

/// How many bytes the user can write on the file system of an open file; nil when it does not say.
func systemFreeSize(_ descriptor: Int32) -> UInt64? {
  var status = statvfs()
  guard fstatvfs(descriptor, &status) == 0, status.f_blocks > 0 else { return nil }
  // Some blocks are for root alone.
  let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
  let size = UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize))
  return size.overflow ? nil : size.partialValue
}

func systemRmdir(_ path: String) -> Int32 { path.withCPath { rmdir($0) } }

func systemMkdtemp(_ template: UnsafeMutablePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
  mkdtemp(template)
}

/// Lets the process have as many files open as it may ask for.
///
/// - Returns: Whether it may have more open now.
func systemRaiseFileLimit() -> Bool {
  var limit = rlimit()
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    let resource = RLIMIT_NOFILE
  #endif
  guard getrlimit(resource, &limit) == 0 else { return false }
  #if canImport(Darwin)
    // More is refused.
    let most = min(limit.rlim_max, rlim_t(OPEN_MAX))
  #else
    let most = limit.rlim_max
  #endif
  guard limit.rlim_cur < most else { return false }
  limit.rlim_cur = most
  return setrlimit(resource, &limit) == 0
}
