/// A folder with files of any content.
package struct PlainFolder: Sendable {
  /// The path of the folder, as it was given.
  package let path: String
  private let lockTimeout: Double
  private let fileSystem: FileSystem

  /// A folder at a path.
  ///
  /// - Parameter lockTimeout: How many seconds a change of a file waits for another writer.
  package init(path: String, lockTimeout: Double = 10, fileSystem: FileSystem = FileSystem()) {
    self.path = path
    self.lockTimeout = lockTimeout
    self.fileSystem = fileSystem
  }

  /// Whether there is such a folder.
  package var exists: Bool { (try? fileSystem.stat(path))?.isDirectory == true }

  /// The names in the folder that are not hidden, sorted; none when there is no folder.
  package func names() throws(StoreError) -> [String] {
    try fileSystem.storeErrors(at: path) {
      try fileSystem.names(in: path).filter { !$0.hasPrefix(".") }.sorted()
    }
  }

  /// Makes the folder, and those above it, where they are not there.
  package func make() throws(StoreError) {
    try fileSystem.storeErrors(at: path) { try fileSystem.makeDirectories(path) }
  }

  /// Removes what is left of files of attachments whose copying was killed.
  package func removeTemporaries() {
    StagedFile.removeAbandoned(in: path, fileSystem)
  }

  /// Whether the folder has something of a name, also a link that leads nowhere.
  package func has(_ name: String) -> Bool {
    let path = FileSystem.join(path, name)
    return (try? fileSystem.stat(path)) != .some(nil)
      || (try? fileSystem.readlink(path)) != .some(nil)
  }

  /// A file in the folder.
  package func file(_ name: String) -> PlainFile {
    PlainFile(
      path: FileSystem.join(path, name), lockTimeout: lockTimeout, fileSystem: fileSystem)
  }

  /// A folder in the folder.
  package func folder(_ name: String) -> PlainFolder {
    PlainFolder(
      path: FileSystem.join(path, name), lockTimeout: lockTimeout, fileSystem: fileSystem)
  }
}
