import ChecklistCore

/// A remote that is a folder.
///
/// Git never reads the configuration of a folder remote, which may name programs. Instead it serves
/// a temporary repository that links to the folder's objects and refs and copies only the settings
/// that describe their storage format.
struct ServedFolder {
  /// The files and folders of a repository's storage, besides `HEAD` and `config`.
  private static let stored = [
    "objects", "packed-refs", "refs", "reftable", "shallow", "worktrees",
  ]
  /// The settings that are copied, and the beginning of others that are.
  private static let kept = ["core.bare", "core.repositoryformatversion", "core.sharedrepository"]
  private static let keptPrefix = "extensions."
  /// The characters that a value may have.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-:/".utf8)
  /// Extensions by which git looks elsewhere: for objects, and for more configuration.
  private static let dropped = ["extensions.partialclone", "extensions.worktreeconfig"]

  /// The folder with the objects: that of the address, or `.git` in it.
  let path: String
  /// The content of `HEAD` there.
  private let head: [UInt8]

  /// Finds the repository of a folder.
  ///
  /// - Throws: ``GitFailure`` of kind ``GitFailure/Kind/noRepository``, or
  ///   ``GitFailure/Kind/denied``.
  init(_ folder: String) throws(GitFailure) {
    var failure = GitFailure(
      .noRepository, "'\(folder.shownPath)' does not appear to be a git repository")
    // In the order of git.
    for path in ["\(folder)/.git", folder, "\(folder).git/.git", "\(folder).git"] {
      do throws(StoreError) {
        head = try PlainFile(path: FileSystem.join(path, "HEAD")).read()
        self.path = path
        return
      } catch {
        if case .permission(let cause) = error.kind { failure = GitFailure(.denied, "\(cause)") }
      }
    }
    throw failure
  }

  /// Makes the repository that git serves.
  ///
  /// - Parameters:
  ///   - directory: Its path; what is there is replaced.
  ///   - configuration: The folder's, as `git config --list -z` prints it.
  /// - Throws: `FileError`.
  func make(
    _ directory: String, _ configuration: [UInt8], _ fileSystem: FileSystem
  ) throws(FileError) {
    let step = "write"
    try fileSystem.removeTree(directory)
    try fileSystem.makeDirectories(directory, isSynchronized: false)
    for name in Self.stored {
      try fileSystem.symlink(
        FileSystem.join(directory, name), to: FileSystem.join(path, name), step: step)
    }
    for (name, content) in [("HEAD", head), ("config", Self.safe(configuration))] {
      try fileSystem.create(FileSystem.join(directory, name), with: content, step: step)
    }
  }

  /// The part of a configuration that git may read.
  ///
  /// - Parameter configuration: The whole, as `git config --list -z` prints it.
  static func safe(_ configuration: [UInt8]) -> [UInt8] {
    var lines = ""
    for record in configuration.split(separator: 0) {
      // section.name<LF>value; without a value it is true.
      let parts = record.split(
        separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      let words = parts.map { String(decoding: $0, as: UTF8.self) }
      let name = words[0]
      guard kept.contains(name) || name.hasPrefix(keptPrefix), !dropped.contains(name),
        let dot = name.lastIndex(of: "."), dot == name.firstIndex(of: ".")
      else { continue }
      // No value that says how a repository is stored has other characters.
      let value = words.count > 1 ? words[1] : "true"
      guard value.utf8.allSatisfy(Self.plain.contains) else { continue }
      lines += "[\(name[..<dot])]\n\t\(name[name.index(after: dot)...]) = \"\(value)\"\n"
    }
    return Array(lines.utf8)
  }
}

extension SideRepository {
  /// The directory of what serves a folder.
  private static let served = "checklists-remote"

  /// The repository that git is given for an address.
  ///
  /// - Returns: For a folder, a path from this repository; else the address.
  func repository(of address: RemoteAddress) throws(SyncError) -> String {
    guard let path = address.folder else { return address.text }
    let folder = try gitErrors { () throws(GitFailure) in try ServedFolder(path) }
    let file = FileSystem.join(folder.path, "config")
    var configuration: [UInt8] = []
    if try fileErrors({ () throws(FileError) in try fileSystem.stat(file) }) != nil {
      do throws(GitFailure) {
        configuration = try git.run(
          ["config", "--file", file, "--no-includes", "--list", "-z"], in: self.path)
      } catch {
        let kind = error.kind == .brokenRepository ? .configuration : error.kind
        throw try remoteError(GitFailure(kind, error.line), address)
      }
    }
    try fileErrors { () throws(FileError) in
      try folder.make(FileSystem.join(self.path, Self.served), configuration, fileSystem)
    }
    return "./\(Self.served)"
  }

  /// Gives what git has made in a folder as root to the owner of the folder.
  func adopt(in address: RemoteAddress) {
    guard let path = address.folder, let folder = try? ServedFolder(path) else { return }
    fileSystem.adoptTree(folder.path)
  }
}
