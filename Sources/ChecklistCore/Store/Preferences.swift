/// What the program remembers between commands: the list last chosen, for each document.
///
/// They are stored as a plain binary property list. Its dictionary `SelectedLists` holds the
/// identity of a list by the path of the document. A file that cannot be read counts as an empty
/// one, so it never makes a command fail.
public struct Preferences: Sendable {
  private let path: String
  private let fileSystem: FileSystem

  private static let selectedLists = "SelectedLists"

  /// The preferences in a container.
  public init(_ container: Container, fileSystem: FileSystem = FileSystem()) {
    path = container.preferences
    self.fileSystem = fileSystem
  }

  /// The identity of the list that was chosen last, if one was.
  ///
  /// - Parameter document: The path of the document.
  /// - Returns: The identity, of a list that may be gone by now; nil when none is remembered.
  public func selectedList(in document: String) -> Int? {
    let bytes = try? AtomicFile(path, fileSystem).read()?.bytes
    guard case .dictionary(let lists)? = Self.values(bytes)[Self.selectedLists],
      let resolved = try? fileSystem.resolve(document),
      case .integer(let identity)? = lists[resolved]
    else { return nil }
    return Int(exactly: identity)
  }

  /// Remembers the list that was chosen last.
  ///
  /// - Parameters:
  ///   - identity: The identity of the list; nil forgets the choice.
  ///   - document: The path of the document.
  ///   - lockTimeout: How many seconds to wait for another writer.
  /// - Throws: ``StoreError`` when the file cannot be written.
  public func selectList(
    _ identity: Int?, in document: String, lockTimeout: Double
  ) throws(StoreError) {
    do throws(FileError) {
      let resolved = try fileSystem.resolve(document)
      let directory = FileSystem.parent(of: path)
      try fileSystem.makeDirectories(directory)
      let lock = try DirectoryLock(directory, fileSystem, timeout: lockTimeout)
      let file = AtomicFile(path, fileSystem)
      let before = try file.read()
      var values = Self.values(before?.bytes)
      var lists = PropertyListDictionary()
      if case .dictionary(let known)? = values[Self.selectedLists] { lists = known }
      lists[resolved] = identity.map { .integer(Int128($0)) }
      values[Self.selectedLists] = .dictionary(lists)
      try file.replace(
        with: PropertyList.dictionary(values).binary(), previous: before?.status, holding: lock)
    } catch {
      throw StoreError(error, path: path, lockTimeout: lockTimeout, fileSystem)
    }
  }

  private static func values(_ bytes: [UInt8]?) -> PropertyListDictionary {
    guard let bytes, case .dictionary(let values) = try? PropertyList(binary: bytes)
    else { return PropertyListDictionary() }
    return values
  }
}

extension ListResolver {
  /// Takes what says which list is meant, where a choice is remembered in the preferences.
  ///
  /// - Parameters:
  ///   - name: What was typed to name the list; nil when nothing was.
  ///   - container: The container that has the preferences; nil when there is none.
  ///   - document: The path of the document.
  public init(named name: String?, in container: Container?, document: String?) {
    self.init(named: name) {
      guard let container, let document else { return nil }
      return Preferences(container).selectedList(in: document)
    }
  }
}
