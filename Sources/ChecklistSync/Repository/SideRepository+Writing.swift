import ChecklistCore

extension SideRepository {
  /// The folder in the repository for files on their way into it.
  private static let folder = "checklists-new"

  /// Writes files as objects.
  ///
  /// - Parameter files: Their contents.
  /// - Returns: The names of the objects, in the same order.
  /// - Throws: ``SyncError``.
  func writeObjects(_ files: [[UInt8]]) throws(SyncError) -> [String] {
    if files.isEmpty { return [] }
    let directory = FileSystem.join(path, Self.folder)
    try fileErrors { () throws(FileError) in
      try fileSystem.removeTree(directory)
      try fileSystem.makeDirectories(directory)
    }
    for (number, bytes) in files.enumerated() { try write(bytes, to: "\(Self.folder)/\(number)") }
    let paths = files.indices.map { "\(Self.folder)/\($0)\n" }.joined()
    let output = try run(
      ["hash-object", "-w", "--no-filters", "--stdin-paths"], input: Array(paths.utf8))
    try fileErrors { () throws(FileError) in try fileSystem.removeTree(directory) }
    let objects = Self.lines(of: output)
    guard objects.count == files.count, objects.allSatisfy(\.isObjectName) else {
      throw SyncError(GitFailure(.brokenRepository, "objects cannot be written"))
    }
    return objects
  }

  /// Writes a commit.
  ///
  /// - Parameters:
  ///   - entries: The entries of its tree, in any order.
  ///   - parent: The commit before it, if there is one.
  ///   - message: Its message.
  /// - Returns: The name of the commit.
  /// - Throws: ``SyncError``.
  func writeCommit(
    _ entries: [TreeEntry], parent: String?, message: String
  ) throws(SyncError) -> String {
    let tree = try run(["mktree", "-z"], input: entries.flatMap(\.line))
    let commit = try run(
      ["commit-tree", Self.lines(of: tree).first ?? ""] + (parent.map { ["-p", $0] } ?? [])
        + ["-F", "-"],
      input: Array("\(message)\n".utf8))
    guard let name = Self.lines(of: commit).first, name.isObjectName else {
      throw SyncError(GitFailure(.brokenRepository, "a commit cannot be written"))
    }
    return name
  }

  static func lines(of output: [UInt8]) -> [String] {
    output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
