extension FileSystem {
  /// Makes a directory for its owner only, under a name that is not in use.
  ///
  /// - Parameter prefix: The beginning of the path; six characters are added to it.
  /// - Returns: The path of the directory.
  /// - Throws: ``FileError``.
  func mkdtemp(_ prefix: String) throws(FileError) -> String {
    var path = Array((prefix + "XXXXXX").utf8) + [0]
    try call(.mkdtemp, prefix, "make a directory at") {
      path.withUnsafeMutableBytes { bytes in
        let template = bytes.bindMemory(to: CChar.self).baseAddress
        return template.flatMap { systemMkdtemp($0) } == nil ? Int32(-1) : 0
      }
    }
    return String(decoding: path.dropLast(), as: UTF8.self)
  }

  /// Removes an empty directory.
  func rmdir(_ path: String) throws(FileError) {
    try call(.rmdir, path, "remove the directory") { systemRmdir(path) }
  }
}
