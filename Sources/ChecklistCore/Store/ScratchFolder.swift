/// A folder of a ``Container`` that may be deleted at any time: `Library/Caches` or `tmp`.
///
/// It is made, for its owner only, when something is first put into it. `Library/Caches` then has
/// the file `CACHEDIR.TAG`, so that programs that make backups leave it out.
///
/// Each file is in a directory of its own, whose name is `checklists-scratch-` and six
/// characters. Each time one is made, those of both folders that are older than a week are removed.
/// Nothing else is ever removed there: where `CHECKLISTS_HOME` is the home directory, `tmp` is the
/// user's own.
package struct ScratchFolder: Sendable {
  /// Which of the two folders.
  package enum Kind: CaseIterable, Sendable {
    /// `Library/Caches`, for what can be made again.
    case caches
    /// `tmp`, for what is needed for a while.
    case temporary
  }

  /// The path of the folder.
  package let path: String
  private let kind: Kind
  private let container: Container
  private let fileSystem: FileSystem

  /// The name of the file that marks a directory of caches.
  static let tagName = "CACHEDIR.TAG"

  /// The content of that file, which the Cache Directory Tagging Specification asks for: these 43
  /// bytes, and a comment.
  static let tag = Array(
    """
    Signature: 8a477f597d28d172789f06886806bc55
    # This directory has caches of checklists; it may be deleted at any time.
    # For information about cache directory tags, see https://bford.info/cachedir/

    """.utf8)

  /// How the names of directories begin that are made here.
  static let prefix = "checklists-scratch-"

  /// How long a directory is kept, in seconds.
  package static let lifetime = 7.0 * 86_400

  /// A folder of a container.
  package init(_ kind: Kind, in container: Container, fileSystem: FileSystem = FileSystem()) {
    (self.kind, self.container, self.fileSystem) = (kind, container, fileSystem)
    path = kind == .caches ? container.caches : container.temporary
  }

  /// Makes a directory in the folder, for its owner only, and removes what is too old.
  ///
  /// - Parameter now: The time, from which the age of other directories is counted.
  /// - Returns: The path of the directory, which is empty.
  package func makeDirectory(at now: Date) throws(StoreError) -> String {
    sweep(at: now)
    return try fileSystem.storeErrors(at: path) {
      try fileSystem.makeDirectories(path)
      if kind == .caches { try makeTag() }
      let directory = try fileSystem.mkdtemp(FileSystem.join(path, Self.prefix))
      fileSystem.adopt(nil, directory)
      return directory
    }
  }

  /// Removes the directories in both folders that are older than a week.
  ///
  /// One is as old as the newest file in it. What cannot be removed stays for the next time. A
  /// folder that is a symbolic link is left alone: what it leads to may be anybody's.
  ///
  /// - Parameter now: The time, from which the age is counted.
  package func sweep(at now: Date) {
    let limit = now.timeIntervalSince1970 - Self.lifetime
    for path in [container.caches, container.temporary] {
      guard (try? fileSystem.lstat(path))?.isDirectory == true,
        let contents = try? fileSystem.contents(of: path)
      else { continue }
      for content in contents where Self.isOwnName(FileSystem.name(of: content)) {
        guard let status = try? fileSystem.lstat(content), status.isDirectory,
          status.permissions == 0o700, let newest = newestTime(in: content),
          Double(newest) / 1e9 < limit
        else { continue }
        try? fileSystem.removeTree(content)
      }
    }
  }

  /// Removes the directories in both folders, however old they are.
  package func empty() {
    sweep(at: .distantFuture)
  }

  /// When something last changed, or anything in it, in nanoseconds since 1970; nil for what is
  /// neither a file nor a directory, is not the user's, or cannot be looked into.
  private func newestTime(in path: String, depth: Int = 0) -> Int64? {
    guard depth < 32, let status = try? fileSystem.lstat(path), fileSystem.isOwn(status) else {
      return nil
    }
    if status.isRegularFile { return status.version.modified }
    guard status.isDirectory, let contents = try? fileSystem.contents(of: path) else { return nil }
    var newest = status.version.modified
    for content in contents {
      guard let time = newestTime(in: content, depth: depth + 1) else { return nil }
      newest = max(newest, time)
    }
    return newest
  }

  /// Whether a name is one that ``makeDirectory(at:)`` gives.
  private static func isOwnName(_ name: String) -> Bool {
    name.utf8.count == prefix.utf8.count + 6 && name.utf8.starts(with: prefix.utf8)
  }

  /// Marks the folder as one of caches, unless something has the name of the mark.
  private func makeTag() throws(FileError) {
    let tag = FileSystem.join(path, Self.tagName)
    guard try fileSystem.lstat(tag) == nil else { return }
    try fileSystem.create(tag, with: Self.tag, step: "write")
  }
}
