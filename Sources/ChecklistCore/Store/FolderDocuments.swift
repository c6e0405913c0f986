internal import SystemLibrary

/// A document that was chosen for a folder.
package struct FolderChoice: Equatable, Sendable {
  /// Where a choice is kept.
  package enum Place: Equatable, Sendable {
    /// In the preferences, by the path of the folder.
    case preferences
    /// In the configuration of a repository, as a path below the root of its work trees.
    case repository(GitWorkTree)
  }

  /// The path of the document.
  package let document: String
  /// The folder, in which it is meant, and below.
  package let folder: String
  /// Where the choice is kept.
  package let place: Place

  /// The path of the document below the folder; nil where it is not there.
  package var relativePath: String? { Self.path(of: document, below: folder) }

  private static func path(of path: String, below folder: String) -> String? {
    let start = folder == "/" ? folder : folder + "/"
    guard path.utf8.starts(with: start.utf8) else { return nil }
    return String(path[path.utf8.index(path.startIndex, offsetBy: start.utf8.count)...])
  }

  /// Whether a path is that of a folder, or is below it.
  fileprivate static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || Self.path(of: path, below: folder) != nil
  }

  /// Refuses a document that is not in the folder, or is a symbolic link out of it by now: whoever
  /// writes in the folder must not choose other files.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/outsideFolder``.
  package func check(_ fileSystem: FileSystem = FileSystem()) throws(StoreError) {
    let resolved = (try? fileSystem.resolve(document)) ?? document
    guard let relativePath, Self.isInside(resolved, folder),
      place == .preferences || Self.isInWorkTree(relativePath)
    else { throw StoreError(.outsideFolder, path: document) }
  }

  /// Whether a relative path stays in a work tree, of which `.git` is no part.
  fileprivate static func isInWorkTree(_ path: String) -> Bool {
    !path.split(separator: "/").contains { name in
      name == ".." || name.lowercased() == GitWorkTree.name
    }
  }
}

