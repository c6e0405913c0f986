internal import SystemLibrary

/// The directories of the command line `checklists`, laid out like the app's sandbox: its document,
/// the history, and the settings.
///
/// They are where `CHECKLISTS_HOME` says, or in the home directory of the user.
public struct Container: Sendable, Equatable {
  /// The directory that holds the others.
  public let path: String

  /// The container at a path.
  public init(path: String) {
    self.path = path
  }

  /// Finds the container of a user.
  ///
  /// It is `$CHECKLISTS_HOME`. Without that, it is `~/Library/Application Support/checklists` on
  /// macOS, and elsewhere `$XDG_DATA_HOME/checklists` or `~/.local/share/checklists`. A relative
  /// `$XDG_DATA_HOME` does not count, as the XDG Base Directory Specification demands.
  ///
  /// It is nil when none of the variables is set, not even `$HOME`.
  package init?(environment: Environment) {
    if let home = environment["CHECKLISTS_HOME"] {
      path = home
      return
    }
    #if !canImport(Darwin)
      if let data = environment["XDG_DATA_HOME"], FileSystem.isAbsolute(data) {
        path = FileSystem.join(data, "checklists")
        return
      }
    #endif
    guard let home = environment["HOME"] else { return nil }
    #if canImport(Darwin)
      path = FileSystem.join(home, "Library/Application Support/checklists")
    #else
      path = FileSystem.join(home, ".local/share/checklists")
    #endif
  }

  /// Finds the container of a user, as the command line does.
  ///
  /// It is nil when neither `CHECKLISTS_HOME` nor `HOME` is among the variables.
  ///
  /// - Parameter environment: The variables of the process, as
  ///   `ProcessInfo.processInfo.environment` gives them.
  public init?(environment: [String: String]) {
    self.init(environment: Environment { environment[$0] })
  }

  /// The container that a document lies in, if it has a history; nil for a document elsewhere.
  init?(holding document: String, _ fileSystem: FileSystem) {
    guard let resolved = try? fileSystem.resolve(document) else { return nil }
    let directory = FileSystem.parent(of: resolved)
    guard FileSystem.name(of: directory) == ContainerFolder.documents.rawValue else { return nil }
    self.init(path: FileSystem.parent(of: directory))
    guard (try? fileSystem.stat(history)) != nil else { return nil }
  }

  /// The name by which the document of a command is known that names none.
  static let documentName = "\(ContainerFolder.documents.rawValue)/Checklists.plist"

  /// The document of a command that names none.
  public var document: String { FileSystem.join(path, Self.documentName) }

  /// The directory of what can be undone.
  package var history: String { path(of: .history) }

  /// The directory of what people write in editors, and type (``Drafts``).
  package var drafts: String { path(of: .drafts) }

  /// The directory of the user's own templates: Markdown files.
  package var templates: String { path(of: .templates) }

  /// The file of ``Preferences``.
  package var preferences: String {
    FileSystem.join(path(of: .preferences), "checklists.plist")
  }

  /// The key of a document.
  ///
  /// - Throws: ``FileError`` when the container cannot be looked at.
  package func key(
    of document: String, _ fileSystem: FileSystem
  ) throws(FileError) -> DocumentKey {
    // Before the first save, the directory of the document may not be there.
    let resolved = try? fileSystem.resolve(document)
    return DocumentKey(try name(of: resolved ?? document, fileSystem))
  }

  /// A file of what belongs to a document.
  ///
  /// - Throws: ``FileError`` when the container cannot be looked at.
  package func place(
    in folder: ContainerFolder, of document: String, _ suffix: String, _ fileSystem: FileSystem
  ) throws(FileError) -> DocumentPlace {
    let key = try key(of: document, fileSystem)
    func path(_ key: String) -> String {
      FileSystem.join(self.path(of: folder), "\(key).\(suffix)")
    }
    // Nobody has accepted a command for sure whose file does not name the document.
    let former = folder == .commands ? nil : key.former.map(path)
    return DocumentPlace(path: path(key.text), former: former, key: key)
  }

  /// The file of lines about a document: the log of its runs, or the commands of its items that
  /// somebody has accepted.
  ///
  /// - Throws: ``StoreError`` when the container cannot be looked at.
  package func lines(
    in folder: ContainerFolder, of document: String
  ) throws(StoreError) -> AppendedLines {
    let fileSystem = FileSystem()
    return try fileSystem.storeErrors(at: document) {
      AppendedLines(
        try place(in: folder, of: document, "jsonl", fileSystem), fileSystem: fileSystem)
    }
  }

  /// The name by which a document is known in the history and the preferences.
  ///
  /// It is the place in the container for a document that is in it, so that the container can be
  /// moved or copied. For any other it is the path.
  ///
  /// - Parameter document: The path of the document, with symbolic links already followed.
  /// - Returns: The place, relative to the container, or the path.
  /// - Throws: ``FileError`` when the container cannot be looked at.
  package func name(of document: String, _ fileSystem: FileSystem) throws(FileError) -> String {
    // A path without links cannot go through one that is a link.
    if let place = Self.place(of: document, in: path) { return place }
    let resolved = try fileSystem.allowing([ENOENT], try fileSystem.resolve(path))
    if let place = resolved.flatMap({ Self.place(of: document, in: $0) }) { return place }
    // A relative path, of a directory that is not there, is no place in the container.
    return FileSystem.isAbsolute(document) ? document : FileSystem.join(".", document)
  }

  /// The key of a document, as far as that can be found out.
  ///
  /// - Parameter document: The path of the document, which need not be there.
  /// - Returns: Its key; where the container cannot be looked at, that of its path.
  func knownKey(of document: String, _ fileSystem: FileSystem) -> DocumentKey {
    (try? key(of: document, fileSystem))
      ?? DocumentKey((try? fileSystem.resolve(document)) ?? document)
  }

  /// The rest of a path that begins with a directory; nil for a path elsewhere.
  private static func place(of path: String, in directory: String) -> String? {
    let count = directory.utf8.count + 1
    guard path.utf8.count > count, path.utf8.starts(with: "\(directory)/".utf8) else { return nil }
    return String(path.utf8.dropFirst(count))
  }
}
