/// A work tree of a git repository, found without starting git.
///
/// Only a folder or a file named `.git` makes a work tree. Git refuses to add a path of this name,
/// so no commit brings one; the layout of a repository under another name, which a commit can
/// bring, does not count. An archive can bring anything: what it brings chooses nothing outside of
/// its own work tree (``FolderChoice/check(_:)``).
package struct GitWorkTree: Equatable, Sendable {
  /// The name of the folder or file that makes a work tree.
  static let name = ".git"
  /// The most bytes of a file that is read: every command reads a configuration.
  static let mostBytes = 4 << 20

  /// The top of the work tree.
  package let root: String
  /// The directory of the repository, which its work trees share.
  package let repository: String

  /// Whether all of it belongs to the user.
  ///
  /// Git does not trust a repository of somebody else either (`safe.directory`, git-config(1)).
  package let isOwn: Bool

  /// The repository's own configuration, which `git config --local` writes.
  package var configuration: String { FileSystem.join(repository, "config") }

  /// The work tree whose top is a folder; nil for any other folder.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/noRepository`` for a work tree whose
  ///   repository was moved or removed: it may have had a choice.
  init?(_ folder: String, _ fileSystem: FileSystem) throws(StoreError) {
    let entry = FileSystem.join(folder, Self.name)
    guard let status = (try? fileSystem.stat(entry)) ?? nil else { return nil }
    var directory = entry
    if !status.isDirectory {
      guard let target = Self.line(of: entry, fileSystem), target.hasPrefix(Self.link) else {
        return nil
      }
      directory = Self.path(String(target.dropFirst(Self.link.count)), in: folder, fileSystem)
      if !fileSystem.exists(directory), fileSystem.isOwn(entry) {
        throw StoreError(.noRepository, path: folder)
      }
    }
    let common = Self.line(of: FileSystem.join(directory, "commondir"), fileSystem)
    repository = common.map { Self.path($0, in: directory, fileSystem) } ?? directory
    root = folder
    let parts = ["objects", "refs"].map { [repository] in FileSystem.join(repository, $0) }
    guard fileSystem.exists(FileSystem.join(directory, "HEAD")),
      parts.allSatisfy(fileSystem.isDirectory)
    else { return nil }
    isOwn = Set([folder, entry, directory, repository]).allSatisfy(fileSystem.isOwn)
  }

  /// The beginning of a file named `.git`, before the path of a directory.
  private static let link = "gitdir: "

  /// The only line of a small file; nil where there is no such file.
  private static func line(of path: String, _ fileSystem: FileSystem) -> String? {
    let content = (try? AtomicFile(path, fileSystem).read(mostBytes: mostBytes)) ?? nil
    guard let bytes = content?.bytes else { return nil }
    let ends = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    let line = bytes[..<((bytes.lastIndex { !ends.contains($0) } ?? -1) + 1)]
    return line.isEmpty || line.contains(0) ? nil : String(pathBytes: line)
  }

  /// The directory that a file of git names, from the directory that has the file.
  private static func path(
    _ path: String, in directory: String, _ fileSystem: FileSystem
  ) -> String {
    let path = FileSystem.isAbsolute(path) ? path : FileSystem.join(directory, path)
    return (try? fileSystem.realpath(path)) ?? path
  }

  /// The value of `checklists.file`, the document that was chosen in the repository, as a path
  /// below the root of each of its work trees.
  ///
  /// - Returns: The value; nil where none was chosen.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/unreadableConfiguration(line:)`` where it
  ///   cannot be known whether one was chosen.
  func chosenFile(_ fileSystem: FileSystem) throws(StoreError) -> String? {
    let path = configuration
    return try fileSystem.storeErrors(at: path) {
      let content = try AtomicFile(path, fileSystem).read(mostBytes: Self.mostBytes)
      guard let bytes = content?.bytes else { return nil }
      do throws(GitConfiguration.Fault) {
        let value = try GitConfiguration.value(of: "file", in: "checklists", bytes)
        guard let value, !value.isEmpty else { return nil }
        return String(pathBytes: value[...])
      } catch {
        throw StoreError(.unreadableConfiguration(line: error.line), path: path)
      }
    }
  }
}

extension FileSystem {
  fileprivate func exists(_ path: String) -> Bool { (try? lstat(path)) ?? nil != nil }

  fileprivate func isDirectory(_ path: String) -> Bool {
    ((try? stat(path)) ?? nil)?.isDirectory == true
  }

  /// Whether what has a name is the user's, a link itself as well as where it leads.
  fileprivate func isOwn(_ path: String) -> Bool {
    [try? lstat(path), try? stat(path)].allSatisfy { status in
      status.flatMap(\.self).map(isOwn) == true
    }
  }
}

extension String {
  /// Takes a path whose bytes are given, up to a NUL.
  fileprivate init(pathBytes bytes: ArraySlice<UInt8>) {
    let cPath = bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    self.init(cPath: cPath)
  }
}
