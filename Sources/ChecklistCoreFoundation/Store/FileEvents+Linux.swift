#if canImport(Glibc)
  internal import ChecklistCore
  internal import Glibc
#elseif canImport(Musl)
  internal import ChecklistCore
  internal import Musl
#endif

#if !canImport(Darwin)
  /// By inotify(7).
  extension FileEvents {
    /// Of a file, what changes its content or its times.
    ///
    /// When its name goes, its directory tells.
    private static let fileMask = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB)

    /// Of a directory, that a name in it comes or goes, and that it does so itself.
    private static let directoryMask = UInt32(
      IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MOVE_SELF | IN_DELETE_SELF
        | IN_ONLYDIR)

    /// Asks for events of nothing yet; nil when the process, or the user, may have no more.
    init?() {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      if descriptor < 0 { return nil }
      self.init(descriptor: descriptor)
    }

    /// Takes the events that there are, which say no more than that something has happened.
    func discard() {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &buffer, buffer.count) > 0 {}
    }

    /// Gives the descriptor back, with all that is watched.
    func end() {
      _ = close(descriptor)
    }

    /// Watches a file or a directory.
    func add(_ path: String, isDirectory: Bool) -> Outcome {
      let mask = isDirectory ? Self.directoryMask : Self.fileMask
      let watch = path.withCPath { inotify_add_watch(descriptor, $0, mask) }
      if watch >= 0 { return .watched(watch) }
      return errno == ENOENT || errno == ENOTDIR ? .absent : .refused
    }

    /// Ends a watch, which the system may have ended already.
    func remove(_ watch: Int32) {
      inotify_rm_watch(descriptor, watch)
    }
  }
#endif
