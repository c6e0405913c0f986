internal import SystemLibrary

extension FileSystem {
  /// The status of what has a name, a symbolic link itself included; nil when there is nothing.
  package func lstat(_ path: String) throws(FileError) -> FileStatus? {
    var status = SystemStatus()
    let found = try allowing(
      [ENOENT], try call(.lstat, path, "look at") { systemLstat(path, &status) })
    return found.map { _ in FileStatus(status) }
  }

  /// Whether something belongs to the user that the process acts for.
  func isOwn(_ status: FileStatus) -> Bool { status.owner == geteuid() }

  /// The paths of all that is in a directory, by the names there, without `.` and `..`.
  ///
  /// - Parameter path: The path of the directory; none need be there.
  /// - Returns: The paths, in the order of their names.
  func contents(of path: String) throws(FileError) -> [String] {
    try names(in: path).filter { $0 != "." && $0 != ".." }.sorted().map { Self.join(path, $0) }
  }
}
