internal import SystemLibrary

/// The choices that the program remembers between commands, for each document.
///
/// They are stored as a plain property list, binary unless the file is XML already. Its dictionary
/// `SelectedLists` holds the identity of a list, or false for the overview of all lists, by the
/// document: by its place in the container, or else by its path. Its dictionary `FolderDocuments`
/// holds the path of the document that is meant in a folder and below, by the path of the folder.
/// `ShownLists` holds the identity of the list that the full-screen view showed last, by document.
/// Whatever else the file has is kept. A file that cannot be read counts as an empty one, so it
/// never makes a command fail.
package struct Preferences: Sendable {
  private let container: Container
  private let fileSystem: FileSystem

  private var path: String { container.preferences }

  private static let selectedLists = "SelectedLists"
  private static let folderDocuments = "FolderDocuments"
  private static let shownLists = "ShownLists"

  /// The preferences in a container.
  package init(_ container: Container, fileSystem: FileSystem = FileSystem()) {
    self.container = container
    self.fileSystem = fileSystem
  }

  /// A setting that a user can choose for a document.
  package enum Choice: Equatable, Sendable {
    /// The list with this identity, which may be gone by now.
    case list(Int)
    /// No list: the overview of all lists is what is shown first.
    case overview
  }

  /// The last choice.
  ///
  /// - Returns: The choice; nil when none is remembered.
  package func choice(in document: String) -> Choice? {
    guard let content = try? AtomicFile(path, fileSystem).read(),
      let stored = Stored(content.bytes), let (name, resolved) = try? names(of: document)
    else { return nil }
    // Once all documents were known by their paths.
    switch stored.lists[name] ?? stored.lists[resolved] {
    case .integer(let identity)?: return Int(exactly: identity).map { .list($0) }
    case .boolean(false)?: return .overview
    default: return nil
    }
  }

  /// The identity of the list that was chosen last, if one was.
  ///
  /// - Returns: The identity, of a list that may be gone by now; nil when none is remembered.
  package func selectedList(in document: String) -> Int? {
    guard case .list(let identity)? = choice(in: document) else { return nil }
    return identity
  }

  /// Remembers the list that was chosen last.
  ///
  /// - Parameters:
  ///   - identity: The identity of the list; nil forgets the choice.
  ///   - lockTimeout: How many seconds to wait for another writer.
  /// - Returns: As ``choose(_:in:lockTimeout:)``.
  /// - Throws: ``StoreError`` when the file cannot be written.
  @discardableResult
  package func selectList(
    _ identity: Int?, in document: String, lockTimeout: Double
  ) throws(StoreError) -> String? {
    try choose(identity.map { .list($0) }, in: document, lockTimeout: lockTimeout)
  }

  /// Remembers what was chosen last.
  ///
  /// - Parameters:
  ///   - choice: The choice; nil forgets it.
  ///   - lockTimeout: How many seconds to wait for another writer.
  /// - Returns: Where the former file is kept, if it was damaged or something else; nil when its
  ///   content is part of the new one.
  /// - Throws: ``StoreError`` when the file cannot be written.
  @discardableResult
  package func choose(
    _ choice: Choice?, in document: String, lockTimeout: Double
  ) throws(StoreError) -> String? {
    try update(lockTimeout) { (stored) throws(FileError) in
      let (name, resolved) = try names(of: document)
      stored.lists[resolved] = nil
      switch choice {
      case .list(let identity): stored.lists[name] = .integer(Int128(identity))
      case .overview: stored.lists[name] = .boolean(false)
      case nil: stored.lists[name] = nil
      }
    }
  }

  /// The identity of the list that the full-screen view showed last; nil when none is remembered.
  package func shownList(in document: String) -> Int? {
    guard let content = try? AtomicFile(path, fileSystem).read(),
      let stored = Stored(content.bytes), let name = try? names(of: document).name,
      case .integer(let identity)? = stored.shown[name]
    else { return nil }
    return Int(exactly: identity)
  }

  /// Remembers the list that the full-screen view shows.
  ///
  /// - Returns: As ``choose(_:in:lockTimeout:)``.
  /// - Throws: ``StoreError`` when the file cannot be written.
  @discardableResult
  package func keepShownList(
    _ identity: Int, in document: String, lockTimeout: Double
  ) throws(StoreError) -> String? {
    try update(lockTimeout) { (stored) throws(FileError) in
      stored.shown[try names(of: document).name] = .integer(Int128(identity))
    }
  }

  /// The document that was chosen for a folder, or for the nearest one above it; nil for none.
  ///
  /// - Parameter folder: The path of the folder, without symbolic links.
  func document(in folder: String) -> FolderChoice? {
    guard let content = try? AtomicFile(path, fileSystem).read(),
      let stored = Stored(content.bytes), !stored.folders.entries.isEmpty
    else { return nil }
    var folder = folder
    while true {
      if case .string(let document)? = stored.folders[folder] {
        return FolderChoice(document: document, folder: folder, place: .preferences)
      }
      let parent = FileSystem.parent(of: folder)
      if parent == folder { return nil }
      folder = parent
    }
  }

  /// Remembers the document that is meant in a folder and below.
  ///
  /// - Parameter document: The path of the document; nil forgets it.
  /// - Returns: As ``choose(_:in:lockTimeout:)``.
  /// - Throws: ``StoreError`` when the file cannot be written.
  @discardableResult
  package func choose(
    document: String?, in folder: String, lockTimeout: Double
  ) throws(StoreError) -> String? {
    try update(lockTimeout) { (stored) throws(FileError) in
      stored.folders[folder] = document.map { .string($0) }
    }
  }

  private func update(
    _ lockTimeout: Double, _ change: (inout Stored) throws(FileError) -> Void
  ) throws(StoreError) -> String? {
    try fileSystem.storeErrors(at: path, lockTimeout: lockTimeout) {
      let directory = FileSystem.parent(of: path)
      try fileSystem.makeDirectories(directory)
      let lock = try DirectoryLock(directory, fileSystem, timeout: lockTimeout)
      let file = AtomicFile(path, fileSystem)
      let before = try file.read()
      var kept: String?
      var stored = Stored()
      if let before, !before.bytes.isEmpty {
        if let known = Stored(before.bytes) { stored = known } else { kept = try keepFile() }
      }
      try change(&stored)
      try file.replace(with: stored.bytes, previous: before?.status, holding: lock)
      return kept
    }
  }

  /// The name by which a document is known, and its path with symbolic links followed.
  private func names(
    of document: String
  ) throws(FileError) -> (name: String, resolved: String) {
    // Before the first save, the directory of the document is not there.
    let resolved = try fileSystem.allowing([ENOENT], try fileSystem.resolve(document)) ?? document
    return (try container.name(of: resolved, fileSystem), resolved)
  }

  /// Gives the present file a second name, under which it stays when it is replaced.
  private func keepFile() throws(FileError) -> String {
    var number = 1
    while true {
      let name = "\(path).damaged" + (number == 1 ? "" : "-\(number)")
      do {
        try fileSystem.link(path, to: name, step: "keep the damaged preferences as")
        return name
      } catch {
        guard error.code == EEXIST else { throw error }
        number += 1
      }
    }
  }

  /// The content of the file.
  private struct Stored {
    private var values = PropertyListDictionary()
    private var format = PropertyList.Format.binary
    /// The choices, by the names of documents.
    var lists = PropertyListDictionary()
    /// The documents, by the paths of folders.
    var folders = PropertyListDictionary()
    /// The lists that were shown last, by the names of documents.
    var shown = PropertyListDictionary()

    init() {}

    /// Reads a file; nil when it is damaged, or something other than preferences.
    init?(_ bytes: [UInt8]) {
      guard let format = try? PropertyList.Format(detecting: bytes),
        case .dictionary(let values) = try? PropertyList(bytes)
      else { return nil }
      switch values[Preferences.selectedLists] {
      case nil: break
      case .dictionary(let lists): self.lists = lists
      default: return nil
      }
      if case .dictionary(let folders) = values[Preferences.folderDocuments] {
        self.folders = folders
      }
      if case .dictionary(let shown) = values[Preferences.shownLists] { self.shown = shown }
      self.values = values
      self.format = format
    }

    /// The file: in XML if it was so, unless XML cannot hold the path of a document.
    var bytes: [UInt8] {
      var values = values
      values[Preferences.selectedLists] = .dictionary(lists)
      values[Preferences.folderDocuments] = folders.entries.isEmpty ? nil : .dictionary(folders)
      values[Preferences.shownLists] = shown.entries.isEmpty ? nil : .dictionary(shown)
      let list = PropertyList.dictionary(values)
      let xml = format == .xml ? try? list.xml() : nil
      return xml ?? list.binary()
    }
  }
}

extension ListResolver {
  /// Takes what says which list is meant, where a choice is remembered in the preferences.
  ///
  /// - Parameters:
  ///   - name: What was typed to name the list; nil when nothing was.
  ///   - container: The container that has the preferences; nil when there is none.
  package init(named name: String?, in container: Container?, document: String?) {
    self.init(named: name) {
      guard let container, let document else { return nil }
      return Preferences(container).selectedList(in: document)
    }
  }
}
