/// A text that a person is writing in an editor: a file in a directory of its own, both for their owner only.
///
/// The directory is there for the editor's own files too, which would otherwise be readable to others beside it.
public struct EditorFile: Sendable {
  /// The path of the file.
  public let path: String
  private let directory: String
  private let fileSystem: FileSystem

  /// Makes a draft.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - parent: The directory in which it gets its own.
  ///   - content: What is in it at first.
  ///   - fileSystem: Makes the system calls.
  /// - Throws: ``StoreError``; nothing is left then.
  public init(
    named name: String, in parent: String, content: [UInt8], fileSystem: FileSystem = FileSystem()
  ) throws(StoreError) {
    self.fileSystem = fileSystem
    let prefix = FileSystem.join(parent, "checklists-")
    var made: String?
    do throws(FileError) {
      let directory = try fileSystem.mkdtemp(prefix)
      made = directory
      self.directory = directory
      path = FileSystem.join(directory, name)
      try fileSystem.create(path, with: content, step: "write")
    } catch {
      if let made { try? fileSystem.rmdir(made) }
      throw StoreError(error, path: prefix, lockTimeout: 0, fileSystem)
    }
  }

  /// Reads what the editor made of it.
  ///
  /// - Returns: The content of the file.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/notFound`` when it is gone.
  public func read() throws(StoreError) -> [UInt8] {
    try PlainFile(path: path, fileSystem: fileSystem).read()
  }

  /// Replaces the content as a whole: when that fails, the file is as it was.
  ///
  /// - Parameter content: The new content.
  /// - Throws: ``StoreError``.
  public func replace(with content: [UInt8]) throws(StoreError) {
    let new = path + ".new"
    do throws(FileError) {
      try fileSystem.create(new, with: content, step: "write")
      do throws(FileError) {
        try fileSystem.rename(new, to: path, step: "replace")
      } catch {
        try? fileSystem.unlink(new)
        throw error
      }
    } catch {
      throw StoreError(error, path: path, lockTimeout: 0, fileSystem)
    }
  }

  /// Removes the file and its directory, with what the editor has left there.
  ///
  /// What cannot be removed stays; that is no reason for a change to fail that has been saved.
  public func remove() {
    for name in (try? fileSystem.names(in: directory)) ?? [] where name != "." && name != ".." {
      try? fileSystem.unlink(FileSystem.join(directory, name))
    }
    try? fileSystem.rmdir(directory)
  }
}
