extension FileSystem {
  /// Removes a file, or a directory with everything in it; a symbolic link is not followed.
  ///
  /// - Parameter path: The path; nothing need be there.
  /// - Throws: ``FileError`` for the first that cannot be removed.
  package func removeTree(_ path: String) throws(FileError) {
    do {
      try unlink(path)
    } catch {
      guard (try? lstat(path))?.isDirectory == true else { throw error }
      for name in try names(in: path) where name != "." && name != ".." {
        try removeTree(Self.join(path, name))
      }
      try rmdir(path)
    }
  }
}
