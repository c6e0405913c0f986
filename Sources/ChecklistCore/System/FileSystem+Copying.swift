#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import CSystem
  internal import Glibc
#elseif canImport(Musl)
  internal import CSystem
  internal import Musl
#endif

extension FileSystem {
  /// Copies a file, or clones it where the file system makes clones, which take no room.
  ///
  /// A copy that is there is overwritten in place, and nothing waits for the disk. So the content
  /// of the copy has to be checked when it is read.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - descriptor: The same file, open.
  ///   - size: How many bytes it has.
  ///   - copy: The path of the copy.
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
      do throws(FileError) {
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
