extension FileSystem {
  /// Makes a directory for its owner only, under a name that is not in use.
  ///
  /// - Parameter prefix: The beginning of the path; six characters are added to it.
  func mkdtemp(_ prefix: String) throws(FileError) -> String {
    var path = (prefix + "XXXXXX").cPath
    try call(.mkdtemp, prefix, "make a directory at") {
      path.withUnsafeMutableBufferPointer { template in
        template.baseAddress.flatMap { systemMkdtemp($0) } == nil ? Int32(-1) : 0
      }
    }
    return String(cPath: path)
  }

  /// Removes an empty directory.
  func rmdir(_ path: String) throws(FileError) {
    try call(.rmdir, path, "remove the directory") { systemRmdir(path) }
  }
}
