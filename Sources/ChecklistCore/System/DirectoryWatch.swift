/// Tells that something in a directory has changed.
///
/// Changes before the watch is made are not told. So a caller looks at the directory once the
/// watch is there.
///
/// Some changes are not told: those that another host makes in a directory of the network; that a
/// directory above is moved; on Apple systems, that a file is written in place.
package struct DirectoryWatch: ~Copyable {
  private let queue: FileEventQueue
  private let watch: CInt
  /// Whether the directory has been removed or moved, or its file system unmounted.
  private var isGone = false

  /// Can be read, as `poll` tells, when something has changed.
  package var descriptor: CInt { queue.descriptor }

  /// Watches a directory; nil when it is not there, may not be read, or nothing more may be
  /// watched.
  ///
  /// - Parameter path: The path of the directory; a symbolic link is followed.
  package init?(directory path: String, fileSystem: FileSystem = FileSystem()) {
    guard let queue = try? FileEventQueue(for: path, fileSystem) else { return nil }
    guard let watch = try? queue.add(path, .namesAndContents) else {
      queue.close()
      return nil
    }
    self.queue = queue
    self.watch = watch
  }

  deinit {
    queue.remove(watch)
    queue.close()
  }

  /// Takes the events that there are.
  ///
  /// - Returns: Whether the watch goes on; false from when the directory itself has gone.
  package mutating func drain() -> Bool {
    if !queue.drain() { isGone = true }
    return !isGone
  }
}
