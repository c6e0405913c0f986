import ChecklistCore

extension SideRepository {
  /// The folder in the repository for files on their way into it.
  private static let folder = "checklists-new"

  /// Writes files as objects.
  ///
  /// - Returns: The names of the objects, in the same order.
  func writeObjects(_ files: [[UInt8]]) throws(SyncError) -> [String] {
    if files.isEmpty { return [] }
    let directory = FileSystem.join(path, Self.folder)
    try fileErrors { () throws(FileError) in
      try fileSystem.removeTree(directory)
      try fileSystem.makeDirectories(directory)
    }
    for (number, bytes) in files.enumerated() { try write(bytes, to: "\(Self.folder)/\(number)") }
    let objects = try writeObjects(at: files.indices.map { "\(Self.folder)/\($0)" })
    try fileErrors { () throws(FileError) in try fileSystem.removeTree(directory) }
    return objects
  }

  /// Writes files that are on the disk as objects.
  ///
  /// - Returns: The names of the objects, in the same order.
  func writeObjects(at paths: [String]) throws(SyncError) -> [String] {
    if paths.isEmpty { return [] }
    let output = try run(
      ["hash-object", "-w", "--no-filters", "--stdin-paths"], input: paths.flatMap(Self.line))
    let objects = Self.lines(of: output)
    guard objects.count == paths.count, objects.allSatisfy(\.isObjectName) else {
      throw SyncError(GitFailure(.brokenRepository, "objects cannot be written"))
    }
    return objects
  }

  /// A path in a line, as git reads it back: quoted, because it may have any byte.
  private static func line(of path: String) -> [UInt8] {
    var line = [UInt8(ascii: "\"")]
    for byte in path.cPath.dropLast().map({ UInt8(bitPattern: $0) }) {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: line += "\\\(String(Int(byte), paddedTo: 3, radix: 8))".utf8
      default: line.append(byte)
      }
    }
    return line + "\"\n".utf8
  }

  /// Writes a tree.
  ///
  /// - Parameter entries: Its entries, in any order.
  func writeTree(_ entries: [TreeEntry]) throws(SyncError) -> String {
    let tree = try run(["mktree", "-z"], input: entries.flatMap(\.line))
    guard let name = Self.lines(of: tree).first, name.isObjectName else {
      throw SyncError(GitFailure(.brokenRepository, "a tree cannot be written"))
    }
    return name
  }

  /// Writes a commit.
  ///
  /// - Parameters:
  ///   - entries: The entries of its tree, in any order.
  ///   - parent: The commit before it, if there is one.
  ///   - message: Its message; a control character, of which git does not take each, becomes a
  ///     space.
  func writeCommit(
    _ entries: [TreeEntry], parent: String?, message: String
  ) throws(SyncError) -> String {
    let line = message.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
    let commit = try run(
      ["commit-tree", try writeTree(entries)] + (parent.map { ["-p", $0] } ?? [])
        + ["-F", "-"],
      input: line + "\n".utf8)
    guard let name = Self.lines(of: commit).first, name.isObjectName else {
      throw SyncError(GitFailure(.brokenRepository, "a commit cannot be written"))
    }
    return name
  }

  static func lines(of output: [UInt8]) -> [String] {
    output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
