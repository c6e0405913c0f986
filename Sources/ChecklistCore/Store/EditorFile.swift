/// A file that a person writes in an editor, in a directory of its own.
///
/// Only the owner may use the two.
///
/// The directory also protects the files that the editor makes beside this one, which others could
/// read otherwise.
public struct EditorFile: Sendable {
  /// The path of the file.
  public let path: String
  private let directory: String
  private let fileSystem: FileSystem

  /// Makes the file and its directory.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - parent: The directory in which to make the file's own directory.
  ///   - content: The content for the editor to start with.
  ///   - fileSystem: Makes the system calls.
  /// - Throws: ``StoreError``; then neither the file nor the directory is left.
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

  /// Reads the file as the editor left it.
  ///
  /// - Returns: The content of the file.
  /// - Throws: ``StoreError``; of kind ``StoreError/Kind/notFound`` when the file is gone.
  public func read() throws(StoreError) -> [UInt8] {
    try PlainFile(path: path, fileSystem: fileSystem).read()
  }

  /// Replaces the content as a whole.
  ///
  /// When that fails, the file is as it was.
  ///
  /// - Parameter content: The new content.
  /// - Throws: ``StoreError``.
  public func replace(with content: [UInt8]) throws(StoreError) {
    do throws(FileError) {
      try fileSystem.replace(path, with: content, step: "write")
    } catch {
      throw StoreError(error, path: path, lockTimeout: 0, fileSystem)
    }
  }

  /// Removes the file and its directory, with the files that the editor has left there.
  ///
  /// What cannot be removed stays. That is no reason to report a failure after a change was saved.
  public func remove() {
    for name in (try? fileSystem.names(in: directory)) ?? [] where name != "." && name != ".." {
      try? fileSystem.unlink(FileSystem.join(directory, name))
    }
    try? fileSystem.rmdir(directory)
  }
}