/// The documents that were chosen for folders, each for the folder and what is below it.
///
/// For a repository of git, its own configuration keeps the choice: its work trees share it, it
/// moves with the repository, and no clone and no commit brings it. For another folder, the
/// preferences keep it. The nearest choice counts; for one folder, that of the repository.
package struct FolderDocuments: Sendable {
  /// The variable of a repository's configuration.
  package static let variable = "checklists.file"

  private let preferences: Preferences?
  private let fileSystem: FileSystem

  /// The choices of a user.
  ///
  /// - Parameter container: The container that has the preferences; nil when there is none.
  package init(_ container: Container?, fileSystem: FileSystem = FileSystem()) {
    preferences = container.map { Preferences($0, fileSystem: fileSystem) }
    self.fileSystem = fileSystem
  }

  /// The document that was chosen for a folder, or for the nearest one above it.
  ///
  /// - Parameter folder: The path of the folder, without symbolic links.
  /// - Returns: The choice; nil for none.
  /// - Throws: ``StoreError`` when it cannot be known; of kind
  ///   ``StoreError/Kind/foreignRepository`` for a choice in a repository of another user.
  package func choice(in folder: String) throws(StoreError) -> FolderChoice? {
    let stored = preferences?.document(in: folder)
    var folder = folder
    while true {
      if let tree = try GitWorkTree(folder, fileSystem), let file = try file(chosenIn: tree) {
        if !tree.isOwn {
          // Somebody else's choice does not count, but it is not passed over without a word.
          if stored?.folder == folder { return stored }
          throw StoreError(.foreignRepository, path: folder)
        }
        let document = FileSystem.isAbsolute(file) ? file : FileSystem.join(folder, file)
        return FolderChoice(document: document, folder: folder, place: .repository(tree))
      }
      let parent = FileSystem.parent(of: folder)
      if parent == folder || stored?.folder == folder { return stored }
      folder = parent
    }
  }

  /// The file that is chosen in a work tree; nil also where that of another user cannot be read.
  private func file(chosenIn tree: GitWorkTree) throws(StoreError) -> String? {
    tree.isOwn ? try tree.chosenFile(fileSystem) : (try? tree.chosenFile(fileSystem)) ?? nil
  }

  /// The choice that makes a document the one of a folder: of the root of the repository that its
  /// name is in, else of the folder that its name is in.
  ///
  /// Where the name leads through symbolic links does not matter, but it must stay there.
  ///
  /// - Parameters:
  ///   - document: The path of the document, which exists.
  ///   - directory: The working directory, without symbolic links.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/foreignFolder`` for a folder of another
  ///   user, or ``StoreError/Kind/outsideFolder`` for a link out of it.
  package func choice(
    of document: String, in directory: String
  ) throws(StoreError) -> FolderChoice {
    try fileSystem.storeErrors(at: document) {
      let own = try folder(of: document, in: directory)
      let folder = try root(of: own) ?? own
      if let owner = try fileSystem.stat(folder)?.owner, owner != 0, owner != geteuid() {
        throw StoreError(.foreignFolder, path: folder)
      }
      let path = FileSystem.join(own, FileSystem.name(of: document))
      var choice = FolderChoice(document: path, folder: folder, place: .preferences)
      if let tree = try GitWorkTree(folder, fileSystem), tree.isOwn,
        let relativePath = choice.relativePath, FolderChoice.isInWorkTree(relativePath)
      {
        choice = FolderChoice(document: path, folder: folder, place: .repository(tree))
      }
      try choice.check(fileSystem)
      return choice
    }
  }

  /// The folder that the name of a document is in, without symbolic links.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/outsideFolder`` where a link on the way
  ///   leads out of the repository that has the link: a clone can bring it.
  private func folder(of document: String, in directory: String) throws -> String {
    var folder = FileSystem.isAbsolute(document) ? "/" : directory
    for name in FileSystem.parent(of: document).split(separator: "/") where name != "." {
      if name == ".." {
        folder = FileSystem.parent(of: folder)
        continue
      }
      let next = FileSystem.join(folder, String(name))
      let resolved = try fileSystem.realpath(next)
      if try fileSystem.readlink(next) != nil, let root = try root(of: folder) {
        guard FolderChoice.isInside(resolved, root) else {
          throw StoreError(.outsideFolder, path: document)
        }
      }
      folder = resolved
    }
    return folder
  }

  /// The work tree of git around a folder; nil for none.
  ///
  /// - Throws: ``StoreError`` when it cannot be known.
  package func workTree(around folder: String) throws(StoreError) -> GitWorkTree? {
    let found: String? = try fileSystem.storeErrors(at: folder) { try root(of: folder) }
    guard let found else { return nil }
    return try GitWorkTree(found, fileSystem)
  }

  /// The nearest folder that has something of the name `.git`, from a folder upwards; nil for none.
  private func root(of folder: String) throws(FileError) -> String? {
    var folder = folder
    while try fileSystem.stat(FileSystem.join(folder, GitWorkTree.name)) == nil {
      let parent = FileSystem.parent(of: folder)
      if parent == folder { return nil }
      folder = parent
    }
    return folder
  }

  /// Remembers a choice in the preferences; for a repository, nothing of its folder stays there.
  ///
  /// - Parameters:
  ///   - choice: The choice.
  ///   - isForgotten: Whether it counts no longer.
  ///   - lockTimeout: How many seconds to wait for another writer.
  /// - Returns: As `Preferences.choose(_:in:lockTimeout:)`.
  /// - Throws: ``StoreError`` when the file cannot be written.
  package func keepPreference(
    of choice: FolderChoice, isForgotten: Bool, lockTimeout: Double
  ) throws(StoreError) -> String? {
    let isKept = !isForgotten && choice.place == .preferences
    guard let preferences else { return nil }
    let former = preferences.document(in: choice.folder)
    guard isKept || former?.folder == choice.folder else { return nil }
    return try preferences.choose(
      document: isKept ? choice.document : nil, in: choice.folder, lockTimeout: lockTimeout)
  }
}
