internal import SystemLibrary

extension FileSystem {
  /// Copies a file, or clones it where the file system makes clones, which take no room.
  ///
  /// A copy that is there is overwritten in place, and nothing waits for the disk. So the content
  /// of the copy has to be checked when it is read.
  ///
  /// - Parameter size: How many bytes it has.
  /// - Throws: ``FileError``; then no copy is left.
  func copy(
    _ path: String, _ descriptor: Int32, size: Int, to copy: String
  ) throws(FileError) {
    let step = "copy a state to"
    #if canImport(Darwin)
      try unlink(copy)
      try call(.copyFileRange, copy, step) {
        path.withCPath { path in copy.withCPath { clonefile(path, $0, 0) } }
      }
    #else
      let target = try openCopy(copy, step)
      defer { close(target.descriptor, copy) }
      do {
        var offset: Int64 = 0
        while offset < size {
          let count = try call(.copyFileRange, copy, step) {
            copy_file_range(descriptor, &offset, target.descriptor, nil, size - Int(offset), 0)
          }
          if count == 0 { break }
        }
        if target.size > size { try truncate(copy, to: size, step: step) }
      } catch {
        try? unlink(copy)
        throw error
      }
    #endif
  }

  #if !canImport(Darwin)
    /// Opens the former copy to be overwritten, or makes a new file.
    private func openCopy(
      _ copy: String, _ step: String
    ) throws(FileError) -> (descriptor: Int32, size: Int) {
      if let former = try? open(copy, O_WRONLY | O_NOFOLLOW | O_NONBLOCK, to: step) {
        // A file that has another name is also something else.
        if let status = try? fstat(former, copy), status.isRegularFile, status.linkCount == 1 {
          return (former, status.version.size)
        }
        close(former, copy)
      }
      let new = try openNew(copy, O_WRONLY, step: step)
      adopt(new, copy)
      // A umask can take away the owner's own permissions.
      _ = try? call(.fchmod, copy, step) { fchmod(new, 0o600) }
      return (new, 0)
    }
  #endif
}

extension FileSystem {
  /// The errors that mean that the kernel does not copy between two files by itself.
  private static let uncopied = [EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM, EBADF]

  /// Copies the first bytes of a file to another one.
  ///
  /// File systems that make clones need no room. Else there must be room for all bytes before the
  /// first is written, those of holes too. The kernel copies where it can; else the bytes go
  /// through a small buffer.
  ///
  /// - Parameters:
  ///   - size: How many bytes to copy; nil for all that there are, however many the file tells.
  ///   - target: The other file, open and empty.
  /// - Returns: How many bytes were copied: fewer where the file is shorter.
  /// - Throws: ``FileError``; its code is `ENOSPC` where there is no room.
  func copyBytes(
    of source: Int32, _ path: String, size: Int?, to target: Int32, _ copy: String, step: String
  ) throws(FileError) -> Int {
    if let size {
      if let cloned = try clone(source, size: size, to: target, copy, step: step) { return cloned }
      try requireRoom(for: size, target, copy, step: step)
    }
    let size = size ?? .max
    var done = 0
    #if !canImport(Darwin)
      do {
        while done < size {
          // The kernel moves both offsets. A piece at a time, so that Ctrl-C is heard.
          let count = try call(.copyFileRange, copy, step) {
            copy_file_range(source, nil, target, nil, min(size - done, 1 << 26), 0)
          }
          if count == 0 { break }
          done += count
        }
      } catch {
        guard Self.uncopied.contains(error.code) else { throw error }
      }
    #endif
    var buffer = [UInt8](repeating: 0, count: done < size ? 1 << 18 : 0)
    while done < size {
      let count = try call(.read, path, "read") {
        buffer.withUnsafeMutableBytes {
          systemRead(source, $0.baseAddress, min($0.count, size - done))
        }
      }
      if count == 0 { break }
      try buffer.withUnsafeBufferPointer { (bytes) throws(FileError) in
        let read = UnsafeBufferPointer(rebasing: bytes[..<count])
        try write(UnsafeRawBufferPointer(read), to: target, copy, step: step)
      }
      done += count
    }
    return done
  }

  /// Makes a file share the first bytes of another one.
  ///
  /// - Returns: How many bytes it has then; nil where the file system makes no clones.
  private func clone(
    _ source: Int32, size: Int, to target: Int32, _ copy: String, step: String
  ) throws(FileError) -> Int? {
    #if canImport(Darwin)
      return nil
    #else
      guard (try? call(.cloneFile, copy, step) { systemClone(target, source) }) != nil else {
        return nil
      }
      let cloned = try fstat(target, copy).version.size
      if cloned > size { try call(.truncate, copy, step) { systemFtruncate(target, size) } }
      return min(cloned, size)
    #endif
  }

  /// Refuses to write more than the disk can take, and not after it has been filled.
  private func requireRoom(
    for size: Int, _ descriptor: Int32, _ path: String, step: String
  ) throws(FileError) {
    var room: UInt64?
    // Where the free size is unknown, the copy is tried.
    _ = try? call(.fstatvfs, path, step) {
      room = systemFreeSize(descriptor)
      return Int32(0)
    }
    if let room, size > room {
      throw FileError(call: .write, path: path, code: ENOSPC, step: step)
    }
  }

  /// How many bytes an open file has, which is read to its end.
  ///
  /// A file that tells the size 0 may have some: those of proc(5), and of some FUSE file systems.
  func count(_ descriptor: Int32, _ path: String) throws(FileError) -> Int {
    var (buffer, count) = ([UInt8](repeating: 0, count: 1 << 18), 0)
    while true {
      let read = try call(.read, path, "read") {
        buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      }
      if read == 0 { return count }
      count += read
    }
  }
}
