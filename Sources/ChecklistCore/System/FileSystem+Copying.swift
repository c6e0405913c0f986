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
  /// A file that has the name of the copy is removed first. It does not wait for the disk. So the
  /// content of the copy has to be checked when it is read.
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
    try unlink(copy)
    #if canImport(Darwin)
      try call(.copyFileRange, copy, step) {
        path.withCPath { path in copy.withCPath { clonefile(path, $0, 0) } }
      }
    #else
      let target = try openNew(copy, O_WRONLY, step: step)
      defer { close(target, copy) }
      adopt(target, copy)
      // A umask can take away the owner's own permissions.
      _ = try? call(.fchmod, copy, step) { fchmod(target, 0o600) }
      do throws(FileError) {
        var offset: Int64 = 0
        while offset < size {
          let count = try call(.copyFileRange, copy, step) {
            copy_file_range(descriptor, &offset, target, nil, size - Int(offset), 0)
          }
          if count == 0 { break }
        }
      } catch {
        try? unlink(copy)
        throw error
      }
    #endif
  }
}
