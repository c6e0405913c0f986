#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension FileSystem {
  /// Makes a directory for its owner only, under a name that nothing has.
  ///
  /// - Parameter prefix: The path, to which six characters are added.
  /// - Returns: The path of the directory.
  /// - Throws: ``FileError``.
  func makePrivateDirectory(_ prefix: String) throws(FileError) -> String {
    var path = Array((prefix + "XXXXXX").utf8) + [0]
    try call(.mkdtemp, prefix, "make a directory at") {
      path.withUnsafeMutableBytes { bytes in
        let template = bytes.bindMemory(to: CChar.self).baseAddress
        return template.flatMap { mkdtemp($0) } == nil ? Int32(-1) : 0
      }
    }
    return String(decoding: path.dropLast(), as: UTF8.self)
  }

  /// Removes an empty directory.
  func removeDirectory(_ path: String) throws(FileError) {
    try call(.rmdir, path, "remove the directory") { rmdir(path) }
  }
}
