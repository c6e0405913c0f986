internal import SystemLibrary

/// A regular file below a folder, which no link and no `..` leads out of.
package struct ContainedFile: Sendable {
  /// The path of the file.
  package let path: String
  /// How many bytes it has.
  package let size: Int

  /// Looks at a file; nil when there is none, and for a path that leads elsewhere.
  ///
  /// - Parameters:
  ///   - relative: Its path from the folder, as another file names it; nothing in it is trusted.
  ///   - folder: The path of the folder, with symbolic links already followed.
  package init?(_ relative: String, in folder: String, _ fileSystem: FileSystem = FileSystem()) {
    let names = Array(relative.utf8)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard !names.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.utf8.contains(0) })
    else { return nil }
    var path = folder
    for (index, name) in names.enumerated() {
      path = FileSystem.join(path, name)
      let isLast = index == names.count - 1
      // The last one is opened without following a link.
      guard isLast || (try? fileSystem.readlink(path)) == .some(nil) else { return nil }
    }
    guard
      let file = try? AttachmentFolder.openFile(path, O_NOFOLLOW, fileSystem: fileSystem)
    else { return nil }
    defer { fileSystem.close(file.descriptor, path) }
    let count = file.size > 0 ? file.size : try? fileSystem.count(file.descriptor, path)
    guard let count else { return nil }
    (self.path, size) = (path, count)
  }
}
