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
  /// A copy that is there may be overwritten in place. So its content has to be checked when it is
  /// read.
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
      let target = try open(copy, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o600, to: step)
      defer { close(target, copy) }
      do throws(FileError) {
        var offset: Int64 = 0
        while offset < size {
          let count = try call(.copyFileRange, copy, step) {
            copy_file_range(descriptor, &offset, target, nil, size - Int(offset), 0)
          }
          if count == 0 { break }
        }
        try call(.ftruncate, copy, step) { ftruncate(target, off_t(size)) }
      } catch {
        try? unlink(copy)
        throw error
      }
    #endif
  }
}
