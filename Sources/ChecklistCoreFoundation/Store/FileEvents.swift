internal import ChecklistCore

/// The events of the system about changes on the way to a file.
struct FileEvents {
  private let queue: FileEventQueue
  private var watches: Set<Int32> = []

  /// Asks for events of nothing yet; nil when the process, or the user, may have no more.
  init?() {
    guard let queue = try? FileEventQueue(for: "") else { return nil }
    self.queue = queue
  }

  /// Can be read when something has happened.
  var descriptor: CInt { queue.descriptor }

  /// Takes the events that there are, which say no more than that something has happened.
  func discard() {
    _ = queue.drain()
  }

  /// Gives the descriptor back.
  func end() {
    queue.close()
  }

  /// Watches everything by which a path may come to lead to another file, or to another content,
  /// and nothing else any more.
  ///
  /// That is the file, and each directory on the way to it and to the symbolic links in it. A
  /// directory is watched before it is looked into. So the next component either is there, or it
  /// has an event when it comes.
  ///
  /// - Parameter path: The path. The file, and directories above it, may be missing.
  /// - Returns: Whether the system tells of all changes. It does not matter if a directory may not
  ///   be watched that leads to another one.
  mutating func watch(_ path: String) -> Bool {
    var current: Set<Int32> = []
    defer { keep(current) }
    /// Whether it is watched from now on; nil when it is not there.
    func begin(_ path: String, _ interest: FileEventQueue.Interest = .names) -> Bool? {
      do {
        guard let watch = try queue.add(path, interest) else { return nil }
        current.insert(watch)
        return true
      } catch {
        return false
      }
    }
    var isComplete = true
    var links = 0
    var names = Self.names(path)
    var directory = Self.start(of: path)
    var isWatched = begin(directory) ?? false
    while let name = names.popLast() {
      let next = FileSystem.join(directory, name)
      if let target = try? FileSystem().readlink(next) {
        isComplete = isComplete && isWatched
        links += 1
        if links > Self.maximumLinks { return isComplete }
        names += Self.names(target)
        guard FileSystem.isAbsolute(target) else { continue }
        directory = Self.start(of: target)
        isWatched = begin(directory) ?? false
      } else if names.isEmpty {
        return begin(next, .content) != false && isWatched && isComplete
      } else {
        guard let isNextWatched = begin(next) else {
          return isWatched && isComplete
        }
        (directory, isWatched) = (next, isNextWatched)
      }
    }
    return isWatched && isComplete
  }

  /// Watches nothing any more.
  mutating func unwatch() {
    keep([])
  }

  private mutating func keep(_ current: Set<Int32>) {
    for watch in watches.subtracting(current) { queue.remove(watch) }
    watches = current
  }

  /// As many symbolic links as systems follow.
  private static let maximumLinks = 40

  /// Where the components of a path begin.
  private static func start(of path: String) -> String {
    FileSystem.isAbsolute(path) ? "/" : "."
  }

  /// The components of a path, the last one first.
  private static func names(_ path: String) -> [String] {
    path.unicodeScalars.split(separator: "/").reversed().map { String($0) }
  }
}
